/** The change of a hook file, and what a person has to know about it. Pure. */
import type { JsonProblem } from "../agent/hook_file/json_text.ts";
import { mergeHooks, removeHooks } from "../agent/hook_file/merge.ts";
import type { AgentSetup, HookCoverage, HookScope } from "../agent/setup.ts";
import { parentPath } from "../path.ts";
import { adviseOnFile, adviseOnRemoval, describeEvents } from "./advice.ts";

/** The new content of a hook file. */
export interface HookFileChange {
  text: string;
  changed: boolean;
  /** What changes of older entries, and warnings; said before anything is written. */
  warnings: string[];
  /** Said after it was written. */
  next: string[];
  /** Said where nothing has to change. */
  unchanged: string;
  /** Whether the text is all that was asked for. */
  complete: boolean;
}

/** A hook file, and the agent that reads it. */
export interface HookFileToChange {
  setup: AgentSetup;
  scope: HookScope;
  path: string;
  /** Undefined where there is no such file. */
  text: string | undefined;
}

/** Makes the file call `command` for what `coverage` names. */
export function addHook(
  { setup, scope, path, text }: HookFileToChange,
  command: string,
  coverage: HookCoverage,
): HookFileChange | { problem: JsonProblem } {
  const merged = mergeHooks(text, setup, command, coverage);
  if ("problem" in merged) return merged;
  return {
    text: merged.text,
    changed: merged.changed,
    warnings: [...describeEvents(merged, setup), ...adviseOnFile(merged, setup, command, path)],
    next: setup.adviseOnTrust(
      scope,
      parentPath(parentPath(path)),
      merged.trustStays ? "kept" : merged.events ? "lost" : "new",
    ),
    unchanged: `Nothing to change: "${path}" has the hook`,
    complete: true,
  };
}

/** Removes the calls of this program from the file, the one by `call` included. */
export function removeHook(
  { setup, path, text = "" }: HookFileToChange,
  call: string | undefined,
): HookFileChange | { problem: JsonProblem } {
  const removed = removeHooks(text, setup, call);
  if ("problem" in removed) return removed;
  return {
    text: removed.text,
    changed: removed.changed,
    warnings: adviseOnRemoval(removed, setup),
    next: setup.trustsByPosition
      ? ["No other hook has moved, so your trust in the others remains."]
      : [],
    unchanged: removed.kept.length > 0
      ? `Nothing else to remove: "${path}" is left unchanged`
      : `Nothing to remove: "${path}" does not have the hook`,
    complete: removed.kept.length === 0,
  };
}
