/**
 * Runs regular expressions that may backtrack for ever. V8 can evaluate most of them in linear
 * time; the flags that switch this on are with the released permissions in deno.json. The others
 * (lookarounds, backreferences, i and u flags, …) run under a time limit that interrupts V8 itself.
 */
import type { PatternsPort } from "../search/ports.ts";

/** Evaluates patterns with the `RegExp` of V8. */
export const regexEngine: PatternsPort = { isLinear, test };

/** Whether V8's linear engine takes `regex`. False for all where that engine is switched off. */
function isLinear(regex: RegExp): boolean {
  // Known without building it once more.
  if (/[iuv]/.test(regex.flags)) return false;
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
/** Milliseconds before the interrupt in which a script no longer returns but waits for it. */
const MARGIN = 5;
/** Milliseconds in which an interrupt arrives that is late, on a machine with many processes. */
const LINGER = 200;

/** One evaluation under a time limit. */
interface Job {
  regex: RegExp;
  text: string;
  ms: number;
  /** Known also where the interrupt came after the evaluation. */
  holds: boolean | undefined;
  /** Whether the script came to its end by itself. */
  hasReturned: boolean;
}

/** Evaluations follow one another: what interrupts one would end the next in the same turn. */
let last: Promise<unknown> = Promise.resolve();

function test(regex: RegExp, text: string, ms: number): Promise<boolean | undefined> {
  const testing = last.then(() =>
    run({ regex, text, ms: Math.max(1, Math.ceil(ms)), holds: undefined, hasReturned: false })
  );
  last = testing;
  return testing;
}

/**
 * An interrupt is asked for by another thread, which Deno does not wait for: one that is asked for
 * at the very end of the script ends whatever runs next. So the script runs in a turn of the event
 * loop of its own, with a timer that goes on where the whole turn was ended.
 */
async function run(job: Job): Promise<boolean | undefined> {
  // 15 ms of start-up, so only where such a regular expression is about to run.
  const { Script } = await import("node:vm");
  const script = new Script(`${JOB}()`);
  const { promise, resolve } = Promise.withResolvers<void>();
  const scope = globalThis as unknown as Record<string, unknown>;
  beginTurn().then(() => {
    const goOn = setTimeout(resolve, 0);
    const begin = performance.now();
    const end = begin + job.ms;
    scope[JOB] = () => evaluate(job, end);
    try {
      script.runInThisContext({ timeout: job.ms });
    } catch {
      // Interrupted.
    }
    // The clock of the interrupt begins after ours: before this moment none can have been asked for.
    if (job.hasReturned && performance.now() >= end) waitUntil(end + LINGER);
    clearTimeout(goOn);
    resolve();
  });
  await promise;
  delete scope[JOB];
  return job.holds;
}

/**
 * Comes back in a turn of the event loop that an asynchronous operation began: Deno survives the end
 * of such a one, but not of one that a timer or a test began. An operation that ends at once comes
 * back in the same turn, before a hundred microtasks that were queued first; then it is tried again.
 */
async function beginTurn(): Promise<void> {
  for (let isSameTurn = true; isSameTurn;) {
    (async () => {
      for (let i = 0; i < 100; i++) await undefined;
      isSameTurn = false;
    })();
    await crypto.subtle.digest("SHA-1", new Uint8Array(1));
  }
}

/** What the script does. */
function evaluate(job: Job, end: number): void {
  try {
    job.holds = job.regex.test(job.text);
  } catch {
    // A pattern that compiles but cannot be run, such as one that is too large.
  }
  // V8 takes no interrupt while it compiles a regular expression; this loop is where it does.
  if (performance.now() >= end - Math.min(MARGIN, job.ms / 2)) waitUntil(Infinity);
  job.hasReturned = true;
}

/** A place where V8 looks whether it should stop. */
function waitUntil(time: number): void {
  while (performance.now() < time);
}
