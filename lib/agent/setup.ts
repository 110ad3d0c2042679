/**
 * What `install`, `doctor` and people's commands need to know of an agent. Each agent implements it in
 * its own folder; it is loaded on demand, since the hook needs none of it. Types only.
 */
import type { Span } from "../diagnostic.ts";
import type { AgentName } from "./agents.ts";
import type { FoundEntry } from "./hook_file/read.ts";

/** `user`: for all projects of this person. `project`: for everybody who works in a repository. */
export type HookScope = "user" | "project";

/** Where a person works, and what their environment says. */
export interface Workplace {
  /** The folder that commands are called from. */
  folder: string;
  /** The root of its repository; undefined where there is none. */
  repository: string | undefined;
  env(name: string): string | undefined;
}

/** Reads a person's files; only regular ones, and none without a limit. */
export interface FileReader {
  /** No text where there is no file; `fault` says why one cannot be read. `limit` is in bytes. */
  readText(path: string, limit?: number): Promise<{ text?: string; fault?: string }>;
  /** The path without links; undefined where nothing is there. */
  realPath(path: string): string | undefined;
  /** The program that a shell starts for `word`; undefined where there is none. */
  findProgram(word: string): string | undefined;
}

/**
 * What the hook is called for. `changes`: whatever may have changed files. `edits`: only calls of the
 * agent's own edit tools.
 */
export type HookCoverage = "changes" | "edits";

/** One handler, in a group of its own. */
export interface HookEntry {
  event: string;
  /** Undefined where the event has none. */
  matcher: string | undefined;
  handler: HookHandler;
}

/** A handler as it is written into a hook file, with whatever else its agent needs. */
export interface HookHandler {
  type: "command";
  command: string;
  /** In seconds. */
  timeout: number;
  /** What the agent shows as the hook's name; a person may have given it another one. */
  statusMessage?: string;
  [member: string]: unknown;
}

/** An event that the hook has to be registered for. */
export interface HookEventSetup {
  /**
   * The calls that the hook must get, each by the names that the agent compares with a matcher; the
   * first is its own. Empty where the event has no matcher.
   */
  calls: readonly (readonly string[])[];
  /** What goes wrong without the event, or without one of the calls: a clause. */
  loss: string;
}

/** What a trial payload reports: an edit, or a shell command after which changes are looked for. */
export type TrialKind = "edit" | "command";

/** A file that an agent reads hooks from; only one that is there. */
export interface HookFileText {
  scope: HookScope;
  path: string;
  /** As JSON in the form of a hook file. */
  text: string;
  /** Why it cannot be read; then `text` is empty. */
  fault: string | undefined;
  /** The file holds other settings in another language, of which `text` has the hooks alone. */
  converted: boolean;
}

/** Why an agent rejects a hook file. */
export interface HookFileFault {
  message: string;
  at: Span;
  /** False where the installed release of the agent is known to be another than the measured one. */
  certain: boolean;
}

/** Whether an agent runs a hook. */
export type Trust = "trusted" | "untrusted" | "changed" | "disabled";

/** What an agent has been told, beside its hook files. */
export interface AgentState {
  /** Files that switch all hooks off, and how a person takes that back. */
  hooksOff: { path: string; help: string }[];
  /** Configurations that cannot be read, and why. */
  configFaults: { path: string; fault: string }[];
  /** The file of managed settings that lets only managed hooks run. */
  managedOnly: string | undefined;
  /** Whether the agent has been told to trust the project's folder. */
  projectTrusted: boolean;
  /** The folder of the project. */
  project: string;
  /**
   * The release of the agent that is installed, where it is known and is not the one whose rules of
   * trust were measured: then they may be others.
   */
  otherRelease: string | undefined;
  /** Whether the agent runs `hook` of the hook file `path`; undefined where it is not known. */
  trustOf(path: string, hook: FoundEntry): Promise<Trust | undefined>;
}

/** What a person does so that an agent runs hooks; each a help. */
export interface TrustHelp {
  /** To trust new hooks. */
  review: string;
  /** What becomes of hooks that are not trusted: a sentence. */
  untrusted: string;
  /** To switch on a single hook. */
  enable: string;
}

/** An answer of the hook, as the agent reads it. */
export interface AgentAnswer {
  context: string | undefined;
  notice: string | undefined;
}

/** All that is known of setting up one agent. */
export interface AgentSetup {
  name: AgentName;
  /** The environment variables that say where its files are; the first moves those of the user. */
  variables: readonly string[];
  /** Where people find the hook files, for the help. */
  hookFileNames: Record<HookScope, string>;
  /** The absolute path of the hook file; undefined where nothing says where it is. */
  hookFilePath(scope: HookScope, workplace: Workplace): string | undefined;
  /** All files that the agent would read hooks from here: the user's first. */
  readHookFiles(workplace: Workplace, reader: FileReader): Promise<HookFileText[]>;
  /** Why the agent rejects the whole hook file `text`, which is valid JSON. */
  findFault(text: string, reader: FileReader): Promise<HookFileFault | undefined>;
  /** The top-level member of a hook file that switches all hooks off when it is true. */
  offSwitch: string | undefined;
  /**
   * The entries that run `command`, in the order in which they are documented: at most one for an
   * event. `coverage` is `changes` by default.
   */
  entries(command: string, coverage?: HookCoverage): HookEntry[];
  /** Every event of the entries for edits. */
  events: Readonly<Record<string, HookEventSetup>>;
  /** What entries for changes have in addition: events, and calls of those of `events`. */
  lookEvents: Readonly<Record<string, HookEventSetup>>;
  /** The one of them that tells of edits. */
  editEvent: string;
  /** Whether a group's matcher fits a call of this name. */
  matcherFits(matcher: string | undefined, name: string): boolean;
  /** The seconds that the agent gives a handler of `event` with this `timeout`. */
  timeoutOf(event: string, timeout: unknown): number;
  /** The most seconds that the agent gives a handler of `event`. */
  longestTimeout(event: string): number | undefined;
  /** How the agent would cut a long text of this handler: a clause. */
  findCut(event: string, handler: Record<string, unknown>): string | undefined;
  /** Whether the agent runs a command once that several files have for an event. */
  runsDuplicateOnce: boolean;
  /** Whether trust in a hook is kept by its position, so that one that moves loses it. */
  trustsByPosition: boolean;
  /** Undefined where the agent runs hooks without being told to trust them. */
  hookTrust: TrustHelp | undefined;
  /** `required`: no hook of a project runs before a person trusts the project. */
  projectTrust: { required: boolean; help: string };
  /** What the person has to do after `install` has written a file below `folder`; lines. */
  adviseOnTrust(scope: HookScope, folder: string, trust: "new" | "lost" | "kept"): string[];
  /**
   * The payload of an edit of `file`, or of a command, in `folder` and a session that the agent does
   * not have; undefined where the agent has no such event.
   */
  renderTrialPayload(
    trial: { kind: TrialKind; session: string; folder: string; file: string },
  ): string | undefined;
  /** The hook's stdout after an edit or a command; undefined where the agent would drop it. */
  readAnswer(stdout: string): AgentAnswer | undefined;
  /** What the agent has been told here. */
  inspect(workplace: Workplace, reader: FileReader): Promise<AgentState>;
}
