/**
 * Setting up the OpenAI Codex CLI, as measured on `@openai/codex` 0.171.0. What needs a package is
 * loaded when it is needed. Pure.
 */
import { readAnswer } from "../answer.ts";
import { HOOK_NAME, pathBelow } from "../hook_file/entries.ts";
import { fitsMatcher } from "../hook_file/matcher.ts";
import type { AgentSetup, HookCoverage, HookEntry, HookScope, Workplace } from "../setup.ts";
import { findInstalledRelease, MEASURED_RELEASE } from "./release.ts";
import { longestTimeout, timeoutOf } from "./timeout.ts";

const SPEAKING_EVENTS = ["PostToolUse", "SessionStart", "UserPromptSubmit"];
const REVIEW = 'Start: codex. It says "Hooks need review"; look at them, and trust them';

/** The setup of Codex. */
export const codexSetup: AgentSetup = {
  name: "codex",
  variables: ["CODEX_HOME"],
  hookFileNames: { user: "~/.codex/hooks.json", project: ".codex/hooks.json in its root" },
  hookFilePath,
  readHookFiles: async (...args) => (await import("./inspect.ts")).readHookFiles(...args),
  findFault: async (text, reader) => {
    if (text.trim() === "") return undefined;
    const fault = (await import("./hook_file.ts")).findCodexFault(text);
    if (!fault) return undefined;
    const release = await findInstalledRelease(reader);
    return { ...fault, certain: release === undefined || release === MEASURED_RELEASE };
  },
  offSwitch: undefined,
  entries,
  events: {
    // One call has several names.
    PostToolUse: {
      calls: [["apply_patch", "Edit", "Write"]],
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
    Interrupt: {
      calls: [],
      loss: "guidelines of an interrupted turn count as read",
    },
  },
  lookEvents: {
    PostToolUse: {
      calls: [["Bash"], ["mcp__server__tool"]],
      loss: "changes made through the shell and by MCP tools are not seen",
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
    SubagentStop: { calls: [], loss: "what a sub-agent changes last is not seen" },
  },
  editEvent: "PostToolUse",
  matcherFits: (matcher, name) => fitsMatcher(matcher, name, { list: /^[\w|]+$/, separator: /\|/ }),
  timeoutOf,
  longestTimeout,
  findCut: (event, { additionalContextLimit: limit }) =>
    SPEAKING_EVENTS.includes(event) && limit !== 0
      ? 'where a guideline is longer than 10,000 bytes: "additionalContextLimit": 0 is missing'
      : undefined,
  runsDuplicateOnce: false,
  trustsByPosition: true,
  hookTrust: {
    review: REVIEW,
    untrusted: "Until then codex exec skips them silently",
    enable: "Start: codex, enter /hooks, and switch them on",
  },
  projectTrust: {
    required: true,
    help: "Start: codex, in this folder, and trust the project",
  },
  adviseOnTrust,
  renderTrialPayload: ({ kind, session, folder, file }) =>
    JSON.stringify({
      session_id: session,
      transcript_path: null,
      cwd: folder,
      hook_event_name: "PostToolUse",
      tool_use_id: "doctor",
      turn_id: "doctor",
      model: "doctor",
      permission_mode: "default",
      ...(kind === "command"
        ? { tool_name: "Bash", tool_input: { command: "true" }, tool_response: "" }
        : {
          tool_name: "apply_patch",
          tool_input: { command: "*** Begin Patch\n*** End Patch" },
          tool_response: "Exit code: 0\nWall time: 0 seconds\nOutput:\n" +
            `Success. Updated the following files:\nM ${file}\n`,
        }),
    }),
  readAnswer: (stdout) => readAnswer(stdout, "PostToolUse"),
  inspect: async (...args) => (await import("./inspect.ts")).inspect(...args),
};

function hookFilePath(scope: HookScope, { repository, env }: Workplace): string | undefined {
  if (scope === "project") return pathBelow(repository, ".codex/hooks.json");
  // An empty variable counts as one that is not set.
  const own = env("CODEX_HOME");
  return own ? pathBelow(own, "hooks.json") : pathBelow(env("HOME"), ".codex/hooks.json");
}

function entries(command: string, coverage: HookCoverage = "changes"): HookEntry[] {
  const entry = (event: string, matcher?: string, timeout = 10): HookEntry => ({
    event,
    matcher,
    handler: {
      type: "command",
      command,
      timeout,
      statusMessage: HOOK_NAME,
      // 0 keeps it from cutting a text that is longer than 10,000 bytes.
      ...(SPEAKING_EVENTS.includes(event) && { additionalContextLimit: 0 }),
    },
  });
  const interrupt = entry("Interrupt", undefined, longestTimeout("Interrupt"));
  return coverage === "edits"
    ? [
      entry("PostToolUse", "apply_patch"),
      entry("SessionStart", "compact|resume"),
      entry("PostCompact"),
      interrupt,
    ]
    : [
      // A matcher that is no list of names is a regular expression, and not anchored.
      entry("PostToolUse", "^(?:apply_patch|Bash|mcp__.*)$"),
      entry("SessionStart"),
      entry("UserPromptSubmit"),
      entry("Stop"),
      entry("SubagentStop"),
      entry("PostCompact"),
      interrupt,
    ];
}

function adviseOnTrust(
  scope: HookScope,
  _folder: string,
  trust: "new" | "lost" | "kept",
): string[] {
  if (trust === "kept") {
    return ["The entries and positions of the hook are unchanged, so your trust in it remains."];
  }
  return [
    ...(trust === "lost"
      ? ["The entries have changed, so Codex asks for your trust once more."]
      : []),
    'Now review and trust the hook: start codex, which opens with "Hooks need review".',
    "Until then Codex skips the hook, and codex exec does so silently. Only you can give that",
    "trust: this program never writes it.",
    ...(scope === "project"
      ? [
        "The project itself must be trusted, too: codex asks for it, or run codex exec --trust once.",
        "Every member of the team does both on their own machine.",
      ]
      : []),
  ];
}
