import assert from "node:assert/strict";
import { type Deadline, NO_DEADLINE } from "../../lib/deadline.ts";
import { createDiskSources, readRegularFile, SOURCE_LIMIT } from "../../lib/source/disk.ts";
import { TemporaryFolder } from "../support/files.ts";
import { Silence } from "../support/silence.ts";

async function read(path: string) {
  return await createDiskSources(NO_DEADLINE).read(path);
}

Deno.test("read() yields a file's text as patterns see it", async () => {
  using folder = new TemporaryFolder({ "a.kt": "\ufeffa\r\nb" });
  assert.deepEqual(await read(folder.at("a.kt")), { text: "a\nb" });
});

Deno.test("read() says the encoding of a text that is not UTF-8", async () => {
  using folder = new TemporaryFolder({ "a.kt": "// " });
  const append = (...bytes: number[]) =>
    Deno.writeFileSync(folder.at("a.kt"), new Uint8Array(bytes), { append: true });
  append(0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee);
  assert.deepEqual(await read(folder.at("a.kt")), { text: "// 한국어", encoding: "euc-kr" });
  append(0xff);
  const { encoding } = await read(folder.at("a.kt")) as { encoding?: string };
  assert.equal(encoding, "unknown");
});

Deno.test("read() takes any name, and follows links", async () => {
  const name = ' it\'s\n"größe" 한국어 😀.kt ';
  using folder = new TemporaryFolder({ [name]: "text" });
  Deno.symlinkSync(folder.at(name), folder.at("link"));
  assert.deepEqual(await read(folder.at(name)), { text: "text" });
  assert.deepEqual(await read(folder.at("link")), { text: "text" });
});

Deno.test("read() says why there is no text", async () => {
  using folder = new TemporaryFolder({ "folder/a": "", "binary": "a\0b" });
  await new Deno.Command("mkfifo", { args: [folder.at("fifo")] }).output();
  Deno.symlinkSync(folder.at("gone"), folder.at("broken"));
  Deno.symlinkSync("loop", folder.at("loop"));
  const reasons = {
    "folder": "it is a directory",
    "binary": "it is binary",
    "fifo": "it is not a file",
    "gone": "there is no such file",
    "broken": "there is no such file",
    "gone/a": "there is no such file",
    "binary/a": "it cannot be read (NotADirectory)",
    "loop": "it cannot be read (FilesystemLoop)",
    ["x".repeat(300)]: "it cannot be read (Error)",
  };
  for (const [path, reason] of Object.entries(reasons)) {
    assert.deepEqual(await read(folder.at(path)), { skipped: reason }, path);
  }
  assert.deepEqual(await read("/dev/zero"), { skipped: "it is not a file" });
  assert.match(JSON.stringify(await read(folder.at("a\0b"))), /skipped/);
});

Deno.test("read() reads 1 MiB and no byte more", async () => {
  using folder = new TemporaryFolder({
    "a": "a".repeat(SOURCE_LIMIT),
    "b": "b".repeat(SOURCE_LIMIT + 1),
  });
  const a = await read(folder.at("a"));
  assert.ok("text" in a && a.text.length === SOURCE_LIMIT);
  assert.deepEqual(await read(folder.at("b")), { skipped: "it is larger than 1048576 bytes" });
});

Deno.test("read() reads a path at its location on the disk", async () => {
  using folder = new TemporaryFolder({ "copy": "text" });
  const sources = createDiskSources(NO_DEADLINE, {
    locate: (path) => path.replace("/elsewhere", folder.path),
  });
  assert.deepEqual(await sources.read("/elsewhere/copy"), { text: "text" });
});

Deno.test("read() does not wait longer than it may for a disk that hangs", async () => {
  using folder = new TemporaryFolder({ "a": "text" });
  const { readFile } = Deno;
  using silence = new Silence();
  Deno.readFile = () => silence.promise;
  try {
    const deadline: Deadline = { begin: () => ({ remaining: () => 10 }) };
    const start = performance.now();
    const source = await createDiskSources(deadline).read(folder.at("a"));
    assert.deepEqual(source, { skipped: "there was no time to read it" });
    assert.ok(performance.now() - start < 5000);
  } finally {
    Deno.readFile = readFile;
  }
});

Deno.test("readRegularFile() keeps to its limit where a file grows between look and read", async () => {
  using folder = new TemporaryFolder({ "a": "text" });
  const { stat } = Deno;
  Deno.stat = async (path) => {
    const info = await stat(path);
    Deno.writeTextFileSync(path, "longer");
    return info;
  };
  try {
    const read = await readRegularFile(folder.at("a"), 4);
    assert.deepEqual(read, { skipped: "it is larger than 4 bytes" });
  } finally {
    Deno.stat = stat;
  }
});

Deno.test("read() waits for a disk once, and again when the time for reading is over", async () => {
  using folder = new TemporaryFolder({ "a/1": "1", "a/2": "2", "b/3": "3", "b/4": "4" });
  const { readFile } = Deno;
  const awaited: string[] = [];
  Deno.readFile = (path, options) => {
    awaited.push(String(path).slice(folder.path.length));
    return readFile(path, options);
  };
  try {
    let remaining = 5000;
    const sources = createDiskSources({ begin: () => ({ remaining: () => remaining }) });
    const names = ["/a/1", "/a/2", "/b/3"];
    const texts = await Promise.all(names.map((name) => sources.read(folder.path + name)));
    assert.deepEqual(texts, [{ text: "1" }, { text: "2" }, { text: "3" }]);
    assert.deepEqual(awaited, ["/a/1"]);
    remaining = 0;
    assert.deepEqual(await sources.read(folder.at("b/4")), { text: "4" });
    assert.deepEqual(awaited, ["/a/1", "/b/4"]);
  } finally {
    Deno.readFile = readFile;
  }
});

Deno.test("read() does not wait for a disk that has answered before", async () => {
  using folder = new TemporaryFolder({ "a": "1" });
  const { readFile } = Deno;
  Deno.readFile = () => Promise.reject(new Error("It was waited for"));
  try {
    const devices = new Set([Deno.statSync(folder.path).dev]);
    const sources = createDiskSources(NO_DEADLINE, { devices });
    assert.deepEqual(await sources.read(folder.at("a")), { text: "1" });
    const other = createDiskSources(NO_DEADLINE, { devices: new Set([-7]) });
    assert.deepEqual(await other.read(folder.at("a")), { skipped: "it cannot be read (Error)" });
  } finally {
    Deno.readFile = readFile;
  }
});
