import { loadSetups } from "../../../lib/agent/setups.ts";
import { claudeCodeSetup } from "../../../lib/agent/claude_code/setup.ts";
import { codexSetup } from "../../../lib/agent/codex/setup.ts";
import type { AgentSetup, HookCoverage } from "../../../lib/agent/setup.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isOurCommand } from "../../../lib/agent/hook_file/command.ts";
import { groupOf } from "../../../lib/agent/hook_file/entries.ts";
import { type FoundEntry, readHookFile } from "../../../lib/agent/hook_file/read.ts";
import { type MergedHooks, mergeHooks, removeHooks } from "../../../lib/agent/hook_file/merge.ts";

const SETUPS = await loadSetups();
const COMMAND = "/home/a/.local/bin/adaptive-guidebook hook codex --guidebook /g";
/** The new matcher of Codex, as JSON. */
const MATCHER = JSON.stringify(codexSetup.entries(COMMAND)[0]!.matcher);
const OLD = "deno task -q --config /x/deno.json adaptive-guidebook hook codex";

Deno.test("mergeHooks() writes a file of its own where there is none", () => {
  for (const text of [undefined, "", "\n"]) {
    const { text: written, changed, trustStays } = merge(text);
    const hooks = Object.fromEntries(
      codexSetup.entries(COMMAND).map((entry) => [entry.event, [groupOf(entry)]]),
    );
    assert.equal(written, `${JSON.stringify({ hooks }, null, 2)}\n`);
    assert.deepEqual([changed, trustStays], [true, false]);
  }
});

Deno.test("mergeHooks() adds to the ends of lists, and leaves each other byte alone", () => {
  const head =
    '{\r\n\t"model" : "o",\r\n\t"hooks": {\r\n\t\t"PostToolUse": [\r\n\t\t\t{"hooks":[ ]}';
  const tail = '\r\n\t\t],\r\n\t\t"Notify": [ { "x" :1e2 } ]';
  const end = '\r\n\t},\r\n\t"z": "é\\u00e9"\r\n}\r\n\r\n';
  const { text } = merge(head + tail + end);
  assert(text.startsWith(`${head},\r\n\t\t\t{\r\n\t\t\t\t"matcher": ${MATCHER},\r\n`), text);
  assert(text.includes(`\r\n\t\t\t}${tail},\r\n\t\t"SessionStart": [\r\n\t\t\t{\r\n`), text);
  assert(text.endsWith(`\r\n\t\t]${end}`), text);
  assert.equal(text.replaceAll("\r\n", "").includes("\n"), false);
});

Deno.test("mergeHooks() stays on the one line of a file that has one", () => {
  const { text } = merge('{"a":{"b":[]},"hooks":{"Notify":[]}}');
  assert(
    text.startsWith(
      `{"a":{"b":[]},"hooks":{"Notify":[],"PostToolUse":[{"matcher":${MATCHER},`,
    ),
  );
  assert.equal(text, JSON.stringify(JSON.parse(text)));
});

Deno.test("mergeHooks() changes nothing the second time", () => {
  const first = merge('{"hooks":{"Stop":[{"hooks":[]}]}}\n');
  const second = merge(first.text);
  const events = { added: [], changed: [], removed: [] };
  assert.deepEqual(second, { ...first, changed: false, trustStays: true, events });
});

Deno.test("mergeHooks() knows its own command, whatever the program is called", () => {
  const first = mergeHooks(undefined, codexSetup, "/opt/ag hook codex");
  assert("text" in first);
  const edited = first.text.replace('"timeout": 3', '"timeout": 4');
  const second = mergeHooks(edited, codexSetup, "/opt/ag hook codex");
  assert("text" in second);
  assert.deepEqual([second.text, second.trustStays, second.kept], [first.text, false, []]);
});

Deno.test("mergeHooks() replaces an older entry of ours in place", () => {
  const text = file({
    PostToolUse: [group("a"), { matcher: "Edit", note: 1, hooks: [handler(OLD)] }, group("b")],
    PostCompact: [{ matcher: "auto", hooks: [{ ...handler(OLD), statusMessage: "mine" }] }],
  });
  const merged = merge(text);
  const { hooks } = JSON.parse(merged.text);
  assert.deepEqual(hooks.PostToolUse, [
    group("a"),
    { ...groupOf(codexSetup.entries(COMMAND)[0]!), note: 1 },
    group("b"),
  ]);
  assert.deepEqual(hooks.PostCompact, [
    // A name that a person gave it stays.
    { hooks: [{ ...handler(COMMAND), statusMessage: "mine", timeout: 10 }] },
  ]);
  assert.deepEqual([merged.replaced, merged.kept, merged.trustStays], [[OLD], [], false]);
});

/** What the release before looks wrote into Codex's file. */
const OLDER = file({
  PostToolUse: [group("a"), {
    matcher: "apply_patch",
    hooks: [{ ...handler(COMMAND), timeout: 10, additionalContextLimit: 0 }],
  }],
  SessionStart: [{
    matcher: "compact|resume",
    hooks: [{ ...handler(COMMAND), timeout: 10, additionalContextLimit: 0 }],
  }],
  PostCompact: [{ hooks: [{ ...handler(COMMAND), timeout: 10 }] }],
  Interrupt: [{ hooks: [{ ...handler(COMMAND), timeout: 3 }] }],
  Stop: [group("b")],
});

Deno.test("mergeHooks() upgrades an older release's entries in place, and reports what changes", () => {
  const merged = merge(OLDER);
  const { hooks } = JSON.parse(merged.text);
  const wanted = Object.fromEntries(
    codexSetup.entries(COMMAND).map((entry) => [entry.event, groupOf(entry)]),
  );
  assert.deepEqual(hooks.PostToolUse, [group("a"), wanted.PostToolUse]);
  assert.deepEqual(hooks.Stop, [group("b"), wanted.Stop]);
  for (const event of ["SessionStart", "UserPromptSubmit", "SubagentStop", "PostCompact"]) {
    assert.deepEqual(hooks[event], [wanted[event]]);
  }
  assert.deepEqual(merged.events, {
    added: ["Stop", "UserPromptSubmit", "SubagentStop"],
    changed: ["PostToolUse", "SessionStart", "PostCompact", "Interrupt"],
    removed: [],
  });
  assert.deepEqual([merged.kept, merged.trustStays], [[], false]);
});

Deno.test("mergeHooks() goes back to the smaller set, and moves no entry of others", () => {
  const full = merge(OLDER).text;
  const small = merge(full, codexSetup, "edits");
  const { hooks } = JSON.parse(small.text);
  const wanted = codexSetup.entries(COMMAND, "edits");
  assert.deepEqual(hooks.PostToolUse, [group("a"), groupOf(wanted[0]!)]);
  assert.deepEqual(hooks.Stop, [group("b")]);
  assert.deepEqual(Object.keys(hooks).toSorted(), [
    ...["Interrupt", "PostCompact", "PostToolUse", "SessionStart", "Stop"],
  ]);
  assert.deepEqual(small.events, {
    added: [],
    changed: ["PostToolUse", "SessionStart"],
    removed: ["Stop", "UserPromptSubmit", "SubagentStop"],
  });
  // Where another entry has come behind ours, an empty group keeps its position.
  const later = JSON.parse(full);
  later.hooks.Stop.push(group("c"));
  const kept = JSON.parse(merge(JSON.stringify(later), codexSetup, "edits").text).hooks.Stop;
  assert.deepEqual(kept, [group("b"), { hooks: [] }, group("c")]);
});

Deno.test("mergeHooks() keeps an entry that is right already, and takes the older one out", () => {
  const [entry] = codexSetup.entries(COMMAND);
  const merged = merge(file({ PostToolUse: [group("a"), groupOf(entry!), group(OLD)] }));
  assert.deepEqual(JSON.parse(merged.text).hooks.PostToolUse, [group("a"), groupOf(entry!)]);
  // Where it stands, so that its trust stays.
  const later = merge(file({ PostToolUse: [group(OLD), group("a"), groupOf(entry!)] }));
  assert.deepEqual(JSON.parse(later.text).hooks.PostToolUse, [
    { hooks: [] },
    group("a"),
    groupOf(entry!),
  ]);
});

Deno.test("mergeHooks() moves no entry in Codex's file: an empty group keeps the position", () => {
  const [entry] = codexSetup.entries(COMMAND);
  const merged = merge(file({
    Notify: [group(OLD), group("a")],
    PostToolUse: [groupOf(entry!), group(OLD), group("b")],
  }));
  const { hooks } = JSON.parse(merged.text);
  assert.deepEqual(hooks.Notify, [{ hooks: [] }, group("a")]);
  assert.deepEqual(hooks.PostToolUse, [groupOf(entry!), { hooks: [] }, group("b")]);
  assert.deepEqual(merged.kept, []);
});

Deno.test("mergeHooks() leaves and reports what it cannot remove from Codex's file", () => {
  const mixed = { matcher: "Bash", hooks: [handler(OLD), handler("a")] };
  const merged = merge(file({ PostToolUse: [mixed] }));
  assert.deepEqual(JSON.parse(merged.text).hooks.PostToolUse, [
    mixed,
    groupOf(codexSetup.entries(COMMAND)[0]!),
  ]);
  assert.deepEqual(
    merged.kept.map(({ event, group, handler }) => [event, group, handler]),
    [["PostToolUse", 0, 0]],
  );
  assert.deepEqual(merge(merged.text).kept.length, 1);
});

Deno.test("mergeHooks() removes a superfluous entry from Claude Code's file, where positions do not count", () => {
  const old = OLD.replace("codex", "claude-code");
  const merged = merge(
    file({
      Notify: [group(old)],
      PostToolUse: [{ matcher: "*", hooks: [handler(old), handler("a")] }],
    }),
    claudeCodeSetup,
  );
  const { hooks } = JSON.parse(merged.text);
  assert.equal(hooks.Notify, undefined);
  assert.deepEqual(hooks.PostToolUse[0], { matcher: "*", hooks: [handler("a")] });
  assert.deepEqual(merged.kept, []);
});

Deno.test("mergeHooks() reports entries that mention us, and leaves them", () => {
  const text = file({ Notify: [group("cd /x && adaptive-guidebook hook codex"), group("echo")] });
  const { foreign, text: after } = merge(text);
  assert.deepEqual(foreign.map(({ event, group }) => [event, group]), [["Notify", 0]]);
  assert.deepEqual(JSON.parse(after).hooks.Notify, JSON.parse(text).hooks.Notify);
});

Deno.test("mergeHooks() sees that hooks are switched off, for Claude Code", () => {
  assert.equal(merge('{"disableAllHooks": true}', claudeCodeSetup).disabled, true);
  assert.equal(merge('{"disableAllHooks": true}').disabled, false);
  assert.equal(merge('{"disableAllHooks": false}', claudeCodeSetup).disabled, false);
});

Deno.test("mergeHooks() refuses what cannot be read", () => {
  const merged = mergeHooks('{"hooks": 1}', codexSetup, COMMAND);
  assert("problem" in merged && merged.problem.code === "invalid-hooks");
});

Deno.test("mergeHooks() keeps whatever is not ours, in any file", () => {
  fc.assert(
    fc.property(anyContent(), LAYOUT, ANY_AGENT, (content, space, [agent, coverage]) => {
      const text = JSON.stringify(content, null, space);
      const merged = merge(text, agent, coverage);
      const after = JSON.parse(merged.text);
      assert.deepEqual(after.other, JSON.parse(text).other);
      assert.deepEqual(foreignOf(merged.text, agent), foreignOf(text, agent));
      const again = merge(merged.text, agent, coverage);
      assert.deepEqual([again.text, again.changed, again.trustStays], [merged.text, false, true]);

      const ours = entriesOf(merged.text).filter((entry) => isOurs(entry, agent));
      const wanted = agent.entries(commandOf(agent), coverage);
      const kept = merged.kept.map((entry) => JSON.stringify(entry));
      const counted = ours.filter((entry) => !kept.includes(JSON.stringify(entry)));
      for (const { event, matcher, handler } of wanted) {
        const right = counted.filter((found) =>
          found.event === event && found.matcher === matcher &&
          Object.entries(handler).every(([key, value]) => Object(found.value)[key] === value)
        );
        assert.equal(right.length, 1);
      }
      assert.equal(ours.length, wanted.length + merged.kept.length);
      if (!agent.trustsByPosition) assert.deepEqual(merged.kept, []);
    }),
    { numRuns: 500 },
  );
});

Deno.test("removeHooks() takes out what is ours, and nothing else, of any file", () => {
  fc.assert(
    fc.property(anyContent(), LAYOUT, fc.constantFrom(...SETUPS), (content, space, agent) => {
      const text = JSON.stringify(content, null, space);
      const removed = remove(text, agent);
      assert.deepEqual(JSON.parse(removed.text).other, JSON.parse(text).other);
      assert.deepEqual(foreignOf(removed.text, agent), foreignOf(text, agent));
      const ours = entriesOf(removed.text).filter((entry) => isOurs(entry, agent));
      assert.deepEqual(ours, removed.kept);
      if (!agent.trustsByPosition) assert.deepEqual(removed.kept, []);
      const again = remove(removed.text, agent);
      assert.deepEqual([again.text, again.changed], [removed.text, false]);
    }),
    { numRuns: 500 },
  );
});

Deno.test("removeHooks() restores each byte where mergeHooks() has only added", () => {
  fc.assert(
    fc.property(anyContent(), LAYOUT, fc.constantFrom(...SETUPS), (content, space, agent) => {
      // Without what is ours, and without empty lists, of which nobody knows whose they were.
      const hooks = Object.entries(Object(content.hooks) as Record<string, unknown[]>)
        .map(([event, groups]) => [event, JSON.parse(JSON.stringify(groups))] as const)
        .filter(([, groups]) => groups.length > 0);
      const without = JSON.stringify({ ...content, hooks: Object.fromEntries(hooks) }, null, space);
      const text = without.replaceAll(/adaptive-guidebook hook/g, "other");
      fc.pre(hooks.length > 0);
      assert.equal(remove(merge(text, agent).text, agent).text, text);
    }),
    { numRuns: 300 },
  );
  for (const text of ["{}\n", '{"a":1}', '{\n\t"a": {}\n}', '{\r\n  "a": []\r\n}\r\n']) {
    assert.equal(remove(merge(text).text).text, text);
  }
});

Deno.test("removeHooks() keeps an empty hooks where mergeHooks() does not add it", () => {
  for (const text of ['{"hooks":{},"a":1}', '{\n  "hooks": {},\n  "a": {}\n}\n']) {
    assert.deepEqual(JSON.parse(remove(merge(text).text).text), JSON.parse(text));
  }
});

Deno.test("removeHooks() knows the command of a program with any name", () => {
  const merged = mergeHooks("{}", codexSetup, "/opt/ag hook codex --guidebook /g");
  assert("text" in merged);
  const removed = removeHooks(merged.text, codexSetup, "/opt/ag");
  assert("text" in removed && removed.text === "{}");
  for (const [agent, call] of [[codexSetup, undefined], [claudeCodeSetup, "/opt/ag"]] as const) {
    const other = removeHooks(merged.text, agent, call);
    assert("text" in other && !other.changed);
  }
});

Deno.test("removeHooks() reports entries that mention us, and refuses what cannot be read", () => {
  const text = file({ Stop: [group("cd /x && adaptive-guidebook hook codex"), group(OLD)] });
  const { foreign, text: left } = remove(text);
  assert.deepEqual(foreign.map(({ event, group }) => [event, group]), [["Stop", 0]]);
  assert.deepEqual(JSON.parse(left).hooks.Stop, JSON.parse(text).hooks.Stop.slice(0, 1));
  const broken = removeHooks('{"hooks": 1}', codexSetup, undefined);
  assert("problem" in broken && broken.problem.code === "invalid-hooks");
});

const ANY_AGENT = fc.tuple(
  fc.constantFrom(...SETUPS),
  fc.constantFrom<HookCoverage>("changes", "edits"),
);
const LAYOUT = fc.constantFrom(undefined, 2, "\t");

/** Hook files with hooks of ours, of others, and with what no agent takes for one. */
function anyContent() {
  const event = fc.constantFrom(
    ...["PostToolUse", "SessionStart", "PostCompact", "Interrupt", "Stop", "SubagentStop"],
    ...["UserPromptSubmit", "PostToolUseFailure", "Notify", "__proto__", "é"],
  );
  const command = fc.constantFrom(
    ...[
      COMMAND,
      OLD,
      COMMAND.replace("codex", "claude-code"),
      "a",
      "b; c",
      "echo adaptive-guidebook",
    ],
  );
  const one = fc.oneof(
    { weight: 5, arbitrary: command.map((text) => handler(text)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...codexSetup.entries(COMMAND)).map((it) => it.handler),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
  const matcher = fc.constantFrom<string | number>(
    ...SETUPS.map((setup) => setup.entries("x")[0]!.matcher!),
    "apply_patch",
    "Edit|Write|NotebookEdit",
    "compact|resume",
    "*",
    1,
  );
  const groups = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ matcher, hooks: fc.array(one, { maxLength: 3 }) }, {
          requiredKeys: ["hooks"],
        }),
      },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
    ),
    { maxLength: 4 },
  );
  const hooks = fc.array(fc.tuple(event, groups), { maxLength: 5 })
    .map((pairs) => Object.fromEntries(pairs));
  return fc.tuple(fc.jsonValue({ maxDepth: 2 }), hooks, fc.boolean()).map(
    ([other, hooks, first]) => first ? { hooks, other } : { other, hooks },
  );
}

function remove(text: string, agent: AgentSetup = codexSetup) {
  const removed = removeHooks(text, agent, undefined);
  assert("text" in removed);
  return removed;
}

/** All that is not ours, with its group; in Codex's file with its place, since its trust hangs on it. */
function foreignOf(text: string, agent: AgentSetup) {
  const { hooks = {} } = JSON.parse(text);
  const odd = Object.entries(hooks).flatMap(([event, groups]) =>
    (groups as unknown[]).filter((group) => !Array.isArray(Object(group).hooks))
      .map((group) => JSON.stringify([event, group]))
  );
  const handlers = entriesOf(text).filter((entry) => !isOurs(entry, agent)).map((
    { event, group, handler, matcher, value },
  ) =>
    JSON.stringify([event, matcher, value, ...(agent.trustsByPosition ? [group, handler] : [])])
  );
  return { odd, handlers };
}

function isOurs({ command }: FoundEntry, agent: AgentSetup): boolean {
  return command !== undefined && isOurCommand(command, agent.name);
}

function entriesOf(text: string): FoundEntry[] {
  const file = readHookFile(text);
  assert("entries" in file);
  return file.entries;
}

function merge(
  text: string | undefined,
  agent: AgentSetup = codexSetup,
  coverage?: HookCoverage,
): MergedHooks {
  const merged = mergeHooks(text, agent, commandOf(agent), coverage);
  assert("text" in merged);
  return merged;
}

function commandOf(agent: AgentSetup): string {
  return COMMAND.replace("codex", agent.name);
}

function handler(command: string) {
  return { type: "command", command };
}

function group(command: string) {
  return { hooks: [handler(command)] };
}

function file(hooks: unknown): string {
  return `${JSON.stringify({ hooks }, null, 2)}\n`;
}
