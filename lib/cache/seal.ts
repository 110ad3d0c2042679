/**
 * Lines of JSON that stand there twice: two copies that are equal tell that neither was damaged by
 * accident. To compare them takes nothing; to add up a sum takes a loop, which costs the hook more
 * than the reading, since V8 has not optimised it yet. Pure.
 */

/** `value` as one line, without the line break. */
export function sealJson(value: unknown): string {
  const json = JSON.stringify(value);
  return `${json} ${json}`;
}

/** What was sealed in `line`; undefined where it is damaged. */
export function unsealJson(line: string): unknown {
  const half = line.length >> 1;
  const json = line.slice(0, half);
  return line.slice(half) === ` ${json}` && json !== "" ? JSON.parse(json) : undefined;
}
