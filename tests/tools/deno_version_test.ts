import assert from "node:assert/strict";
import { isOlder } from "../../tools/deno_version.ts";
import { PROJECT } from "../support/command.ts";
import { TemporaryFolder } from "../support/files.ts";

Deno.test("isOlder() compares releases number by number", () => {
  const older = ["2.4.0", "2.9.5", "1.99.99", "2.9.5+abc", "2.8.10", "x"];
  const recent = ["2.9.6", "2.9.10", "2.10.0", "3.0.0", "2.9.6+abc", "2.10.0-rc.1"];
  for (const version of older) assert(isOlder(version, "2.9.6"), version);
  for (const version of recent) assert(!isOlder(version, "2.9.6"), version);
});

Deno.test("each task that people run says so where Deno is too old for it, and does nothing", async (t) => {
  // As an older one would say of itself.
  using folder = new TemporaryFolder({
    "old.ts":
      'Object.defineProperty(Deno, "version", { value: { ...Deno.version, deno: "2.4.0" } });',
  });
  for (const task of ["install", "uninstall", "compile", "build", "demo", "bench"]) {
    await t.step(task, async () => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "-q", "--allow-read", "--allow-env", "--deny-run", "--deny-write"],
          ...["--preload", folder.at("old.ts"), `${PROJECT}/tools/${task}.ts`],
        ],
        cwd: PROJECT,
        stdin: "null",
      }).output();
      const [said, printed] = [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes));
      assert.deepEqual([code, printed], [1, ""], said);
      assert.equal(
        said,
        `error: Cannot run task "${task}": it needs Deno 2.9.6 or later, this is 2.4.0\n` +
          `help: Run: npx --yes deno@2.9.6 task ${task}\n`,
      );
    });
  }
});
