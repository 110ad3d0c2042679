/** What a person does with the file on stdout, and with one that their shell has emptied. */
import type { TextFile } from "../../install/disk/text_file.ts";
import { parentPath } from "../../path.ts";
import { quoteShellWord } from "../../shell.ts";
import type { Program } from "../program.ts";

/** Whether a shell's `>` may have emptied the file just now, with all hooks of others. */
export function isEmptied({ bytes }: TextFile): boolean {
  return bytes?.length === 0;
}

/** What to do then; lines. */
export const EMPTIED = [
  'help: If this command ends with "> FILE" of that same file, your shell has emptied it, and its',
  "      content is lost: restore it from a copy, and print into another file. If it was empty",
  "      before, remove it, and print again",
];

/** How the text on stdout becomes that file; lines. */
export function adviseOnPrint(
  { path, folderMissing }: TextFile,
  kind: Program["kind"] | undefined,
): string[] {
  const folder = folderMissing ? ` (after: mkdir -p ${quoteShellWord(parentPath(path))})` : "";
  return [
    `help: Save the text on stdout as that file yourself${folder}`,
    ...kind === "compiled"
      ? []
      : ["      or run this on a terminal, and answer Deno's question with y"],
  ];
}
