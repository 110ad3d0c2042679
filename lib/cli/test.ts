/** `adaptive-guidebook test`: runs the examples of guidelines and the golden fixtures. */
import { countOf } from "../words.ts";
import { reportExamples } from "../check/example_check.ts";
import { type ExampleRun, findUnexercised, runExamples } from "../check/example_run.ts";
import { toDiagnostics } from "../check/problem.ts";
import { renderDiagnostic } from "../diagnostic.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { findFixtures } from "./test/fixture.ts";
import { runFixture } from "./test/run.ts";
import { findGuidelineFiles, readGuidelineFile } from "../guidebook/files.ts";
import type { Guideline, MatchList } from "../guideline/guideline.ts";
import { parseGuideline } from "../guideline_file/parse.ts";
import { regexEngine } from "../pattern/regex_engine.ts";
import { pathInside } from "../path.ts";
import { describeRoot } from "./find_guidebook.ts";
import type { Io } from "./io.ts";
import { parseArguments } from "./options.ts";
import { printLines } from "./print.ts";
import { findTargets } from "./targets.ts";

/** What was run so far. */
interface Tally {
  passed: number;
  failed: number;
  /** Guidelines without examples. */
  unproven: number;
}

/** Runs the command; {@linkcode EXIT.found} where an example or a fixture fails. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, { guidebook: "values", update: "flag" });
  const here = io.callerFolder();
  const display = (path: string) => pathInside(here, path) ?? path;
  const print = (lines: readonly string[]) => printLines(io.stdout, lines);
  const targets = await findTargets("test", [...options.guidebook, ...operands], io);
  const folders = targets.roots;
  const fixtures = folders.flatMap((root) =>
    findFixtures(root).filter(({ folder, name }) => targets.covers(`${folder}/${name}`))
      .map((found) => ({ root, ...found }))
  );
  const isPartOfFixture = (path: string) =>
    fixtures.some(({ folder, name }) => pathInside(`${folder}/${name}`, path) !== undefined);
  const guidelines = folders.flatMap((root) =>
    findGuidelineFiles(root).guidelines.filter(({ path }) =>
      targets.covers(`${root}/${path}`) && !isPartOfFixture(`${root}/${path}`)
    ).map((path) => ({ root, path }))
  );
  const guidebooks = [...new Set(guidelines.map(({ root }) => root))];

  const tally: Tally = { passed: 0, failed: 0, unproven: 0 };
  for (const { root, path } of guidelines) {
    const file = await readGuidelineFile(root, path);
    const name = display(`${root}/${path.path}`);
    if ("skipped" in file) {
      tally.failed++;
      await print([`FAILED  ${name}: ${file.skipped}`]);
    } else await print(await testGuideline(name, file.text, tally));
  }
  for (const { root, folder, name } of fixtures) {
    const { failures, updated } = await runFixture(folder, name, {
      guidebooks,
      updateCommand: "adaptive-guidebook test --update",
      write: options.update && await mayWrite(root) ? Deno.writeTextFileSync : undefined,
    });
    const failed = failures.length > 0;
    tally[failed ? "failed" : "passed"]++;
    const state = failed ? "FAILED" : updated.length > 0 ? "written" : "ok";
    await print([
      `${state.padEnd(8)}fixture ${display(`${folder}/${name}`)}`,
      ...failures.flatMap(indent),
    ]);
    if (failed && options.update) io.say(`Cannot write below "${root}": access was not granted`);
  }

  const { passed, failed, unproven } = tally;
  if (unproven > 0) io.say(`${unproven} of ${guidelines.length} guidelines have no examples`);
  if (passed + failed === 0) {
    const where = targets.origins.size === 0
      ? ""
      : ` in ${folders.map((root) => describeRoot(root, targets)).join(", ")}`;
    io.say(`Nothing was tested: there are neither examples nor fixtures${where}`);
    return EXIT.found;
  }
  io.say(`${passed} passed, ${failed} failed`);
  return failed > 0 ? EXIT.found : EXIT.done;
}

/** Runs the examples of one guideline; returns the report. */
async function testGuideline(file: string, text: string, tally: Tally): Promise<string[]> {
  const parsed = parseGuideline(text);
  const { guideline, examples } = parsed;
  const listErrors = () =>
    toDiagnostics(parsed.problems.filter(({ severity }) => severity === "error"), file, text)
      .flatMap((diagnostic) => [...indent(renderDiagnostic(diagnostic, () => text)), ""]);
  if (!guideline) {
    tally.failed++;
    return [`FAILED  ${file} cannot be loaded`, ...listErrors()];
  }
  const runs = await runExamples(guideline, examples, regexEngine);
  const failed = runs.filter(({ outcome }) => outcome !== "right").length;
  tally.passed += runs.length - failed;
  tally.failed += failed;
  if (runs.length === 0) {
    tally.unproven++;
    return [`-       ${guideline.id} has no examples`];
  }
  parsed.problems.length = 0;
  reportExamples(parsed, runs);
  return [
    `${failed > 0 ? "FAILED  " : "ok      "}${guideline.id}: ${countOf(runs.length, "example")}`,
    ...(failed > 0 ? listErrors() : []),
    ...describeUnexercised(guideline, runs),
  ];
}

/** A pattern that no example exercises may as well be a typing error. */
function describeUnexercised(guideline: Guideline, runs: readonly ExampleRun[]): string[] {
  return findUnexercised(guideline, runs).map((pattern) => {
    const [list, patterns] = Object.entries(guideline.match!)
      .find(([, patterns]) => patterns.includes(pattern))!;
    const key = `match.${list as MatchList}[${patterns.indexOf(pattern)}]`;
    return `        no example exercises ${key} ${JSON.stringify(pattern.pattern)}`;
  });
}

async function mayWrite(folder: string): Promise<boolean> {
  const { state } = await Deno.permissions.request({ name: "write", path: folder });
  return state === "granted";
}

function indent(text: string): string[] {
  return text.split("\n").map((line) => line === "" ? "" : `        ${line}`);
}
