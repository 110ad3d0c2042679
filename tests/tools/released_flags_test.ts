import assert from "node:assert/strict";
import { expandReleasedFlags, RELEASED_FLAGS } from "../../tools/released_flags.ts";

Deno.test("expandReleasedFlags() expands the flags of the task as a shell does", async () => {
  for (const home of ["/home/a", "/home/a b/$&'\"\\"]) {
    const { stdout } = await new Deno.Command("/bin/sh", {
      args: ["-c", `printf '%s\\n' ${RELEASED_FLAGS}`],
      env: { HOME: home },
    }).output();
    assert.deepEqual(
      expandReleasedFlags(home),
      new TextDecoder().decode(stdout).trimEnd().split("\n"),
    );
  }
  assert.throws(() => expandReleasedFlags("/home/a,b"), /comma/);
});
