/** What was read from JSON, YAML or TOML and is not yet known to be of any form. Pure. */

/** Whether `value` is an object, and no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of `value`; none where it is no object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
