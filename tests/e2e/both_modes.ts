/** How our hook finds out what the model has in its context. */
export interface Mode {
  readonly readsTranscript: boolean;
  /** Arguments that make the hook do so. */
  readonly hookArgs: readonly string[];
}

const TRANSCRIPT: Mode = { readsTranscript: true, hookArgs: [] };
const EVENTS: Mode = { readsTranscript: false, hookArgs: ["--no-transcript"] };

/**
 * Registers a test that runs with the transcript and without it, at the same time: Codex mostly
 * waits. `otherTitle` says what happens instead without it.
 */
export function testInBothModes(
  title: string,
  run: (mode: Mode) => Promise<void>,
  otherTitle?: string,
): void {
  // Resources of one step cannot be distinguished from those of the other; the test checks both.
  const sanitizers = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
  const byEvents = otherTitle === undefined ? "By events alone" : `By events alone: ${otherTitle}`;
  Deno.test(title, async (test) => {
    await Promise.all([
      test.step({ name: "By the transcript", fn: () => run(TRANSCRIPT), ...sanitizers }),
      test.step({ name: byEvents, fn: () => run(EVENTS), ...sanitizers }),
    ]);
  });
}
