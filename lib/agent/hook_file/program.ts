/**
 * Which program the entries of a hook file call. Needs no package, since uninstalling must work
 * without a network. Pure.
 */
import type { AgentName } from "../agents.ts";
import { isOurCommand, withoutPrefixes } from "./command.ts";
import { readShellWords } from "../../shell.ts";

/**
 * Whether a hook of `agent` in the file's text calls `program`, an absolute path. Of a text that cannot
 * be parsed: whether it contains the path.
 */
export function namesProgram(
  text: string,
  agent: AgentName,
  program: string,
  home: string | undefined,
): boolean {
  const commands: string[] = [];
  try {
    JSON.parse(text, (key, value) => {
      if (key === "command" && typeof value === "string") commands.push(value);
      return value;
    });
  } catch {
    return text.includes(program);
  }
  return commands.filter((command) => isOurCommand(command, agent)).some((command) => {
    const [word = ""] = withoutPrefixes(readShellWords(command) ?? []);
    return word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, () => home ?? "") === program;
  });
}
