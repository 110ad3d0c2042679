/** Reads an answer of the hook as strictly as the strictest agent does. Pure. */
import { isRecord } from "../json.ts";
import type { AgentAnswer } from "./setup.ts";

/** The answer to the event `eventName`; undefined where an agent would drop it. Nothing is an answer. */
export function readAnswer(stdout: string, eventName: string): AgentAnswer | undefined {
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
    : { hookEventName: eventName };
  const isKnown = Object.keys({ ...unknown, ...unknownInside }).length === 0;
  if (!isKnown || hookEventName !== eventName) return undefined;
  if (notice !== undefined && typeof notice !== "string") return undefined;
  if (context !== undefined && typeof context !== "string") return undefined;
  return { context, notice };
}
