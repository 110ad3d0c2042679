import assert from "node:assert/strict";
import { type Failure, testFailures } from "../support/failures.ts";
import { Sandbox } from "../support/sandbox.ts";

const PROC: Record<string, Failure> = {
  "a file of /proc that blocks": {
    paths: ["/proc/kmsg", "a.txt"],
    stderr: /\/proc\/kmsg": it cannot be read .*\n$/,
  },
  "a file of /proc that cannot be read": {
    paths: ["/proc/self/mem", "a.txt"],
    stderr: /\/proc\/self\/mem": it cannot be read .*\n$/,
  },
};

testFailures("a changed file that cannot be read is passed over", {
  "a FIFO": {
    arrange: (s) => s.run("mkfifo", [s.at("repository/fifo")]),
    paths: ["fifo", "a.txt"],
    stderr: /^adaptive-guidebook: .*\/fifo": it is not a file\n$/,
  },
  "a folder": {
    arrange: (s) => Deno.mkdir(s.at("repository/folder")),
    paths: ["folder", "a.txt"],
    stderr: /\/folder": it is a directory\n$/,
  },
  "a device that never ends": {
    paths: ["/dev/zero", "a.txt"],
    stderr: /\/dev\/zero": it is not a file\n$/,
  },
  "a link to that device": {
    arrange: (s) => Deno.symlink("/dev/zero", s.at("repository/zero")),
    paths: ["zero", "a.txt"],
    stderr: /\/zero": it is not a file\n$/,
  },
  ...(Deno.build.os === "linux" && PROC),
  "gone": {
    paths: ["gone.txt", "a.txt"],
    stderr: /\/gone\.txt": there is no such file\n$/,
  },
  "a link to itself": {
    arrange: (s) => Deno.symlink("loop", s.at("repository/loop")),
    paths: ["loop", "a.txt"],
    stderr: /\/loop": it cannot be read .*\n$/,
  },
  "larger than 1 MiB": {
    arrange: async (s) => void await s.write("repository/large", "x".repeat(1024 * 1024 + 1)),
    paths: ["large", "a.txt"],
    stderr: /\/large": it is larger than 1048576 bytes\n$/,
  },
  "binary": {
    arrange: async (s) => void await s.write("repository/binary", "a\0b"),
    paths: ["binary", "a.txt"],
    stderr: /\/binary": it is binary\n$/,
  },
  "all of them": {
    arrange: (s) => Deno.mkdir(s.at("repository/folder")),
    paths: ["folder", "gone.txt", "a.txt"],
    stderr: /^adaptive-guidebook: [^\n]*\(and 1 more\)\n$/,
  },
});

Deno.test("a socket among the changed files is passed over", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  using _socket = Deno.listen({ transport: "unix", path: sandbox.at("repository/socket") });
  const { ids, stderr } = await sandbox.hook(["socket", "a.txt"]);
  assert.deepEqual(ids, ["good"]);
  assert.match(stderr, /\/socket": it is not a file\n$/);
});

const UNREADABLE = "a changed file without permission to read it is passed over";
Deno.test({ name: UNREADABLE, ignore: Deno.uid() === 0 }, async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  await sandbox.write("repository/secret.txt", "");
  await Deno.chmod(sandbox.at("repository/secret.txt"), 0);
  const { ids, stderr } = await sandbox.hook(["secret.txt", "a.txt"]);
  assert.deepEqual(ids, ["good"]);
  assert.match(stderr, /\/secret\.txt": it cannot be read/);
});
