/** A guideline to fill in. Pure. */

/** Where a guidebook keeps the JSON Schema of its guidelines, if it has it. */
export const SCHEMA_FILE = "schema/guideline.schema.json";

/** Title and content of a new guideline: to be replaced, since an agent would obey them. */
export const TEMPLATE = {
  title: "What people call it; the agent does not read it",
  content:
    "Log through the logger of src/log.ts, not through the console: its lines reach operations.",
};

/**
 * The text of a new `guideline.yaml`, which is valid as it is and says what each key is for.
 * @param schema Path of the JSON Schema from the guideline's folder, for editors.
 */
export function renderNewGuideline(id: string, schema: string | undefined): string {
  return `${schema === undefined ? "" : `# yaml-language-server: $schema=${schema}\n`}id: ${id}
title: ${TEMPLATE.title}

# Where it applies. What is left out does not restrict.
scope:
  # repositories: [acme/backend-*]     # owner/repository of the git remote "origin"
  languages: [typescript]              # names of GitHub Linguist
  paths: ['src/**', '!**/*.test.ts']   # from the repository's root; the last match wins

when: [file_changed]

# What a changed file must hold. Leave match out to match every file of the scope.
# Patterns are JavaScript regular expressions: quote them in single quotes; ^ and $ mean a line only
# with flags: m. "on: added" looks at added lines only.
match:
  any:                                 # one of them is enough
    - regex: { pattern: '\\bconsole\\.log\\(' }
  # all: []                            # each of them must be found
  # none: []                           # none of them may be found

# What the agent reads: one recommendation, with its reason.
content: |
  ${TEMPLATE.content}

# Proof, run by "adaptive-guidebook test".
examples:
  matches:
    - console.log("started")
    - { path: src/main.ts, source: 'console.log(1)' }
  ignores:
    - logger.info("started")
    - { path: src/main.test.ts, source: 'console.log(1)' }
`;
}
