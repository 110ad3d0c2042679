import { app } from "./app_play.ts";
import { addService } from "./guidebook.ts";
import { say } from "./model_answer.ts";
import { testScenarios } from "./scenario.ts";

const done = say("Done");

testScenarios([
  {
    title: "An interrupt while hooks run loses their texts, so the next edit brings the guideline",
    settings: { besideHook: "sleep 4" },
    play: app(
      { start: "root" },
      { turn: "root", answers: [addService(1)], interrupt: "during the hooks" },
      { turn: "root", answers: [addService(2), done] },
    ),
    counts: { root: [0, 0, 1] },
  },
  {
    title: "An interrupt after the hook leaves the guideline in place",
    play: app(
      { start: "root" },
      {
        turn: "root",
        answers: [addService(1), { ...done, never: true }],
        interrupt: "at the last answer",
      },
      { turn: "root", answers: [addService(2), done] },
    ),
    counts: { root: [0, 1, 1, 1] },
    withoutTranscript: {
      title: "An interrupt after the hook makes it say the guideline twice",
      counts: { root: [0, 1, 1, 2] },
    },
  },
  {
    title: "An interrupt after a later edit leaves the guideline in place",
    play: app(
      { start: "root" },
      {
        turn: "root",
        answers: [addService(1), addService(2), { ...done, never: true }],
        interrupt: "at the last answer",
      },
      { turn: "root", answers: [addService(3), done] },
    ),
    counts: { root: [0, 1, 1, 1, 1] },
  },
]);
