/** Leading inline flags, which authors know from other engines: `(?i)`, `(?im)`. Pure. */

/** Those that mean the same in ECMAScript; `(?i:…)` is ECMAScript's own and stays as it is. */
const LEADING = /^(?:\(\?[ims]+\))+/;

/** A pattern without its leading inline flags, and all its flags, each once. */
export function mergeInlineFlags(
  pattern: string,
  flags: string,
): { pattern: string; flags: string; offset: number } {
  const lead = LEADING.exec(pattern)?.[0] ?? "";
  const inline = lead.replace(/[^ims]/g, "");
  return {
    pattern: pattern.slice(lead.length),
    flags: [...new Set([...flags, ...inline])].join(""),
    offset: lead.length,
  };
}
