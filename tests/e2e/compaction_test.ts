import assert from "node:assert/strict";
import { Codex } from "./codex_run.ts";
import { exec, resumeLast } from "./exec_play.ts";
import { app } from "./app_play.ts";
import { addService, addServiceInScript, PORT } from "./guidebook.ts";
import { compact, say, summarize } from "./model_answer.ts";
import { asksForSummary, hookMessages } from "./model_request.ts";
import { testScenarios } from "./scenario.ts";

const VENDOR = { provider: "OpenAI" };
const FULL = { usage: 600_000 };
const done = say("Done");

Deno.test("After a compaction in mid-turn the very next request ends with the guideline", async () => {
  await using codex = await Codex.open();
  const { requests } = await codex.exec([
    { ...addService(1), ...FULL },
    summarize(),
    done,
  ]);
  const [, summary, next] = requests;
  assert.ok(asksForSummary(summary!));
  assert.deepEqual(hookMessages(summary!), [PORT]);
  assert.deepEqual(hookMessages(next!), [PORT]);
  assert.deepEqual(next!.conversation.at(-1)?.content, PORT);
  assert.ok(next!.conversation.every(({ output }) => output === undefined), "An edit is left");
});

testScenarios([
  {
    title: "A local compaction in mid-turn repeats the guideline",
    play: exec({
      answers: [addService(1), { ...addService(2), ...FULL }, summarize(), addService(3), done],
    }),
    counts: { root: [0, 1, 1, 1] },
  },
  {
    title: "A remote compaction in mid-turn repeats the guideline",
    settings: VENDOR,
    play: exec({
      answers: [addService(1), { ...addService(2), ...FULL }, compact(), addService(3), done],
    }),
    counts: { root: [0, 1, 1, 1] },
  },
  {
    title: "A remote compaction of a model in code mode repeats the guideline",
    settings: VENDOR,
    play: exec({
      model: "gpt-6.2-sol",
      answers: [
        addServiceInScript(1),
        { ...addServiceInScript(2), ...FULL },
        compact(),
        addServiceInScript(3),
        done,
      ],
    }),
    counts: { root: [0, 1, 1, 1] },
  },
  {
    title: "A compaction right after the edit that was answered repeats the guideline",
    play: exec({ answers: [{ ...addService(1), ...FULL }, summarize(), addService(2), done] }),
    counts: { root: [0, 1, 1] },
  },
  {
    title: "Two compactions repeat the guideline twice",
    play: exec({
      answers: [
        { ...addService(1), ...FULL },
        summarize(),
        { ...addService(2), ...FULL },
        summarize(),
        addService(3),
        done,
      ],
    }),
    counts: { root: [0, 1, 1, 1] },
  },
  {
    title: "A compaction before a turn makes the guideline fresh again",
    settings: VENDOR,
    play: exec(
      { answers: [addService(1), { ...done, ...FULL }] },
      { command: resumeLast, answers: [compact(), addService(2), done] },
    ),
    counts: { root: [0, 1, 0, 1] },
  },
  {
    title: "A compaction after a turn makes the guideline fresh again",
    settings: { lines: ["model_post_turn_compact_threshold_percent = 50"] },
    play: exec(
      { answers: [addService(1), { ...done, usage: 200_000 }, summarize()] },
      { command: resumeLast, answers: [addService(2), done] },
    ),
    counts: { root: [0, 1, 0, 1] },
  },
  {
    title: "A compaction that the user asks for makes the guideline fresh again",
    play: app(
      { start: "root" },
      { turn: "root", answers: [addService(1), done] },
      { compact: "root", answers: [summarize()] },
      { turn: "root", answers: [addService(2), done] },
    ),
    counts: { root: [0, 1, 0, 1] },
  },
  {
    title: "A switch to a model of another family makes the guideline fresh again",
    settings: VENDOR,
    play: app(
      { start: "root" },
      { turn: "root", answers: [addService(1), done] },
      { turn: "root", model: "gpt-6.2-sol", answers: [compact(), addServiceInScript(2), done] },
    ),
    counts: { root: [0, 1, 0, 1] },
  },
]);
