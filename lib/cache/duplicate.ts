/**
 * Texts that stand there twice, with a blank between them: two copies that are equal tell that neither
 * was damaged by accident, the blank that they are not both lost (a disk that loses a page has zeros in
 * its place). To compare them takes nothing; to add up a sum takes a loop, which costs the hook more
 * than the reading, since V8 has not optimised it yet. Pure.
 */

const SEPARATOR = " ";

/** `text` as it is kept. */
export function seal(text: string): string {
  return text + SEPARATOR + text;
}

/** What was sealed; undefined where it is damaged. */
export function unseal(sealed: string): string | undefined {
  const half = sealed.length >> 1;
  const text = sealed.slice(0, half);
  return sealed.slice(half) === SEPARATOR + text ? text : undefined;
}

/** Bytes of a sealed text whose own are `length`. */
export function sealedLength(length: number): number {
  return length + SEPARATOR.length + length;
}

/** `value` as one line, without the line break. */
export function sealJson(value: unknown): string {
  return seal(JSON.stringify(value));
}

/** What was sealed in `line`; undefined where it is damaged. */
export function unsealJson(line: string): unknown {
  const json = unseal(line);
  return json ? JSON.parse(json) : undefined;
}
