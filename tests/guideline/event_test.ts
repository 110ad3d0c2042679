/** A new event is a name that the compiler follows: nothing in the format can be raised by nobody. */
import assert from "node:assert/strict";
import { GUIDELINE_EVENTS, isGuidelineEvent } from "../../lib/guideline/event.ts";
import { GuidelineSchema } from "../../lib/guideline_file/schema.ts";
import { parentPath } from "../../lib/path.ts";

const PROJECT = parentPath(parentPath(import.meta.dirname!));

/** The files in which type errors are after each of `edits` was made in a copy of the project. */
async function checkAfter(edits: Record<string, [from: string, to: string]>): Promise<string[]> {
  const copy = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "adaptive-guidebook-event-" }));
  try {
    for (const name of ["lib", "main.ts", "deno.json", "deno.lock"]) {
      const command = new Deno.Command("cp", { args: ["-r", `${PROJECT}/${name}`, copy] });
      assert((await command.output()).success);
    }
    for (const [file, [from, to]] of Object.entries(edits)) {
      const text = Deno.readTextFileSync(`${copy}/${file}`);
      assert(text.includes(from), `${file} has no ${from}`);
      Deno.writeTextFileSync(`${copy}/${file}`, text.replace(from, to));
    }
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "-q", "main.ts"],
      cwd: copy,
      env: { NO_COLOR: "1" },
    }).output();
    const printed = new TextDecoder().decode(stderr);
    const files = [...printed.matchAll(/^ {4}at file:\/\/(\S+?):\d+:\d+$/gm)]
      .map(([, path]) => path!.slice(copy.length + 1));
    assert.equal(success, files.length === 0, printed);
    return [...new Set(files)].sort();
  } finally {
    Deno.removeSync(copy, { recursive: true });
  }
}

const NAMED: [string, string] = [
  'GuidelineEvent = "file_changed"',
  'GuidelineEvent = "file_changed" | "made_up_event"',
];

Deno.test("the compiler names every place that a new event needs", async () => {
  assert.deepEqual(await checkAfter({ "lib/guideline/event.ts": NAMED }), [
    "lib/cli/use_cases.ts",
    "lib/guideline/event.ts",
    "lib/guideline_file/schema.ts",
    "lib/search/subject.ts",
  ]);
});

Deno.test("the compiler asks for what raises a new event, and for its request", async () => {
  const event = "lib/guideline/event.ts";
  const text = Deno.readTextFileSync(`${PROJECT}/${event}`);
  const raised = text.replace(...NAMED)
    .replace('"moment"],', '"moment"],\n  made_up_event: ["made_up"],');
  assert.deepEqual(await checkAfter({ [event]: [text, raised] }), [
    "lib/cli/use_cases.ts",
    "lib/guideline_file/schema.ts",
    "lib/search/subject.ts",
  ]);
});

Deno.test("the compiler refuses an event that no kind of hook event raises", async () => {
  const event = "lib/guideline/event.ts";
  const text = Deno.readTextFileSync(`${PROJECT}/${event}`);
  const unraised = text.replace(...NAMED).replace('"moment"],', '"moment"],\n  made_up_event: [],');
  const files = await checkAfter({ [event]: [text, unraised] });
  assert(files.includes(event), files.join());
});

Deno.test("the format knows the events that something raises, and no others", () => {
  const when = (event: string) =>
    GuidelineSchema.safeParse({ id: "a", when: [event], content: "A." }).success;
  for (const event of GUIDELINE_EVENTS) assert(when(event) && isGuidelineEvent(event), event);
  for (const event of ["made_up_event", "toString", ""]) {
    assert(!when(event) && !isGuidelineEvent(event), event);
  }
});
