/** Whether our entries in a hook file are right. Pure. */
import { titleOf } from "../agent/agents.ts";
import { findMissed } from "../agent/hook_file/matcher.ts";
import type { AgentSetup } from "../agent/setup.ts";
import { joinWords } from "../words.ts";
import { isRecord } from "../json.ts";
import type { AgentFacts, HookFileFacts, OurEntry } from "./agent_facts.ts";
import { type Code, type Finding, ok, problem, warning } from "./finding.ts";

/** Seconds that the hook needs on a busy machine: its own two, and Deno's start. */
const SHORTEST_TIMEOUT = 3;
/** Seconds after which a person loses patience. */
const LONGEST_TIMEOUT = 60;

/** Findings about the events that the hook is not registered for in any of `files`. */
export function checkEvents(setup: AgentSetup, files: readonly HookFileFacts[]): Finding[] {
  const events = new Set(files.flatMap(({ ours }) => ours.map(({ event }) => event)));
  return Object.entries(setup.events).filter(([event]) => !events.has(event)).map((
    [event, { loss }],
  ) => {
    const report = event === setup.editEvent ? problem : warning;
    return report(
      "hook-missing",
      `The hook is not registered for ${event} of ${titleOf(setup.name)}: ${loss}`,
      installHelp(setup),
    );
  });
}

/** Whether the entries of `files` let the hook see changes that no edit tool makes. */
export function checkLooks(setup: AgentSetup, files: readonly HookFileFacts[]): Finding {
  const title = titleOf(setup.name);
  const wanted = Object.entries(setup.lookEvents);
  if (wanted.length === 0) {
    return ok("shell-edits", `The hook sees edits by the tools of ${title}, but no other changes`);
  }
  const ours = Map.groupBy(files.flatMap(({ ours }) => ours), ({ event }) => event);
  const gaps = wanted.flatMap(([event, look]) => {
    const entries = ours.get(event);
    if (!entries) return [{ event, loss: look.loss, what: `none for ${event}` }];
    const missed = findMissed(setup, look, entries.map(({ matcher }) => matcher));
    const what = `${event} does not fit ${joinWords(missed, "and")}`;
    return missed.length === 0 ? [] : [{ event, loss: look.loss, what }];
  });
  if (gaps.length === 0) {
    return ok(
      "shell-edits",
      `The hook sees changes made by edit tools of ${title}, and after each shell command and MCP ` +
        "call those that git shows, whatever made them",
    );
  }
  // Without the events of commands the others serve nothing.
  const main = gaps.filter(({ event }) => event === setup.editEvent);
  const losses = new Set((main.length > 0 ? main : gaps).map(({ loss }) => loss));
  return warning(
    "shell-edits",
    `The entries for ${title} are of an older release or of install --no-shell, so ${
      joinWords([...losses], "and")
    } (${gaps.map(({ what }) => what).join("; ")})`,
    `${installHelp(setup)}, unless that is what you want`,
  );
}

/** Findings about each entry of ours in one file. */
export function checkEntries(
  { setup, hasCall }: AgentFacts,
  { path, ours }: HookFileFacts,
): Finding[] {
  const install = installHelp(setup);
  const findings: Finding[] = [];
  for (const [event, { length }] of Map.groupBy(ours, ({ event }) => event)) {
    if (length > 1) {
      findings.push(warning(
        "hook-repeated",
        `${event} runs the hook ${length} times: it is registered ${length} times in "${path}"`,
        install,
      ));
    }
  }
  findings.push(...ours.flatMap((entry) => checkEntry(setup, entry, path)));
  for (const [command, [entry]] of Map.groupBy(ours, ({ command }) => command)) {
    const { word, executable } = entry!.program;
    if (!executable) {
      findings.push(problem(
        "command-missing",
        `Cannot start ${JSON.stringify(word)} of "${path}": there is no such program, or it is ` +
          "not executable",
        `${install}, or use the absolute path of the program`,
      ));
    } else if (hasCall && !entry!.known) {
      findings.push(warning(
        "command-other",
        `The hook in "${path}" calls another copy of this program, or has other options: ${
          JSON.stringify(command)
        }`,
        `If it should call this one, run: adaptive-guidebook install ${setup.name}`,
      ));
    }
  }
  return findings;
}

function checkEntry(setup: AgentSetup, entry: OurEntry, path: string): Finding[] {
  const { event, matcher } = entry;
  const place = `${event} in "${path}"`;
  const help = installHelp(setup);
  const fields = isRecord(entry.value) ? entry.value : {};
  const findings: Finding[] = [];
  const warn = (code: Code, message: string) => findings.push(warning(code, message, help));

  const missed = findMissed(setup, setup.events[event], [matcher]);
  if (missed.length > 0) {
    const message = `Matcher ${JSON.stringify(matcher)} of ${place} does not fit ${
      missed.join(", ")
    }`;
    const report = event === setup.editEvent ? problem : warning;
    findings.push(report("matcher-misses", message, help));
  }
  findings.push(...checkTimeout(setup, event, fields["timeout"], place));
  const cut = setup.findCut(event, fields);
  if (cut !== undefined) {
    warn("context-limit", `${titleOf(setup.name)} cuts the text of ${place} ${cut}`);
  }
  if (fields["async"] === true) {
    warn(
      "hook-async",
      `The agent does not wait for ${place}: "async" is true, so guidelines come late or never`,
    );
  }
  return findings;
}

function checkTimeout(
  setup: AgentSetup,
  event: string,
  given: unknown,
  place: string,
): Finding[] {
  const help = installHelp(setup);
  const warn = (message: string) => [warning("timeout", message, help)];
  if (typeof given === "string") {
    return [problem("timeout", `The timeout of ${place} is not a number`, help)];
  }
  const longest = setup.longestTimeout(event);
  if (longest !== undefined && typeof given === "number" && given > longest) {
    return warn(
      `The timeout of ${place} is ${given} s, but ${titleOf(setup.name)} gives this event ` +
        `${longest} s, and warns at each start`,
    );
  }
  const seconds = setup.timeoutOf(event, given);
  // An event that has a limit of its own is worth less waiting.
  const shortest = longest === undefined ? SHORTEST_TIMEOUT : longest - 1;
  if (seconds < shortest) {
    return warn(
      `The timeout of ${place} is ${seconds} s: on a busy machine the hook is killed before it ` +
        "answers",
    );
  }
  if (seconds > LONGEST_TIMEOUT) {
    return warn(
      `The timeout of ${place} is ${seconds} s: if Deno hangs, the agent waits that long`,
    );
  }
  return [];
}

function installHelp({ name }: AgentSetup): string {
  return `Run: adaptive-guidebook install ${name}`;
}
