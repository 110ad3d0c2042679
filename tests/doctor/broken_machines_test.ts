/** Machines that are broken in one place each, and what doctor says about that place. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { codexSetup } from "../../lib/agent/codex/setup.ts";
import type { Status } from "../../lib/doctor/finding.ts";
import { inBatches } from "../support/batches.ts";
import { CALL, type DoctorOptions, Machine } from "./machine.ts";

interface Broken {
  /** Breaks the machine; may change how doctor is called. */
  arrange(machine: Machine): Promise<DoctorOptions | void> | DoctorOptions | void;
  code: string;
  status: Status;
  message: RegExp;
  help: RegExp;
}

/** The user's entries, each with these fields of its handler over it. */
const withFields = (machine: Machine, fields: (event: string) => object) =>
  machine.entries().map((entry) => ({
    ...entry,
    handler: { ...entry.handler, ...fields(entry.event) },
  }));

const INSTALL = /^Run: adaptive-guidebook install codex$/;

const BROKEN: Record<string, Broken> = {
  "no hook file": {
    arrange: ({ sandbox }) => Deno.remove(`${sandbox.home}/.codex`, { recursive: true }),
    code: "no-agent",
    status: "problem",
    message: /^No agent calls the hook: no hook file has it$/,
    help: /^Run: adaptive-guidebook install AGENT, where AGENT is codex or claude-code$/,
  },
  "a hook file that is not JSON": {
    arrange: async ({ sandbox }) =>
      void await sandbox.write("home/.codex/hooks.json", "{ hooks: }"),
    code: "hook-file-broken",
    status: "problem",
    message: /^Cannot read hook file ".*\/\.codex\/hooks\.json": .*line 1/,
    help: /^Fix it; until then Codex runs no hook of this file$/,
  },
  "a hook file of a form that Codex rejects": {
    arrange: (machine) => machine.writeCodex(withFields(machine, () => ({ timeout: "10" }))),
    code: "hook-file-broken",
    status: "problem",
    message: /: hooks\.PostToolUse\[0\]\.hooks\[0\]\.timeout: .* \(line 1, column \d+\)$/,
    help: /^Fix it/,
  },
  "a matcher that does not fit": {
    arrange: (machine) =>
      machine.writeCodex(
        machine.entries().map((entry) => ({
          ...entry,
          matcher: entry.event === "PostToolUse" ? "MultiEdit" : entry.matcher,
        })),
      ),
    code: "matcher-misses",
    status: "problem",
    message: /^Matcher "MultiEdit" of PostToolUse in .* does not fit apply_patch$/,
    help: INSTALL,
  },
  "a command whose program is not there": {
    arrange: (machine) =>
      machine.writeCodex(machine.entries("/gone/bin/adaptive-guidebook hook codex")),
    code: "command-missing",
    status: "problem",
    message: /^Cannot start "\/gone\/bin\/adaptive-guidebook" of /,
    help: /^Run: adaptive-guidebook install codex, or use the absolute path/,
  },
  "a command from source whose deno.json is not there": {
    arrange: (machine) =>
      machine.writeCodex(
        machine.entries(
          "deno task -q --config /gone/deno.json adaptive-guidebook hook codex",
        ),
      ),
    code: "command-missing",
    status: "problem",
    message: /^Cannot start "\/gone\/deno\.json"/,
    help: /^Run: adaptive-guidebook install codex/,
  },
  "a command of another copy": {
    arrange: (machine) =>
      machine.writeCodex(machine.entries(`${CALL} hook codex --guidebook=/elsewhere`)),
    code: "command-other",
    status: "warning",
    message: /calls another copy of this program, or has other options/,
    help: /install codex$/,
  },
  "a hook that is not trusted": {
    arrange: (machine) => machine.trustCodex([]),
    code: "untrusted",
    status: "problem",
    message:
      /^Codex skips the hooks .*\(PostToolUse, SessionStart, UserPromptSubmit, Stop, SubagentStop, PostCompact, Interrupt\): it has not been/,
    help: /^Start: codex\. It says "Hooks need review"/,
  },
  "a hook that was changed after it was trusted": {
    arrange: (machine) =>
      machine.writeCodex(withFields(machine, (event) =>
        event === "Interrupt" ? {} : {
          timeout: 20,
        })),
    code: "changed",
    status: "problem",
    message:
      /\(PostToolUse, SessionStart, UserPromptSubmit, Stop, SubagentStop, PostCompact\): they have changed since/,
    help: /^Start: codex.*again$/,
  },
  "a hook that is switched off by itself": {
    arrange: async (machine) => {
      await machine.trustCodex(machine.entries());
      const path = `${machine.sandbox.home}/.codex/config.toml`;
      const text = await Deno.readTextFile(path);
      await Deno.writeTextFile(path, text.replace(/^trusted_hash/m, "enabled = false\n$&"));
    },
    code: "disabled",
    status: "problem",
    message: /\(PostToolUse\): they are switched off$/,
    help: /\/hooks/,
  },
  "hooks that are switched off in config.toml": {
    arrange: (machine) => machine.trustCodex(machine.entries(), "[features]\nhooks = false\n"),
    code: "hooks-off",
    status: "problem",
    message: /^Codex runs no hooks: ".*config\.toml" switches all of them off$/,
    help: /^Take "hooks = false" out/,
  },
  "a config.toml that is not TOML": {
    arrange: async ({ sandbox }) => void await sandbox.write("home/.codex/config.toml", "x = = 1"),
    code: "config-broken",
    status: "problem",
    message: /^Cannot read ".*config\.toml": Invalid TOML/,
    help: /^Fix it; Codex rejects it too$/,
  },
  "hooks that are switched off in Claude Code": {
    arrange: async (machine) => {
      const hooks = { PostToolUse: [{ hooks: [claudeHandler(machine)] }] };
      await machine.sandbox.write(
        "home/.claude/settings.json",
        JSON.stringify({ disableAllHooks: true, hooks }),
      );
    },
    code: "hooks-off",
    status: "problem",
    message: /^Claude Code runs no hooks: ".*settings\.json" switches/,
    help: /disableAllHooks/,
  },
  "an event that is missing": {
    arrange: (machine) =>
      machine.writeCodex(machine.entries().filter(({ event }) => event !== "PostToolUse")),
    code: "hook-missing",
    status: "problem",
    message: /^The hook is not registered for PostToolUse of Codex: edits bring no guideline$/,
    help: INSTALL,
  },
  "entries of an older release": {
    arrange: async (machine) => {
      const entries = codexSetup.entries(machine.command(), "edits");
      await machine.writeCodex(entries);
      await machine.trustCodex(entries);
    },
    code: "shell-edits",
    status: "warning",
    message:
      /^The entries for Codex are of an older release .* through the shell .* are not seen \(/,
    help: /^Run: adaptive-guidebook install codex, unless that is what you want$/,
  },
  "a guidebook root that is not there": {
    arrange: ({ sandbox }) => Deno.remove(sandbox.guidebook, { recursive: true }),
    code: "guidebook-missing",
    status: "problem",
    message: /^Cannot read guidebook ".*\/guidebook" \(named in ".*hooks\.json"\)/,
    help: /with: mkdir -p (\S+\/guidebook) && adaptive-guidebook new ID --guidebook \1$/,
  },
  "a default guidebook that is not there": {
    arrange: (machine) => machine.writeCodex(machine.entries(`${CALL} hook codex`)),
    code: "guidebook-missing",
    status: "problem",
    message: /\.adaptive-guidebook\/guidebook" \(the default\)/,
    // There `new` could write nothing.
    help:
      /^Write .*: mkdir -p ~\/guidebook && .* new ID --guidebook ~\/guidebook\. .* install AGENT --g/,
  },
  "a guidebook without guidelines": {
    arrange: ({ sandbox }) => Deno.remove(`${sandbox.guidebook}/good`, { recursive: true }),
    code: "guidebook-empty",
    status: "warning",
    message: /^Guidebook ".*" \(.*\) has no guideline\.yaml$/,
    help: /adaptive-guidebook new ID/,
  },
  "a guidebook with a broken guideline": {
    arrange: async ({ sandbox }) => {
      await sandbox.writeGuideline("bad", { scope: "scope: { languages: [typscript] }\n" });
    },
    code: "guidebook-errors",
    status: "problem",
    message: /2 guidelines\) has 1 error, the first: Unknown language "typscript" \(bad\/guide/,
    help: /^Run: adaptive-guidebook check \S+\/guidebook$/,
  },
  "a database outside of the permissions": {
    arrange: ({ sandbox }) => ({ env: { ADAPTIVE_GUIDEBOOK_DB: sandbox.at("else where.db") } }),
    code: "database-not-permitted",
    status: "problem",
    message: /^Cannot write database ".*else where\.db" \(ADAPTIVE_GUIDEBOOK_DB\)/,
    help: /^Run in a checkout: deno task install --db '.*else where\.db'$/,
  },
  "a database that is corrupt": {
    arrange: async ({ sandbox }) => {
      await sandbox.write("home/.adaptive-guidebook/adaptive-guidebook.db", "garbage ".repeat(999));
    },
    code: "database-unusable",
    status: "problem",
    message: /^Cannot use database ".*": it is corrupt \(file is not a database\)$/,
    help: /mv \S+adaptive-guidebook\.db \S+\.corrupt$/,
  },
  "a folder in the place of the database": {
    arrange: ({ sandbox }) => Deno.mkdir(sandbox.database, { recursive: true }),
    code: "database-unusable",
    status: "problem",
    message: /^Cannot use database ".*": it is not a file$/,
    help: /--db$/,
  },
  "a link to nothing in the place of the database": {
    arrange: async ({ sandbox }) => {
      await Deno.mkdir(sandbox.data, { recursive: true });
      await Deno.symlink("/nonexistent/x.db", sandbox.database);
    },
    code: "database-unusable",
    status: "problem",
    message: /^Cannot use database ".*": it is a link to a file that does not exist$/,
    help: /--db$/,
  },
  "a database of a newer release": {
    arrange: async ({ sandbox }) => {
      await sandbox.hook();
      using database = new DatabaseSync(sandbox.database);
      database.exec("PRAGMA user_version = 99");
    },
    code: "database-newer",
    status: "problem",
    message: /a newer release has migrated it \(version 99\)/,
    help: /^Update this release/,
  },
  "a data folder that others may write into": {
    arrange: async ({ sandbox }) => {
      await sandbox.hook();
      await Deno.chmod(sandbox.data, 0o775);
    },
    code: "database-mode",
    status: "warning",
    message: /its mode is 0775, not 0700$/,
    help: /^Run: chmod 700 \S+\.adaptive-guidebook$/,
  },
  "no git on the PATH": {
    arrange: () => ({ env: { PATH: "/nonexistent" } }),
    code: "git",
    status: "problem",
    message: /^Cannot run git: it is not on the PATH/,
    help: /^Install git/,
  },
  "the hook switched off": {
    arrange: () => ({ env: { ADAPTIVE_GUIDEBOOK: "off" } }),
    code: "switched-off",
    status: "problem",
    message: /ADAPTIVE_GUIDEBOOK is off$/,
    help: /^Run: unset ADAPTIVE_GUIDEBOOK$/,
  },
  "a relative root": {
    arrange: () => ({ env: { ADAPTIVE_GUIDEBOOK_ROOT: "docs/guidebook" } }),
    code: "relative-path",
    status: "problem",
    message: /Cannot use "docs\/guidebook" of ADAPTIVE_GUIDEBOOK_ROOT/,
    help: /^Use an absolute path and restart the agent$/,
  },
  "no home": {
    arrange: ({ sandbox }) => ({
      env: { HOME: undefined, CODEX_HOME: `${sandbox.home}/.codex` },
    }),
    code: "home",
    status: "problem",
    message: /HOME is not set$/,
    help: /^Set HOME/,
  },
  "our hook in the user's file and in the project's": {
    arrange: async (machine) => {
      const { repository } = machine.sandbox;
      await machine.writeCodex(machine.entries(), "repository/.codex/hooks.json");
      const trust = `[projects.${JSON.stringify(repository)}]\ntrust_level = "trusted"\n`;
      await machine.trustCodex(machine.entries(), trust);
    },
    code: "hook-in-both",
    status: "warning",
    message:
      /^The hook runs twice for PostToolUse, SessionStart, UserPromptSubmit, Stop, SubagentStop, PostCompact, Interrupt: it is in/,
    help: /^Remove it from one of them: adaptive-guidebook install codex --remove, or .*--project$/,
  },
  "our hook twice in one file": {
    arrange: async (machine) => {
      const [entry] = machine.entries();
      const group = { matcher: entry!.matcher, hooks: [entry!.handler] };
      await machine.sandbox.write(
        "home/.codex/hooks.json",
        JSON.stringify({ hooks: { PostToolUse: [group, group] } }),
      );
    },
    code: "hook-repeated",
    status: "warning",
    message: /^PostToolUse runs the hook 2 times: it is registered 2 times in /,
    help: INSTALL,
  },
  "an Interrupt with too much time": {
    arrange: (machine) => machine.writeCodex(withFields(machine, () => ({ timeout: 10 }))),
    code: "timeout",
    status: "warning",
    message: /^The timeout of Interrupt in .* is 10 s, but Codex gives this event 3 s/,
    help: INSTALL,
  },
  "a timeout that is too short": {
    arrange: (machine) =>
      machine.writeCodex(withFields(machine, (event) =>
        event === "PostToolUse"
          ? {
            timeout: 1,
          }
          : {})),
    code: "timeout",
    status: "warning",
    message: /^The timeout of PostToolUse in .* is 1 s: /,
    help: INSTALL,
  },
  "no additionalContextLimit": {
    arrange: (machine) =>
      machine.writeCodex(withFields(machine, (event) =>
        event === "PostToolUse"
          ? {
            additionalContextLimit: undefined,
          }
          : {})),
    code: "context-limit",
    status: "warning",
    message: /^Codex cuts the text of PostToolUse in .*: "additionalContextLimit": 0 is missing$/,
    help: INSTALL,
  },
  "a hook that is not waited for": {
    arrange: (machine) => machine.writeCodex(withFields(machine, () => ({ async: true }))),
    code: "hook-async",
    status: "warning",
    message: /^The agent does not wait for PostToolUse/,
    help: INSTALL,
  },
  "a project that is not trusted": {
    arrange: async (machine) => {
      await Deno.remove(machine.codexFile);
      await machine.writeCodex(machine.entries(), "repository/.codex/hooks.json");
    },
    code: "project-untrusted",
    status: "problem",
    message:
      /^Codex does not run the hooks of ".*repository\/\.codex\/hooks\.json": it has not been/,
    help: /^Start: codex, in this folder, and trust the project$/,
  },
};

function claudeHandler(machine: Machine) {
  return { type: "command", command: machine.command("claude-code"), timeout: 10 };
}

Deno.test("doctor finds nothing wrong on a machine where all is well", async () => {
  await using machine = await Machine.create();
  const { code, findings, of, stderr } = await machine.doctor();
  assert.deepEqual(findings.filter(({ status }) => status !== "ok"), []);
  // What is said beside "ok" must not read as if something had failed.
  assert.deepEqual(findings.filter(({ message }) => /^Cannot|was not|reach no/.test(message)), []);
  assert.equal(code, 0);
  assert.match(stderr, /^\d+ ok, 0 warnings, 0 problems\n$/);
  assert.match(
    of("trusted")[0]!.message,
    /\(PostToolUse, SessionStart, UserPromptSubmit, Stop, SubagentStop, PostCompact, Interrupt\)$/,
  );
  assert.match(of("guidebook")[0]!.message, /has 1 guideline$/);
  assert.deepEqual(
    of("canary").map(({ message }) => /of (.+) was answered by the hook inside/.exec(message)?.[1]),
    ["an edit", "a shell command"],
  );
  assert.equal(of("canary-not-run").length, 1, "nobody was there to be asked");
});

Deno.test("doctor finds the project's hook file from a folder below the repository's root", async () => {
  await using machine = await Machine.create();
  await machine.writeCodex(machine.entries(), "repository/.codex/hooks.json");
  await Deno.mkdir(machine.sandbox.at("repository/src/deep"), { recursive: true });
  for (const folder of ["repository", "repository/src/deep"]) {
    const { of } = await machine.doctor({ cwd: machine.sandbox.at(folder) });
    const [finding] = of("project-untrusted");
    assert.match(finding?.message ?? "", /repository\/\.codex\/hooks\.json"/, folder);
  }
});

Deno.test("doctor does not ask for a guidebook that an untrusted project will name", async () => {
  await using machine = await Machine.create();
  await Deno.remove(machine.codexFile);
  await machine.writeCodex(machine.entries(), "repository/.codex/hooks.json");
  const problemsOf = async (options: DoctorOptions = {}) => {
    const { findings } = await machine.doctor(options);
    return findings.filter(({ status }) => status !== "ok").map((it) => `${it.status} ${it.code}`);
  };
  assert.deepEqual(await problemsOf(), [
    "warning guidebook-missing",
    "problem project-untrusted",
  ]);
  // One that the person names, or that their own hook needs, has to be there.
  const missing = machine.sandbox.at("nowhere");
  for (
    const options of [
      { args: ["--guidebook", missing] },
      { env: { ADAPTIVE_GUIDEBOOK_ROOT: missing } },
    ]
  ) assert((await problemsOf(options)).includes("problem guidebook-missing"));
  await machine.writeCodex(machine.entries(`${CALL} hook codex`));
  assert((await problemsOf()).includes("problem guidebook-missing"));
});

Deno.test("doctor finds what is broken, and says what to do", async (t) => {
  const sanitize = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
  await inBatches(Object.entries(BROKEN), 2, ([name, expected]) =>
    t.step({
      name,
      fn: async () => {
        await using machine = await Machine.create();
        const options = await expected.arrange(machine) ?? {};
        const { code, of, stdout, stderr } = await machine.doctor(options);
        const [finding] = of(expected.code);
        assert.ok(finding, `${stdout}${stderr}`);
        assert.equal(finding.status, expected.status);
        assert.match(finding.message, expected.message);
        assert.match(finding.help ?? "", expected.help);
        if (expected.status === "problem") assert.equal(code, 1);
        assert.doesNotMatch(stderr, /bug of Adaptive Guidebook/);
      },
      ...sanitize,
    }));
});

Deno.test("doctor reports a missing git as missing, and not as not permitted", async () => {
  await using machine = await Machine.create();
  const { of } = await machine.doctor({ env: { PATH: "/nonexistent" } });
  assert.deepEqual([of("git").length, of("permission-missing")], [1, []]);
});

Deno.test("doctor does not mention trust where it cannot be read", async () => {
  await using machine = await Machine.create();
  await machine.sandbox.write("home/.codex/config.toml", "x = = 1");
  const { of } = await machine.doctor();
  assert.deepEqual([of("config-broken").length, of("untrusted")], [1, []]);
});

Deno.test("doctor prints the same for people and for programs", async () => {
  await using machine = await Machine.create();
  await machine.trustCodex([]);
  const { findings } = await machine.doctor();
  const { stdout } = await machine.doctor({ args: ["--format", "text"] });
  assert.deepEqual(Object.keys(findings[0]!), ["code", "status", "message", "help"]);
  const lines = findings.flatMap(({ code, status, message, help }) => [
    `${status === "ok" ? "ok" : `${status}[${code}]:`} ${message}`,
    ...(help === null ? [] : [`    help: ${help}`]),
  ]);
  assert.equal(stdout, `${lines.join("\n")}\n`);
});

Deno.test("doctor takes no operand and no other format", async () => {
  await using machine = await Machine.create();
  assert.equal((await machine.doctor({ args: ["x"] })).code, 64);
  const { code, stderr } = await machine.doctor({ args: ["--format", "sarif"] });
  assert.equal(code, 64);
  assert.match(stderr, /^error: Cannot print as "sarif": formats are text, json\n/);
});
