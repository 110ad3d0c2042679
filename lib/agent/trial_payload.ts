/** A trial payload, as an agent sends it after an edit. Pure. */
import type { AgentName } from "./agents.ts";

/** The payload of an edit of `file` in `folder`, in a session that no agent has. */
export function renderPayload(
  agent: AgentName,
  { session, folder, file }: { session: string; folder: string; file: string },
): string {
  const common = {
    session_id: session,
    transcript_path: null,
    cwd: folder,
    hook_event_name: "PostToolUse",
    tool_use_id: "doctor",
  };
  const payload = agent === "codex"
    ? {
      ...common,
      turn_id: "doctor",
      model: "doctor",
      permission_mode: "default",
      tool_name: "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** End Patch" },
      tool_response: "Exit code: 0\nWall time: 0 seconds\nOutput:\n" +
        `Success. Updated the following files:\nM ${file}\n`,
    }
    : {
      ...common,
      permission_mode: "default",
      tool_name: "Write",
      tool_input: { file_path: file, content: "" },
      tool_response: {
        type: "update",
        filePath: file,
        content: "",
        structuredPatch: [],
        originalFile: "",
      },
    };
  return JSON.stringify(payload);
}
