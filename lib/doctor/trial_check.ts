/** What the answer to a trial payload tells. Pure. */
import { isRecord } from "../json.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** What a hook did with a trial payload. */
export interface CanaryRun {
  /** What was run, for a person. */
  name: string;
  /** Undefined where it was killed, since it did not end in time. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
  milliseconds: number;
  /** The seconds that the agent gives it. */
  timeout: number;
}

/** Milliseconds after which an agent that waits is noticed. */
const SLOW = 3000;

/** Findings about a run of the command that an agent's hook file has. */
export function checkRun(run: CanaryRun): Finding[] {
  const { name, exitCode, stdout, stderr, milliseconds, timeout } = run;
  const said = stderr.trim().split("\n")[0] ?? "";
  const words = said === "" ? "" : `; it says: ${said.slice(0, 300)}`;
  if (exitCode === undefined) {
    return [problem(
      "canary-failed",
      `Cannot get an answer of ${name}: it did not end within its ${timeout} s${words}`,
      "Run the command in a shell, with </dev/null, and see what it waits for",
    )];
  }
  if (exitCode !== 0) {
    return [problem(
      "canary-failed",
      `Cannot get an answer of ${name}: it ended with exit code ${exitCode}${words}`,
      "Run the command in a shell, with </dev/null, and see what it says",
    )];
  }
  const answer = readAnswer(stdout);
  if (answer === undefined || said !== "") {
    return [problem(
      "canary-failed",
      answer === undefined
        ? `Cannot take the answer of ${name}: the agent would drop it${words}`
        : `Cannot get a whole answer of ${name}${words}`,
      "Run: adaptive-guidebook check, and explain FILE for a file of this folder",
    )];
  }
  const findings = [ok(
    "canary",
    `A trial payload went through ${name} in ${milliseconds} ms, and left no record`,
  )];
  if (answer.notice !== undefined) {
    findings.push(warning(
      "canary-failed",
      `The answer of ${name} has a notice: ${answer.notice}`,
      "See the other lines for what is behind it",
    ));
  }
  if (milliseconds > SLOW) {
    findings.push(warning(
      "canary-slow",
      `Each edit waits ${milliseconds} ms for ${name}`,
      "Run it with --timings to see where they go",
    ));
  }
  return findings;
}

/** Findings about a payload that went through the hook inside this process, with a guideline `id`. */
export function checkInProcess(
  { exitCode, stdout, stderr }: Pick<CanaryRun, "exitCode" | "stdout" | "stderr">,
  id: string,
): Finding[] {
  const context = readAnswer(stdout)?.context ?? "";
  if (exitCode === 0 && context.includes(`[${id}]`)) {
    return [ok("canary", "A trial payload went through the hook inside this process")];
  }
  const [said = ""] = stderr.trim().split("\n");
  return [problem(
    "canary-failed",
    `Cannot get an answer of the hook inside this process${said === "" ? "" : `: ${said}`}`,
    "Report this with: adaptive-guidebook doctor --format json",
  )];
}

/** The answer as an agent reads it; undefined where it would drop it. Nothing is an answer, too. */
function readAnswer(
  stdout: string,
): { context: string | undefined; notice: string | undefined } | undefined {
  if (stdout === "") return { context: undefined, notice: undefined };
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return undefined;
  }
  if (!isRecord(answer)) return undefined;
  const { systemMessage: notice, hookSpecificOutput: output, ...unknown } = answer;
  const { hookEventName, additionalContext: context, ...unknownInside } = isRecord(output)
    ? output
    : { hookEventName: "PostToolUse" };
  const isKnown = Object.keys({ ...unknown, ...unknownInside }).length === 0;
  if (!isKnown || hookEventName !== "PostToolUse") return undefined;
  if (notice !== undefined && typeof notice !== "string") return undefined;
  if (context !== undefined && typeof context !== "string") return undefined;
  return { context, notice };
}
