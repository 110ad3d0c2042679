import assert from "node:assert/strict";
import { PROJECT } from "../support/command.ts";
import { Ajv } from "ajv";
import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};
import type { CheckedGuidebook } from "../../lib/check/check.ts";
import { CODES } from "../../lib/check/codes.ts";
import { renderReport } from "../../lib/check/report.ts";
import type { Diagnostic } from "../../lib/diagnostic.ts";
import { runCommand } from "../support/in_process.ts";
import { TemporaryFolder } from "../support/files.ts";

const FIXTURES = `${PROJECT}/fixtures/check`;

const AT = { line: 3, column: 5, endLine: 3, endColumn: 9 };
const ODD: Diagnostic = {
  code: "duplicate-id",
  severity: "error",
  message: "Cannot take 100%: no\r\nway",
  help: "Write, please",
  file: "my guide:book/a,b/é%/guideline.yaml",
  at: AT,
  related: { message: "it is here first", file: "/other/guideline.yaml", at: AT },
};

function checked(...diagnostics: Diagnostic[]): CheckedGuidebook {
  return { diagnostics, texts: new Map() };
}

Deno.test("renderReport() escapes workflow commands", () => {
  assert.equal(
    renderReport(checked(ODD), "github"),
    "::error file=my guide%3Abook/a%2Cb/é%25/guideline.yaml,line=3,endLine=3,col=5,endColumn=9," +
      "title=duplicate-id::Cannot take 100%25: no\\r\\nway (/other/guideline.yaml:3:5)%0A" +
      "help: Write, please\n",
  );
});

Deno.test("renderReport() calls a hint a notice, and a finding about a file has no line", () => {
  const { at: _, related: __, ...whole } = ODD;
  const printed = renderReport(checked({ ...whole, severity: "hint", file: "a" }), "github");
  assert.match(printed, /^::notice file=a,title=duplicate-id::/);
});

Deno.test("renderReport() gives JSON objects with the same keys", () => {
  const { at: _, help: __, related: ___, ...whole } = ODD;
  const objects = JSON.parse(renderReport(checked(ODD, whole), "json"));
  const keys = "code severity message help file line column endLine endColumn".split(" ");
  for (const object of objects) assert.deepEqual(Object.keys(object), keys);
  assert.deepEqual([objects[0].line, objects[0].column], [3, 5]);
  assert.deepEqual([objects[1].line, objects[1].column, objects[1].help], [1, 1, null]);
});

Deno.test("renderReport() gives SARIF that its schema takes", async (t) => {
  // The schema is of draft 4, but uses nothing that draft 7 reads otherwise, its id apart.
  const { $schema: _, id: __, ...schema } = sarifSchema;
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false });
  const validate = ajv.compile(schema);
  const takes = (log: unknown) => assert(validate(log), JSON.stringify(validate.errors, null, 2));

  await t.step("nothing found", () => takes(JSON.parse(renderReport(checked(), "sarif"))));
  await t.step("odd characters", () => {
    const log = JSON.parse(renderReport(checked(ODD), "sarif"));
    takes(log);
    const { uri } = log.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
    assert.equal(uri, "my%20guide%3Abook/a%2Cb/%C3%A9%25/guideline.yaml");
    const related = log.runs[0].results[0].relatedLocations[0];
    assert.equal(related.physicalLocation.artifactLocation.uri, "file:///other/guideline.yaml");
  });
  for (const code of Object.keys(CODES)) {
    await t.step(code, async () => {
      const { stdout } = await runCommand(
        ["check", "--format", "sarif", `${FIXTURES}/${code}/guidebook`],
        { folder: `${FIXTURES}/${code}` },
      );
      takes(JSON.parse(stdout));
    });
  }
  await t.step("a wrong log is refused", () => {
    const log = JSON.parse(renderReport(checked(ODD), "sarif"));
    log.runs[0].results[0].level = "hint";
    assert(!validate(log));
  });
});

Deno.test("check exits with 1 for errors only, and writes findings to stdout", async (t) => {
  const check = (code: string) => runCommand(["check", `${FIXTURES}/${code}/guidebook`]);
  await t.step("an error", async () => {
    const { exitCode, stdout, stderr } = await check("bad-id");
    assert.equal(exitCode, 1);
    assert.match(stdout, /^error\[bad-id\]/);
    assert.equal(stderr, "1 guideline checked: 1 error, 0 warnings, 0 hints");
  });
  await t.step("a warning", async () => {
    const { exitCode, stdout } = await check("content-too-long");
    assert.equal(exitCode, 0);
    assert.match(stdout, /^warning/);
  });
  await t.step("a hint", async () => assert.equal((await check("no-examples")).exitCode, 0));
  await t.step("a folder that is not there", async () => {
    const { exitCode, stderr } = await runCommand(["check", "/nowhere"]);
    assert.equal(exitCode, 66);
    assert.match(stderr, /there is no such folder$/);
  });
  await t.step("no folder, and none by default", async () => {
    const { exitCode, stderr } = await runCommand(["check"], { env: { HOME: "/nowhere" } });
    assert.equal(exitCode, 66);
    assert.match(stderr, /there is no such folder; name the folder that holds the guidelines$/);
  });
  await t.step("a format that there is not", async () => {
    assert.equal((await runCommand(["check", "--format", "xml"])).exitCode, 64);
  });
});

Deno.test("check --repository walks a repository and never runs git in it", async () => {
  using folder = new TemporaryFolder({
    "guidebook/a/guideline.yaml": "id: a\nscope: { paths: ['src/**', '**/app/**'] }\n" +
      "when: [file_changed]\ncontent: x\n",
    "repository/src/index.ts": "",
    "repository/node_modules/app/index.ts": "",
  });
  const { exitCode, stdout } = await runCommand(
    ["check", "guidebook", "--repository", "repository"],
    { folder: folder.path },
  );
  assert.equal(exitCode, 0);
  assert.match(
    stdout,
    /warning\[glob-matches-nothing\]: No file in "repository" matches glob "\*\*\/app\/\*\*"/,
  );
  assert.doesNotMatch(stdout, /"src\/\*\*"/);
});

Deno.test("check warns of an empty folder", async () => {
  using folder = new TemporaryFolder({
    "a/guideline.yaml": "id: a\nwhen: [file_changed]\ncontent: x\n",
    "schema/guideline.schema.json": "{}",
  });
  Deno.mkdirSync(folder.at("forgotten/deep"), { recursive: true });
  const { exitCode, stdout } = await runCommand(["check", "."], { folder: folder.path });
  assert.equal(exitCode, 0);
  assert.deepEqual(stdout.match(/--> .*/g), ["--> forgotten", "--> forgotten/deep"]);
});

Deno.test("check leaves golden fixtures to test", async () => {
  using folder = new TemporaryFolder({
    "a/guideline.yaml": "id: a\nwhen: [file_changed]\ncontent: x\n",
    "goldens/one/1.input.json": "{}",
    "goldens/one/repository/rules.yaml": "id: b\nwhen: x\ncontent: y\n",
  });
  const { stdout } = await runCommand(["check", "."], { folder: folder.path });
  assert.equal(stdout, "");
});

Deno.test("check prints no character that a terminal obeys, in no format", async (t) => {
  const obeyed = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
  const odd = "\u001b]0;x\u0007\u009b\u202e\u2028\u2029\u{e0041}\u200b\ufeff\ufe01\u{e0150}\u00ad";
  using folder = new TemporaryFolder({
    [`book/${odd}/guideline.yaml`]: `id: "${odd}"\nwhen: ["${odd}"]\ncontent: x${odd}\n`,
    [`book/${odd}x/guideline.yml`]: "",
  });
  for (const format of ["text", "json", "github", "sarif"]) {
    await t.step(format, async () => {
      const { stdout } = await runCommand(["check", "book", "--format", format], {
        folder: folder.path,
      });
      assert.doesNotMatch(stdout, obeyed);
      assert(stdout.includes("guideline.yml"));
      if (format !== "json") return;
      const files = JSON.parse(stdout).map(({ file }: { file: string }) => file);
      assert(files.includes(`book/${odd}x/guideline.yml`), "a parser reads the same value");
    });
  }
});
