import assert from "node:assert/strict";
import { type Mode, testInBothModes } from "./both_modes.ts";
import type { Settings } from "./codex_home.ts";
import { Codex } from "./codex_run.ts";
import { PORT } from "./guidebook.ts";
import { EDITED } from "./model_answer.ts";
import { asksForSummary, type ModelRequest, threadOf } from "./model_request.ts";

/** Lets Codex and the scripted model act. */
export type Play = (codex: Codex) => Promise<void>;

/**
 * How often each request for work holds the guideline, by conversation; the names are for the
 * reader, the order is that in which the conversations begin.
 */
export type Counts = Readonly<Record<string, readonly number[]>>;

/** A course of events in which every edit is relevant to one guideline, {@linkcode PORT}. */
export interface Scenario {
  /** A sentence that says what happens. */
  readonly title: string;
  readonly settings?: Settings;
  readonly play: Play;
  readonly counts: Counts;
  /** What happens instead where the hook must not read the transcript: not once, but twice. */
  readonly withoutTranscript?: { readonly title: string; readonly counts: Counts };
}

/** Registers a test for each scenario, which runs it with the transcript and without it. */
export function testScenarios(scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    const { title, counts, withoutTranscript: other } = scenario;
    const run = (mode: Mode) =>
      mode.readsTranscript || !other
        ? runScenario(scenario, mode, counts, true)
        : runScenario(scenario, mode, other.counts, false);
    testInBothModes(title, run, other?.title);
  }
}

async function runScenario(
  { settings, play }: Scenario,
  { hookArgs }: Mode,
  counts: Counts,
  once: boolean,
): Promise<void> {
  await using codex = await Codex.open({ settings, hookArgs });
  await play(codex);
  assert.deepEqual(codex.model.pending, [], "Codex did not ask for all answers");
  assert.equal(codex.model.unscripted, 0, "Codex asked for more answers");
  assert.equal(await codex.hookStderr(), "");
  assert.deepEqual([...new Set(await codex.hookExits())], ["0"]);
  const work = codex.model.requests.filter((request) => !asksForSummary(request));
  const threads = [...Map.groupBy(work, threadOf).values()];
  const counted = threads.map((requests) => requests.map(countPresentations));
  assert.deepEqual(counted, Object.values(counts));
  assert.ok(threads.every((requests) => holdsEdit(requests.at(-1)!)), "A thread has no edit");
  const wrong = work.filter((request) => holdsEdit(request) && countPresentations(request) !== 1);
  assert.equal(wrong.length === 0, once, "Each edit's guideline is there once, or else it is not");
}

/** Throws where a presentation is not the expected one, to the byte. */
function countPresentations({ conversation }: ModelRequest): number {
  const presentations = conversation.map(({ content }) => content)
    .filter((content) => content?.some(({ text }) => text?.includes("Adaptive Guidebook")));
  for (const content of presentations) assert.deepEqual(content, PORT);
  return presentations.length;
}

function holdsEdit({ conversation }: ModelRequest): boolean {
  return conversation.some(({ output }) =>
    output !== undefined && JSON.stringify(output).includes(EDITED)
  );
}
