/** The answer to a hook, in the form that all agents understand. Pure. */
import type { HookOutcome } from "./protocol.ts";

/**
 * The answer to the event `eventName`. It has only the fields that are needed: one agent drops an
 * answer that has an unknown field, and shows an empty context as an empty message. `speaks` is
 * whether the answer to this event may carry context.
 */
export function renderAnswer(
  { text, notices }: HookOutcome,
  eventName: string,
  speaks: boolean,
): string | undefined {
  // An agent may reject half of a surrogate pair, too.
  const context = speaks ? text.toWellFormed() : "";
  if (context === "" && notices.length === 0) return undefined;
  return JSON.stringify({
    ...(notices.length > 0 && { systemMessage: notices.join("\n").toWellFormed() }),
    ...(context !== "" && {
      hookSpecificOutput: { hookEventName: eventName, additionalContext: context },
    }),
  });
}
