/** Which hooks of a hook file call this program. Pure. */
import type { AgentName } from "../agents.ts";
import { type HookCommand, isOurCommand, readHookCommand } from "./command.ts";
import type { JsonProblem } from "./json_text.ts";
import { type FoundEntry, readHookFile } from "./read.ts";

/** A handler that calls this program, in whatever way. */
export interface OurHook extends FoundEntry {
  command: string;
  /** Set where the command is, byte for byte, one that `install` writes for the running program. */
  known: HookCommand | undefined;
}

/** The hooks of a file. */
export interface SortedHooks {
  ours: OurHook[];
  /** Commands of others, each once. */
  others: string[];
  /** Whether the file's off switch is on. */
  disabled: boolean;
}

/**
 * Sorts the hooks of a hook file's text for `agent`.
 * @param call How the running program is called; undefined where nothing has installed it.
 */
export function sortHooks(
  text: string,
  { name, offSwitch }: { name: AgentName; offSwitch: string | undefined },
  call: string | undefined,
): SortedHooks | { problem: JsonProblem } {
  const file = readHookFile(text, offSwitch);
  if ("problem" in file) return file;
  const ours: OurHook[] = [];
  const others = new Set<string>();
  for (const entry of file.entries) {
    const { command } = entry;
    if (command === undefined) continue;
    if (!isOurCommand(command, name)) others.add(command);
    else {
      const known = call === undefined ? undefined : readHookCommand(command, call);
      ours.push({ ...entry, command, known });
    }
  }
  return { ours, others: [...others], disabled: file.disabled };
}
