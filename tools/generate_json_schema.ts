/**
 * Writes guidebook/schema/guideline.schema.json, for editors, from the hook's own schema. `--check`
 * exits with 1 if the file is stale.
 */
import { LANGUAGE_TABLE } from "../lib/language/language_table.ts";
import { guidelineJsonSchema } from "../lib/guideline_file/schema.ts";

const FILE = new URL("../guidebook/schema/guideline.schema.json", import.meta.url);

/** The expected text of the file. */
export function renderJsonSchema(): string {
  const names = [...LANGUAGE_TABLE.matchAll(/^=([^/]+)/gm)].map(([, name]) => name);
  // Editors complete these names; aliases and other spellings are valid, too, and `check` knows them.
  const completed = (items: unknown) => ({ anyOf: [{ type: "string", enum: [NAMES] }, items] });
  const schema = JSON.stringify(
    guidelineJsonSchema(),
    (key, value) =>
      key === "languages" && "items" in value ? { ...value, items: completed(value.items) } : value,
    2,
  );
  // On one line: seven hundred lines would not help a reader.
  return `${schema.replace(/\[\s*"\$NAMES"\s*\]/, JSON.stringify(names))}\n`;
}

const NAMES = "$NAMES";

/** Whether the file is up to date. */
export function isFresh(): boolean {
  try {
    return Deno.readTextFileSync(FILE) === renderJsonSchema();
  } catch {
    return false;
  }
}

if (import.meta.main) {
  if (!Deno.args.includes("--check")) Deno.writeTextFileSync(FILE, renderJsonSchema());
  else if (!isFresh()) {
    console.error("guidebook/schema/guideline.schema.json is stale: run deno task generate");
    Deno.exit(1);
  }
}
