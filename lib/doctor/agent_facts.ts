/** What was found of an agent: its hook files, and what it has been told. Types only. */
import type { OurHook } from "../agent/hook_file/our_hooks.ts";
import type { AgentSetup, AgentState, HookScope, Trust } from "../agent/setup.ts";

/** A handler that calls this program, in whatever way. */
export interface OurEntry extends OurHook {
  /** The program that a shell would start, and whether it can be started. */
  program: { word: string; executable: boolean };
  /** Undefined where the agent asks for no trust, or where its own records cannot be read. */
  trust: Trust | undefined;
}

/** An existing file that an agent reads hooks from. */
export interface HookFileFacts {
  scope: HookScope;
  path: string;
  /** Why the agent runs no hook of it. */
  fault: { message: string; certain: boolean } | undefined;
  ours: OurEntry[];
  /** Commands of others, each once. */
  others: string[];
}

/** What was found of one agent. */
export interface AgentFacts extends Omit<AgentState, "trustOf"> {
  setup: AgentSetup;
  /** In the order in which the agent reads them: the user's first. */
  files: HookFileFacts[];
  /** Whether the running program is one that `install` can name. */
  hasCall: boolean;
}
