/**
 * `deno task demo`: a Codex edit in a temporary repository, what the agent then reads, and why.
 * Only Codex is played; the command, its permissions, git and the database are the real ones.
 */
import type { Guideline } from "../lib/guideline/guideline.ts";
import { languagesOf } from "../lib/language/language.ts";
import { parseGuideline } from "../lib/guideline_file/parse.ts";
import { parseRepositoryIdentity } from "../lib/repository/identity.ts";
import {
  ORIGIN,
  type PlayedEdit,
  playEdit,
  PROJECT,
  readContext,
  readPresentedAt,
  setStage,
  type Stage,
} from "./demo_stage.ts";
import { requireDeno } from "./deno_version.ts";

const GUIDELINE = "guidebook/kotlin/service-depends-on-port/guideline.yaml";
const CHANGED = "src/OrderService.kt";

const ADD: PlayedEdit = readEdit("Add", [
  "+package com.acme.order",
  "+",
  "+class OrderService(private val orders: OrderRepositoryImpl) {",
  "+    fun find(id: OrderId) = orders.find(id)",
  "+}",
]);
const UPDATE: PlayedEdit = readEdit("Update", [
  " package com.acme.order",
  " ",
  " class OrderService(private val orders: OrderRepositoryImpl) {",
  "     fun find(id: OrderId) = orders.find(id)",
  "+    fun cancel(id: OrderId) = orders.remove(id)",
  " }",
]);

async function play(stage: Stage): Promise<void> {
  const guideline = readGuideline();
  title(`1. Codex adds ${CHANGED} to the repository acme/backend-order`);
  showEdit(ADD);
  const answer = await playEdit(stage, ADD);
  title("2. What the agent reads before it goes on");
  showRead(readContext(answer));
  say(`Why? Because ${dim(GUIDELINE)} says`);
  say("");
  showReasons(guideline);

  title("3. Codex edits the file again, in the same session");
  showEdit(UPDATE);
  const repeated = await playEdit(stage, UPDATE);
  title("4. What the agent reads now");
  showRead(repeated === "" ? "(nothing)" : repeated);
  say("Why? The file still matches, but this session has the guideline in its context:");
  say(`it was presented at ${readPresentedAt(stage)}. A new session is shown it again, once.`);
}

function readEdit(operation: PlayedEdit["operation"], marked: string[]): PlayedEdit {
  const lines = marked.map((line) => ({ added: line.startsWith("+"), text: line.slice(1) }));
  return { path: CHANGED, operation, lines };
}

function readGuideline(): Guideline {
  const { guideline } = parseGuideline(Deno.readTextFileSync(`${PROJECT}/${GUIDELINE}`));
  if (!guideline) {
    throw new Error(`Cannot load "${GUIDELINE}": deno task check-guidelines says why`);
  }
  return guideline;
}

function showEdit({ lines }: PlayedEdit): void {
  for (const { added, text } of lines) say(added ? green(`  + ${text}`) : `    ${text}`);
  say("");
}

function showRead(text: string): void {
  for (const line of text.split("\n")) say(`${dim("  |")} ${line}`);
  say("");
}

/** Why the guideline matches, by the functions that the hook itself uses. */
function showReasons({ scope, match }: Guideline): void {
  const source = ADD.lines.map(({ text }) => text).join("\n");
  const globs = scope.repositories?.map(({ glob }) => glob).join(", ");
  reason("repositories", globs, `origin is ${parseRepositoryIdentity(ORIGIN)}`);
  reason(
    "languages",
    scope.languages?.join(),
    `the file is ${languagesOf(CHANGED).languages.join(", ")}`,
  );
  for (const { pattern, flags } of match?.any ?? []) {
    const found = new RegExp(pattern, flags).exec(source);
    if (!found) continue;
    const before = source.slice(0, found.index).split("\n");
    reason("regex", pattern, `line ${before.length} holds it`);
    say("");
    say(`  ${before.length} | ${source.split("\n")[before.length - 1]}`);
    say(`    | ${" ".repeat(before.at(-1)!.length)}${green("^".repeat(found[0].length))}`);
  }
  say("");
}

function reason(key: string, wanted: string | undefined, fact: string): void {
  say(`  ${`${key}: ${wanted}`.padEnd(30)}${dim("and")} ${fact}`);
}

function title(text: string): void {
  say(bold(text));
  say("");
}

function say(line: string): void {
  console.log(line.trimEnd());
}

function style(open: number, close: number): (text: string) => string {
  const colour = Deno.stdout.isTerminal() && !Deno.noColor;
  return (text) => colour ? `\x1b[${open}m${text}\x1b[${close}m` : text;
}

const bold = style(1, 22);
const dim = style(2, 22);
const green = style(32, 39);

if (import.meta.main) {
  requireDeno("demo");
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "adaptive-guidebook-demo-" }));
  try {
    await play(await setStage(folder));
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : error}`);
    Deno.exitCode = 1;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
