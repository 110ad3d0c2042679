/** Whether an agent has been told to trust our hooks. Pure. */
import { AGENT_TITLES } from "../install/advice.ts";
import type { AgentFacts, HookFileFacts } from "./agent_facts.ts";
import type { Trust } from "../agent/codex/trust.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const REVIEW = 'Start: codex. It says "Hooks need review"; look at them, and trust them';

/** Whether the agent runs hooks of the project: Claude Code does without a question, headless. */
export function runsProject({ agent, projectTrusted }: AgentFacts): boolean {
  return agent === "claude-code" || projectTrusted;
}

/** Findings about the trust in each of `files`, which have our hook. */
export function checkTrust(facts: AgentFacts, files: readonly HookFileFacts[]): Finding[] {
  const isAlone = !files.some(({ scope }) => scope === "user");
  return files.flatMap((file) => {
    if (file.scope === "project" && !facts.projectTrusted) {
      return [reportProject(facts, file, isAlone)];
    }
    const byTrust = Map.groupBy(file.ours, ({ trust }) => trust);
    return [...byTrust].flatMap(([trust, entries]) =>
      trust === undefined
        ? []
        : [reportTrust(trust, entries.map(({ event }) => event), file, isAlone)]
    );
  });
}

function reportProject(
  { agent, project }: AgentFacts,
  { path }: HookFileFacts,
  isAlone: boolean,
): Finding {
  if (agent === "claude-code") {
    return warning(
      "project-untrusted",
      `Claude Code has not been told to trust "${project}": on a terminal it runs no hook before`,
      "Start: claude, in this folder, and answer its question. claude -p asks nothing",
    );
  }
  const message = `Cannot run the hooks of "${path}": ${AGENT_TITLES[agent]} has not been told ` +
    `to trust project "${project}"`;
  return isAlone
    ? problem("project-untrusted", message, "Start: codex, in this folder, and trust the project")
    : ok(
      "project-untrusted",
      `Hooks of "${path}" are not used, since project "${project}" is not trusted: your own file ` +
        "has the hook",
    );
}

function reportTrust(
  trust: Trust,
  events: string[],
  { path, scope }: HookFileFacts,
  isAlone: boolean,
): Finding {
  const hooks = `hooks of "${path}" (${events.join(", ")})`;
  // What a repository brings along is no problem where the user's own hook works.
  const bad = scope === "project" && !isAlone ? warning : problem;
  switch (trust) {
    case "trusted":
      return ok("trusted", `Codex trusts the ${hooks}`);
    case "untrusted":
      return bad(
        "untrusted",
        `Cannot run the ${hooks}: Codex has not been told to trust them, and skips them`,
        `${REVIEW}. Until then codex exec skips them without a word`,
      );
    case "changed":
      return bad(
        "changed",
        `Cannot run the ${hooks}: they have changed since Codex was told to trust them`,
        `${REVIEW} once more`,
      );
    case "disabled":
      return bad(
        "disabled",
        `Cannot run the ${hooks}: they are switched off in Codex`,
        "Start: codex, enter /hooks, and switch them on",
      );
  }
}
