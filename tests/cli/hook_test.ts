import assert from "node:assert/strict";
import { readFixture } from "../../lib/cli/test/fixture.ts";
import { replayFixture } from "../../lib/cli/test/replay.ts";
import { run } from "../../lib/cli/hook.ts";
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { callHook, connectToMemory, renderPayload } from "../support/call_hook.ts";

const MEGABYTE = 1024 * 1024;
const GUIDELINE = "id: touched\nwhen: [file_changed]\ncontent: You have touched a file.\n";

/** Writes `files` into a new temporary folder, which goes when the test has ended. */
async function inFolder(
  files: Record<string, string | Uint8Array>,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, content] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(`${folder}/${path}`, bytes);
    }
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function contextOf(stdout: string): string {
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

function refuse(): never {
  throw new Error("the application was connected");
}

Deno.test("hook codex says to the person that a payload of 33 MB is too large", async () => {
  const tool_input = { command: "+line\n".repeat(33 * MEGABYTE / 6) };
  const stdin = renderPayload(["M a.txt"], { tool_input });
  const answer = await callHook({ stdin, connect: refuse });
  assert.equal(answer.exitCode, 0);
  const { systemMessage, ...others } = JSON.parse(answer.stdout);
  assert.match(
    systemMessage,
    /^Adaptive Guidebook: Cannot read what was changed: .* 33554432 bytes/,
  );
  assert.deepEqual(others, {});
  assert.equal(answer.stderr.length, 1);
  assert.match(answer.stderr[0]!, /^adaptive-guidebook: Cannot read payload: .*larger/);
});

Deno.test("hook codex finds the names of a large event at its end, too", async () => {
  const { tool_input: _, ...rest } = JSON.parse(renderPayload(["M a.txt"]));
  const payload = { tool_input: { command: "+line\n".repeat(33 * MEGABYTE / 6) }, ...rest };
  const answer = await callHook({ stdin: JSON.stringify(payload), connect: refuse });
  assert.match(JSON.parse(answer.stdout).systemMessage, /Cannot read what was changed/);
});

Deno.test("hook codex says nothing on stdout of a large event that is not its own", async () => {
  const tool_input = { command: "echo ".repeat(33 * MEGABYTE / 5) };
  const stdin = renderPayload(["M a.txt"], { tool_name: "view_image", tool_input });
  const { exitCode, stdout } = await callHook({ stdin, connect: refuse });
  assert.deepEqual([exitCode, stdout], [0, ""]);
});

Deno.test("hook claude-code looks at a file of 898 kB whose payload has six copies of it", async () => {
  const line = `{"a":"${"\\".repeat(449_000)}"}\n`;
  await inFolder({ "shop/a.json": line, "book/x/guideline.yaml": GUIDELINE }, async (folder) => {
    const file_path = `${folder}/shop/a.json`;
    const stdin = JSON.stringify({
      session_id: "s",
      cwd: `${folder}/shop`,
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: { file_path, content: line },
      tool_response: {
        type: "update",
        content: line,
        originalFile: line,
        structuredPatch: [{ newStart: 1, lines: [`-${line}`, `+${line}`] }],
      },
    });
    assert(stdin.length > 4 * MEGABYTE);
    const answer = await callHook({
      args: ["claude-code", "--guidebook", `${folder}/book`],
      stdin,
      connect: await connectToMemory(),
    });
    assert.match(contextOf(answer.stdout), /\[touched\]/);
  });
});

Deno.test("hook codex survives 5 MB of anything", async () => {
  for (const part of ["[", "A a.txt\n", "\\u0000", "\0", "😀"]) {
    const stdin = part.repeat(5 * MEGABYTE / part.length);
    const answer = await callHook({ stdin, connect: refuse });
    assert.deepEqual([answer.exitCode, answer.stdout, answer.stderr.length], [0, "", 1]);
  }
});

Deno.test("hook codex takes a payload of 3 MB", async () => {
  await inFolder({ "shop/a.txt": "one\n", "book/x/guideline.yaml": GUIDELINE }, async (folder) => {
    const tool_input = { command: "+line\n".repeat(3 * MEGABYTE / 6) };
    const answer = await callHook({
      args: ["codex", "--guidebook", `${folder}/book`],
      stdin: renderPayload(["M a.txt"], { cwd: `${folder}/shop`, tool_input }),
      connect: await connectToMemory(),
    });
    assert.deepEqual(answer.stderr, []);
    assert.match(contextOf(answer.stdout), /\[touched\]/);
  });
});

Deno.test("hook codex takes bytes that are not UTF-8 for a payload that names no such file", async () => {
  const stdin = new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]);
  const answer = await callHook({ stdin, connect: refuse });
  assert.deepEqual([answer.exitCode, answer.stdout], [0, ""]);
  assert.deepEqual(answer.stderr, ["adaptive-guidebook: Cannot read payload: it is not JSON"]);
});

Deno.test("hook codex is silent when ADAPTIVE_GUIDEBOOK is off, and reads its payload", async () => {
  const tool_input = { command: "+line\n".repeat(3 * MEGABYTE / 6) };
  const stdin = new TextEncoder().encode(renderPayload(["M a.txt"], { tool_input }));
  let unread = stdin;
  const { io, read } = createScriptedIo("", {
    env: (name) => name === "ADAPTIVE_GUIDEBOOK" ? "off" : undefined,
    callerFolder: () => "/",
    programFolder: "/",
    now: () => new Date(),
  });
  io.stdin.read = (buffer) => {
    const part = unread.subarray(0, buffer.length);
    buffer.set(part);
    unread = unread.subarray(part.length);
    return Promise.resolve(part.length);
  };
  assert.equal(await run(["codex"], io, refuse), 0);
  assert.deepEqual(read(), { stdout: "", stderr: [] });
  assert.equal(unread.length, 0);
});

Deno.test("hook codex fails open when the application fails", async () => {
  const stdin = renderPayload(["M a.txt"]);
  const answer = await callHook({ stdin, connect: () => refuse() });
  assert.deepEqual([answer.exitCode, answer.stdout], [0, ""]);
  assert.deepEqual(answer.stderr, [
    "adaptive-guidebook: Cannot answer: the application was connected",
  ]);
});

Deno.test("hook codex presents again what could not be written", async () => {
  await inFolder({ "shop/a.txt": "one\n", "book/x/guideline.yaml": GUIDELINE }, async (folder) => {
    const call = {
      args: ["codex", "--guidebook", `${folder}/book`],
      stdin: renderPayload(["M a.txt"], { cwd: `${folder}/shop` }),
      connect: await connectToMemory(),
    };
    const lost = await callHook({
      ...call,
      write: () => {
        throw new Deno.errors.BrokenPipe();
      },
    });
    assert.equal(lost.exitCode, 0);
    const cut = await callHook({ ...call, write: (bytes) => bytes.length - 1 });
    assert.deepEqual(cut, { exitCode: 0, stdout: "", stderr: [] });
    assert.match(contextOf((await callHook(call)).stdout), /\[touched\]/);
    assert.equal((await callHook(call)).stdout, "");
  });
});

Deno.test("hook codex writes all of a long answer that stdout takes in parts", async () => {
  const content = `First.\n  ${"Line.\n  ".repeat(7000)}Last.`;
  const long = `id: long\nwhen: [file_changed]\ncontent: |\n  ${content}\n`;
  await inFolder({ "shop/a.txt": "one\n", "book/x/guideline.yaml": long }, async (folder) => {
    let stdout = "";
    const call = {
      args: ["codex", "--guidebook", `${folder}/book`],
      stdin: renderPayload(["M a.txt"], { cwd: `${folder}/shop` }),
      connect: await connectToMemory(),
    };
    await callHook({
      ...call,
      write: (bytes) => {
        stdout += new TextDecoder().decode(bytes.subarray(0, 4096));
        return Math.min(4096, bytes.length);
      },
    });
    assert.match(contextOf(stdout), /\[long\]\nFirst\.\nLine\.[^]*\nLast\.$/);
    assert.equal((await callHook(call)).stdout, "");
  });
});

Deno.test("hook codex tells of each relative root of the environment in one notice", async () => {
  await inFolder({ "shop/a.txt": "one\n", "book/x/guideline.yaml": GUIDELINE }, async (folder) => {
    const answer = await callHook({
      stdin: renderPayload(["M a.txt"], { cwd: `${folder}/shop` }),
      env: { ADAPTIVE_GUIDEBOOK_ROOT: `one:${folder}/book::two`, HOME: folder },
      connect: await connectToMemory(),
    });
    const { systemMessage } = JSON.parse(answer.stdout);
    assert.match(systemMessage, /ADAPTIVE_GUIDEBOOK_ROOT/);
    assert.doesNotMatch(systemMessage, /database/);
    assert.match(contextOf(answer.stdout), /\[touched\]/);
  });
});

Deno.test("hook codex cuts a notice at 500 characters, never in the middle of one", async () => {
  // One of two neighbouring lengths puts the cut between the halves of a pair.
  for (const filler of ["", "a"]) {
    const deep = Array(5).fill("😀".repeat(60)).join("/");
    const path = `book/${filler}${deep}/guideline.yaml`;
    await inFolder({ "shop/a.txt": "one\n", [path]: "id: [" }, async (folder) => {
      const answer = await callHook({
        args: ["codex", "--guidebook", `${folder}/book`],
        stdin: renderPayload(["M a.txt"], { cwd: `${folder}/shop` }),
        connect: await connectToMemory(),
      });
      const { systemMessage } = JSON.parse(answer.stdout);
      assert(systemMessage.length <= 500 && systemMessage.length > 490);
      assert(systemMessage.isWellFormed(), "Codex drops an answer with half of a surrogate pair");
    });
  }
});

Deno.test("hook codex presents content with half of a surrogate pair in an answer that Codex takes", async () => {
  const half = 'id: half\nwhen: [file_changed]\ncontent: "An emoji \\uD83D cut in two."\n';
  await inFolder({ "shop/a.txt": "one\n", "book/x/guideline.yaml": half }, async (folder) => {
    const answer = await callHook({
      args: ["codex", "--guidebook", `${folder}/book`],
      stdin: renderPayload(["M a.txt"], { cwd: `${folder}/shop` }),
      connect: await connectToMemory(),
    });
    assert(contextOf(answer.stdout).isWellFormed(), answer.stdout);
  });
});

Deno.test("hook codex names the first file that it skips in the payload's order", async () => {
  await inFolder({ "book/x/guideline.yaml": GUIDELINE }, async (folder) => {
    const connect = await connectToMemory();
    const answer = await callHook({
      args: ["codex", "--guidebook", `${folder}/book`],
      stdin: renderPayload(["A slow.txt", "A quick.txt"]),
      connect: (options) => ({
        ...connect(options),
        sources: {
          read: async (path) => {
            if (path.includes("slow")) await new Promise((resolve) => setTimeout(resolve, 20));
            return { skipped: "there is no such file" };
          },
        },
      }),
    });
    assert.deepEqual(answer.stderr, [
      'adaptive-guidebook: Cannot look at changed file "/work/shop/slow.txt": ' +
      "there is no such file (and 1 more)",
    ]);
  });
});

Deno.test("hook codex keeps its deadline when a pattern is linear but slow", async () => {
  const files = {
    "shop/a.txt": "a".repeat(MEGABYTE),
    "book/good/guideline.yaml": GUIDELINE,
    "book/slow/guideline.yaml": "id: slow\nwhen: [file_changed]\ncontent: Never.\n" +
      `match: { any: [{ regex: { pattern: '${"a?".repeat(100)}b' } }] }\n`,
  };
  await inFolder(files, async (folder) => {
    const start = performance.now();
    const answer = await callHook({
      args: ["codex", "--guidebook", `${folder}/book`],
      stdin: renderPayload(["M a.txt"], { cwd: `${folder}/shop` }),
      connect: await connectToMemory(),
    });
    const took = performance.now() - start;
    assert.match(contextOf(answer.stdout), /\[touched\]/);
    assert(took < 2500, `it took ${Math.round(took)} ms`);
  });
});

Deno.test("hook codex reads a source of 1 MiB and skips one that is a byte larger", async () => {
  const line = "line\n".repeat(MEGABYTE / 5 + 1);
  const guideline =
    "id: line\nwhen: [file_changed]\nmatch: { any: [{ regex: { pattern: line } }] }\n" +
    "content: Present.\n";
  const files = {
    "case/repository/full.txt": line.slice(0, MEGABYTE),
    "case/repository/over.txt": line.slice(0, MEGABYTE + 1),
    "case/guidebook/x/guideline.yaml": guideline,
    "case/1.input.json": renderPayload(["M over.txt"], { cwd: "$REPOSITORY" }),
    "case/2.input.json": renderPayload(["M full.txt"], { cwd: "$REPOSITORY" }),
  };
  await inFolder(files, async (folder) => {
    const [over, full] = await replayFixture(readFixture(folder, "case"));
    assert.deepEqual([over!.exitCode, over!.stdout], [0, null]);
    assert.deepEqual(over!.stderr, [
      'adaptive-guidebook: Cannot look at changed file "$REPOSITORY/over.txt": ' +
      "it is larger than 1048576 bytes",
    ]);
    assert.match(contextOf(JSON.stringify(full!.stdout)), /\[line\]\nPresent\.$/);
  });
});
