/** The difference between two texts, line by line. Pure. */

/** Unchanged lines that are shown around a difference. */
const CONTEXT = 2;

/** The lines that differ, `-` for before and `+` for after, with two lines of context. */
export function renderLineDiff(before: string[], after: string[]): string {
  const lines = diffLines(before, after);
  const near = (i: number) =>
    lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(([sign]) => sign !== " ");
  return lines.flatMap(([sign, line], i) => {
    if (near(i)) return [`${sign} ${line}`.trimEnd()];
    return i > 0 && near(i - 1) && lines.slice(i).some(([sign]) => sign !== " ") ? ["  …"] : [];
  }).join("\n");
}

type DiffLine = [sign: " " | "-" | "+", line: string];

/** The shortest difference, by the longest common subsequence. */
function diffLines(before: string[], after: string[]): DiffLine[] {
  const common = before.map(() => after.map(() => 0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i]![j] = before[i] === after[j]
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push([" ", before[i]!]);
      i++, j++;
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(["-", before[i++]!]);
    } else lines.push(["+", after[j++]!]);
  }
  return lines;
}
