import assert from "node:assert/strict";
import { createTranscriptContext, type TranscriptOptions } from "../../lib/context/transcript.ts";
import { NO_DEADLINE } from "../../lib/deadline.ts";
import { codex } from "../../lib/agent/codex/protocol.ts";
import { HEADER, renderPresentation } from "../../lib/presentation/text.ts";
import type { ContextView } from "../../lib/search/ports.ts";
import {
  basedOn,
  compactedLine,
  hookLine,
  metaLine,
  NO_TIME,
  otherLine,
  TemporaryFolder,
  timeFor,
} from "../support/memory.ts";

const ONE = { id: "one", content: "About one." };
const TWO = { id: "two", content: "About two." };
const FILE = "sessions/2026/11/30/rollout-2026-11-30T09-14-31-own.jsonl";

async function look(
  path: string | undefined,
  memory?: string,
  options: Partial<TranscriptOptions> = {},
): Promise<ContextView> {
  const context = createTranscriptContext({
    path,
    format: codex.transcript,
    limit: { max: 10_000, measure: codex.measure },
    deadline: NO_DEADLINE,
    ...options,
  });
  return await context.look(memory, [ONE, TWO], () => Promise.resolve([]));
}

/** What is held of ONE and TWO. */
function held({ holds }: ContextView): (boolean | undefined)[] {
  return [ONE, TWO].map((guideline) => holds(guideline));
}

const UNKNOWN = [undefined, undefined];

function thread(number: number): string {
  return `01a22bad-9edc-7920-ba97-${String(number).padStart(12, "0")}`;
}

/** A transcript of the thread `number` in `folder`; goes on from `base`. */
function writeThread(
  folder: TemporaryFolder,
  number: number,
  lines: string,
  base?: number,
): string {
  const meta = base === undefined ? {} : basedOn(thread(base), 1000);
  const path = `sessions/2026/11/30/rollout-2026-11-30T09-14-31-${thread(number)}.jsonl`;
  return folder.write(path, metaLine(meta) + lines);
}

Deno.test("look() tells which guidelines stand in the context", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(
    FILE,
    metaLine() + otherLine(1) + hookLine(2, renderPresentation([ONE])) + otherLine(3),
  );
  assert.deepEqual(held(await look(path)), [true, false]);
});

Deno.test("look() knows nothing where there is nothing to look at", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(FILE, metaLine() + hookLine(1, renderPresentation([ONE])));
  for (const odd of [undefined, "", FILE, "relative.jsonl", "./x"]) {
    const view = await look(odd);
    assert.deepEqual(held(view), UNKNOWN, odd);
    assert.equal(view.memory, undefined);
  }
  assert.deepEqual(held(await look(path, undefined, { format: undefined })), UNKNOWN);
});

Deno.test("look() takes no path that is relative to the folder that the hook happens to run in", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(FILE, metaLine() + hookLine(1, renderPresentation([ONE])));
  const relative = `${"../".repeat(Deno.cwd().split("/").length - 1)}${path.slice(1)}`;
  assert((await Deno.stat(relative)).isFile);
  assert.deepEqual(held(await look(relative)), UNKNOWN);
});

Deno.test("look() knows nothing of what is no transcript, and opens only regular files", async () => {
  await using folder = await TemporaryFolder.create();
  const mkfifo = new Deno.Command("mkfifo", { args: [folder.at("fifo")] });
  assert((await mkfifo.output()).success);
  const text = renderPresentation([ONE]);
  const paths = {
    "missing": folder.at("missing"),
    "below a file": `${folder.write("file", "")}/x`,
    "a folder": folder.path,
    "a FIFO": folder.at("fifo"),
    "a device": "/dev/zero",
    "empty": folder.write("empty", ""),
    "without a whole line": folder.write("part", metaLine().trimEnd()),
    "another first line": folder.write("other", otherLine(0) + hookLine(1, text)),
    "garbage in the place of a hook text": folder.write(
      "garbage",
      metaLine() + hookLine(1, text) + "hooks.additional_context\n",
    ),
    "no base": folder.write("base", metaLine(basedOn(thread(7), 9)) + hookLine(10, text)),
    "binary": folder.write("binary", new Uint8Array(5000).map((_, i) => i * 7)),
  };
  for (const [name, path] of Object.entries(paths)) {
    assert.deepEqual(held(await look(path)), UNKNOWN, name);
  }
});

Deno.test("look() goes on from where it was, without reading what lies before", async () => {
  await using folder = await TemporaryFolder.create();
  const begin = metaLine() + hookLine(1, renderPresentation([ONE]));
  const path = folder.write(FILE, begin);
  const first = await look(path);
  assert.deepEqual(held(first), [true, false]);
  // What was read is append-only; here it proves that nobody looks at it again.
  folder.write(FILE, "#".repeat(begin.length - 1) + "\n");
  folder.append(FILE, hookLine(2, renderPresentation([TWO])));
  const second = await look(path, first.memory);
  assert.deepEqual(held(second), [true, true]);
  folder.append(FILE, compactedLine(3));
  const third = await look(path, second.memory);
  assert.deepEqual(held(third), [false, false]);
  folder.append(FILE, hookLine(4, renderPresentation([TWO])));
  assert.deepEqual(held(await look(path, third.memory)), [false, true]);
});

Deno.test("look() reads a line that was not whole the last time", async () => {
  await using folder = await TemporaryFolder.create();
  const line = hookLine(1, renderPresentation([ONE]));
  const path = folder.write(FILE, metaLine() + line.slice(0, 50));
  const first = await look(path);
  assert.deepEqual(held(first), [false, false]);
  folder.append(FILE, line.slice(50));
  assert.deepEqual(held(await look(path, first.memory)), [true, false]);
});

Deno.test("look() remembers no more than it needs, and finds the same with or without", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(FILE, metaLine());
  let memory: string | undefined;
  for (let ordinal = 1; ordinal < 60; ordinal++) {
    const line = ordinal % 20 === 0
      ? compactedLine(ordinal)
      : ordinal % 5 === 0
      ? hookLine(ordinal, renderPresentation([ordinal % 2 === 0 ? ONE : TWO]))
      : otherLine(ordinal, "x".repeat(20_000));
    folder.append(FILE, line);
    const view = await look(path, memory);
    memory = view.memory;
    assert.deepEqual(held(view), held(await look(path)), `${ordinal}`);
    assert((memory?.length ?? 0) < 2000);
  }
  const { offset } = JSON.parse(memory!);
  // 256 KiB may be read again each time, but not the whole.
  assert(Deno.statSync(path).size - offset < 300 * 1024, `${offset}`);
});

Deno.test("look() does not read again and again what brings nothing", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(FILE, metaLine() + hookLine(1, renderPresentation([ONE])));
  let { memory } = await look(path);
  for (let ordinal = 2; ordinal < 12; ordinal++) {
    folder.append(FILE, otherLine(ordinal, "x".repeat(100_000)));
    ({ memory } = await look(path, memory));
  }
  const { offset } = JSON.parse(memory!);
  assert(offset > 600_000, `${offset}`);
  assert.deepEqual(held(await look(path, memory)), [true, false]);
});

Deno.test("look() tries again what the disk has refused, and not what is of another form", async () => {
  await using folder = await TemporaryFolder.create();
  const text = metaLine() + hookLine(1, renderPresentation([ONE]));
  const missing = await look(folder.at(FILE));
  assert.deepEqual(held(missing), UNKNOWN);
  const path = folder.write(FILE, text);
  assert.deepEqual(held(await look(path, missing.memory)), [true, false]);
  const odd = await look(folder.write(FILE, otherLine(0)));
  folder.write(FILE, text);
  assert.deepEqual(held(await look(path, odd.memory)), UNKNOWN);
});

Deno.test("look() begins anew with a file that has shrunk", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(
    FILE,
    metaLine() + otherLine(1) + hookLine(2, renderPresentation([ONE])),
  );
  const { memory } = await look(path);
  folder.write(FILE, metaLine() + hookLine(2, renderPresentation([TWO])));
  assert.deepEqual(held(await look(path, memory)), [false, true]);
});

Deno.test("look() begins anew with another file", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(FILE, metaLine() + hookLine(1, renderPresentation([ONE])));
  const other = folder.write(`${FILE}.2`, metaLine() + hookLine(1, renderPresentation([TWO])));
  const { memory } = await look(path);
  assert.deepEqual(held(await look(other, memory)), [false, true]);
});

Deno.test("look() takes a memory that is garbage for none", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(FILE, metaLine() + hookLine(1, renderPresentation([ONE])));
  for (const memory of ["", "{", "null", "[]", JSON.stringify({ path })]) {
    assert.deepEqual(held(await look(path, memory)), [true, false], memory);
  }
});

Deno.test("look() that runs out of time knows nothing, and catches up the next time", async () => {
  await using folder = await TemporaryFolder.create();
  let text = metaLine();
  for (let ordinal = 1; ordinal < 100; ordinal++) {
    text += ordinal === 50 ? hookLine(ordinal, renderPresentation([ONE])) : otherLine(ordinal);
  }
  const path = folder.write(FILE, text);
  let memory: string | undefined;
  let looks = 0;
  for (let offset = 0; looks < 100; looks++) {
    const view = await look(path, memory, { deadline: timeFor(30) });
    memory = view.memory;
    if (view.holds(ONE) !== undefined) {
      assert.deepEqual(held(view), [true, false]);
      break;
    }
    assert.deepEqual(held(view), UNKNOWN);
    const reached = JSON.parse(memory!).offset;
    assert(reached > offset, "it does not get on");
    offset = reached;
  }
  assert(looks > 1 && looks < 10, `${looks} looks`);
});

Deno.test("look() that has no time at all knows nothing and loses nothing", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(
    FILE,
    metaLine() + otherLine(1) + hookLine(2, renderPresentation([ONE])) + otherLine(3),
  );
  const late = await look(path, undefined, { deadline: NO_TIME });
  assert.deepEqual(held(late), UNKNOWN);
  assert.deepEqual(held(await look(path, late.memory)), [true, false]);
});

Deno.test("look() gives up on a transcript with too much of our text, for good", async () => {
  await using folder = await TemporaryFolder.create();
  const large = `${HEADER}\n\n[large]\n${"x".repeat(100_000)}`;
  const texts = Array.from({ length: 11 }, (_, i) => hookLine(i + 1, large)).join("");
  const path = folder.write(FILE, metaLine() + hookLine(20, renderPresentation([ONE])) + texts);
  const view = await look(path);
  assert.deepEqual(held(view), UNKNOWN);
  assert(view.memory!.length < 1000);
  // It would be found now, but it is not looked at.
  folder.write(FILE, metaLine() + hookLine(20, renderPresentation([ONE])));
  const again = await look(path, view.memory);
  assert.deepEqual(held(again), UNKNOWN);
  assert.equal(again.memory, view.memory);
  // Another file is.
  const other = folder.write(`${FILE}.2`, metaLine() + hookLine(1, renderPresentation([ONE])));
  assert.deepEqual(held(await look(other, view.memory)), [true, false]);
});

Deno.test("look() does not know whether a guideline is held that the agent cuts", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(FILE, metaLine() + hookLine(1, renderPresentation([ONE])));
  const { holds } = await look(path);
  const sized = (size: number) => {
    const empty = renderPresentation([{ id: "big", content: "x" }]).length - 1;
    return { id: "big", content: "x".repeat(size - empty) };
  };
  assert.equal(holds(sized(10_000)), false);
  assert.equal(holds(sized(10_001)), undefined);
  assert.equal(holds(sized(20_000)), undefined);
  assert.equal(holds({ id: "big", content: "語".repeat(3400) }), undefined);
  const unlimited = await look(path, undefined, { limit: { max: 0, measure: codex.measure } });
  assert.equal(unlimited.holds(sized(20_000)), false);
});

Deno.test("look() reads what a fork goes on from, up to the cut", async () => {
  await using folder = await TemporaryFolder.create();
  writeThread(
    folder,
    1,
    hookLine(5, renderPresentation([ONE])) + hookLine(9, renderPresentation([TWO])),
  );
  for (const [end, expected] of [[5, [false, false]], [6, [true, false]], [10, [true, true]]]) {
    const path = folder.write(FILE, metaLine(basedOn(thread(1), end as number), 22));
    assert.deepEqual(held(await look(path)), expected, `${end}`);
  }
});

Deno.test("look() lets a compaction drop what a fork goes on from", async () => {
  await using folder = await TemporaryFolder.create();
  writeThread(folder, 1, hookLine(5, renderPresentation([ONE])));
  const path = folder.write(
    FILE,
    metaLine(basedOn(thread(1), 9), 9) + compactedLine(10) +
      hookLine(11, renderPresentation([TWO])),
  );
  assert.deepEqual(held(await look(path)), [false, true]);
});

Deno.test("look() reads what a fork goes on from only once", async () => {
  await using folder = await TemporaryFolder.create();
  const base = writeThread(folder, 1, hookLine(5, renderPresentation([ONE])));
  const path = folder.write(FILE, metaLine(basedOn(thread(1), 9), 9));
  const { memory } = await look(path);
  await Deno.remove(base);
  folder.append(FILE, hookLine(10, renderPresentation([TWO])));
  assert.deepEqual(held(await look(path, memory)), [true, true]);
});

Deno.test("look() follows forks of forks, a bounded number of them", async () => {
  await using folder = await TemporaryFolder.create();
  writeThread(folder, 1, hookLine(1, renderPresentation([ONE])));
  for (let i = 2; i <= 12; i++) writeThread(folder, i, otherLine(1), i - 1);
  const known: boolean[] = [];
  for (let i = 1; i <= 12; i++) {
    const path = folder.at(`sessions/2026/11/30/rollout-2026-11-30T09-14-31-${thread(i)}.jsonl`);
    const found = held(await look(path))[0];
    assert(found !== false, "It knows too much");
    known.push(found === true);
  }
  assert.deepEqual(known, Array.from({ length: 12 }, (_, i) => i <= 8));
});

Deno.test("look() knows nothing where transcripts go on from each other in a circle", async () => {
  await using folder = await TemporaryFolder.create();
  const path = writeThread(folder, 1, hookLine(1, renderPresentation([ONE])), 2);
  writeThread(folder, 2, hookLine(1, renderPresentation([ONE])), 1);
  assert.deepEqual(held(await look(path)), UNKNOWN);
});

Deno.test("look() knows nothing where the thread's id is a path", async () => {
  await using folder = await TemporaryFolder.create();
  const text = metaLine() + hookLine(1, renderPresentation([ONE]));
  folder.write("sessions/x.jsonl", text);
  folder.write("sessions/2026/11/30/rollout-../../../x.jsonl", text);
  for (const id of ["../../../x", `../../../x-${thread(1)}`, "", ".."]) {
    const path = folder.write(FILE, metaLine(basedOn(id, 9), 9));
    assert.deepEqual(held(await look(path)), UNKNOWN, id);
  }
});
