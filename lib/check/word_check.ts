/** Checks `\b` and `\w` beside letters that they do not know. Pure. */
import { type Findings, quote } from "../guideline_file/findings.ts";
import type { WrittenPattern } from "../guideline_file/written_pattern.ts";
import type { Token } from "../pattern/token.ts";

/** What means the same for the letters of every language; it needs the flag u or v. */
const UNICODE_FORMS: Readonly<Record<string, string>> = {
  "\\w": "[\\p{L}\\p{M}\\p{N}_]",
  "\\W": "[^\\p{L}\\p{M}\\p{N}_]",
  "\\b": "(?<![\\p{L}\\p{M}\\p{N}_])",
  "\\B": "(?<=[\\p{L}\\p{M}\\p{N}_])",
};

const AFTER_WORD: Readonly<Record<string, string>> = {
  "\\b": "(?![\\p{L}\\p{M}\\p{N}_])",
  "\\B": "(?=[\\p{L}\\p{M}\\p{N}_])",
};

/** Reports the first of these escapes beside a letter outside of ASCII. */
export function checkWords(
  { path, offset, flags }: WrittenPattern,
  tokens: readonly Token[],
  found: Findings,
): void {
  for (const [i, { kind, text, start, end }] of tokens.entries()) {
    const inClass = kind === "class" ? widenClass(text) : undefined;
    if (inClass === undefined && (kind !== "escape" || !Object.hasOwn(UNICODE_FORMS, text))) {
      continue;
    }
    const [before, after] = [neighbor(tokens, i, -1), neighbor(tokens, i, 1)];
    const letter = before ?? after;
    if (letter === undefined) continue;
    const form = inClass ?? (before !== undefined ? AFTER_WORD[text] : undefined) ??
      UNICODE_FORMS[text]!;
    found.add(
      "ascii-only-class",
      `${quote(text)} beside ${quote(letter)} knows the letters A to Z only`,
      {
        ...found.partAt([...path, "pattern"], offset + start, offset + end),
        severity: "warning",
        help: `Write ${form}${/[uv]/.test(flags) ? "" : `, and flags: ${flags}u`}; or leave it out`,
      },
    );
    return;
  }
}

/** The class with letters of every language for its \\w; undefined where it has none, or has such letters. */
function widenClass(text: string): string | undefined {
  if (isForeignLetter(text) || /\\[uxpP]/.test(text)) return undefined;
  const widened = text.replace(/\\[^]/g, (part) => part === "\\w" ? "\\p{L}\\p{M}\\p{N}_" : part);
  return widened === text ? undefined : widened;
}

/** The letter outside of ASCII that is beside the token `i`, groups and quantifiers aside. */
function neighbor(tokens: readonly Token[], i: number, step: 1 | -1): string | undefined {
  for (let at = i + step;; at += step) {
    const token = tokens[at];
    switch (token?.kind) {
      case "open":
      case "close":
      case "quantifier":
        continue;
      case "literal":
        return isForeignLetter(token.text) ? token.text : undefined;
      case "class":
        // A class with \w beside other letters is an author's who knows.
        return /\\[wW]/.test(token.text) || !isForeignLetter(token.text) ? undefined : token.text;
      default:
        return undefined;
    }
  }
}

function isForeignLetter(text: string): boolean {
  return /(?![A-Za-z])\p{L}/u.test(text);
}
