import { join } from "node:path";
import { app } from "./app_play.ts";
import type { Codex } from "./codex_run.ts";
import { addService } from "./guidebook.ts";
import { say } from "./model_answer.ts";
import { testScenarios } from "./scenario.ts";
import { until } from "./until.ts";
import { exists } from "./workspace.ts";

/** Goes on until it is killed, but only after the first edit. */
const SLOW_ONCE = "[ -e begun ] || { touch begun; sleep 60; }";

const done = say("Done");

testScenarios([
  {
    title: "An interrupt that kills the hook leaves the guideline for the next edit",
    settings: { besideHook: SLOW_ONCE },
    play: app(
      { start: "root" },
      { turn: "root", answers: [addService(1)], interrupt: whenHooksBegin },
      { turn: "root", answers: [addService(2), done] },
    ),
    counts: { root: [0, 0, 1] },
  },
  {
    title: "An interrupt that loses what the hook has said leaves it for the next edit",
    settings: { besideHook: SLOW_ONCE },
    play: app(
      { start: "root" },
      { turn: "root", answers: [addService(1)], interrupt: afterHook },
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
        interrupt: atLastAnswer,
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
        interrupt: atLastAnswer,
      },
      { turn: "root", answers: [addService(3), done] },
    ),
    counts: { root: [0, 1, 1, 1, 1] },
  },
]);

/** Our hook takes longer to start than the one beside it. */
async function whenHooksBegin(codex: Codex): Promise<void> {
  await until(() => exists(join(codex.repository, "begun")));
}

/** The hook beside ours still runs then. */
async function afterHook(codex: Codex): Promise<void> {
  await codex.untilHookExits(1);
}

async function atLastAnswer(codex: Codex): Promise<void> {
  await codex.model.untilLeft(0);
}
