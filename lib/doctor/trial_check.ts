/** What the answer to a trial payload shows. Pure. */
import type { AgentAnswer, AgentSetup } from "../agent/setup.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** What a hook did with a trial payload. */
export interface TrialRun {
  /** What was run, for a person. */
  name: string;
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

/** Milliseconds after which a person notices that the agent waits. */
const SLOW = 3000;

/** Findings about a run of the command that an agent's hook file has. */
export function checkRun(run: TrialRun): Finding[] {
  const { name, exitCode, stdout, stderr, milliseconds, timeout } = run;
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
    `A trial payload was answered by ${name} in ${milliseconds} ms, and left no record`,
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
      `Each edit waits ${milliseconds} ms for ${name}`,
      "Run it with --timings to see which step is slow",
    ));
  }
  return findings;
}

/** Findings about a payload that went through the hook inside this process, with a guideline `id`. */
export function checkInProcess(
  { exitCode, answer, stderr }: {
    exitCode: number;
    answer: AgentAnswer | undefined;
    stderr: string;
  },
  id: string,
): Finding[] {
  if (exitCode === 0 && answer?.context?.includes(`[${id}]`)) {
    return [ok("canary", "A trial payload was answered by the hook inside this process")];
  }
  const [said = ""] = stderr.trim().split("\n");
  return [problem(
    "canary-failed",
    `No answer from the hook inside this process${said === "" ? "" : `: ${said}`}`,
    "Report this with: adaptive-guidebook doctor --format json",
  )];
}
