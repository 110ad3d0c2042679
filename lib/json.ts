/** Values of JSON, YAML or TOML whose shape is not known yet, and JSON that is safe to print. Pure. */

/** Whether `value` is an object, and no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of `value`; none where it is no object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Control, format and line-breaking characters that JSON leaves as they are. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** `value` as JSON in which no character acts on a terminal: they are escaped. */
export function stringifyJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    INVISIBLE,
    (character) =>
      [...Array(character.length).keys()].map((i) =>
        `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`
      ).join(""),
  );
}
