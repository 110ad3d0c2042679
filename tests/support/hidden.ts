/** Characters that a reader does not see but that a terminal or a model obeys. */
import assert from "node:assert/strict";

/** One of each kind: an escape sequence, a C1 control, bidirectional controls, a tag character. */
export const HIDDEN = "\u001b[31m\u009b\u0007\u202e\u2066\u{e0041}";

/** Holds `text` to have none of them but line breaks. */
export function assertVisible(text: string): void {
  assert.doesNotMatch(text, /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
}

/** Texts of guideline files, each wrong in another way, so that each complaint quotes `text`. */
export function brokenTexts(text: string): string[] {
  const quoted = `"${text.replaceAll("\u001b", "\\e").replaceAll("\u0007", "\\a")}"`;
  const rest = "when: [file_changed]\ncontent: x\n";
  return [
    `id: ${quoted}\n${rest}`,
    `id: bad\n${rest}scope: { ${quoted}: [x] }\n`,
    `id: bad\n${rest}match: { any: [{ regex: { pattern: ${quoted.replace('"', '"(')} } }] }\n`,
    `id: bad\n${rest}scope: { paths: [${quoted.replace('"', '"/')}] }\n`,
    `id: bad\n${rest}scope: { languages: [${quoted}] }\n`,
    `id: bad\nwhen: [${quoted}]\ncontent: x\n`,
  ];
}
