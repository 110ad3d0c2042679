/** Checks patterns that compile, but probably do not mean what their author meant. */
import { joinWords } from "../words.ts";
import { type Findings, quote } from "../guideline_file/findings.ts";
import { type Token, tokenize } from "../pattern/token.ts";
import type { WrittenPattern } from "../guideline_file/written_pattern.ts";
import { findSlowConstructs, riskOf } from "../pattern/slow_construct.ts";
import { checkWords } from "./word_check.ts";

/** Whether V8 evaluates a regular expression in linear time; undefined where it is not known. */
export type LinearityTest = (regex: RegExp) => boolean | undefined;

/** Reports what is doubtful about a pattern; one that does not compile is reported elsewhere. */
export function checkPattern(
  written: WrittenPattern,
  found: Findings,
  isLinear: LinearityTest,
): void {
  let regex: RegExp;
  try {
    regex = new RegExp(written.pattern, written.flags);
  } catch {
    return;
  }
  const tokens = tokenize(written.pattern, written.flags);
  checkForeignSyntax(written, tokens, found);
  checkUnicodeEscapes(written, tokens, found);
  checkWords(written, tokens, found);
  checkLineBreak(written, found);
  if (!checkReach(written, regex, tokens, found)) checkAnchors(written, tokens, found);
  if (isLinear(regex) === false) checkSpeed(written, found);
}

const FOREIGN: Record<string, string> = {
  "\\A": '"^" without the m flag is the start of the file',
  "\\z": '"$" without the m flag is the end of the file',
  "\\Z": '"\\n?$" without the m flag is the end of the file',
  "\\h": 'Write "[ \\t]" for a space or tab',
  "\\R": 'Line breaks are always "\\n" here',
  "\\Q": "Put a backslash before each special character",
  "\\E": "Put a backslash before each special character",
  "\\K": 'Write a lookbehind, "(?<=…)"',
  "\\G": "Leave it out",
  "\\<": 'Write "\\b" for the edge of a word',
  "\\>": 'Write "\\b" for the edge of a word',
};

function checkForeignSyntax(written: WrittenPattern, tokens: Token[], found: Findings): void {
  for (const token of tokens) {
    const posix = token.kind === "class" ? /\[:(\w+):\]/.exec(token.text) : null;
    const help = posix
      ? `Write "${POSIX[posix[1]!] ?? "the characters"}" inside the class`
      : token.kind === "escape" && Object.hasOwn(FOREIGN, token.text)
      ? FOREIGN[token.text]
      : undefined;
    if (help === undefined) continue;
    const [text, meaning] = posix
      ? [posix[0], "is a class of these characters"]
      : [token.text, describeCharacter(token.text[1]!)];
    found.add("foreign-syntax", `${quote(text)} ${meaning} in ECMAScript`, {
      ...partOf(written, token, found),
      help,
      blocks: false,
    });
  }
  const doubled = /\\\\(?=[dwsbDWSB.()[\]{}])/.exec(written.pattern);
  if (doubled) {
    const part = written.pattern.slice(doubled.index, doubled.index + 3);
    found.add(
      "foreign-syntax",
      `${quote(part)} matches a backslash and what follows it`,
      {
        ...partOf(written, { start: doubled.index, end: doubled.index + 3 }, found),
        help: `Write "${part.slice(1)}": in single quotes a backslash needs no second one`,
        severity: "warning",
      },
    );
  }
  const [, body, flags] = /^\/(.+)\/([a-z]*)$/s.exec(written.text) ?? [];
  if (body === undefined) return;
  found.add("foreign-syntax", `Slashes are part of pattern ${quote(written.text)}`, {
    ...found.valueAt([...written.path, "pattern"]),
    help: `Write pattern: '${body}'${flags ? `, flags: ${flags.replace(/[gy]/g, "")}` : ""}`,
    severity: flags ? "error" : "warning",
    blocks: false,
  });
}

function describeCharacter(character: string): string {
  return `matches the ${/[a-z]/i.test(character) ? "letter" : "character"} "${character}"`;
}

const POSIX: Record<string, string> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  xdigit: "0-9A-Fa-f",
  word: "\\w",
};

function checkUnicodeEscapes(written: WrittenPattern, tokens: Token[], found: Findings): void {
  if (/[uv]/.test(written.flags)) return;
  for (const token of tokens) {
    const escape = /\\[pPu]\{[^}]*\}/.exec(token.text)?.[0];
    if (escape === undefined || (token.kind !== "escape" && token.kind !== "class")) continue;
    found.add(
      "unicode-escape-without-u",
      `${quote(escape)} without the u flag matches the text "${escape.slice(1)}"`,
      {
        ...partOf(written, token, found),
        help: `Write flags: ${written.flags}u`,
        blocks: false,
      },
    );
    return;
  }
}

/** Reports the line break that YAML's `|` and `>` put at the end, which a file then must have there. */
function checkLineBreak(written: WrittenPattern, found: Findings): void {
  const at = found.valueAt([...written.path, "pattern"]);
  const [, style, chomping] = /^([|>])(\d?[+-]?\d?)/.exec(found.source(at)) ?? [];
  if (style === undefined || !written.text.endsWith("\n")) return;
  found.add("trailing-line-break", `Pattern ends with a line break, which "${style}" keeps`, {
    start: at.start,
    end: at.start + 1 + chomping!.length,
    severity: "warning",
    help: `Write "${style}${chomping!.replace("+", "")}-", or put the pattern in single quotes`,
  });
}

/** Sources that have little in common except that they end as files do. */
const PROBES = ["x\n", "{}\n", "# Ça\n\n", "\t1;\r\n\n-\n"];

/** Reports a pattern that matches every file; returns whether it does. */
function checkReach(
  written: WrittenPattern,
  regex: RegExp,
  tokens: readonly Token[],
  found: Findings,
): boolean {
  // What must not follow or precede cannot be known of sources that are made up.
  if (tokens.some(({ text }) => text === "(?!" || text === "(?<!")) return false;
  if (!PROBES.every((probe) => regex.test(probe))) return false;
  const empty = regex.test("");
  const never = written.list === "none";
  found.add(
    empty ? "empty-match" : "matches-everything",
    `Pattern ${quote(written.text)} matches ${
      empty ? "the empty string, so every file" : "every file"
    }`,
    {
      ...found.valueAt([...written.path, "pattern"]),
      severity: never ? "error" : "warning",
      blocks: false,
      help: never
        ? "Under none it keeps the guideline from ever matching: write what must not be found"
        : `Write what must be found${
          empty ? ', as "+" in place of "*"' : ""
        }; to match every file of the scope leave match out`,
    },
  );
  return true;
}

/** What only the start of a file can be followed by, so that `^` is meant as it is. */
const FILE_START =
  /^\^(?:#!|<\?|<!|%YAML|---|\\uFEFF|\\ufeff|\\s\*(?:#!|<\?|<!)|(?:\(\?[!=])*(?:\[\\s\\S\]|\[\\S\\s\]|\[\^\])[*+])/;
const LICENCE = /copyright|licen[cs]e|spdx/i;

function checkAnchors(written: WrittenPattern, tokens: Token[], found: Findings): void {
  const { flags, ownFlags, pattern } = written;
  // With `flags: ''` the author confirms it.
  if (ownFlags === "" || /[ms]/.test(flags) || /\(\?[is]*m[is]*:/.test(pattern)) return;
  if (FILE_START.test(pattern) || (written.list === "none" && LICENCE.test(pattern))) return;
  const anchor = tokens.find(({ kind }) => kind === "start" || kind === "end");
  if (!anchor) return;
  const place = anchor.kind === "start" ? "start" : "end";
  found.add(
    "anchor-without-m",
    `"${anchor.text}" without the m flag is the ${place} of the ${
      written.on === "added" ? "added text" : "file"
    }, not of a line`,
    {
      ...partOf(written, anchor, found),
      severity: "warning",
      help: `Write flags: ${flags}m; if you mean the file's ${place}, write flags: ''`,
    },
  );
}

function checkSpeed(written: WrittenPattern, found: Findings): void {
  const { pattern, flags } = written;
  const risk = riskOf(pattern, flags);
  if (risk === "none") return;
  const constructs = findSlowConstructs(pattern, flags);
  const names = [...new Set(constructs.map(({ name }) => name))];
  const runaway = risk === "runaway";
  found.add(
    "slow-pattern",
    `Pattern ${quote(written.text)} may take more than linear time: ${
      names.length > 0
        ? `it has ${joinWords(names, "and")}`
        : "V8's linear engine does not support it"
    }`,
    {
      ...(constructs[0] ? partOf(written, constructs[0], found) : partOf(written, {
        start: 0,
        end: pattern.length,
      }, found)),
      severity: runaway ? "warning" : "hint",
      help: runaway
        ? "A repeat of what itself repeats or has alternatives can take forever; the hook then skips " +
          "this guideline. Rewrite it without one of them"
        : `${
          flags.includes("i") ? 'Write out the letters, as "[tT]odo", or l' : "L"
        }eave as it is ` +
          "if changed files are small",
    },
  );
}

function partOf(
  { path, offset }: WrittenPattern,
  { start, end }: { start: number; end: number },
  found: Findings,
) {
  return found.partAt([...path, "pattern"], offset + start, offset + end);
}
