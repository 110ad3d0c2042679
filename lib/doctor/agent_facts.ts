/** What was found of an agent: its hook files, and what it does with them. Types only. */
import type { AgentName } from "../agent/agents.ts";
import type { HookCommand } from "../agent/hook_file/command.ts";
import type { FoundEntry } from "../agent/hook_file/read.ts";
import type { HookScope } from "../agent/hook_file/path.ts";
import type { Trust } from "../agent/codex/trust.ts";

/** A handler that calls this program, in whatever way. */
export interface OurEntry extends FoundEntry {
  command: string;
  /** The program that a shell would start, and whether it can be. */
  program: { word: string; executable: boolean };
  /** Set where the command is, byte for byte, one that `install` writes for the running program. */
  known: HookCommand | undefined;
  /** Codex only. */
  trust: Trust | undefined;
}

/** A file that an agent reads hooks from; only one that is there. */
export interface HookFileFacts {
  scope: HookScope;
  path: string;
  /** Why the agent takes nothing of it. */
  fault: string | undefined;
  ours: OurEntry[];
  /** Commands of others, each once. */
  others: string[];
}

/** What was found of one agent. */
export interface AgentFacts {
  agent: AgentName;
  /** In the order in which the agent reads them: the user's first. */
  files: HookFileFacts[];
  /** Files that switch hooks off. */
  hooksOff: string[];
  /** Configurations that cannot be read, and why. */
  configFaults: { path: string; fault: string }[];
  /** The file of managed settings that lets only managed hooks run. */
  managedOnly: string | undefined;
  /** Whether the agent has been told to trust the project's folder. */
  projectTrusted: boolean;
  /** The folder of the project, for a person. */
  project: string;
  /** Whether the running program is one that `install` can name. */
  hasCall: boolean;
}
