/** The patterns of a guideline file as their author wrote them. Pure. */
import { fieldsOf } from "../json.ts";
import type { MatchList } from "../guideline/guideline.ts";
import { mergeInlineFlags } from "./inline_flags.ts";

/** A pattern as its author wrote it, and where. */
export interface WrittenPattern {
  /** Of the mapping around it: `match`, `any`, 0, `regex`. */
  path: PropertyKey[];
  list: MatchList;
  index: number;
  /** As in the file, with inline flags. */
  text: string;
  /** The key `flags`; undefined where it is absent. */
  ownFlags: string | undefined;
  /** What is compiled. */
  pattern: string;
  flags: string;
  /** Characters of inline flags before `pattern`. */
  offset: number;
  on: unknown;
}

const FLAGS = /^[imsuv]*$/;

/** The patterns in the data of a file that are text and not empty. */
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
