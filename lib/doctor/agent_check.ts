/** Whether an agent calls our hook. Pure. */
import { AGENT_NAMES, titleOf } from "../agent/agents.ts";
import { joinWords } from "../words.ts";
import type { AgentFacts, HookFileFacts } from "./agent_facts.ts";
import { checkEntries, checkEvents, checkLooks } from "./entry_check.ts";
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
      "No agent calls the hook: no hook file has it",
      `Run: adaptive-guidebook install AGENT, where AGENT is ${joinWords(AGENT_NAMES, "or")}`,
    ),
  ];
}

function checkAgent(facts: AgentFacts): Finding[] {
  const { setup, files, configFaults } = facts;
  const title = titleOf(setup.name);
  const ours = files.filter(({ ours }) => ours.length > 0);
  return [
    ...configFaults.map(({ path, fault }) =>
      problem(
        "config-broken",
        `Cannot read "${path}": ${fault}`,
        `Fix it; ${title} rejects it too`,
      )
    ),
    ...files.flatMap((file) => reportFault(file, title)),
    ...(ours.length === 0
      ? [ok("agent-absent", `${title} is not set up: none of its hook files has our hook`)]
      : checkSetUp(facts, ours)),
    ...files.flatMap(listOthers),
  ];
}

function reportFault({ path, fault }: HookFileFacts, title: string): Finding[] {
  if (!fault) return [];
  if (!fault.certain) {
    return [warning(
      "hook-file-broken",
      `Hook file "${path}" may be invalid: ${fault.message}. The installed release of ${title} is ` +
        "not the one that this was measured with",
      `See whether ${title} warns of it at its start`,
    )];
  }
  return [problem(
    "hook-file-broken",
    `Cannot read hook file "${path}": ${fault.message}`,
    `Fix it; until then ${title} runs no hook of this file`,
  )];
}

function checkSetUp(facts: AgentFacts, ours: HookFileFacts[]): Finding[] {
  const { setup, hooksOff, managedOnly } = facts;
  const title = titleOf(setup.name);
  const running = ours.filter(({ scope }) => scope === "user" || runsProject(facts));
  const counted = running.length > 0 ? running : ours;
  return [
    ok("agent", `${title} has our hook in ${ours.map(({ path }) => `"${path}"`).join(" and ")}`),
    ...hooksOff.map(({ path, help }) =>
      problem("hooks-off", `${title} runs no hooks: "${path}" switches all of them off`, help)
    ),
    ...(managedOnly === undefined ? [] : [problem(
      "managed-only",
      `${title} does not run the hook: "${managedOnly}" allows managed hooks only`,
      "Ask the administrator of this machine to add the hook there",
    )]),
    ...checkEvents(setup, counted),
    checkLooks(setup, counted),
    ...ours.flatMap((file) => soften(checkEntries(facts, file), file, running)),
    ...checkBoth(facts, running),
    ...checkTrust(facts, ours),
  ];
}

/** A repository's own file cannot do more than warn where the user's own hook works. */
function soften(findings: Finding[], file: HookFileFacts, running: HookFileFacts[]): Finding[] {
  if (file.scope === "user" || !running.some(({ scope }) => scope === "user")) return findings;
  return findings.map((finding) =>
    finding.status === "problem" ? { ...finding, status: "warning" } : finding
  );
}

/** Agents run the hooks of all files, so an event in two of them calls the hook twice. */
function checkBoth({ setup }: AgentFacts, running: HookFileFacts[]): Finding[] {
  const user = running.filter(({ scope }) => scope === "user").flatMap(({ ours }) => ours);
  const project = running.filter(({ scope }) => scope === "project");
  return project.flatMap(({ path, ours }) => {
    const duplicate = ours.filter((entry) =>
      user.some(({ event, command }) =>
        event === entry.event && !(setup.runsDuplicateOnce && command === entry.command)
      )
    );
    if (duplicate.length === 0) return [];
    return [warning(
      "hook-in-both",
      `The hook runs twice for ${duplicate.map(({ event }) => event).join(", ")}: it is in ` +
        `"${path}" and in your own file`,
      `Remove it from one of them: adaptive-guidebook install ${setup.name} --remove, or the same ` +
        "with --project",
    )];
  });
}

function listOthers({ path, others }: HookFileFacts): Finding[] {
  if (others.length === 0) return [];
  const more = others.length > LISTED ? ` and ${others.length - LISTED} more` : "";
  return [ok(
    "other-commands",
    `Other commands in "${path}", which doctor never runs: ${
      others.slice(0, LISTED).map((command) => JSON.stringify(command.slice(0, 200))).join(", ")
    }${more}`,
  )];
}
