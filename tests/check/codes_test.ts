/**
 * Runs `check` on every folder of `fixtures/check/`, one for each code of a finding.
 * UPDATE_FIXTURES=1 writes what is printed as the new `expected.txt`.
 */
import assert from "node:assert/strict";
import { PROJECT } from "../support/command.ts";
import { checkGuidebook } from "../../lib/check/check.ts";
import { CODES } from "../../lib/check/codes.ts";
import { isFolder } from "../../lib/cli/path_kind.ts";
import { renderReport } from "../../lib/check/report.ts";
import { listRepository } from "../../lib/check/repository_check.ts";
import { regexEngine } from "../../lib/pattern/regex_engine.ts";
import { CONTEXT_LIMITS } from "../../lib/agent/agents.ts";
import { pathInside } from "../../lib/path.ts";

const FOLDER = `${PROJECT}/fixtures/check`;
const UPDATE = Deno.env.get("UPDATE_FIXTURES") === "1";

for (const code of Object.keys(CODES)) {
  Deno.test(`fixtures/check/${code}`, async () => {
    const folder = `${FOLDER}/${code}`;
    const repository = isFolder(`${folder}/repository`)
      ? {
        name: "repository",
        identity: undefined,
        paths: listRepository(`${folder}/repository`),
      }
      : undefined;
    const checked = await checkGuidebook([`${folder}/guidebook`], {
      display: (path) => pathInside(folder, path) ?? path,
      patterns: regexEngine,
      limits: CONTEXT_LIMITS,
      findsSlow: true,
      ...(repository && { repository }),
    });
    assert(checked.diagnostics.some((diagnostic) => diagnostic.code === code), "no such finding");
    for (const { severity, code, help } of checked.diagnostics) {
      assert(severity === CODES[code]!.severity || CODES[code]!.severity !== "hint");
      assert(help, `${code} has no help`);
    }
    const printed = renderReport(checked, "text");
    if (UPDATE) Deno.writeTextFileSync(`${folder}/expected.txt`, printed);
    assert.equal(printed, Deno.readTextFileSync(`${folder}/expected.txt`));
  });
}

Deno.test("fixtures/check/ holds nothing else", () => {
  const folders = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
  assert.deepEqual(folders, Object.keys(CODES).sort());
});
