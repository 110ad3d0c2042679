/**
 * Runs regular expressions that may run away. V8 can evaluate most of them in linear time; the
 * flags that tell it so are with the released permissions in deno.json. The others (lookarounds,
 * backreferences, i and u flags, …) run under a time limit that interrupts V8 itself.
 */
import type { PatternsPort } from "../search/ports.ts";

/** Evaluates patterns with the `RegExp` of V8. */
export const regexEngine: PatternsPort = { isLinear, test };

/** Whether V8's linear engine takes `regex`. False for all where that engine is switched off. */
function isLinear(regex: RegExp): boolean {
  try {
    new RegExp(regex.source, `${regex.flags}l`);
    return true;
  } catch {
    return false;
  }
}

/** Whether V8's linear engine is switched on; without it no pattern counts as linear. */
export function isLinearEngineOn(): boolean {
  return isLinear(/a/);
}

const JOB = "__adaptiveGuidebookPattern";

async function test(regex: RegExp, text: string, ms: number): Promise<boolean | undefined> {
  // 15 ms of start-up, so only where such a regular expression is about to run.
  const { Script } = await import("node:vm");
  const scope = globalThis as unknown as Record<string, (() => boolean | undefined) | undefined>;
  scope[JOB] = () => {
    let holds: boolean | undefined;
    try {
      holds = regex.test(text);
    } catch {
      // A pattern that compiles but cannot be run, such as one that is too large.
    }
    passInterrupt();
    return holds;
  };
  try {
    return new Script(`${JOB}()`).runInThisContext({ timeout: Math.max(1, Math.ceil(ms)) });
  } catch {
    return undefined;
  } finally {
    delete scope[JOB];
  }
}

/**
 * A place where V8 looks whether it should stop. It does not look while it compiles a regular
 * expression; without this an interrupt from that time would end whatever runs next: our own code.
 */
function passInterrupt(): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += i;
  return sum;
}
