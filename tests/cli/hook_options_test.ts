/** The hook in this process: its options about memory, and what becomes of a claim. */
import assert from "node:assert/strict";
import { run } from "../../lib/cli/hook.ts";
import { createPorts, type PortsOptions } from "../../lib/cli/ports.ts";
import { UsageError } from "../../lib/cli/io.ts";
import { createMemoryPresentationStore } from "../../lib/presentation/store.ts";
import { renderPresentation } from "../../lib/presentation/text.ts";
import type { Ports } from "../../lib/search/ports.ts";
import { createFakeClaim, type FakeClaim } from "../support/fake_ports.ts";
import { createIo, hookLine, metaLine, TemporaryFolder } from "../support/memory.ts";

const HEAD = "Adaptive Guidebook guidelines relevant to the latest changes:\n\n";

/** A folder to work in and a guidebook. */
async function createFolder(guidelines: Record<string, string>): Promise<TemporaryFolder> {
  const folder = await TemporaryFolder.create();
  folder.write("work/a.txt", "one\n");
  for (const [id, content] of Object.entries(guidelines)) {
    folder.write(
      `guidebook/${id}/guideline.yaml`,
      `id: ${id}\nwhen: [file_changed]\ncontent: ${JSON.stringify(content)}\n`,
    );
  }
  return folder;
}

/** Calls the hook for an edit of a.txt, and gives what the agent reads of its answer. */
async function callHook(
  folder: TemporaryFolder,
  { args = [], transcript = null, connect, write }: {
    args?: string[];
    transcript?: string | null;
    connect?: (options: PortsOptions) => Ports;
    write?: (bytes: Uint8Array) => number;
  },
) {
  const payload = {
    session_id: "s",
    turn_id: "t",
    transcript_path: transcript,
    cwd: folder.at("work"),
    hook_event_name: "PostToolUse",
    tool_name: "apply_patch",
    tool_input: { command: "*** Begin Patch\n*** End Patch" },
    tool_response: "Success. Updated the following files:\nM a.txt\n",
    tool_use_id: "call_1",
  };
  const { io, read } = createIo({ stdin: JSON.stringify(payload), env: { HOME: folder.path } });
  if (write) io.stdout.write = (bytes) => Promise.try(write, bytes);
  const command = ["codex", "--deadline", "60000", "--guidebook", folder.at("guidebook"), ...args];
  const exitCode = await run(command, io, connect);
  const { stdout, stderr } = read();
  const context: string = stdout === ""
    ? ""
    : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  return { exitCode, context, stderr };
}

async function connectToMemory(): Promise<(options: PortsOptions) => Ports> {
  const presentations = await createMemoryPresentationStore();
  return (options) => ({
    ...createPorts(options),
    presentations: presentations(options.call),
  });
}

function connectTo(claim: FakeClaim): (options: PortsOptions) => Ports {
  return (options) => ({
    ...createPorts(options),
    presentations: { exists: () => true, claim: () => Promise.resolve(claim) },
  });
}

Deno.test("--no-transcript turns the look at the transcript off", async () => {
  await using folder = await createFolder({ one: "About one." });
  const held = renderPresentation([{ id: "one", content: "About one." }]);
  const transcript = folder.write("rollout.jsonl", metaLine() + hookLine(1, held));
  const looking = { transcript, connect: await connectToMemory() };
  assert.equal((await callHook(folder, looking)).context, "");
  const blind = { transcript, args: ["--no-transcript"], connect: await connectToMemory() };
  assert.equal((await callHook(folder, blind)).context, held);
  assert.equal((await callHook(folder, blind)).context, "");
});

Deno.test("--context-limit says how many bytes the agent takes, 0 for any number", async () => {
  await using folder = await createFolder({ a: "x".repeat(100), b: "y".repeat(200), c: "z" });
  const all = renderPresentation([
    { id: "a", content: "x".repeat(100) },
    { id: "b", content: "y".repeat(200) },
    { id: "c", content: "z" },
  ]);
  const first = `${HEAD}[a]\n${"x".repeat(100)}\n\nAlso relevant, shown next: [b], [c]`;
  const expected: [limit: string, text: string][] = [
    ["0", all],
    [`${all.length}`, all],
    [`${all.length - 1}`, first],
    [`${first.length}`, first],
    [`${first.length - 1}`, `${HEAD}[a]\n${"x".repeat(100)}`],
    ["1", first],
  ];
  for (const [limit, text] of expected) {
    const connect = await connectToMemory();
    const { context } = await callHook(folder, { args: ["--context-limit", limit], connect });
    assert.equal(context, text, limit);
  }
});

Deno.test("without --context-limit it is what Codex takes whole", async () => {
  const size = 10_000 - HEAD.length - "[a]\n\n\n[b]\nb".length;
  for (const [content, count] of [["x".repeat(size), 2], ["x".repeat(size + 1), 1]] as const) {
    await using folder = await createFolder({ a: content, b: "b" });
    const { context } = await callHook(folder, { connect: await connectToMemory() });
    assert.equal(context.match(/^\[[ab]\]$/gm)?.length, count);
  }
});

Deno.test("limits that are no whole numbers are wrong usage", async () => {
  await using folder = await createFolder({});
  const wrong = {
    "--context-limit": ["-1", "1.5", "x", "1e3", "0x10", " 1", "9999999999"],
    "--deadline": ["0", "-1", "1.5", "2s"],
  };
  for (const [option, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { io } = createIo();
      const args = ["codex", `${option}=${value}`, "--guidebook", folder.at("guidebook")];
      await assert.rejects(run(args, io), UsageError, `${option}=${value}`);
    }
  }
});

Deno.test("an answer that was written is recorded, and the lock is given back", async () => {
  await using folder = await createFolder({ one: "About one." });
  const claim = createFakeClaim();
  await callHook(folder, { connect: connectTo(claim) });
  assert.deepEqual([claim.changes[0]?.presented, claim.ends], [["one"], ["commit"]]);
});

Deno.test("an answer that was written in part, or not at all, is not recorded", async () => {
  await using folder = await createFolder({ one: "About one." });
  const writers: Record<string, (bytes: Uint8Array) => number> = {
    "in part": (bytes) => bytes.length - 1,
    "not at all": () => {
      throw new Deno.errors.BrokenPipe("Broken pipe");
    },
  };
  for (const [name, write] of Object.entries(writers)) {
    const claim = createFakeClaim();
    const { exitCode } = await callHook(folder, { connect: connectTo(claim), write });
    assert.deepEqual([exitCode, claim.ends], [0, ["rollback"]], name);
  }
});

Deno.test("the record comes after the answer", async () => {
  await using folder = await createFolder({ one: "About one." });
  const order: string[] = [];
  const claim = createFakeClaim({ commit: () => void order.push("commit") });
  await callHook(folder, {
    connect: connectTo(claim),
    write: (bytes) => {
      order.push("write");
      return bytes.length;
    },
  });
  assert.deepEqual(order, ["write", "commit"]);
});

Deno.test("a record that fails at the end is a line for the person, not a crash", async () => {
  await using folder = await createFolder({ one: "About one." });
  const claim = createFakeClaim({
    commit: () => {
      throw new Error("database or disk is full");
    },
  });
  const { exitCode, context, stderr } = await callHook(folder, { connect: connectTo(claim) });
  assert.equal(exitCode, 0);
  assert.match(context, /About one/);
  assert.match(stderr.join("\n"), /^adaptive-guidebook: Cannot record .*disk is full$/);
});
