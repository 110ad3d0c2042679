import { exec } from "./exec_play.ts";
import { addServiceInScript, serviceLines } from "./guidebook.ts";
import { callTool, EDITED, patchCall, runScript, say } from "./model_answer.ts";
import { testScenarios } from "./scenario.ts";
import { writeFiles } from "./workspace.ts";

const CODE_MODE = { model: "gpt-6.2-sol" };
const done = say("Done");
const edited = `text(${JSON.stringify(EDITED)});`;

testScenarios([
  {
    title: "Three edits at once bring the guideline once",
    play: exec({
      ...CODE_MODE,
      answers: [
        runScript(`await Promise.all([${[1, 2, 3].map(call).join()}]); ${edited}`),
        addServiceInScript(4),
        done,
      ],
    }),
    counts: { root: [0, 1, 1] },
  },
  {
    // What the model asks while the hook still runs cannot hold the guideline.
    title: "An edit of a script in the background brings the guideline when its hooks have ended",
    settings: { besideHook: "until [ -e go ]; do sleep 0.1; done" },
    play: async (codex) => {
      const agent = exec({
        ...CODE_MODE,
        answers: [
          runScript(`// @exec: {"yield_time_ms": 300}\nawait ${call(1)}; ${edited}`),
          runScript("text('Meanwhile');"),
          callTool("functions", "wait", { cell_id: "1", yield_time_ms: 30_000 }),
          done,
        ],
      })(codex);
      const release = codex.model.untilLeft(1)
        .then(() => writeFiles(codex.repository, { go: "" }));
      await Promise.all([agent, release]);
    },
    counts: { root: [0, 0, 0, 1] },
  },
]);

function call(number: number): string {
  return patchCall(serviceLines(number));
}
