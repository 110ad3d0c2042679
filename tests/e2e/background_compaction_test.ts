import { exec } from "./exec_play.ts";
import { addService } from "./guidebook.ts";
import { callTool, compact, say } from "./model_answer.ts";
import { testScenarios } from "./scenario.ts";

/** Off by default in this release of Codex: it works on while the summary is written. */
const IN_BACKGROUND = {
  provider: "OpenAI",
  lines: [
    "features.async_compaction = { enabled = true, model_async_compact_threshold_percent = 50 }",
  ],
};
const look = callTool(undefined, "exec_command", { cmd: "ls" });
const done = say("Done");

testScenarios([
  {
    title: "A compaction in the background repeats the guideline that came before it began",
    settings: IN_BACKGROUND,
    play: exec({
      answers: [
        { ...addService(1), usage: 160_000 },
        addService(2),
        { ...compact(), inOrder: true },
        addService(3),
        done,
      ],
    }),
    counts: { root: [0, 1, 1, 1] },
  },
  {
    title: "A compaction in the background leaves the guideline that came after it began",
    // The summary arrives while the hook beside ours still runs.
    settings: { ...IN_BACKGROUND, besideHook: "sleep 1" },
    play: exec({
      answers: [
        { ...look, usage: 160_000 },
        addService(1),
        { ...compact(), inOrder: true },
        addService(2),
        done,
      ],
    }),
    counts: { root: [0, 0, 1, 1] },
    withoutTranscript: {
      title: "A compaction in the background repeats the guideline that came after it began",
      counts: { root: [0, 0, 2, 2] },
    },
  },
]);
