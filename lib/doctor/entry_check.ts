/** Whether our entries in a hook file do what they should. Pure. */
import type { AgentName } from "../agent/agents.ts";
import { isRecord } from "../json.ts";
import { hookEntries } from "../agent/hook_file/entries.ts";
import { AGENT_TITLES } from "../install/advice.ts";
import type { AgentFacts, HookFileFacts, OurEntry } from "./agent_facts.ts";
import { codexTimeout, SHORT_TIMEOUT } from "../agent/codex/trust.ts";
import { type Finding, problem, warning } from "./finding.ts";
import { findMissed } from "../agent/hook_file/matcher.ts";

/** Seconds that the hook needs on a busy machine: its own two, and Deno's start. */
const LEAST_TIMEOUT = 3;
/** Seconds after which a person gives up. */
const MOST_TIMEOUT = 60;

/** What is lost without each event but the edit itself. */
const LOST: Record<string, string> = {
  SessionStart: "after a compaction or a rewind guidelines are not shown again in time",
  PostCompact: "after a compaction of a sub-agent guidelines are not shown again",
  Interrupt: "what an interrupted turn was shown counts as read",
};

/** Findings about the events that `files` have our hook for, all together. */
export function checkEvents(agent: AgentName, files: readonly HookFileFacts[]): Finding[] {
  const events = new Set(files.flatMap(({ ours }) => ours.map(({ event }) => event)));
  const help = `Run: adaptive-guidebook install ${agent}`;
  return hookEntries(agent, "").flatMap(({ event }) => {
    if (events.has(event)) return [];
    const place = `of ${AGENT_TITLES[agent]}: it is not in the hook file`;
    return event === "PostToolUse"
      ? [problem("hook-missing", `Cannot hear of edits without event PostToolUse ${place}`, help)]
      : [warning(
        "hook-missing",
        `Cannot hear event ${event} ${place}, so ${LOST[event] ?? "something is lost"}`,
        help,
      )];
  });
}

/** Findings about each entry of ours in one file. */
export function checkEntries(
  { agent, hasCall }: AgentFacts,
  { path, ours }: HookFileFacts,
): Finding[] {
  const install = `Run: adaptive-guidebook install ${agent}`;
  const findings: Finding[] = [];
  for (const [event, entries] of Map.groupBy(ours, ({ event }) => event)) {
    if (entries.length > 1) {
      findings.push(warning(
        "hook-repeated",
        `The hook runs ${entries.length} times for ${event}: so often it stands in "${path}"`,
        install,
      ));
    }
  }
  for (const entry of ours) {
    const place = `${entry.event} in "${path}"`;
    findings.push(
      ...checkMatcher(agent, entry, place, install),
      ...checkTimeout(agent, entry, place, install),
      ...checkFields(agent, entry, place, install),
    );
  }
  for (const [command, [entry]] of Map.groupBy(ours, ({ command }) => command)) {
    const { word, executable } = entry!.program;
    if (!executable) {
      findings.push(problem(
        "command-missing",
        `Cannot start ${JSON.stringify(word)} of "${path}": there is no such program, or it is ` +
          "not executable",
        `${install}, or write the path of the program from / on`,
      ));
    } else if (hasCall && !entry!.known) {
      findings.push(warning(
        "command-other",
        `The hook in "${path}" is not called as this program would be: ${JSON.stringify(command)}`,
        `If this program is meant, run: adaptive-guidebook install ${agent}`,
      ));
    }
  }
  return findings;
}

function checkMatcher(agent: AgentName, entry: OurEntry, place: string, help: string): Finding[] {
  const { event, matcher } = entry;
  const missed = findMissed(agent, event, matcher);
  if (missed.length === 0) return [];
  const message = `Cannot be called for ${missed.join(", ")}: matcher ${
    JSON.stringify(matcher)
  } of ${place} does not fit`;
  return [
    event === "PostToolUse"
      ? problem("matcher-misses", message, help)
      : warning("matcher-misses", message, help),
  ];
}

function checkTimeout(agent: AgentName, entry: OurEntry, place: string, help: string): Finding[] {
  const { event, value } = entry;
  const given = isRecord(value) ? value["timeout"] : undefined;
  if (typeof given === "string") {
    return [problem("timeout", `Cannot take the timeout of ${place}: it is not a number`, help)];
  }
  const codex = agent === "codex";
  const seconds = codex ? codexTimeout(event, given) : typeof given === "number" ? given : 600;
  const isShort = codex && event === "Interrupt";
  if (isShort && typeof given === "number" && given > SHORT_TIMEOUT) {
    const state = `Codex gives this event ${SHORT_TIMEOUT}, and says so at each start`;
    return [warning("timeout", `Cannot have ${given} seconds for ${place}: ${state}`, help)];
  }
  if (seconds < (isShort ? SHORT_TIMEOUT - 1 : LEAST_TIMEOUT)) {
    return [warning(
      "timeout",
      `The timeout of ${place} is ${seconds} s: on a busy machine the hook is killed before it ` +
        "has answered",
      help,
    )];
  }
  if (seconds > MOST_TIMEOUT) {
    return [warning(
      "timeout",
      `The timeout of ${place} is ${seconds} s: if Deno hangs, so long the agent waits`,
      help,
    )];
  }
  return [];
}

function checkFields(agent: AgentName, entry: OurEntry, place: string, help: string): Finding[] {
  const fields = isRecord(entry.value) ? entry.value : {};
  const speaks = entry.event === "PostToolUse" || entry.event === "SessionStart";
  return [
    ...(agent === "codex" && speaks && fields["additionalContextLimit"] !== 0
      ? [warning(
        "context-limit",
        `Codex cuts the text of ${place} in the middle where a guideline is longer than 10,000 ` +
          'bytes: "additionalContextLimit": 0 is missing',
        help,
      )]
      : []),
    ...(fields["async"] === true
      ? [warning(
        "hook-async",
        `The agent does not wait for ${place}: "async" is true, so guidelines come late or never`,
        help,
      )]
      : []),
  ];
}
