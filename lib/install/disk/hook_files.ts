/** Reads the hook files of all agents. */
import { loadSetups } from "../../agent/setups.ts";
import { HOOK_FILE_LIMIT } from "../../agent/hook_file/read.ts";
import type { AgentSetup, FileReader, HookFileText, Workplace } from "../../agent/setup.ts";
import { findExecutable } from "../../cli/executable.ts";
import { readRegularFile } from "../../source/disk.ts";

/** The hook files of an agent that are there, the user's first. */
export interface AgentHookFiles {
  setup: AgentSetup;
  files: HookFileText[];
}

/** The hook files that the agents would read at `workplace`. */
export async function readHookFiles(
  workplace: Workplace,
  reader = createReader(workplace),
): Promise<AgentHookFiles[]> {
  const setups = await loadSetups();
  return await Promise.all(setups.map(async (setup) => ({
    setup,
    files: await setup.readHookFiles(workplace, reader),
  })));
}

/** Reads from the disk; what a repository brings along may be a FIFO, or endless. */
export function createReader({ folder, env }: Pick<Workplace, "folder" | "env">): FileReader {
  return {
    readText: async (path, limit = HOOK_FILE_LIMIT) => {
      const file = await readRegularFile(path, limit);
      if ("bytes" in file) return { text: new TextDecoder().decode(file.bytes) };
      return file.skipped === "there is no such file" ? {} : { fault: file.skipped };
    },
    realPath: (path) => {
      try {
        return Deno.realPathSync(path);
      } catch {
        return undefined;
      }
    },
    findProgram: (word) => findExecutable(word, folder, { env }),
  };
}
