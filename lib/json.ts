/** JSON that is printed, and values of unknown type from JSON, YAML or TOML. Pure. */
import { replaceHidden } from "./hidden_characters.ts";

/** Whether `value` is an object, and no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of `value`; none where it is no object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/**
 * `value` as JSON that is safe to print: hidden characters and the line breaks of Unicode become
 * `\u` escapes, so that a parser reads the same value.
 */
export function stringifyJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

/** The same for JSON that is text already, with its own white space. */
export function escapeJson(json: string): string {
  return replaceHidden(
    json,
    (character) => /[\t\r\n]/.test(character) ? character : escapeUnits(character),
  ).replace(/[\u2028\u2029]/g, escapeUnits);
}

function escapeUnits(character: string): string {
  return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
