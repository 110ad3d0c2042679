/**
 * Sends a trial payload through the hook. Only a command that `install` would write for the running
 * program is ever started, with the person's permission and without a shell: any other command of a
 * hook file may come from anybody (docs/decisions/doctor-runs-only-ours.md).
 */
import { titleOf } from "../../agent/agents.ts";
import type { AgentSetup, TrialKind } from "../../agent/setup.ts";
import { type HookCommand, SHARED_LAUNCHER } from "../../agent/hook_file/command.ts";
import type { AgentFacts, OurEntry } from "../agent_facts.ts";
import { checkInProcess, checkRun, type TrialRun } from "../trial_check.ts";
import type { DatabaseFacts } from "../database_check.ts";
import { type Finding, ok, warning } from "../finding.ts";
import type { ProgramFacts } from "../program_check.ts";
import { isRecord } from "../../json.ts";
import { eraseSession } from "../../presentation/inspect.ts";
import { quoteShellWord } from "../../shell.ts";
import type { Io } from "../../cli/io.ts";
import { resolveLocations } from "../../cli/locations.ts";
import { removeState } from "../../look/state.ts";
import { answerInProcess, TRIAL_ID } from "./trial_in_process.ts";

/** What was found before a payload is sent. */
export interface TrialOptions {
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
interface Trial {
  setup: AgentSetup;
  path: string;
  entry: OurEntry;
  command: HookCommand;
  kinds: TrialKind[];
}

/** The longest wait in seconds, whatever the hook file says. */
const LONGEST_TIMEOUT = 60;

/** Findings about a payload that is sent through each command, or through this process. */
export async function runTrials(options: TrialOptions): Promise<Finding[]> {
  const { program, database, io } = options;
  const trials = findTrials(options);
  const inProcess = async () => [
    ...checkInProcess(await answerInProcess("edit", options.roots, io), TRIAL_ID),
    ...checkInProcess(await answerInProcess("command", options.roots, io), TRIAL_ID),
  ];
  if (!program || trials.length === 0) return await inProcess();

  const obstacle = findObstacle(database, io);
  if (obstacle !== undefined) {
    return [
      ok("canary-not-run", `A trial of the hook itself was skipped: ${obstacle}`),
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
        `A trial of the hook itself was skipped: Deno may not run ${JSON.stringify(name)}`,
        program.kind === "compiled" ? undefined : "On a terminal Deno asks for it",
      ),
      ...await inProcess(),
    ];
  }
  const findings: Finding[] = [];
  for (const trial of trials) {
    const session = `doctor-${crypto.randomUUID()}`;
    for (const kind of trial.kinds) {
      const run = await runTrial(trial, { kind, session }, [name!, ...words], options);
      findings.push(...checkRun(run));
    }
    const { looks } = resolveLocations({ guidebook: [], db: undefined }, io);
    if (looks !== undefined) removeState(looks, session);
    findings.push(...forgetTrial(session, database.path));
  }
  return findings;
}

/** The commands for an edit that `install` writes, byte for byte; each once. */
function findTrials({ agents, program, io }: TrialOptions): Trial[] {
  const found = agents.flatMap(({ setup, files, projectTrusted }) =>
    files.filter(({ scope }) => scope === "user" || projectTrusted).flatMap(({ path, ours }) =>
      ours.flatMap((entry): Trial[] => {
        const { event, known: command } = entry;
        if (event !== setup.editEvent || command?.agent !== setup.name) return [];
        // A finding about the entry says so.
        if (!entry.program.executable) return [];
        // The project's form names the shared launcher: it must be the running program.
        const isRunning = !command.project ||
          program?.path === `${io.env("HOME")}/${SHARED_LAUNCHER}`;
        return isRunning ? [{ setup, path, entry, command, kinds: kindsOf(setup, entry) }] : [];
      })
    )
  );
  return found.filter(({ entry }, i) =>
    found.findIndex((other) => other.entry.command === entry.command) === i
  );
}

/** A command is reported where the hook is registered for that, too. */
function kindsOf(
  { lookEvents, matcherFits }: AgentSetup,
  { event, matcher }: OurEntry,
): TrialKind[] {
  const calls = lookEvents[event]?.calls ?? [];
  const fits = calls.flat().some((name) => matcherFits(matcher, name));
  return fits ? ["edit", "command"] : ["edit"];
}

/** Why the hook must not be started now. */
function findObstacle({ file }: DatabaseFacts, io: Io): string | undefined {
  if (io.env("ADAPTIVE_GUIDEBOOK") === "off") return "ADAPTIVE_GUIDEBOOK is off";
  if (file && file.state !== "current") return "it would change the database";
  return undefined;
}

async function runTrial(
  { setup, path, entry, command }: Trial,
  { kind, session }: { kind: TrialKind; session: string },
  [name = "", ...words]: string[],
  { root, io }: TrialOptions,
): Promise<TrialRun> {
  const guidebooks = command.project ? [`${root}/guidebook`] : command.guidebooks;
  const given = isRecord(entry.value) ? entry.value["timeout"] : undefined;
  const timeout = Math.min(setup.timeoutOf(entry.event, given), LONGEST_TIMEOUT);
  const folder = io.callerFolder();
  const home = io.env("HOME");
  const started = performance.now();
  const child = new Deno.Command(name, {
    args: [
      ...[...words, "hook", setup.name],
      ...guidebooks.flatMap((path) => ["--guidebook", path]),
    ],
    cwd: folder,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    // The launcher of an installation gives this process another HOME.
    ...(home !== undefined && { env: { HOME: home } }),
  }).spawn();
  const timedOut = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timedOut.resolve(undefined), timeout * 1000);
  const output = child.output();
  try {
    // The hook file is a file that exists, and its name gives nothing away.
    const payload = setup.renderTrialPayload({ kind, session, folder, file: path });
    await writeAll(child.stdin, payload ?? "");
    const result = await Promise.race([output, timedOut.promise]);
    if (result === undefined) child.kill("SIGKILL");
    return {
      kind,
      name: `the command of ${titleOf(setup.name)} in "${path}"`,
      exitCode: result?.code,
      stdout: result ? new TextDecoder().decode(result.stdout) : "",
      readAnswer: setup.readAnswer,
      stderr: result ? new TextDecoder().decode(result.stderr) : "",
      milliseconds: Math.round(performance.now() - started),
      timeout,
    };
  } finally {
    clearTimeout(timer);
    // Nobody waits for it, so a failure must not be left unhandled.
    output.catch(() => {});
  }
}

async function writeAll(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    // A program that stops reading has ended, and its exit code is reported.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Nothing was presented to anybody, so no record may stay. */
function forgetTrial(session: string, database: string | undefined): Finding[] {
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
      `Cannot remove the trial session "${session}" from database "${database}": ${reason}`,
      `Run: adaptive-guidebook forget --session ${session} --db ${quoteShellWord(database)}`,
    )];
  }
}
