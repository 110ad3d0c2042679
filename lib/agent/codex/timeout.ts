/** The time that Codex gives a hook, in seconds. Pure. */

const DEFAULT_TIMEOUT = 600;
const SHORT_EVENTS = ["Interrupt", "SessionEnd"];
const DEFAULT_SHORT_TIMEOUT = 1;
const LONGEST_SHORT_TIMEOUT = 3;

/** What Codex gives a handler of `event` with this `timeout`. */
export function timeoutOf(event: string, timeout: unknown): number {
  const longest = longestTimeout(event);
  const byDefault = longest === undefined ? DEFAULT_TIMEOUT : DEFAULT_SHORT_TIMEOUT;
  const given = typeof timeout === "number" ? timeout : byDefault;
  return Math.max(1, Math.min(given, longest ?? given));
}

/** The most that Codex gives a handler of `event`; undefined for no limit. */
export function longestTimeout(event: string): number | undefined {
  return SHORT_EVENTS.includes(event) ? LONGEST_SHORT_TIMEOUT : undefined;
}
