/** Lines of JSON behind a sum that tells accidents, not forgeries. Pure. */

/** `value` as one line, without the line break. */
export function sealJson(value: unknown): string {
  const json = JSON.stringify(value);
  return `${sumOf(json)} ${json}`;
}

/** What was sealed in `line`; undefined where it is damaged. */
export function unsealJson(line: string): unknown {
  const json = line.slice(line.indexOf(" ") + 1);
  return line === `${sumOf(json)} ${json}` ? JSON.parse(json) : undefined;
}

function sumOf(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}
