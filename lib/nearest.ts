/**
 * The candidates closest to a misspelt word, for "did you mean": only those at the least distance, in
 * their own order, and none when even that is too far to be meant. Case does not count.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = word.toLowerCase();
  let least = Math.min(wanted.length, Math.max(1, Math.floor(wanted.length / 3)));
  let found: string[] = [];
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least);
    if (distance > least) continue;
    if (distance < least) found = [];
    least = distance;
    if (!found.includes(candidate)) found.push(candidate);
  }
  return found.slice(0, limit);
}

/**
 * Optimal string alignment: insertions, deletions, substitutions, and swaps of two neighbours. What is
 * more than `most` is reported as some number above it, so that most candidates cost one comparison.
 */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, older[j - 2]! + 1);
      }
      row.push(value);
    }
    [older, previous] = [previous, row];
  }
  return previous[b.length]!;
}
