/** Inspects the agents: their hook files, their switches, their trust. */
import { type OurHook, sortHooks } from "../../agent/hook_file/our_hooks.ts";
import { withoutPrefixes } from "../../agent/hook_file/command.ts";
import type {
  AgentSetup,
  AgentState,
  FileReader,
  HookFileText,
  Workplace,
} from "../../agent/setup.ts";
import { isFile } from "../../cli/path_kind.ts";
import { createReader, readHookFiles } from "../../install/disk/hook_files.ts";
import { readShellWords } from "../../shell.ts";
import type { AgentFacts, HookFileFacts, OurEntry } from "../agent_facts.ts";

/** What each agent would do at `workplace`. */
export async function inspectAgents(
  workplace: Workplace,
  call: string | undefined,
): Promise<AgentFacts[]> {
  const reader = createReader(workplace);
  const agents = await readHookFiles(workplace, reader);
  return await Promise.all(agents.map(async ({ setup, files }) => {
    const { trustOf, ...state } = await setup.inspect(workplace, reader);
    const inspection = { setup, call, reader, trustOf };
    const inspected = await Promise.all(files.map((file) => inspectFile(file, inspection)));
    const found = inspected.filter((file) => file !== undefined);
    const switchedOff = found.filter(({ disabled }) => disabled).map(({ path }) => ({
      path,
      help: `Remove "${setup.offSwitch}" from it`,
    }));
    return {
      ...state,
      setup,
      files: found,
      hooksOff: [...state.hooksOff, ...switchedOff],
      hasCall: call !== undefined,
    };
  }));
}

interface Inspection {
  setup: AgentSetup;
  /** How the running program is called; undefined where nothing has installed it. */
  call: string | undefined;
  reader: FileReader;
  trustOf: AgentState["trustOf"];
}

/** Undefined for a file of other settings, in which there is no command. */
async function inspectFile(
  { scope, path, text, fault, converted }: HookFileText,
  { setup, call, reader, trustOf }: Inspection,
): Promise<HookFileFacts & { disabled: boolean } | undefined> {
  const facts = { scope, path, ours: [], others: [], disabled: false };
  if (fault !== undefined) return { ...facts, fault: { message: fault, certain: true } };
  const hooks = sortHooks(text, setup, call);
  if ("problem" in hooks) {
    if (converted) return undefined;
    const { message, at } = hooks.problem;
    return { ...facts, fault: { message: atPosition(message, at), certain: true } };
  }
  const rejected = converted ? undefined : await setup.findFault(text, reader);
  if (rejected) {
    const message = atPosition(rejected.message, rejected.at);
    return { ...facts, fault: { message, certain: rejected.certain } };
  }
  const { ours, others, disabled } = hooks;
  if (converted && ours.length + others.length === 0) return undefined;
  const entries = await Promise.all(ours.map(async (hook): Promise<OurEntry> => ({
    ...hook,
    program: findProgramOf(hook, reader),
    trust: await trustOf(path, hook),
  })));
  return { scope, path, fault: undefined, ours: entries, others, disabled };
}

function atPosition(message: string, { line, column }: { line: number; column: number }): string {
  return `${message} (line ${line}, column ${column})`;
}

/** The program of a command; of one from source its deno.json counts, too. */
function findProgramOf({ command }: OurHook, reader: FileReader): OurEntry["program"] {
  const words = readShellWords(command) ?? [];
  const [word = ""] = withoutPrefixes(words);
  if (reader.findProgram(word) === undefined) return { word, executable: false };
  const config = words[words.indexOf("--config") + 1];
  if (words.includes("--config") && config !== undefined && !isFile(config)) {
    return { word: config, executable: false };
  }
  return { word, executable: true };
}
