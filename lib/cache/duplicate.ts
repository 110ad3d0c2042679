/**
 * A small text that is kept twice: two equal copies show that neither was damaged by accident, and the
 * blank between them that they are not both zeros, which a disk has in place of a lost page. Unlike a
 * checksum it can be verified synchronously. Pure.
 */

const SEPARATOR = " ";

/** `value` as JSON on one line, twice. */
export function duplicateJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json + SEPARATOR + json;
}

/** The value that was kept as `line`; undefined where it is damaged. */
export function verifyDuplicateJson(line: string): unknown {
  const half = line.length >> 1;
  const json = line.slice(0, half);
  return json !== "" && line.slice(half) === SEPARATOR + json ? JSON.parse(json) : undefined;
}
