/** What a person has to know and to do beside what was written into a hook file. Pure. */
import { titleOf } from "../agent/agents.ts";
import { optionsOf } from "../agent/hook_file/command.ts";
import type { MergedHooks, RemovedHooks } from "../agent/hook_file/merge.ts";
import type { FoundEntry } from "../agent/hook_file/read.ts";
import type { AgentSetup } from "../agent/setup.ts";

/** Which events of the entries change, where there were older ones of ours; lines. */
export function describeEvents(
  { events, changed }: MergedHooks,
  { name, events: forEdits }: AgentSetup,
): string[] {
  if (!events || !changed) return [];
  const parts = Object.entries(events).filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${names.join(", ")}`);
  if (parts.length === 0) return [];
  return [
    `The entries for ${titleOf(name)} change (events ${parts.join("; ")})`,
    ...(events.added.some((event) => !(event in forEdits))
      ? [
        "The hook is now called after shell commands and MCP calls, too: install --no-shell keeps it " +
        "to edits",
      ]
      : []),
  ];
}

/** Warnings about the merged file, a line each. */
export function adviseOnFile(
  { replaced, kept, foreign, disabled }: MergedHooks,
  { name, offSwitch }: AgentSetup,
  command: string,
  path: string,
): string[] {
  const now = optionsOf(command, name);
  const lost = replaced.map((old) => optionsOf(old, name).filter((word) => !now.includes(word)))
    .filter((words) => words.length > 0);
  return [
    ...(disabled
      ? [
        `warning: "${offSwitch}" is true in "${path}": ${titleOf(name)} runs no hook until you ` +
        "remove it",
      ]
      : []),
    ...lost.map((words) =>
      `warning: The new command does not have "${words.join(" ")}" of the older one. ` +
      "install takes --guidebook; add other options yourself"
    ),
    ...kept.map((entry) => warnOfKept(entry, "A duplicate entry of ours", titleOf(name))),
    ...foreign.map((entry) => warnOfForeign(entry, titleOf(name))),
  ];
}

/** Warnings about the file that the hook was removed from, a line each. */
export function adviseOnRemoval(
  { kept, foreign }: RemovedHooks,
  { name }: AgentSetup,
): string[] {
  return [
    ...kept.map((entry) => warnOfKept(entry, "An entry of ours", titleOf(name))),
    ...foreign.map((entry) => warnOfForeign(entry, titleOf(name))),
  ];
}

function warnOfKept(entry: FoundEntry, what: string, title: string): string {
  return `warning: ${what} is left at ${positionOf(entry)}. Removing it would move others, which ` +
    `${title} would skip until you trust them again: remove it yourself`;
}

function warnOfForeign(entry: FoundEntry, title: string): string {
  return `warning: The entry at ${positionOf(entry)} mentions adaptive-guidebook, but is not a ` +
    `plain call of its hook for ${title}, so it is left unchanged`;
}

function positionOf({ event, group, handler }: FoundEntry): string {
  return `hooks.${event}[${group}].hooks[${handler}]`;
}
