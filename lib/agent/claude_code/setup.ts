/** Setting up Anthropic's Claude Code, as measured on `@anthropic-ai/claude-code` 2.1.332. Pure. */
import { isRecord } from "../../json.ts";
import { parentPath, resolvePath } from "../../path.ts";
import { readAnswer } from "../answer.ts";
import { HOOK_NAME, pathBelow } from "../hook_file/entries.ts";
import { fitsMatcher } from "../hook_file/matcher.ts";
import type {
  AgentSetup,
  AgentState,
  FileReader,
  HookCoverage,
  HookEntry,
  HookFileText,
  HookScope,
  Workplace,
} from "../setup.ts";

/** Seconds that a handler without a timeout gets. */
const DEFAULT_TIMEOUT = 600;
/** The largest state file that is read, in bytes: it holds much beside the trust in folders. */
const STATE_LIMIT = 64 * 1024 * 1024;

/** The setup of Claude Code. */
export const claudeCodeSetup: AgentSetup = {
  name: "claude-code",
  variables: ["CLAUDE_CONFIG_DIR"],
  hookFileNames: {
    user: "~/.claude/settings.json",
    project: ".claude/settings.json in this folder",
  },
  hookFilePath,
  readHookFiles,
  // It ignores an entry that it cannot use, and runs the others.
  findFault: () => Promise.resolve(undefined),
  offSwitch: "disableAllHooks",
  entries,
  events: {
    PostToolUse: {
      calls: [["Edit"], ["Write"], ["NotebookEdit"]],
      loss: "edits bring no guideline",
    },
    SessionStart: {
      calls: [["compact"], ["resume"]],
      loss: "guidelines are not shown again in time after a compaction or a rewind",
    },
    PostCompact: {
      calls: [["manual"], ["auto"]],
      loss: "guidelines are not shown again after a compaction of a sub-agent",
    },
  },
  lookEvents: {
    PostToolUse: {
      calls: [["Bash"], ["mcp__server__tool"]],
      loss: "changes made through the shell and by MCP tools are not seen",
    },
    PostToolUseFailure: {
      calls: [["Bash"], ["mcp__server__tool"]],
      loss: "what a failing command has changed is seen late",
    },
    SessionStart: {
      calls: [["startup"], ["clear"]],
      loss: "a session's first look comes late",
    },
    UserPromptSubmit: {
      calls: [],
      loss: "what a person changes between turns counts as the agent's",
    },
    Stop: { calls: [], loss: "what a person changes between turns counts as the agent's" },
    StopFailure: {
      calls: [],
      loss: "what a person changes after a failed turn counts as the agent's",
    },
    SubagentStop: { calls: [], loss: "what a sub-agent changes last is not seen" },
  },
  editEvent: "PostToolUse",
  // Names may be separated by commas too, and blanks around them are ignored.
  matcherFits: (matcher, name) =>
    fitsMatcher(matcher, name, { list: /^[\w|, ]+$/, separator: /[|,]/ }),
  timeoutOf: (_event, timeout) => typeof timeout === "number" ? timeout : DEFAULT_TIMEOUT,
  longestTimeout: () => undefined,
  findCut: () => undefined,
  runsDuplicateOnce: true,
  trustsByPosition: false,
  hookTrust: undefined,
  projectTrust: {
    required: false,
    help: "Start: claude, in this folder, and answer its question. claude -p does not ask",
  },
  adviseOnTrust: (scope, folder) =>
    scope === "user"
      ? ["Nothing has to be trusted. Running sessions pick it up within seconds."]
      : [
        `Claude Code reads this file only where it is started in exactly ${folder}.`,
        "There it asks once whether you trust the folder; claude -p does not ask.",
      ],
  renderTrialPayload: ({ kind, session, folder, file }) =>
    JSON.stringify({
      session_id: session,
      transcript_path: null,
      cwd: folder,
      hook_event_name: "PostToolUse",
      tool_use_id: "doctor",
      permission_mode: "default",
      ...(kind === "command"
        ? {
          tool_name: "Bash",
          tool_input: { command: "true" },
          tool_response: { stdout: "", stderr: "", interrupted: false, isImage: false },
          duration_ms: 1,
        }
        : {
          tool_name: "Write",
          tool_input: { file_path: file, content: "" },
          tool_response: {
            type: "update",
            filePath: file,
            content: "",
            structuredPatch: [],
            originalFile: "",
          },
        }),
    }),
  readAnswer: (stdout) => readAnswer(stdout, "PostToolUse"),
  inspect,
};

/** The project's file is in the folder where Claude Code is started, whatever the repository. */
function hookFilePath(scope: HookScope, { folder, env }: Workplace): string | undefined {
  if (scope === "project") return pathBelow(folder, ".claude/settings.json");
  // An empty variable counts as one that is set.
  const own = env("CLAUDE_CONFIG_DIR");
  return own === undefined
    ? pathBelow(env("HOME"), ".claude/settings.json")
    : pathBelow(own, "settings.json");
}

function entries(command: string, coverage: HookCoverage = "changes"): HookEntry[] {
  const entry = (event: string, matcher?: string): HookEntry => ({
    event,
    matcher,
    handler: { type: "command", command, timeout: 10, statusMessage: HOOK_NAME },
  });
  return coverage === "edits"
    ? [
      entry("PostToolUse", "Edit|Write|NotebookEdit"),
      entry("SessionStart", "compact|resume"),
      entry("PostCompact"),
    ]
    : [
      // A matcher that is no list of names is a regular expression, and not anchored.
      entry("PostToolUse", "^(?:Edit|Write|NotebookEdit|Bash|mcp__.*)$"),
      entry("PostToolUseFailure", "^(?:Bash|mcp__.*)$"),
      entry("SessionStart"),
      entry("UserPromptSubmit"),
      entry("Stop"),
      entry("StopFailure"),
      entry("SubagentStop"),
      entry("PostCompact"),
    ];
}

async function readHookFiles(
  workplace: Workplace,
  reader: FileReader,
): Promise<HookFileText[]> {
  const user = hookFilePath("user", workplace);
  const project = hookFilePath("project", workplace);
  const local = project && resolvePath(parentPath(project), "settings.local.json");
  const files: (readonly [HookScope, string | undefined])[] = [
    ["user", user],
    ...(project === user ? [] : [["project", project], ["project", local]] as const),
  ];
  const read = await Promise.all(files.map(async ([scope, path]) => {
    const { text, fault } = path === undefined ? {} : await reader.readText(path);
    if (path === undefined || text === undefined && fault === undefined) return undefined;
    return { scope, path, text: text ?? "", fault, converted: false };
  }));
  return read.filter((file) => file !== undefined);
}

async function inspect({ folder, env }: Workplace, reader: FileReader): Promise<AgentState> {
  const state = resolvePath(env("CLAUDE_CONFIG_DIR") || (env("HOME") ?? "/"), ".claude.json");
  const { text } = await reader.readText(state, STATE_LIMIT);
  return {
    hooksOff: [],
    configFaults: [],
    managedOnly: undefined,
    projectTrusted: hasAccepted(text, folder),
    project: folder,
    otherRelease: undefined,
    trustOf: () => Promise.resolve(undefined),
  };
}

/** Whether the person has answered Claude Code's question about the folder. */
function hasAccepted(state: string | undefined, folder: string): boolean {
  try {
    const { projects } = JSON.parse(state ?? "{}");
    const entry = isRecord(projects) ? projects[folder] : undefined;
    return isRecord(entry) && entry["hasTrustDialogAccepted"] === true;
  } catch {
    return false;
  }
}
