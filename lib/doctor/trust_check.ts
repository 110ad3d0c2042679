/** Whether an agent has been told to trust our hooks. Pure. */
import { titleOf } from "../agent/agents.ts";
import type { Trust, TrustHelp } from "../agent/setup.ts";
import type { AgentFacts, HookFileFacts } from "./agent_facts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Whether the agent runs hooks of the project, headless at least. */
export function runsProject({ setup, projectTrusted }: AgentFacts): boolean {
  return !setup.projectTrust.required || projectTrusted;
}

/** Findings about the trust in each of `files`, which have our hook. */
export function checkTrust(facts: AgentFacts, files: readonly HookFileFacts[]): Finding[] {
  const { hookTrust } = facts.setup;
  const isAlone = !files.some(({ scope }) => scope === "user");
  return files.flatMap((file) => {
    if (file.scope === "project" && !facts.projectTrusted) {
      return [reportProject(facts, file, isAlone)];
    }
    if (!hookTrust) return [];
    const byTrust = Map.groupBy(file.ours, ({ trust }) => trust);
    return [...byTrust].flatMap(([trust, entries]) =>
      trust === undefined ? [] : [
        reportTrust(trust, entries.map(({ event }) => event), {
          facts,
          file,
          isAlone,
          hookTrust,
        }),
      ]
    );
  });
}

function reportProject(
  { setup, project }: AgentFacts,
  { path }: HookFileFacts,
  isAlone: boolean,
): Finding {
  const title = titleOf(setup.name);
  const { required, help } = setup.projectTrust;
  if (!required) {
    return warning(
      "project-untrusted",
      `${title} does not trust "${project}" yet: on a terminal it runs no hook until it does`,
      help,
    );
  }
  return isAlone
    ? problem(
      "project-untrusted",
      `${title} does not run the hooks of "${path}": it has not been told to trust project ` +
        `"${project}"`,
      help,
    )
    : ok(
      "project-untrusted",
      `${title} does not run the hooks of "${path}", since project "${project}" is not trusted: ` +
        "your own file has the hook",
    );
}

function reportTrust(
  trust: Trust,
  events: string[],
  { facts, file, isAlone, hookTrust }: {
    facts: AgentFacts;
    file: HookFileFacts;
    isAlone: boolean;
    hookTrust: TrustHelp;
  },
): Finding {
  const { setup, otherRelease } = facts;
  const title = titleOf(setup.name);
  const hooks = `the hooks of "${file.path}" (${events.join(", ")})`;
  const { review, untrusted, enable } = hookTrust;
  if (trust === "trusted") return ok("trusted", `${title} trusts ${hooks}`);
  if (otherRelease !== undefined && trust !== "disabled") {
    return warning(
      trust,
      `${title} ${otherRelease} may not run ${hooks}: they are not on record as trusted, but this ` +
        "release may keep other records than the one that was measured",
      review,
    );
  }
  // A repository's own file cannot do more than warn where the user's own hook works.
  const report = file.scope === "project" && !isAlone ? warning : problem;
  switch (trust) {
    case "untrusted":
      return report(
        "untrusted",
        `${title} skips ${hooks}: it has not been told to trust them`,
        `${review}. ${untrusted}`,
      );
    case "changed":
      return report(
        "changed",
        `${title} skips ${hooks}: they have changed since they were trusted`,
        `${review} again`,
      );
    case "disabled":
      return report("disabled", `${title} skips ${hooks}: they are switched off`, enable);
  }
}
