/** Checks what the documents refer to: links, files, tasks, commands and options. */
import assert from "node:assert/strict";
import { isThere } from "../../lib/cli/path_kind.ts";
import { resolvePath } from "../../lib/path.ts";
import config from "../../deno.json" with { type: "json" };
import { PROJECT, runCommand } from "../support/command.ts";
import {
  anchorsOf,
  codeOf,
  codeSpans,
  listDocuments,
  listFiles,
  localLinks,
  readDocument,
} from "./documents.ts";

const DOCUMENTS = listDocuments().map((path) => ({ path, text: readDocument(path) }));
const CODE = DOCUMENTS.map(({ text }) => codeOf(text)).join("\n");

/** Documents whose options are ours, with exception of the released flags. */
const FOR_USERS = [
  ...["README.md", "README.ko.md"],
  ...["behavior", "install", "limitations", "permissions", "team", "troubleshooting"]
    .map((name) => `docs/${name}.md`),
];

Deno.test("Every link in the documents leads to a file, and to a heading in it", () => {
  const broken = DOCUMENTS.flatMap(({ path, text }) =>
    localLinks(text).filter((link) => !leadsSomewhere(path, link)).map((link) => `${path}: ${link}`)
  );
  assert.deepEqual(broken, []);
});

Deno.test("Every file that the documents name exists", () => {
  const named = DOCUMENTS.flatMap(({ path, text }) =>
    codeSpans(text)
      .filter((span) => /^(?:docs|fixtures|guidebook|lib|tests|tools)\/[\w./-]+$/.test(span))
      .filter((span) => !span.includes("NAME"))
      .map((span) => ({ path, span }))
  );
  assert(named.length > 10);
  const missing = named.filter(({ span }) => !isThere(`${PROJECT}/${span}`));
  assert.deepEqual(missing, []);
});

Deno.test("Every document that the code names exists", () => {
  const sources = ["lib", "tests", "tools"].flatMap((folder) => listFiles(folder, /\.ts$/));
  const missing = [...sources, "main.ts"].flatMap((path) =>
    [...readDocument(path).matchAll(/(?<![\w/.])docs\/[\w/-]+\.md/g)]
      .filter(([document]) => !isThere(`${PROJECT}/${document}`))
      .map(([document]) => `${path}: ${document}`)
  );
  assert.deepEqual(missing, []);
});

Deno.test("Every document can be reached by links from README.md", () => {
  const reached = new Set<string>();
  const follow = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const link of localLinks(readDocument(path))) {
      const [target = ""] = link.split("#");
      const linked = resolvePath("/", `${path}/../${target}`).slice(1);
      if (target.endsWith(".md")) follow(linked);
    }
  };
  follow("README.md");
  assert.deepEqual(listDocuments().filter((path) => !reached.has(path)), []);
});

Deno.test("Every decision is in the list of decisions", () => {
  const decisions = listFiles("docs/decisions", /\.md$/).filter((path) => !/README/.test(path));
  const listed = localLinks(readDocument("docs/decisions/README.md"));
  assert.deepEqual(
    listed.map((link) => `docs/decisions/${link}`).toSorted(),
    decisions.toSorted(),
  );
});

Deno.test("The list of decisions has the title of each", () => {
  const listed = [...readDocument("docs/decisions/README.md").matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
  assert(listed.length > 20);
  for (const [, title, file] of listed) {
    const [, heading] = /^# (.+)$/m.exec(readDocument(`docs/decisions/${file}`)) ?? [];
    assert.equal(title, heading, file);
  }
});

Deno.test("Every task that the documents name is in deno.json", () => {
  const named = [
    ...CODE.matchAll(/(?:\bdeno|deno@[\d.]+) task (?:-q )?(?:--config \S+ )?([\w:-]+)/g),
  ];
  const names = new Set(named.map(([, name = ""]) => name));
  assert(names.has("demo") && names.has("adaptive-guidebook"));
  assert.deepEqual([...names].filter((name) => !Object.hasOwn(config.tasks, name)), []);
});

Deno.test("Every command and option that the documents name is in the help", async () => {
  const commands = await listCommands();
  const calls = [...CODE.matchAll(/\badaptive-guidebook (?:\\\n *)?([a-z][a-z-]*)([^\n`]*)/g)];
  assert(calls.length > 5);
  for (const [call, command = "", rest = ""] of calls) {
    assert(commands.includes(command), `"${call}": there is no such command`);
    await assertOptions(call, command, rest);
  }
});

Deno.test("Every option that a document names by itself, or after a command, exists", async () => {
  const commands = await listCommands();
  const short = DOCUMENTS.flatMap(({ text }) => codeSpans(text))
    .map((span) => /^([a-z]+) (.*?--.*)$/.exec(span)).filter((call) => call !== null)
    .filter(([, command = ""]) => commands.includes(command));
  assert(short.length > 0);
  for (const [call, command = "", rest = ""] of short) {
    await assertOptions(call, command, ` ${rest}`);
  }
  const helps = await Promise.all(commands.map((command) => help(command)));
  const tasks = listFiles("tools", /\.ts$/).map(readDocument);
  const known = [...helps, ...tasks, JSON.stringify(config.tasks)].join("\n");
  const alone = FOR_USERS.flatMap((path) => codeSpans(readDocument(path))).flatMap((span) =>
    /^--[a-z0-9-]+/.exec(span) ?? []
  );
  assert(alone.length > 10);
  assert.deepEqual(alone.filter((option) => !new RegExp(`${option}(?![a-z-])`).test(known)), []);
});

Deno.test("No text refers to folders outside the project", () => {
  const texts = ["docs", "fixtures", "guidebook", "lib", "tests", "tools"]
    .flatMap((folder) => listFiles(folder, /\.(?:md|ts|json|yaml)$/));
  const outside = new RegExp(String.raw`(?<![\w./-])${"shared"}/(?:DESIGN|STYLE|[a-z-]+/|tools)`);
  const speaking = [
    ...texts,
    ...listDocuments(),
    "main.ts",
    "deno.json",
  ]
    .filter((path) => outside.test(readDocument(path)));
  assert.deepEqual(speaking, []);
});

async function help(...args: string[]): Promise<string> {
  return (await runCommand(["help", ...args], { home: "/nonexistent" })).stdout;
}

async function listCommands(): Promise<string[]> {
  return [...(await help()).matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name = ""]) => name);
}

/** Holds the options in `rest`, which stands behind `command`, to its help. */
async function assertOptions(call: string, command: string, rest: string): Promise<void> {
  const text = await help(command);
  for (const [option] of rest.matchAll(/(?<= )--[a-z-]+/g)) {
    assert(text.includes(`${option} `), `"${call}": it has no option ${option}`);
  }
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? `${PROJECT}/${from}` : resolvePath(PROJECT, `${from}/../${path}`);
  if (!isThere(target)) return false;
  return anchor === undefined || anchorsOf(Deno.readTextFileSync(target)).includes(anchor);
}
