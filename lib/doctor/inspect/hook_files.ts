/** Reads one file that an agent takes hooks from. */
import type { AgentName } from "../../agent/agents.ts";
import { isOurCommand, readHookCommand, withoutPrefixes } from "../../agent/hook_file/command.ts";
import { type FoundEntry, HOOK_FILE_LIMIT, readHookFile } from "../../agent/hook_file/read.ts";
import type { HookScope } from "../../agent/hook_file/path.ts";
import { readShellWords } from "../../shell.ts";
import type { HookFileFacts, OurEntry } from "../agent_facts.ts";
import { findCodexFault } from "../../agent/codex/hook_file.ts";
import { readTrust } from "../../agent/codex/trust.ts";
import { readRegularFile } from "../../source/disk.ts";
import type { Io } from "../../cli/io.ts";
import { isFile } from "../../cli/path_kind.ts";
import { findExecutable } from "./environment.ts";

/** For whom a file is read. */
export interface Reader {
  agent: AgentName;
  /** How the running program is called; undefined where nothing has installed it. */
  call: string | undefined;
  folder: string;
  io: Io;
}

/** What one file has, and whether Claude Code's switch is in it. */
export type ReadHooks = HookFileFacts & { disabled: boolean };

/**
 * The hooks of the file `path`; undefined where there are none to speak of. `hooks` are those of a
 * TOML file, which was read already; `trust` is what Codex has been told.
 */
export async function readHooks(
  reader: Reader,
  scope: HookScope,
  path: string | undefined,
  { trust, hooks }: { trust?: unknown; hooks?: unknown },
): Promise<ReadHooks | undefined> {
  if (path === undefined) return undefined;
  const isToml = hooks !== undefined;
  const { text, fault } = isToml ? { text: JSON.stringify({ hooks }) } : await readText(path);
  const facts = { scope, path, ours: [], others: [], disabled: false };
  if (fault !== undefined) return { ...facts, fault };
  if (text === undefined) return undefined;

  const file = readHookFile(text);
  if ("problem" in file) {
    if (isToml) return undefined;
    const { message, at } = file.problem;
    return { ...facts, fault: `${message} (line ${at.line}, column ${at.column})` };
  }
  const { agent } = reader;
  const refused = agent === "codex" && !isToml && text.trim() !== ""
    ? findCodexFault(JSON.parse(text))
    : undefined;
  if (refused !== undefined) return { ...facts, fault: refused };

  const commands = file.entries.flatMap(({ command }) => command ?? []);
  const others = commands.filter((command) => !isOurCommand(command, agent));
  const ours = await Promise.all(
    file.entries.map((entry) => lookAtEntry(entry, reader, path, trust)),
  );
  // A config.toml without hooks is no hook file.
  if (isToml && commands.length === 0) return undefined;
  return {
    ...facts,
    fault: undefined,
    ours: ours.filter((entry) => entry !== undefined),
    others: [...new Set(others)],
    disabled: file.disabled,
  };
}

async function lookAtEntry(
  entry: FoundEntry,
  { agent, call, folder, io }: Reader,
  path: string,
  trust: unknown,
): Promise<OurEntry | undefined> {
  const { command } = entry;
  if (command === undefined || !isOurCommand(command, agent)) return undefined;
  return {
    ...entry,
    command,
    program: findProgramOf(command, folder, io),
    known: call === undefined ? undefined : readHookCommand(command, call),
    trust: agent === "codex" && trust !== undefined
      ? await readTrust(trust, path, entry)
      : undefined,
  };
}

/** The program of a command, and of one from source its deno.json too. */
function findProgramOf(command: string, folder: string, io: Io): OurEntry["program"] {
  const words = readShellWords(command) ?? [];
  const [word = ""] = withoutPrefixes(words);
  if (findExecutable(word, folder, io) === undefined) return { word, executable: false };
  const config = words[words.indexOf("--config") + 1];
  if (words.includes("--config") && config !== undefined && !isFile(config)) {
    return { word: config, executable: false };
  }
  return { word, executable: true };
}

/** The text of a regular file; no text where there is none, and why not where it cannot be read. */
export async function readText(
  path: string,
  limit = HOOK_FILE_LIMIT,
): Promise<{ text?: string; fault?: string }> {
  const file = await readRegularFile(path, limit);
  if ("bytes" in file) return { text: new TextDecoder().decode(file.bytes) };
  return file.skipped === "there is no such file" ? {} : { fault: file.skipped };
}
