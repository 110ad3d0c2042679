import { app, type AppStep } from "./app_play.ts";
import { exec, forkFirst, resumeFirst, resumeLast } from "./exec_play.ts";
import { addService } from "./guidebook.ts";
import { say, summarize } from "./model_answer.ts";
import { testScenarios } from "./scenario.ts";

const done = say("Done");

testScenarios([
  {
    title: "A fork of a fork keeps the guideline of the first",
    play: app(
      { start: "root" },
      turn("root", 1),
      { fork: "root", as: "fork" },
      turn("fork", 2),
      { fork: "fork", as: "second fork" },
      turn("second fork", 3),
    ),
    counts: { root: [0, 1], fork: [1, 1], secondFork: [1, 1] },
    withoutTranscript: {
      title: "Each fork is shown the guideline once more",
      counts: { root: [0, 1], fork: [1, 2], secondFork: [2, 3] },
    },
  },
  {
    title: "A fork that is resumed keeps the guideline",
    play: exec(
      { answers: [addService(1), done] },
      { command: forkFirst, answers: [addService(2), done] },
      { command: resumeLast, answers: [addService(3), done] },
    ),
    counts: { root: [0, 1], fork: [1, 1, 1, 1] },
    withoutTranscript: {
      title: "A fork that was shown the guideline twice is not shown it again when it is resumed",
      counts: { root: [0, 1], fork: [1, 2, 2, 2] },
    },
  },
  {
    title: "A fork of a rewound thread has what the rewind kept",
    play: app(
      { start: "root" },
      turn("root", 1),
      turn("root", 2),
      { revert: "root", before: "turn 2" },
      turn("root", 3),
      { fork: "root", as: "fork" },
      turn("fork", 4),
    ),
    counts: { root: [0, 1, 1, 1, 1, 1], fork: [1, 1] },
    withoutTranscript: {
      title: "The rewind and the fork are each shown the guideline once more",
      counts: { root: [0, 1, 1, 1, 1, 2], fork: [2, 3] },
    },
  },
  {
    title: "A rewind of a fork to before its parent's guideline makes it fresh again",
    play: app(
      { start: "root" },
      { turn: "root", answers: [done] },
      turn("root", 1),
      { fork: "root", as: "fork" },
      { revert: "fork", before: "turn 1" },
      turn("fork", 2),
    ),
    counts: { root: [0, 0, 1], fork: [0, 1] },
  },
  {
    title: "A rewind to before a compaction finds the guideline that stood there",
    play: app(
      { start: "root" },
      turn("root", 1),
      { turn: "root", as: "turn 2", answers: [done] },
      { compact: "root", answers: [summarize()] },
      turn("root", 3),
      { revert: "root", before: "turn 2" },
      turn("root", 4),
    ),
    counts: { root: [0, 1, 1, 0, 1, 1, 1] },
    withoutTranscript: {
      title: "A rewind to before a compaction makes the hook say it twice",
      counts: { root: [0, 1, 1, 0, 1, 1, 2] },
    },
  },
  {
    title: "A session that is resumed after a mid-turn compaction keeps what was repeated",
    play: exec(
      { answers: [{ ...addService(1), usage: 600_000 }, summarize(), done] },
      { command: resumeFirst, answers: [addService(2), done] },
    ),
    counts: { root: [0, 1, 1, 1] },
  },
]);

function turn(thread: string, number: number): AppStep {
  return { turn: thread, as: `turn ${number}`, answers: [addService(number), done] };
}
