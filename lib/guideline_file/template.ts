/** A guideline to fill in. Pure. */

/** Where a guidebook keeps the JSON Schema of its guidelines, if it has one. */
export const SCHEMA_FILE = "schema/guideline.schema.json";

/** Title and content of a new guideline, which its author replaces. */
export const TEMPLATE = {
  title: "What people call it; the agent does not read it",
  content: "Replace this line with what the agent should read: one recommendation, and its reason.",
};

/** Whether `text` is still the template's, however its lines are wrapped. */
export function isUnfilled(key: keyof typeof TEMPLATE, text: string): boolean {
  return text.replace(/\s+/g, " ").trim() === TEMPLATE[key];
}

/**
 * The text of a new `guideline.yaml`, which describes each key. It is valid except that it is not
 * loaded before its content is replaced.
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

# What must be found in a changed file. Leave match out to match every file of the scope.
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
