/**
 * Writes guidebook/schema/guideline.schema.json, for editors, from the schema that the hook reads
 * guidelines with. `--check` exits with 1 when it is stale.
 */
import { guidelineJsonSchema } from "../lib/guideline/schema.ts";

const FILE = new URL("../guidebook/schema/guideline.schema.json", import.meta.url);

/** The text that the file should have. */
export function renderJsonSchema(): string {
  return `${JSON.stringify(guidelineJsonSchema(), null, 2)}\n`;
}

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
