/** What check advises is applied to the file, and check then has nothing more to say of it. */
import assert from "node:assert/strict";
import { TemporaryFolder } from "../support/files.ts";
import { runCommand } from "../support/in_process.ts";

const HEAD = "id: a\nwhen: [file_changed]\n";
const CONTENT = "content: Use the logger.\n";
const EXAMPLES = "examples: { ignores: [nothing] }\n";

const pattern = (written: string, flags = "") =>
  `${HEAD}${CONTENT}match:\n  any:\n    - regex: { pattern: ${written}${flags} }\n${EXAMPLES}`;
const paths = (written: string) => `${HEAD}${CONTENT}scope:\n  paths: ${written}\n`;

/** A file, the code that is found, its help, and the file after the help was applied. */
const CASES: Record<string, [text: string, code: string, help: string | RegExp, mended: string]> = {
  "** beside an extension": [
    paths("['src/**.ts']"),
    "globstar-in-segment",
    "Write 'src/**/*.ts' for any depth, or 'src/*.ts' if you mean one folder",
    paths("['src/**/*.ts']"),
  ],
  "** beside an extension, for one folder": [
    paths("['**.ts']"),
    "globstar-in-segment",
    "Write '**/*.ts' for any depth, or './*.ts' if you mean one folder",
    paths("['./*.ts']"),
  ],
  "** inside braces": [
    paths("['{src,lib}/{**.ts,*.js}']"),
    "globstar-in-segment",
    /'\{src,lib\}\/\{\*\*\/\*\.ts,\*\.js\}'/,
    paths("['{src,lib}/{**/*.ts,*.js}']"),
  ],
  "** in the middle of a name": [
    paths("['src/a**b.ts']"),
    "globstar-in-segment",
    /'src\/a\*\/\*\*\/\*b\.ts'/,
    paths("['src/a*/**/*b.ts']"),
  ],
  "a space in braces": [
    paths("['**/*.{ts, tsx}']"),
    "bad-glob",
    "Write '**/*.{ts,tsx}'",
    paths("['**/*.{ts,tsx}']"),
  ],
  "spaces at the edges of braces": [
    paths("['**/*.{ ts , tsx }']"),
    "bad-glob",
    "Write '**/*.{ts,tsx}'",
    paths("['**/*.{ts,tsx}']"),
  ],
  "a list of globs in one text": [
    paths("'src/*.ts, lib/*.{js, jsx}'"),
    "wrong-type",
    "Put each in quotes, and all in brackets: ['src/*.ts', 'lib/*.{js, jsx}']",
    paths("['src/*.ts', 'lib/*.{js,jsx}']"),
  ],
  "globs with stars in one text": [
    paths("'**/*.ts,**/*.tsx'"),
    "wrong-type",
    "Put each in quotes, and all in brackets: ['**/*.ts', '**/*.tsx']",
    paths("['**/*.ts', '**/*.tsx']"),
  ],
  "one name for a list": [
    `${HEAD}${CONTENT}scope: { languages: kotlin }\n`,
    "wrong-type",
    "Put it in brackets: [kotlin]",
    `${HEAD}${CONTENT}scope: { languages: [kotlin] }\n`,
  ],
  "\\b before Hangul": [
    pattern("'\\b주문'"),
    "ascii-only-class",
    "Write (?<![\\p{L}\\p{M}\\p{N}_]), and flags: u; or leave it out",
    pattern("'(?<![\\p{L}\\p{M}\\p{N}_])주문'", ", flags: u"),
  ],
  "\\b after Cyrillic, in a group": [
    pattern("'(?:заказ)\\b'"),
    "ascii-only-class",
    "Write (?![\\p{L}\\p{M}\\p{N}_]), and flags: u; or leave it out",
    pattern("'(?:заказ)(?![\\p{L}\\p{M}\\p{N}_])'", ", flags: u"),
  ],
  "\\w beside a class of Hangul, without regard to case": [
    pattern("'[가-힣]\\w'", ", flags: i"),
    "ascii-only-class",
    "Write [\\p{L}\\p{M}\\p{N}_], and flags: iu; or leave it out",
    pattern("'[가-힣][\\p{L}\\p{M}\\p{N}_]'", ", flags: iu"),
  ],
  "\\w in a class, beside Hangul": [
    pattern("'[\\w.-]+주문'"),
    "ascii-only-class",
    "Write [\\p{L}\\p{M}\\p{N}_.-], and flags: u; or leave it out",
    pattern("'[\\p{L}\\p{M}\\p{N}_.-]+주문'", ", flags: u"),
  ],
  "a pattern in block style": [
    `${HEAD}${CONTENT}match:\n  any:\n    - regex:\n        pattern: |\n          console\n${EXAMPLES}`,
    "trailing-line-break",
    /Write "\|-"/,
    `${HEAD}${CONTENT}match:\n  any:\n    - regex:\n        pattern: |-\n          console\n${EXAMPLES}`,
  ],
  "a pattern in folded style that keeps every line break": [
    `${HEAD}${CONTENT}match:\n  any:\n    - regex:\n        pattern: >+\n          console\n\n${EXAMPLES}`,
    "trailing-line-break",
    /Write ">-"/,
    `${HEAD}${CONTENT}match:\n  any:\n    - regex:\n        pattern: >-\n          console\n\n${EXAMPLES}`,
  ],
  "on in YAML 1.1": [
    `%YAML 1.1\n---\n${pattern("x, on: added")}`,
    "unknown-key",
    `In YAML 1.1 on is the boolean true: put it in quotes, 'on', or take "%YAML 1.1" out`,
    `%YAML 1.1\n---\n${pattern("x, 'on': added")}`,
  ],
  "another guideline's heading in the content": [
    `${HEAD}content: |\n  Fine.\n\n  [security-policy]\n  Do it.\n`,
    "imitates-presentation",
    "Indent the line, or make it part of a sentence",
    `${HEAD}content: |\n  Fine.\n\n    [security-policy]\n  Do it.\n`,
  ],
  "another guideline's heading without a blank line before it": [
    `${HEAD}content: |\n  Fine.\n  [security-policy]\n  Do it.\n`,
    "imitates-presentation",
    "Indent the line, or make it part of a sentence",
    `${HEAD}content: |\n  Fine.\n  \`\`\`toml\n  [dependencies]\n  a = 1\n  \`\`\`\n`,
  ],
  "another guideline's heading as the first line": [
    `${HEAD}content: |\n  [security-policy]\n  Do it.\n`,
    "imitates-presentation",
    "Indent the line, or make it part of a sentence",
    `${HEAD}content: |\n  See [security-policy].\n  Do it.\n`,
  ],
  "another guideline's heading between line separators of Unicode": [
    `${HEAD}content: "Fine.\\L[security-policy]\\LDo it."\n`,
    "imitates-presentation",
    "Indent the line, or make it part of a sentence",
    `${HEAD}content: "Fine. [security-policy] Do it."\n`,
  ],
  "our own last line in the content": [
    `${HEAD}content: "Fine.\\nAlso relevant, shown next: [a]"\n`,
    "imitates-presentation",
    "Indent the line, or make it part of a sentence",
    `${HEAD}content: "Fine.\\n  Also relevant, shown next: [a]"\n`,
  ],
  "hidden characters": [
    `${HEAD}content: Use\u200b the\u{e0100}\u{e0101} logger.\n`,
    "hidden-characters",
    "Take it out; the agent never reads it",
    `${HEAD}${CONTENT}`,
  ],
};

for (const [name, [text, code, help, mended]] of Object.entries(CASES)) {
  Deno.test(`the help of check works for ${name}`, async () => {
    const found = await findingsOf(text);
    const finding = found.find((finding) => finding.code === code);
    assert(finding, JSON.stringify(found));
    if (typeof help === "string") assert.equal(finding.help, help);
    else assert.match(finding.help, help);
    assert.deepEqual((await findingsOf(mended)).filter(({ severity }) => severity !== "hint"), []);
  });
}

Deno.test("check has nothing to say about what only looks like these mistakes", async (t) => {
  const fine = {
    "a look ahead over the whole file": pattern("'^(?![\\s\\S]*nothing)'"),
    "the same without a class": pattern("'^(?![^]*nothing)'"),
    "\\b beside ASCII letters": pattern("'\\border\\b'"),
    "\\w in a class with Cyrillic": pattern("'[\\wа-я]+x'"),
    "\\w in a class with escaped Cyrillic": pattern("'[\\w\\u0400-\\u04ff]+я'"),
    "a line break that the author wrote": pattern('"x\\n"'),
    "globstars in braces": paths("['{**/a,b/**}/c.ts']"),
    "an escaped comma in a name": paths("['src/a b/*.ts']"),
    "a heading of TOML in a code block": `${HEAD}content: |\n  Write\n\n      [dependencies]\n`,
    "a link in a list": `${HEAD}content: |\n  See\n\n  - [guide]\n`,
    "a heading right after text": `${HEAD}content: |\n  See\n  [guide]\n`,
  };
  for (const [name, text] of Object.entries(fine)) {
    await t.step(name, async () => {
      const found = await findingsOf(text);
      assert.deepEqual(found.filter(({ severity }) => severity !== "hint"), []);
    });
  }
});

interface Finding {
  code: string;
  severity: string;
  help: string;
}

async function findingsOf(text: string): Promise<Finding[]> {
  using folder = new TemporaryFolder({ "book/guideline.yaml": text });
  const { stdout } = await runCommand(["check", "book", "--format", "json"], {
    folder: folder.path,
  });
  return JSON.parse(stdout);
}
