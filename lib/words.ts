/** Numbers and lists as parts of an English sentence. Pure. */

/** `1 file`, `2 files`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
  return words.length < 2
    ? words.join()
    : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

/** `first`, or `first (and 2 more)`: a list on one line. */
export function andMore(items: readonly string[]): string {
  const [first = ""] = items;
  return items.length > 1 ? `${first} (and ${items.length - 1} more)` : first;
}

/**
 * `text` in lines of at most `width` UTF-16 units, broken at blanks; those after the first begin
 * with `indent`. A longer word has a line of its own.
 */
export function wrapText(text: string, width: number, indent = ""): string {
  const start = text.length - text.trimStart().length;
  const lines: string[] = [];
  let line = text.slice(0, start);
  let isEmpty = true;
  for (const word of text.slice(start).split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      [line, isEmpty] = [indent, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join("\n");
}
