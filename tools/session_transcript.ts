/**
 * `deno task transcript`: the session that docs/behavior.md shows, as Markdown. Only Codex is scripted:
 * the program is installed into a temporary home, and called by the command that `install codex`
 * writes.
 */
import { renderHookCommand } from "../lib/agent/hook_file/command.ts";
import { quoteShellWord } from "../lib/shell.ts";
import { buildBundle } from "./build.ts";
import {
  playCompaction,
  type PlayedEdit,
  playEdit,
  PROJECT,
  readContext,
  runOnStage,
  setStage,
  type Stage,
} from "./demo_stage.ts";
import { Installation } from "./installation.ts";

/** One guideline for services in Kotlin, and one for the files in `config/`. */
const GUIDEBOOK = `${PROJECT}/fixtures/claude-code/starts-over-after-clear/guidebook`;
const SERVICE = "src/OrderService.kt";
const CONFIGURATION = "config/application.yaml";

const BEFORE = "class OrderService(private val orders: OrderRepositoryImpl)";
const AFTER = "class OrderService(val orders: OrderRepositoryImpl, val clock: Clock)";

/** Plays the session on a stage in the empty `folder`; returns its Markdown. */
export async function playSession(folder: string): Promise<string> {
  const { stage, launcher } = await setInstalledStage(folder);
  const lines = [
    ...await tellEdit(stage, add("call_001", SERVICE, BEFORE)),
    ...await tellEdit(stage, update("call_002", SERVICE, BEFORE, "// Since 2021")),
    ...await tellEdit(stage, add("call_003", CONFIGURATION, "retries: 3")),
  ];
  const answer = await playCompaction(stage);
  if (answer !== "") throw new Error(`Cannot show the compaction: unexpected answer "${answer}"`);
  lines.push("/compact: what the agent has read so far is no longer in its context", "");
  lines.push(...await tellEdit(stage, update("call_004", SERVICE, AFTER)));
  lines.push("$ adaptive-guidebook presentations");
  lines.push(...(await runOnStage(stage, [launcher, "presentations"])).trimEnd().split("\n"));
  return `\`\`\`text\n${lines.join("\n")}\n\`\`\`\n`;
}

async function setInstalledStage(folder: string): Promise<{ stage: Stage; launcher: string }> {
  const stage = await setStage(folder);
  const bundle = `${folder}/bundle`;
  await buildBundle(bundle);
  const installation = new Installation(`${stage.home}/.local`);
  await installation.put(bundle, undefined);
  const command = renderHookCommand({
    ...{ call: quoteShellWord(installation.launcher), agent: "codex", project: false },
    guidebooks: [GUIDEBOOK],
  });
  // A busy machine must not change what the document shows.
  const hook = ["/bin/sh", "-c", `${command} --deadline 30000`];
  return { stage: { ...stage, hook }, launcher: installation.launcher };
}

async function tellEdit(stage: Stage, edit: PlayedEdit): Promise<string[]> {
  const answer = await playEdit(stage, edit);
  const verb = edit.operation === "Add" ? "adds" : "edits";
  const title = `${edit.call}: the agent ${verb} ${edit.path}, and reads`;
  if (answer === "") return [`${title} nothing`, ""];
  return [`${title}:`, ...readContext(answer).split("\n").map((it) => `  | ${it}`.trimEnd()), ""];
}

function add(call: string, path: string, text: string): PlayedEdit {
  return { call, path, operation: "Add", lines: [{ added: true, text }] };
}

/** The file has `texts` after it, of which the last is new. */
function update(call: string, path: string, ...texts: string[]): PlayedEdit {
  const lines = texts.map((text, i) => ({ added: i === texts.length - 1, text }));
  return { call, path, operation: "Update", lines };
}

if (import.meta.main) {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "adaptive-guidebook-session-" }));
  try {
    await Deno.stdout.write(new TextEncoder().encode(await playSession(folder)));
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : error}`);
    Deno.exitCode = 1;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
