import { app, type AppStep } from "./app_play.ts";
import { addService } from "./guidebook.ts";
import { say } from "./model_answer.ts";
import { testScenarios } from "./scenario.ts";

testScenarios([
  {
    title: "A rewind to after the guideline keeps it",
    play: app(
      { start: "root" },
      turn(1),
      turn(2),
      { revert: "root", before: "turn 2" },
      turn(3),
    ),
    counts: { root: [0, 1, 1, 1, 1, 1] },
    withoutTranscript: {
      title: "A rewind to after the guideline makes the hook say it twice",
      counts: { root: [0, 1, 1, 1, 1, 2] },
    },
  },
  {
    title: "A second rewind keeps what the first one kept",
    play: app(
      { start: "root" },
      turn(1),
      turn(2),
      { revert: "root", before: "turn 2" },
      turn(3),
      turn(4),
      { revert: "root", before: "turn 4" },
      turn(5),
    ),
    counts: { root: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1] },
    withoutTranscript: {
      title: "A second rewind makes the hook say it a third time",
      counts: { root: [0, 1, 1, 1, 1, 2, 2, 2, 2, 3] },
    },
  },
  {
    title: "A rewind to before the guideline makes it fresh again",
    play: app(
      { start: "root" },
      turn(1),
      turn(2),
      { revert: "root", before: "turn 2" },
      turn(3),
      { revert: "root", before: "turn 1" },
      turn(4),
    ),
    counts: { root: [0, 1, 1, 1, 1, 1, 0, 1] },
    withoutTranscript: {
      title: "Each of two rewinds makes the guideline fresh again",
      counts: { root: [0, 1, 1, 1, 1, 2, 0, 1] },
    },
  },
]);

/** Each turn edits once. */
function turn(number: number): AppStep {
  return { turn: "root", as: `turn ${number}`, answers: [addService(number), say("Done")] };
}
