import { exec, resumeFirst, resumeLast } from "./exec_play.ts";
import { addService, addServiceInScript } from "./guidebook.ts";
import { compact, say } from "./model_answer.ts";
import { agentOf } from "./model_request.ts";
import { testScenarios } from "./scenario.ts";
import { child, followUp, only, root, spawn, spawnOld, wait } from "./sub_agent.ts";

const CODE_MODE = { model: "gpt-6.2-sol" };
const done = say("Done");

testScenarios([
  {
    title: "A child with a fresh context is shown the guideline, too",
    play: exec({
      ...CODE_MODE,
      answers: [
        ...root(addServiceInScript(1), spawn("child", "none"), wait, addServiceInScript(3), done),
        ...child(addServiceInScript(2), done),
      ],
    }),
    counts: { root: [0, 1, 1, 1, 1], child: [0, 1] },
  },
  {
    title: "A child that inherits the whole context keeps the guideline",
    play: exec({
      ...CODE_MODE,
      answers: [
        ...root(addServiceInScript(1), spawn("child", "all"), wait, addServiceInScript(3), done),
        ...child(addServiceInScript(2), done),
      ],
    }),
    counts: { root: [0, 1, 1, 1, 1], child: [1, 1] },
    withoutTranscript: {
      title: "A child that inherits the whole context is shown the guideline a second time",
      counts: { root: [0, 1, 1, 1, 1], child: [1, 2] },
    },
  },
  {
    title: "A child inherits the guideline by default, also from an earlier run",
    play: exec(
      { ...CODE_MODE, answers: [addServiceInScript(1), done] },
      {
        ...CODE_MODE,
        command: resumeLast,
        answers: [...root(spawn("child"), wait, done), ...child(addServiceInScript(2), done)],
      },
    ),
    counts: { root: [0, 1, 1, 1, 1], child: [1, 1] },
    withoutTranscript: {
      title:
        "A child that inherits by default from an earlier run is shown the guideline a second time",
      counts: { root: [0, 1, 1, 1, 1], child: [1, 2] },
    },
  },
  {
    title: "A child keeps the guideline in a second task",
    play: exec({
      ...CODE_MODE,
      answers: [
        ...root(spawn("child", "none"), wait, followUp("child"), wait, addServiceInScript(3), done),
        ...child(addServiceInScript(1), done, addServiceInScript(2), done),
      ],
    }),
    counts: { root: [0, 0, 0, 0, 0, 1], child: [0, 1, 1, 1] },
  },
  {
    title: "A child keeps the guideline when its root is resumed",
    play: exec(
      {
        ...CODE_MODE,
        answers: [
          ...root(spawn("child", "none"), wait, done),
          ...child(addServiceInScript(1), done),
        ],
      },
      {
        ...CODE_MODE,
        command: resumeFirst,
        answers: [
          ...root(followUp("child"), wait, addServiceInScript(3), done),
          ...child(addServiceInScript(2), done),
        ],
      },
    ),
    counts: { root: [0, 0, 0, 0, 0, 0, 1], child: [0, 1, 1, 1] },
  },
  {
    title: "Two children are each shown the guideline",
    play: exec({
      ...CODE_MODE,
      answers: [
        ...only((request) => agentOf(request) === "/root/one", addServiceInScript(1), done),
        ...only((request) => agentOf(request) === "/root/two", addServiceInScript(2), done),
        ...root(spawn("one", "none"), spawn("two", "none")),
        ...root({ ...addServiceInScript(3), inOrder: true }, done),
      ],
    }),
    counts: { root: [0, 0, 0, 1], one: [0, 1], two: [0, 1] },
  },
  {
    title: "A compaction in a child makes the guideline fresh for the child",
    settings: { provider: "OpenAI" },
    play: exec({
      ...CODE_MODE,
      answers: [
        ...root(addServiceInScript(1), spawn("child", "all"), wait, addServiceInScript(4), done),
        ...child({ ...addServiceInScript(2), usage: 600_000 }),
        compact(),
        ...child(addServiceInScript(3), done),
      ],
    }),
    counts: { root: [0, 1, 1, 1, 1], child: [1, 0, 1] },
  },
  {
    title: "A child of the older kind is shown the guideline, too",
    play: exec({
      answers: [
        ...root(addService(1), spawnOld(false)),
        ...child(addService(2), done),
        ...root({ ...addService(3), inOrder: true }, done),
      ],
    }),
    counts: { root: [0, 1, 1, 1], child: [0, 1] },
  },
  {
    title: "A child of the older kind that inherits the context keeps the guideline",
    play: exec({
      answers: [
        ...root(addService(1), spawnOld(true)),
        ...child(addService(2), done),
        ...root({ ...addService(3), inOrder: true }, done),
      ],
    }),
    counts: { root: [0, 1, 1, 1], child: [1, 1] },
    withoutTranscript: {
      title:
        "A child of the older kind that inherits the context is shown the guideline a second time",
      counts: { root: [0, 1, 1, 1], child: [1, 2] },
    },
  },
]);
