/** Limits what V8 spends to compile the patterns of a guideline; it cannot be interrupted. Pure. */

/** Longest pattern, in UTF-16 units. */
const LENGTH_LIMIT = 10_000;
/** Most Unicode properties such as `\p{L}` in a guideline: each takes milliseconds. */
const PROPERTY_LIMIT = 50;
/** Most properties of strings such as `\p{RGI_Emoji}` in a guideline: two in a row multiply. */
const STRING_PROPERTY_LIMIT = 2;

/** Adds up the cost of the patterns of one guideline. */
export class PatternCost {
  #properties = 0;
  #stringProperties = 0;

  /** Adds `pattern`; what the guideline then has too much of, if anything. */
  add(pattern: string): string | undefined {
    if (pattern.length > LENGTH_LIMIT) return `more than ${LENGTH_LIMIT} characters`;
    const properties = pattern.match(/\\p\{[^}]*/gi) ?? [];
    this.#properties += properties.length;
    this.#stringProperties += properties.filter((name) => /RGI_|Basic_|Keycap/.test(name)).length;
    return this.#properties > PROPERTY_LIMIT
      ? `more than ${PROPERTY_LIMIT} Unicode properties, with those before`
      : this.#stringProperties > STRING_PROPERTY_LIMIT
      ? `more than ${STRING_PROPERTY_LIMIT} properties of strings, with those before`
      : undefined;
  }
}
