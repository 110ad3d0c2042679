/**
 * Sends a trial payload through the hook. Only a command that `install` would write for the running
 * program is ever started, by the person's leave, and without a shell: what else stands in a hook
 * file may come from anybody (docs/decisions/doctor-runs-only-ours.md).
 */
import { AGENT_TITLES } from "../../install/advice.ts";
import { type HookCommand, SHARED_LAUNCHER } from "../../agent/hook_file/command.ts";
import type { AgentFacts, OurEntry } from "../agent_facts.ts";
import { type CanaryRun, checkInProcess, checkRun } from "../trial_check.ts";
import { renderPayload } from "../../agent/trial_payload.ts";
import { codexTimeout } from "../../agent/codex/trust.ts";
import type { DatabaseFacts } from "../database_check.ts";
import { type Finding, ok, warning } from "../finding.ts";
import type { ProgramFacts } from "../program_check.ts";
import { isRecord } from "../../json.ts";
import { eraseSession } from "../../presentation/inspect.ts";
import { quoteShellWord } from "../../shell.ts";
import type { Io } from "../../cli/io.ts";
import { answerInProcess, CANARY_ID } from "./trial_in_process.ts";

/** What was found before a payload is sent. */
export interface CanaryOptions {
  agents: readonly AgentFacts[];
  program: ProgramFacts | undefined;
  roots: readonly string[];
  /** The database that a command without `--db` uses. */
  database: DatabaseFacts;
  /** The root of the repository that the person works in. */
  root: string;
  io: Io;
}

/** A command that may be started. */
interface Canary {
  agent: AgentFacts["agent"];
  path: string;
  entry: OurEntry;
  command: HookCommand;
}

/** Seconds that are waited for at most, whatever the hook file says. */
const PATIENCE = 60;

/** Findings about a payload that is sent through each command, or through this process. */
export async function sendCanaries(options: CanaryOptions): Promise<Finding[]> {
  const { program, database, io } = options;
  const canaries = findCanaries(options);
  const inProcess = async () => checkInProcess(await answerInProcess(options.roots, io), CANARY_ID);
  if (!program || canaries.length === 0) return await inProcess();

  const hindrance = findHindrance(database, io);
  if (hindrance !== undefined) {
    return [
      ok("canary-not-run", `A trial of the hook itself is left out: ${hindrance}`),
      ...await inProcess(),
    ];
  }
  const [name, ...words] = program.kind === "source"
    ? ["deno", "task", "-q", "--config", program.path, "adaptive-guidebook"]
    : [program.path];
  const { state } = await Deno.permissions.request({ name: "run", command: name! });
  if (state !== "granted") {
    return [
      ok(
        "canary-not-run",
        `A trial of the hook itself is left out: Deno may not run ${JSON.stringify(name)}`,
        program.kind === "compiled" ? undefined : "On a terminal Deno asks whether it may",
      ),
      ...await inProcess(),
    ];
  }
  const findings: Finding[] = [];
  for (const canary of canaries) {
    const session = `doctor-${crypto.randomUUID()}`;
    const run = await runCanary(canary, session, [name!, ...words], options);
    findings.push(...checkRun(run), ...forgetCanary(session, database.path));
  }
  return findings;
}

/** The commands for an edit that are ours to the byte, each once. */
function findCanaries({ agents, program, io }: CanaryOptions): Canary[] {
  const found = agents.flatMap(({ agent, files, projectTrusted }) =>
    files.filter(({ scope }) => scope === "user" || projectTrusted).flatMap(({ path, ours }) =>
      ours.flatMap((entry): Canary[] => {
        const { event, known: command } = entry;
        if (event !== "PostToolUse" || command?.agent !== agent) return [];
        // What is not there is reported already.
        if (!entry.program.executable) return [];
        // The project's form does not name the program: it must be the one that runs.
        const isRunning = !command.project ||
          program?.path === `${io.env("HOME")}/${SHARED_LAUNCHER}`;
        return isRunning ? [{ agent, path, entry, command }] : [];
      })
    )
  );
  return found.filter(({ entry }, i) =>
    found.findIndex((other) => other.entry.command === entry.command) === i
  );
}

/** Why a hook must not be started now: it would change what it finds. */
function findHindrance({ file }: DatabaseFacts, io: Io): string | undefined {
  if (io.env("ADAPTIVE_GUIDEBOOK") === "off") return "ADAPTIVE_GUIDEBOOK is off";
  if (file && file.state !== "current") return "it would change the database";
  return undefined;
}

async function runCanary(
  { agent, path, entry, command }: Canary,
  session: string,
  [name = "", ...words]: string[],
  { root, io }: CanaryOptions,
): Promise<CanaryRun> {
  const guidebooks = command.project ? [`${root}/guidebook`] : command.guidebooks;
  const given = isRecord(entry.value) ? entry.value["timeout"] : undefined;
  const timeout = Math.min(codexTimeout(entry.event, given), PATIENCE);
  const folder = io.callerFolder();
  const home = io.env("HOME");
  const started = performance.now();
  const child = new Deno.Command(name, {
    args: [
      ...[...words, "hook", agent],
      ...guidebooks.flatMap((path) => ["--guidebook", path]),
    ],
    cwd: folder,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    // Ours need not be the person's: an installed Deno runs with another one.
    ...(home !== undefined && { env: { HOME: home } }),
  }).spawn();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeout * 1000);
  const output = child.output();
  try {
    // The hook file itself is a file that is there, and its name tells nobody anything.
    await writeAll(child.stdin, renderPayload(agent, { session, folder, file: path }));
    const result = await Promise.race([output, late.promise]);
    if (result === undefined) child.kill("SIGKILL");
    return {
      name: `the command of ${AGENT_TITLES[agent]} in "${path}"`,
      exitCode: result?.code,
      stdout: result ? new TextDecoder().decode(result.stdout) : "",
      stderr: result ? new TextDecoder().decode(result.stderr) : "",
      milliseconds: Math.round(performance.now() - started),
      timeout,
    };
  } finally {
    clearTimeout(timer);
    // Its end is not waited for, but not left without an ear either.
    output.catch(() => {});
  }
}

async function writeAll(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    // Whoever does not read to the end has ended, and its exit code tells more.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Nothing was shown to anybody, so nothing is to be on record. */
function forgetCanary(session: string, database: string | undefined): Finding[] {
  if (database === undefined) return [];
  try {
    if (!Deno.statSync(database).isFile) return [];
    eraseSession(database, session);
    return [];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    const reason = error instanceof Error ? error.message : "unknown";
    return [warning(
      "canary-failed",
      `Cannot take the trial session "${session}" out of database "${database}": ${reason}`,
      `Run: adaptive-guidebook forget --session ${session} --db ${quoteShellWord(database)}`,
    )];
  }
}
