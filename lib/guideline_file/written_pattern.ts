/** The patterns of a guideline file as their author wrote them. Pure. */
import { fieldsOf } from "../json.ts";
import type { MatchList } from "../guideline/guideline.ts";
import { mergeInlineFlags } from "./inline_flags.ts";

/** A pattern as its author wrote it, and where. */
export interface WrittenPattern {
  /** Of the mapping that holds it: `match`, `any`, 0, `regex`. */
  path: PropertyKey[];
  list: MatchList;
  index: number;
  /** As it stands in the file, inline flags and all. */
  text: string;
  /** What the key `flags` says; undefined where it is not there. */
  ownFlags: string | undefined;
  /** What is compiled. */
  pattern: string;
  flags: string;
  /** How many characters of inline flags stand before `pattern`. */
  offset: number;
  on: unknown;
}

const FLAGS = /^[imsuv]*$/;

/** Those patterns in a file's content that are text and not empty. */
export function readPatterns(value: unknown): WrittenPattern[] {
  const match = fieldsOf(fieldsOf(value)["match"]);
  return (["any", "all", "none"] as const).flatMap((list) => {
    const items = match[list];
    if (!Array.isArray(items)) return [];
    return items.flatMap((item, index) => {
      const { pattern: text, flags, on } = fieldsOf(fieldsOf(item)["regex"]);
      if (typeof text !== "string" || text === "") return [];
      const ownFlags = typeof flags === "string" ? flags : undefined;
      const merged = mergeInlineFlags(text, FLAGS.test(ownFlags ?? "") ? ownFlags ?? "" : "");
      return [{
        path: ["match", list, index, "regex"],
        list,
        index,
        text,
        ownFlags,
        ...merged,
        on,
      }];
    });
  });
}
