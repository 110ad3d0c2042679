/**
 * Guidelines as a hurried author writes them, one mistake each: the output must name what to
 * change, and where.
 */
import assert from "node:assert/strict";
import { PROJECT } from "../support/command.ts";
import { runCommand } from "../support/in_process.ts";

const FOLDER = `${PROJECT}/fixtures/hurried-authors`;

/** For each author the line and column that must be shown, and texts of the finding. */
const EXPECTED: Record<string, [position: string, ...texts: (string | RegExp)[]]> = {
  "01-glob-without-quotes": ["3:11", "'*.tsx'"],
  "02-text-for-a-list": ["2:7", "[file_changed]"],
  "03-pattern-as-match": ["3:8", "match:", "any:", "- regex: { pattern: 'console' }"],
  "04-keys-of-another-tool": ["3:1", 'under scope as "paths"', ":4:1", "match.any[].regex"],
  "05-windows-path": ["3:11", "'src/**/*.ts'"],
  "06-repository-url": ["3:18", "'acme/backend'"],
  "07-extension-for-a-language": ["3:15", "Kotlin", ":3:23", "TypeScript"],
  "08-named-group-of-python": ["5:26", '"(?<call>"'],
  "09-inline-flag-in-the-middle": ["5:29", "at the very start"],
  "10-double-quotes": ["5:33", "single quotes"],
  "11-message-for-content": ["3:1", '"content"'],
  "12-id-with-spaces": ["1:5", "no-console-log"],
  "13-global-flag": ["5:41", "Leave flags out"],
  "14-tabs": ["3:1", "Indent with spaces"],
  "15-start-of-line": ["5:26", "flags: m"],
  "16-id-of-another": ["1:5", "15-start-of-line/guideline.yaml:1:5", "another id"],
  "17-regex-as-text": ["5:14", "{ pattern: 'console' }", ":6:7", "{ pattern: 'debugger' }"],
  "18-matches-all": ["5:25", "leave match out"],
  "19-only-the-root": ["3:11", "'**/*.ts'"],
  "20-colon-in-a-title": ["2:8", "'Logging: never the console'"],
  "21-unicode-property": ["5:26", "flags: u"],
  "22-wrong-extension": ["", "guideline.yaml"],
  "23-list-that-never-ends": ["", /close each bracket/],
  "24-hash-in-a-pattern": ["6:23", "'TODO #\\d+'"],
};

Deno.test("check shows each hurried author what to change, and where", async (t) => {
  const { exitCode, stdout } = await runCommand(["check", "."], { folder: FOLDER });
  assert.equal(exitCode, 1);
  const findings = stdout.trimEnd().split("\n\n");
  for (const { name } of Deno.readDirSync(FOLDER)) {
    await t.step(name, () => {
      const printed = findings.filter((finding) => finding.includes(`--> ${name}/`))
        .filter((finding) => !finding.startsWith("hint")).join("\n\n");
      assert(printed, `nothing is found in ${name}`);
      const [position, ...needed] = EXPECTED[name]!;
      assert(
        printed.includes(position === "" ? `${name}/` : `${name}/guideline.yaml:${position}`),
        printed,
      );
      for (const text of needed) {
        assert(typeof text === "string" ? printed.includes(text) : text.test(printed), printed);
      }
    });
  }
  assert.equal([...Deno.readDirSync(FOLDER)].length, Object.keys(EXPECTED).length);
});

Deno.test("check never prints a secret in a repository's URL", async () => {
  for (const format of ["text", "json", "github", "sarif"]) {
    const { stdout } = await runCommand(["check", "--format", format, FOLDER]);
    assert.doesNotMatch(stdout, /secret/);
  }
});
