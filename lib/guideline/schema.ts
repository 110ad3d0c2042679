/**
 * The form of a `guideline.yaml`. Everything that reads or describes a guideline file, the JSON
 * Schema for editors included, comes from here.
 */
import { z } from "zod";

/** Events that a guideline can be about. */
export const EVENTS = ["file_changed"] as const;

export const ID_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const ID_LIMIT = 100;

const globs = (description: string, examples: string[][]) =>
  z.array(z.string().min(1)).min(1).meta({ description, examples });

const regexSchema = z.strictObject({
  pattern: z.string().min(1).meta({
    description: "An ECMAScript regular expression without delimiters. Quote it in single quotes.",
    examples: ["RepositoryImpl", "^import .*\\.internal\\."],
  }),
  flags: z.string().regex(/^[imsuv]*$/).optional().meta({
    description: "ECMAScript flags: i, m, s, u or v. `^` and `$` mean a line only with m.",
    examples: ["m", "im"],
  }),
}).meta({ description: "Matched against the whole text of one changed file." });

export const GuidelineSchema = z.strictObject({
  id: z.string().max(ID_LIMIT).regex(ID_PATTERN).meta({
    description: "Lower-case letters, digits and single hyphens. Unique in the guidebook.",
    examples: ["service-depends-on-port"],
  }),
  scope: z.strictObject({
    repositories: globs(
      "Globs over owner/repository of the git remote `origin`, without regard to case.",
      [["acme/backend-*"]],
    ).optional(),
    languages: z.array(z.string().min(1)).min(1).optional().meta({
      description: "Names or aliases of GitHub Linguist, without regard to case.",
      examples: [["kotlin"], ["typescript", "tsx"]],
    }),
    paths: globs(
      "Globs over the path from the repository's root. A leading `!` takes back; the last match wins.",
      [["src/**", "!**/*Test.kt"]],
    ).optional(),
  }).optional().meta({
    description: "Where the guideline applies; what is absent does not restrict.",
  }),
  when: z.array(z.enum(EVENTS)).min(1).meta({
    description: "Events that the guideline is about.",
    examples: [["file_changed"]],
  }),
  match: z.strictObject({
    any: z.array(z.strictObject({ regex: regexSchema })).min(1).meta({
      description: "One of them is enough.",
    }),
  }).optional().meta({
    description: "Without it the guideline is matched wherever it is applicable.",
  }),
  content: z.string().meta({
    description: "What the agent reads.",
    examples: ["Services should depend on repository abstractions."],
  }),
}).meta({
  title: "Adaptive Guidebook guideline",
  description: "One recommendation, shown to a coding agent when it changes a file that matches.",
});

/** A guideline file's content, as its author wrote it. */
export type GuidelineFile = z.infer<typeof GuidelineSchema>;

/** The JSON Schema of a guideline file, for editors. */
export function guidelineJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(GuidelineSchema, { target: "draft-7" });
}
