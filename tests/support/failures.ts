/** Tables of what can go wrong, each beside a guideline "good" that must be presented all the same. */
import assert from "node:assert/strict";
import { testCases } from "./batches.ts";
import { type HookOptions, type HookResult, Sandbox } from "./sandbox.ts";

/** In milliseconds; generous, since the hook's own limit is 2 s, but a machine may be busy. */
export const DEADLINE = 10_000;

/** Something that goes wrong, and what the hook does about it. */
export interface Failure {
  /** Breaks something; what it returns are options of the hook. */
  arrange?(sandbox: Sandbox): Promise<HookOptions | void> | HookOptions | void;
  /** Default: a.txt. */
  paths?: string[];
  /** What is presented. Default: good. */
  ids?: string[];
  /** Default: there is none. */
  notice?: RegExp | "possible";
  /** Default: it is empty. */
  stderr?: RegExp;
  /** Looks at what is left. */
  inspect?(sandbox: Sandbox, result: HookResult): Promise<void> | void;
}

/** One test, with a step for each failure: runs the hook for an edit of `a.txt`. */
export function testFailures(name: string, failures: Record<string, Failure>): void {
  Deno.test(name, (t) =>
    testCases(t, failures, async (failure) => {
      const { paths = ["a.txt"], ids = ["good"], notice, stderr = /^$/ } = failure;
      await using sandbox = await Sandbox.create();
      await sandbox.writeGuideline("good");
      const options = await failure.arrange?.(sandbox) ?? {};
      const result = await sandbox.hook(paths, { timeout: DEADLINE, ...options });
      assert.deepEqual(result.ids, ids, result.stdout + result.stderr);
      if (notice !== "possible") {
        assert.equal(result.notices.length, notice ? 1 : 0, result.notices.join("\n"));
        if (notice) assert.match(result.notices[0]!, notice);
      }
      assert.match(result.stderr, stderr);
      await failure.inspect?.(sandbox, result);
    }));
}

/** The `match` of a guideline with one pattern, for `Sandbox.writeGuideline`. */
export function matching(pattern: string, flags = ""): { match: string } {
  return { match: `match:\n  any:\n    - regex: { pattern: '${pattern}', flags: '${flags}' }\n` };
}
