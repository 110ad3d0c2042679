/** Words of a command line as a POSIX shell reads them: quoted, and split without expanding. Pure. */

/** `text` as one word of a command line; quoted only where a shell would interpret it. */
export function quoteShellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The words of one simple command: quotes and backslashes taken off, `$…` and backticks left as they
 * stand. Undefined where a shell would do more than run one command (`;`, `&&`, `|`, `<`, a second
 * line), or where a quote is not closed: then nobody can say what it is without running it.
 */
export function readShellWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  const line = text.trim();
  for (let i = 0; i < line.length;) {
    const character = line[i]!;
    if (character === " " || character === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
      i++;
    } else if (line.startsWith("\\\n", i)) {
      // The line continues; it is no word of its own.
      i += 2;
    } else if (character === "#" && word === undefined) {
      if (line.includes("\n", i)) return undefined;
      break;
    } else if (/[;&|<>()\n\r]/.test(character)) {
      return undefined;
    } else {
      const part = readPart(line, i);
      if (part === undefined) return undefined;
      word = (word ?? "") + part.value;
      i = part.end;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

interface Part {
  value: string;
  end: number;
}

/** What begins at `start`: a quoted text, an expansion, or one character. */
function readPart(line: string, start: number): Part | undefined {
  const character = line[start]!;
  if (character === "'") {
    const end = line.indexOf("'", start + 1);
    return end < 0 ? undefined : { value: line.slice(start + 1, end), end: end + 1 };
  }
  if (character === '"') return readDoubleQuoted(line, start);
  if (character === "\\") {
    const escaped = line[start + 1];
    return escaped === undefined ? undefined : { value: escaped, end: start + 2 };
  }
  return readExpansion(line, start) ?? { value: character, end: start + 1 };
}

function readDoubleQuoted(line: string, start: number): Part | undefined {
  let value = "";
  for (let i = start + 1; i < line.length;) {
    if (line[i] === '"') return { value, end: i + 1 };
    if (line[i] === "\\" && /["$`\\\n]/.test(line[i + 1] ?? "")) {
      value += line[i + 1] === "\n" ? "" : line[i + 1];
      i += 2;
      continue;
    }
    const part = readExpansion(line, i) ?? { value: line[i]!, end: i + 1 };
    value += part.value;
    i = part.end;
  }
  return undefined;
}

/** `$(…)` or backticks as they stand; one that is not closed is left to its single characters. */
function readExpansion(line: string, start: number): Part | undefined {
  let end = -1;
  if (line[start] === "`") end = line.indexOf("`", start + 1);
  if (line.startsWith("$(", start)) {
    let depth = 0;
    for (let i = start + 1; i < line.length && end < 0; i++) {
      if (line[i] === "(") depth++;
      if (line[i] === ")" && --depth === 0) end = i;
    }
  }
  return end < 0 ? undefined : { value: line.slice(start, end + 1), end: end + 1 };
}
