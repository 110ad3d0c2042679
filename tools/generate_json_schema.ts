/**
 * Writes guidebook/schema/guideline.schema.json, for editors, from the schema that the hook reads
 * guidelines with. `--check` exits with 1 when it is stale.
 */
import { LANGUAGE_TABLE } from "../lib/language/language_table.ts";
import { guidelineJsonSchema } from "../lib/guideline_file/schema.ts";

const FILE = new URL("../guidebook/schema/guideline.schema.json", import.meta.url);

/** The text that the file should have. */
export function renderJsonSchema(): string {
  const names = [...LANGUAGE_TABLE.matchAll(/^=([^/]+)/gm)].map(([, name]) => name);
  // Editors complete the names; aliases and other spellings are as good, and `check` knows them all.
  const completed = (items: unknown) => ({ anyOf: [{ type: "string", enum: [NAMES] }, items] });
  const schema = JSON.stringify(
    guidelineJsonSchema(),
    (key, value) =>
      key === "languages" && "items" in value ? { ...value, items: completed(value.items) } : value,
    2,
  );
  // On one line: seven hundred of them say nothing to a reader.
  return `${schema.replace(/\[\s*"\$NAMES"\s*\]/, JSON.stringify(names))}\n`;
}

const NAMES = "$NAMES";

/** Whether the file has it. */
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
