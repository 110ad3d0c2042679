/** How agents decide whether a hook's matcher fits a call, as measured on both of them. Pure. */
import type { AgentName } from "../agents.ts";

/** What our hook is there for, by the names that a matcher is held against. */
const CONTEXT_EVENTS = {
  SessionStart: [["compact"], ["resume"]],
  PostCompact: [["manual"], ["auto"]],
};
const WANTED: Record<AgentName, Record<string, readonly (readonly string[])[]>> = {
  // One call answers to several names.
  "codex": { PostToolUse: [["apply_patch", "Edit", "Write"]], ...CONTEXT_EVENTS },
  "claude-code": { PostToolUse: [["Edit"], ["Write"], ["NotebookEdit"]], ...CONTEXT_EVENTS },
};

/**
 * What `matcher` misses of the calls that our hook is there for at `event`, by the first name of
 * each. An event without a matcher misses nothing, whatever stands there.
 */
export function findMissed(
  agent: AgentName,
  event: string,
  matcher: string | undefined,
): string[] {
  const matches = agent === "codex" ? matchesInCodex : matchesInClaudeCode;
  return (WANTED[agent][event] ?? [])
    .filter((names) => !names.some((name) => matches(matcher, name)))
    .map(([name = ""]) => name);
}

/** Absent, empty and `*` fit all; names and `|` alone are exact names; else a regular expression. */
export function matchesInCodex(matcher: string | undefined, name: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  return /^[\w|]+$/.test(matcher) ? matcher.split("|").includes(name) : fits(matcher, name);
}

/** The same, but names may be separated by commas and blanks too, and blanks beside them are cut. */
export function matchesInClaudeCode(matcher: string | undefined, name: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  return /^[\w|, ]+$/.test(matcher)
    ? matcher.split(/[|,]/).map((part) => part.trim()).includes(name)
    : fits(matcher, name);
}

/** An agent skips a group whose expression it cannot compile. */
function fits(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern).test(name);
  } catch {
    return false;
  }
}
