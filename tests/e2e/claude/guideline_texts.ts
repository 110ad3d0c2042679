import * as codex from "../guidebook.ts";

/** The model reads this after a Kotlin file that names a `RepositoryImpl` was edited. */
export const PORT = textOf(codex.PORT);

/** The model reads this after a file below `config/` was edited. */
export const CONFIG = textOf(codex.CONFIG);

/** Codex reads the same texts, as parts of a message. */
function textOf(parts: readonly { text: string }[]): string {
  return parts.map(({ text }) => text).join("\n");
}
