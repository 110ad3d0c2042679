/** What the answer to a trial payload shows. Pure. */
import type { AgentAnswer, AgentSetup, TrialKind } from "../agent/setup.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** What a hook did with a trial payload. */
export interface TrialRun {
  /** What was run, for a person. */
  name: string;
  kind: TrialKind;
  /** Undefined where it was killed, since it did not end in time. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
  /** How the agent reads stdout. */
  readAnswer: AgentSetup["readAnswer"];
  milliseconds: number;
  /** The seconds that the agent gives it. */
  timeout: number;
}

/** What the payload reports. */
const SUBJECTS: Record<TrialKind, string> = { edit: "an edit", command: "a shell command" };
/** Milliseconds after which a person notices that the agent waits. */
const SLOW = 3000;

/** Findings about a run of the command that an agent's hook file has. */
export function checkRun(run: TrialRun): Finding[] {
  const { exitCode, stdout, stderr, milliseconds, timeout } = run;
  const name = `${run.name} to ${SUBJECTS[run.kind]}`;
  const said = stderr.trim().split("\n")[0] ?? "";
  const words = said === "" ? "" : `; its stderr: ${said.slice(0, 300)}`;
  if (exitCode === undefined) {
    return [problem(
      "canary-failed",
      `No answer from ${name}: it did not end within its ${timeout} s${words}`,
      "Run the command in a shell, with </dev/null, and see what it waits for",
    )];
  }
  if (exitCode !== 0) {
    return [problem(
      "canary-failed",
      `No answer from ${name}: it ended with exit code ${exitCode}${words}`,
      "Run the command in a shell, with </dev/null, and see its output",
    )];
  }
  const answer = run.readAnswer(stdout);
  if (answer === undefined || said !== "") {
    return [problem(
      "canary-failed",
      answer === undefined
        ? `The answer of ${name} is invalid: the agent would drop it${words}`
        : `The answer of ${name} is incomplete${words}`,
      "Run: adaptive-guidebook check, and explain FILE for a file of this folder",
    )];
  }
  const findings = [ok(
    "canary",
    `A trial payload of ${SUBJECTS[run.kind]} was answered by ${run.name} in ${milliseconds} ms, ` +
      "and left no record",
  )];
  if (answer.notice !== undefined) {
    findings.push(warning(
      "canary-failed",
      `The answer of ${name} has a notice: ${answer.notice}`,
      "See the other findings for the cause",
    ));
  }
  if (milliseconds > SLOW) {
    findings.push(warning(
      "canary-slow",
      `Each ${run.kind} waits ${milliseconds} ms for ${run.name}`,
      "Run it with --timings to see which step is slow",
    ));
  }
  return findings;
}

/** What the hook inside this process did with a trial payload. */
export interface InProcessRun {
  kind: TrialKind;
  exitCode: number;
  answer: AgentAnswer | undefined;
  stderr: string;
}

/** Findings about such a run, with a guideline `id`. */
export function checkInProcess(
  { kind, exitCode, answer, stderr }: InProcessRun,
  id: string,
): Finding[] {
  if (exitCode === 0 && answer?.context?.includes(`[${id}]`)) {
    return [ok(
      "canary",
      `A trial payload of ${SUBJECTS[kind]} was answered by the hook inside this process`,
    )];
  }
  const [said = ""] = stderr.trim().split("\n");
  return [problem(
    "canary-failed",
    `No answer from the hook inside this process to ${SUBJECTS[kind]}${
      said === "" ? "" : `: ${said}`
    }`,
    "Report this with: adaptive-guidebook doctor --format json",
  )];
}
