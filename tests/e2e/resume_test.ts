import { app } from "./app_play.ts";
import { ephemeral, exec, forkFirst, resumeFirst, resumeLast } from "./exec_play.ts";
import { addService, addServiceInScript } from "./guidebook.ts";
import { compact, say, summarize } from "./model_answer.ts";
import { testScenarios } from "./scenario.ts";

const VENDOR = { provider: "OpenAI" };
const done = say("Done");

testScenarios([
  {
    title: "A resumed session keeps the guideline",
    play: exec(
      { answers: [addService(1), done] },
      { command: resumeLast, answers: [addService(2), done] },
      { command: resumeLast, answers: [addService(3), done] },
    ),
    counts: { root: [0, 1, 1, 1, 1, 1] },
  },
  {
    title:
      "A session resumed with a model of another family is compacted, so it is shown the guideline again",
    settings: VENDOR,
    play: exec(
      { answers: [addService(1), done] },
      {
        command: resumeLast,
        model: "gpt-6.2-sol",
        answers: [compact(), addServiceInScript(2), done],
      },
    ),
    counts: { root: [0, 1, 0, 1] },
  },
  {
    title: "A cleared conversation begins without the guideline",
    play: app(
      { start: "root" },
      { turn: "root", answers: [addService(1), done] },
      { start: "next", clear: true },
      { turn: "next", answers: [addService(2), done] },
    ),
    counts: { root: [0, 1], next: [0, 1] },
  },
  {
    title: "A session without a transcript is shown the guideline once",
    play: exec({ command: ephemeral, answers: [addService(1), addService(2), done] }),
    counts: { root: [0, 1, 1] },
  },
  {
    title: "A fork keeps the guideline of its parent",
    play: exec(
      { answers: [addService(1), done] },
      { command: forkFirst, answers: [addService(2), addService(3), done] },
    ),
    counts: { root: [0, 1], fork: [1, 1, 1] },
    withoutTranscript: {
      title: "A fork is shown its parent's guideline a second time",
      counts: { root: [0, 1], fork: [1, 2, 2] },
    },
  },
  {
    title: "A fork in a running app keeps the guideline, and its parent too",
    play: app(
      { start: "root" },
      { turn: "root", answers: [addService(1), done] },
      { turn: "root", answers: [addService(2), done] },
      { fork: "root", as: "fork" },
      { turn: "fork", answers: [addService(3), done] },
      { turn: "root", answers: [addService(4), done] },
    ),
    counts: { root: [0, 1, 1, 1, 1, 1], fork: [1, 1] },
    withoutTranscript: {
      title: "A fork in a running app is shown the guideline a second time, its parent is not",
      counts: { root: [0, 1, 1, 1, 1, 1], fork: [1, 2] },
    },
  },
  {
    title: "A parent that is resumed after a fork keeps the guideline",
    play: exec(
      { answers: [addService(1), done] },
      { command: forkFirst, answers: [addService(2), done] },
      { command: resumeFirst, answers: [addService(3), done] },
    ),
    counts: { root: [0, 1, 1, 1], fork: [1, 1] },
    withoutTranscript: {
      title: "A parent that is resumed after its fork was shown the guideline twice keeps it",
      counts: { root: [0, 1, 1, 1], fork: [1, 2] },
    },
  },
  {
    title: "A fork of a compacted session keeps the guideline that was repeated",
    play: exec(
      {
        answers: [
          addService(1),
          { ...addService(2), usage: 600_000 },
          summarize(),
          addService(3),
          done,
        ],
      },
      { command: forkFirst, answers: [addService(4), done] },
    ),
    counts: { root: [0, 1, 1, 1], fork: [1, 1] },
    withoutTranscript: {
      title: "A fork of a compacted session is shown the guideline a second time",
      counts: { root: [0, 1, 1, 1], fork: [1, 2] },
    },
  },
]);
