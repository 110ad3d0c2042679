import assert from "node:assert/strict";
import { namesProgram } from "../../../lib/agent/hook_file/program.ts";

const PROGRAM = "/home/a/.local/bin/adaptive-guidebook";

Deno.test("namesProgram() knows a program in a hook, however a shell would read it", () => {
  const rest = "hook codex --guidebook /g";
  const named = [
    `${PROGRAM} ${rest}`,
    `'${PROGRAM}' ${rest}`,
    `"$HOME/.local/bin/adaptive-guidebook" ${rest}`,
    `env A=b \${HOME}/.local/bin/adaptive-guidebook ${rest}`,
  ];
  const others = [
    `/opt/adaptive-guidebook ${rest}`,
    `${PROGRAM} hook claude-code`,
    `${PROGRAM}-2 ${rest}`,
    `cat ${PROGRAM}`,
    `cat; ${PROGRAM} ${rest}`,
  ];
  for (const [commands, expected] of [[named, true], [others, false]] as const) {
    for (const command of commands) {
      const hooks = { Stop: [{ hooks: [{ type: "command", command }] }] };
      assert.equal(
        namesProgram(JSON.stringify({ hooks }), "codex", PROGRAM, "/home/a"),
        expected,
        command,
      );
    }
  }
});

Deno.test("namesProgram() looks for the path in what cannot be read", () => {
  assert(namesProgram(`{"a": "${PROGRAM}",}`, "codex", PROGRAM, undefined));
  assert(!namesProgram("{,}", "codex", PROGRAM, undefined));
});
