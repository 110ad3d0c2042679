/**
 * The schema of a `guideline.yaml`. Everything that reads or describes a guideline file, including
 * the JSON Schema for editors, is derived from it.
 */
import * as z from "zod";
import { GUIDELINE_EVENTS, type GuidelineEvent } from "../guideline/event.ts";

/** What each event of `when` means. */
const EVENT_DESCRIPTIONS: Record<GuidelineEvent, string> = {
  file_changed: "the agent has changed a file",
};

/** Values of `priority`. */
export const PRIORITIES = ["high", "normal", "low"] as const;
/** Texts that a pattern can be searched in. */
export const TARGETS = ["file", "added"] as const;

/** The form of an id. */
export const ID_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** The longest id, in characters. */
export const ID_LIMIT = 100;
/** The flags that a pattern may have. */
export const FLAGS_PATTERN = /^[imsuv]*$/;

const globs = (description: string, examples: string[][]) =>
  z.array(z.string().min(1)).min(1).meta({ description, examples });

const regexSchema = z.strictObject({
  pattern: z.string().min(1).meta({
    description: "An ECMAScript regular expression without delimiters; put it in single quotes. " +
      "A leading (?i), (?m) or (?s) is read as flags.",
    examples: ["RepositoryImpl", "(?m)^import .*\\.internal\\."],
  }),
  flags: z.string().regex(FLAGS_PATTERN).optional().meta({
    description: "ECMAScript flags: i, m, s, u or v. `^` and `$` mean a line only with m.",
    default: "",
    examples: ["m", "im"],
  }),
  on: z.enum(TARGETS).optional().meta({
    description:
      "What the pattern is searched in: the whole changed file, or each unbroken run of " +
      "lines that the edit added (the whole file where no patch is known).",
    default: "file",
    examples: ["added"],
  }),
}).meta({ description: "A regular expression; it holds if it is found." });

const patterns = (description: string, examples: unknown[]) =>
  z.array(z.strictObject({ regex: regexSchema })).min(1).optional().meta({ description, examples });

const exampleSchema = z.union([
  z.string(),
  z.strictObject({
    path: z.string().min(1).meta({
      description: "The file's path from the repository's root.",
      examples: ["src/order/OrderService.kt"],
    }),
    source: z.string().meta({ description: "The text of the file." }),
  }),
]);

const examples = (description: string, values: unknown[]) =>
  z.array(exampleSchema).min(1).optional().meta({ description, examples: [values] });

/** A guideline file as a whole; unknown keys are refused. */
export const GuidelineSchema = z.strictObject({
  id: z.string().max(ID_LIMIT).regex(ID_PATTERN).meta({
    description: "Lower-case letters, digits and single hyphens. Unique in the guidebook.",
    examples: ["service-depends-on-port"],
  }),
  title: z.string().optional().meta({
    description: "What people call it; the agent does not read it.",
    examples: ["Services depend on ports"],
  }),
  priority: z.enum(PRIORITIES).optional().meta({
    description: "Which guidelines come first when one edit brings several.",
    default: "normal",
    examples: ["high"],
  }),
  scope: z.strictObject({
    repositories: globs(
      "Globs over owner/repository of the git remote `origin`, without regard to case. A leading " +
        "`!` excludes; the last match wins.",
      [["acme/backend-*"]],
    ).optional(),
    languages: z.array(z.string().min(1)).min(1).optional().meta({
      description: "Names or aliases of GitHub Linguist, without regard to case.",
      examples: [["kotlin"], ["typescript", "tsx"]],
    }),
    paths: globs(
      "Globs over the path from the repository's root. A leading `!` excludes; the last match wins.",
      [["src/**", "!**/*Test.kt"]],
    ).optional(),
  }).optional().meta({
    description: "Where the guideline applies; an absent key does not restrict.",
    examples: [{ languages: ["kotlin"], paths: ["src/**"] }],
  }),
  when: z.array(z.enum(GUIDELINE_EVENTS)).min(1).meta({
    description: `Events that the guideline is about: ${
      GUIDELINE_EVENTS.map((event) => `${event} (${EVENT_DESCRIPTIONS[event]})`).join(", ")
    }.`,
    examples: [["file_changed"]],
  }),
  match: z.strictObject({
    any: patterns("One of them is enough.", [[{ regex: { pattern: "RepositoryImpl" } }]]),
    all: patterns("Each of them must be found.", [[{ regex: { pattern: "@Transactional" } }]]),
    none: patterns("None of them may be found.", [[{ regex: { pattern: "SPDX-License" } }]]),
  }).refine((match) => Object.keys(match).length > 0).optional().meta({
    description: "Holds for one changed file when each list in it holds. Without it the " +
      "guideline is matched wherever it is applicable.",
    minProperties: 1,
    examples: [{ any: [{ regex: { pattern: "RepositoryImpl" } }] }],
  }),
  content: z.string().meta({
    description: "What the agent reads.",
    minLength: 1,
    examples: ["Services should depend on repository abstractions."],
  }),
  examples: z.strictObject({
    matches: examples("Sources that the guideline must match.", ["val orders: RepositoryImpl"]),
    ignores: examples("Sources that it must not match.", [{
      path: "src/order/RepositoryImpl.kt",
      source: "class OrderRepository",
    }]),
  }).optional().meta({
    description: "Proof that the guideline fires where it should and nowhere else, for check and " +
      "test. A text is the source of some file that fits the scope; with a path, the scope's " +
      "paths and languages are tried too.",
    examples: [{ matches: ["val orders: RepositoryImpl"], ignores: ["val orders: Repository"] }],
  }),
}).meta({
  title: "Adaptive Guidebook guideline",
  description: "One recommendation, shown to a coding agent when it changes a file that matches.",
});

/** The JSON Schema of a guideline file, for editors. */
export function guidelineJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(GuidelineSchema, { target: "draft-7" });
}
