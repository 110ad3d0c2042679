import assert from "node:assert/strict";
import { codex } from "../../../lib/agent/codex/protocol.ts";
import { parseAddedRuns } from "../../../lib/agent/codex/patch.ts";

function runsOf(...lines: string[]): Record<string, string[]> {
  const patch = ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
  return Object.fromEntries(parseAddedRuns(patch, "/work"));
}

Deno.test("parseAddedRuns() treats an added file as one run", () => {
  assert.deepEqual(runsOf("*** Add File: a.txt", "+one", "+", "+three"), {
    "/work/a.txt": ["one\n\nthree"],
  });
});

Deno.test("parseAddedRuns() ends a run at a line that stayed and at a new place", () => {
  assert.deepEqual(
    runsOf(
      "*** Update File: a.txt",
      "@@",
      "+1",
      " stays",
      "+2",
      "+3",
      "@@ class A",
      "+4",
      "",
      "+5",
    ),
    { "/work/a.txt": ["1", "2\n3", "4", "5"] },
  );
});

Deno.test("parseAddedRuns() does not end a run at a line that was taken out", () => {
  assert.deepEqual(runsOf("*** Update File: a.txt", "@@", "-1", "+ONE", "-2", "+TWO"), {
    "/work/a.txt": ["ONE\nTWO"],
  });
});

Deno.test("parseAddedRuns() gives the runs of a moved file to its new name", () => {
  assert.deepEqual(
    runsOf("*** Update File: a.txt", "*** Move to: b/c.txt", "@@", "-x", "+y"),
    { "/work/b/c.txt": ["y"] },
  );
});

Deno.test("parseAddedRuns() keeps the files of a patch apart", () => {
  assert.deepEqual(
    runsOf(
      ...["*** Add File: a.txt", "+a", "*** Delete File: b.txt", "*** Update File: /c/d.txt"],
      ...["@@", "-x", "*** End of File", "*** Add File: ./e/../f.txt", "+f"],
    ),
    { "/work/a.txt": ["a"], "/c/d.txt": [], "/work/f.txt": ["f"] },
  );
});

Deno.test("parseAddedRuns() treats what only looks like a marker as text", () => {
  assert.deepEqual(
    runsOf(
      ...["*** Update File: a.txt", "@@", " *** Add File: no.txt", "+*** Move to: no.txt", "+x"],
    ),
    { "/work/a.txt": ["*** Move to: no.txt\nx"] },
  );
});

Deno.test("parseAddedRuns() reads CRLF as LF", () => {
  const patch = "*** Begin Patch\r\n*** Add File: a.txt\r\n+one\r\n+two\r\n*** End Patch\r\n";
  assert.deepEqual([...parseAddedRuns(patch, "/")], [["/a.txt", ["one\ntwo"]]]);
});

Deno.test("codex.parseEvent() has the added runs of exactly the changed files", () => {
  const event = codex.parseEvent(JSON.stringify({
    hook_event_name: "PostToolUse",
    tool_name: "apply_patch",
    session_id: "s",
    cwd: "/work/sub",
    tool_input: {
      command: "*** Begin Patch\n*** Update File: ../a b.txt\n*** Move to: ./c.txt\n@@\n-x\n+y\n" +
        "*** End Patch",
    },
    tool_response: "Success. Updated the following files:\nM ./c.txt\n",
  }));
  assert(event.kind === "edit");
  assert.deepEqual(event.changedPaths, ["/work/sub/c.txt"]);
  assert.deepEqual(event.addedRuns("/work/sub/c.txt"), ["y"]);
  assert.equal(event.addedRuns("/work/a b.txt"), undefined);
});

Deno.test("codex.parseEvent() has no added runs without a patch", () => {
  for (const tool_input of [undefined, null, "patch", {}, { command: 1 }]) {
    const event = codex.parseEvent(JSON.stringify({
      ...{ hook_event_name: "PostToolUse", tool_name: "apply_patch", session_id: "s", cwd: "/w" },
      tool_input,
      tool_response: "Success. Updated the following files:\nM a\n",
    }));
    assert(event.kind === "edit");
    assert.equal(event.addedRuns("/w/a"), undefined);
  }
});

Deno.test("parseAddedRuns() takes a line of blanks in linear time", () => {
  const begin = performance.now();
  parseAddedRuns(`*** Begin Patch\n*** Add File: a${" ".repeat(200_000)}b\n+x\n*** End Patch`, "/");
  assert(performance.now() - begin < 2000);
});
