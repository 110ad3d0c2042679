/** What becomes of a hook file, and what a person has to know about it. Pure. */
import type { AgentName } from "../agent/agents.ts";
import { parentPath } from "../path.ts";
import { adviseOnFile, adviseOnRemoval, adviseOnTrust } from "./advice.ts";
import type { HookScope } from "../agent/hook_file/path.ts";
import type { JsonProblem } from "../agent/hook_file/json_text.ts";
import { mergeHooks, removeHooks } from "../agent/hook_file/merge.ts";

/** A hook file as it is to be. */
export interface HookFileChange {
  text: string;
  changed: boolean;
  /** Said before anything is written. */
  warnings: string[];
  /** Said once the file is so. */
  next: string[];
  /** Said where nothing has to change. */
  settled: string;
  /** Whether all that was wished for is in the text. */
  complete: boolean;
}

/** A hook file, and whose it is. */
export interface HookFileToChange {
  agent: AgentName;
  scope: HookScope;
  path: string;
  /** Undefined where it is not there. */
  text: string | undefined;
}

/** Lets the file call `command`. */
export function addHook(
  { agent, scope, path, text }: HookFileToChange,
  command: string,
): HookFileChange | { problem: JsonProblem } {
  const merged = mergeHooks(text, agent, command);
  if ("problem" in merged) return merged;
  const off = `warning: "disableAllHooks" is true in "${path}": Claude Code runs no hook until ` +
    "it is gone";
  return {
    text: merged.text,
    changed: merged.changed,
    warnings: [...merged.disabled ? [off] : [], ...adviseOnFile(merged, agent, command)],
    next: adviseOnTrust(agent, scope, parentPath(parentPath(path)), merged.trustStays),
    settled: `Nothing to change: "${path}" has the hook`,
    complete: true,
  };
}

/** Lets the file call this program no more, the one that is called by `call` included. */
export function removeHook(
  { agent, path, text = "" }: HookFileToChange,
  call: string | undefined,
): HookFileChange | { problem: JsonProblem } {
  const removed = removeHooks(text, agent, call);
  if ("problem" in removed) return removed;
  return {
    text: removed.text,
    changed: removed.changed,
    warnings: adviseOnRemoval(removed, agent),
    next: agent === "codex" ? ["No other hook has moved, so your trust in the others stays."] : [],
    settled: removed.kept.length > 0
      ? `Nothing more can be taken out of "${path}"`
      : `Nothing to take out: "${path}" does not have the hook`,
    complete: removed.kept.length === 0,
  };
}
