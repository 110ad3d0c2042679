/** Whether an agent calls our hook. Pure. */
import { AGENT_TITLES } from "../install/advice.ts";
import type { AgentFacts, HookFileFacts } from "./agent_facts.ts";
import { checkEntries, checkEvents } from "./entry_check.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { checkTrust, runsProject } from "./trust_check.ts";

/** How many commands of others are listed of one file. */
const LISTED = 5;

/** Findings about all agents. */
export function checkAgents(agents: readonly AgentFacts[]): Finding[] {
  const findings = agents.flatMap(checkAgent);
  const isSetUp = agents.some(({ files }) => files.some(({ ours }) => ours.length > 0));
  // A file that cannot be read may hold our hook.
  const isOpen = agents.some(({ files, configFaults }) =>
    configFaults.length > 0 || files.some(({ fault }) => fault !== undefined)
  );
  if (isSetUp || isOpen) return findings;
  return [
    ...findings,
    problem(
      "no-agent",
      "Cannot reach any agent: no hook file has our hook",
      "Run: adaptive-guidebook install codex",
    ),
  ];
}

function checkAgent(facts: AgentFacts): Finding[] {
  const { agent, files, configFaults } = facts;
  const title = AGENT_TITLES[agent];
  const ours = files.filter(({ ours }) => ours.length > 0);
  return [
    ...configFaults.map(({ path, fault }) =>
      problem(
        "config-broken",
        `Cannot read "${path}": ${fault}`,
        `Mend it; ${title} does not take it either`,
      )
    ),
    ...files.flatMap((file) => reportFault(file, title)),
    ...(ours.length === 0
      ? [ok("agent-absent", `${title} is not set up: no hook file of it has our hook`)]
      : checkSetUp(facts, ours)),
    ...files.flatMap(listOthers),
  ];
}

function reportFault({ path, fault }: HookFileFacts, title: string): Finding[] {
  if (fault === undefined) return [];
  return [problem(
    "hook-file-broken",
    `Cannot read hook file "${path}": ${fault}`,
    `Mend it; until then ${title} runs no hook of this file`,
  )];
}

function checkSetUp(facts: AgentFacts, ours: HookFileFacts[]): Finding[] {
  const { agent, hooksOff, managedOnly } = facts;
  const title = AGENT_TITLES[agent];
  const running = ours.filter(({ scope }) => scope === "user" || runsProject(facts));
  return [
    ok("agent", `${title} has our hook in ${ours.map(({ path }) => `"${path}"`).join(" and ")}`),
    ...hooksOff.map((path) =>
      problem(
        "hooks-off",
        `Cannot be called by ${title}: "${path}" switches all hooks off`,
        agent === "codex"
          ? 'Take "hooks = false" out of its table [features]'
          : 'Take "disableAllHooks" out of it',
      )
    ),
    ...(managedOnly === undefined ? [] : [problem(
      "managed-only",
      `Cannot be called by ${title}: "${managedOnly}" lets only managed hooks run`,
      "Ask whoever manages this machine to add the hook there",
    )]),
    ...checkEvents(agent, running.length > 0 ? running : ours),
    ...ours.flatMap((file) => soften(checkEntries(facts, file), file, running)),
    ...checkBoth(facts, running),
    ...checkTrust(facts, ours),
  ];
}

/** What a repository brings along is no problem where the user's own hook works. */
function soften(findings: Finding[], file: HookFileFacts, running: HookFileFacts[]): Finding[] {
  if (file.scope === "user" || !running.some(({ scope }) => scope === "user")) return findings;
  return findings.map((finding) =>
    finding.status === "problem" ? { ...finding, status: "warning" } : finding
  );
}

/** All files add up, so that an event that stands in two of them calls the hook twice. */
function checkBoth({ agent }: AgentFacts, running: HookFileFacts[]): Finding[] {
  const user = running.filter(({ scope }) => scope === "user").flatMap(({ ours }) => ours);
  const project = running.filter(({ scope }) => scope === "project");
  return project.flatMap(({ path, ours }) => {
    const twice = ours.filter((entry) =>
      user.some(({ event, command }) =>
        // Claude Code runs one command once, wherever it stands.
        event === entry.event && !(agent === "claude-code" && command === entry.command)
      )
    );
    if (twice.length === 0) return [];
    return [warning(
      "hook-in-both",
      `The hook runs twice for ${twice.map(({ event }) => event).join(", ")}: it is in "${path}" ` +
        "and in your own file",
      `Take it out of one of them: adaptive-guidebook install ${agent} --remove, or the same with ` +
        "--project",
    )];
  });
}

function listOthers({ path, others }: HookFileFacts): Finding[] {
  if (others.length === 0) return [];
  const more = others.length > LISTED ? ` and ${others.length - LISTED} more` : "";
  return [ok(
    "other-commands",
    `Commands of others in "${path}", which doctor does not run: ${
      others.slice(0, LISTED).map((command) => JSON.stringify(command.slice(0, 200))).join(", ")
    }${more}`,
  )];
}
