/** What is decided from facts that a test cannot easily arrange. */
import assert from "node:assert/strict";
import { claudeCodeSetup } from "../../lib/agent/claude_code/setup.ts";
import { codexSetup } from "../../lib/agent/codex/setup.ts";
import type { AgentSetup, HookEntry } from "../../lib/agent/setup.ts";
import { checkAgents } from "../../lib/doctor/agent_check.ts";
import type { AgentFacts, OurEntry } from "../../lib/doctor/agent_facts.ts";
import { checkInProcess, checkRun, type TrialRun } from "../../lib/doctor/trial_check.ts";
import { checkDatabase, type DatabaseFile } from "../../lib/doctor/database_check.ts";
import type { Finding } from "../../lib/doctor/finding.ts";
import { checkPermissions, type PermissionFacts } from "../../lib/doctor/permission_check.ts";
import { checkDeno, checkGit, checkProgram } from "../../lib/doctor/program_check.ts";
import { renderFindings, summarize } from "../../lib/doctor/report.ts";
import { checkVariables } from "../../lib/doctor/variable_check.ts";

const said = (findings: Finding[]) => findings.map(({ status, code }) => `${status} ${code}`);

const GRANTED: PermissionFacts = {
  readAll: true,
  writeData: true,
  writeGuidebook: false,
  writeAll: false,
  runGit: true,
  runAll: false,
  unreadVariables: [],
  envAll: false,
  net: false,
  ffi: false,
  sys: false,
};

Deno.test("checkPermissions() reports less as a problem and more as a warning", () => {
  const check = (facts: Partial<PermissionFacts>) =>
    said(checkPermissions({ ...GRANTED, ...facts }));
  assert.deepEqual(check({}), ["ok permissions"]);
  assert.deepEqual(check({ writeData: undefined, writeGuidebook: undefined }), ["ok permissions"]);
  for (
    const less of [
      { readAll: false },
      { writeData: false },
      { runGit: false },
      { unreadVariables: ["HOME"] },
    ]
  ) assert.deepEqual(check(less), ["problem permission-missing"], JSON.stringify(less));
  for (
    const more of [
      { writeGuidebook: true },
      { writeAll: true },
      { runAll: true },
      { envAll: true },
      { net: true },
      { ffi: true },
      { sys: true },
    ]
  ) assert.deepEqual(check(more), ["warning permission-more"], JSON.stringify(more));
});

Deno.test("checkGit() knows a git that hangs or fails, and leaves a refusal to the permissions", () => {
  for (const version of ["2", "2.31.0", "2.39.5 (Apple Git-154)", "3.0", "10.1"]) {
    assert.deepEqual(said(checkGit({ version: `git version ${version}` })), ["ok git"]);
  }
  // Without GIT_CONFIG_COUNT there is no look.
  for (const version of ["1.9.5", "2.30.9", "2.9"]) {
    assert.deepEqual(said(checkGit({ version: `git version ${version}` })), ["warning git"]);
  }
  assert.deepEqual(said(checkGit({ failure: "timeout" })), ["problem git"]);
  assert.deepEqual(said(checkGit({ failure: "failed" })), ["problem git"]);
  assert.deepEqual(checkGit({ failure: "refused" }), []);
});

Deno.test("checkDeno() warns of a release that was not tested, and of missing flags", () => {
  assert.deepEqual(said(checkDeno({ version: "2.10.0", linear: false })), [
    "warning deno",
    "warning v8-flags",
  ]);
});

Deno.test("checkProgram() looks at the launcher and at its Deno", () => {
  const launcher = {
    kind: "installed" as const,
    path: "/p/bin/adaptive-guidebook",
    call: "/p/bin/adaptive-guidebook",
    executable: true,
    deno: { path: "/opt/deno", executable: true },
  };
  assert.deepEqual(said(checkProgram(launcher)), ["ok program"]);
  assert.deepEqual(said(checkProgram({ ...launcher, executable: false })), ["problem launcher"]);
  const gone = { ...launcher, deno: { path: "/opt/deno", executable: false } };
  assert.match(checkProgram(gone)[0]!.message, /^Cannot start "\/opt\/deno": the launcher/);
  assert.deepEqual(said(checkProgram(undefined)), ["warning program"]);
});

Deno.test("checkVariables() rejects a home that cannot be passed to Deno", () => {
  const check = (home: string | undefined) =>
    said(checkVariables({ home, state: undefined, relative: [] }));
  assert.deepEqual(check("/home/a"), ["ok home"]);
  for (const home of [undefined, "", "home/a", "/home/a,b"]) {
    assert.deepEqual(check(home), ["problem home"]);
  }
});

const FILE: DatabaseFile = {
  state: "current",
  reason: undefined,
  version: 7,
  size: 4097,
  mode: 0o600,
  folderMode: 0o700,
  isOwn: true,
  writable: true,
};

Deno.test("checkDatabase() looks at writing, mode and owner", () => {
  const check = (file: Partial<DatabaseFile>, inDataFolder = true) =>
    checkDatabase({
      ...{ path: "/h/.adaptive-guidebook/x.db", origin: "--db", inDataFolder, permitted: true },
      file: { ...FILE, ...file },
    });
  assert.match(check({})[0]!.message, /\(--db\) can be used: 5 KiB, version 7$/);
  assert.match(check({ state: "older" })[0]!.message, /the next hook migrates it$/);
  assert.deepEqual(said(check({ writable: false })), ["problem database-not-writable"]);
  assert.match(check({ writable: false })[0]!.help!, /^Run: chmod u\+rw \/h/);
  const closed = check({ writable: false, folderMode: 0o500 });
  assert.match(closed[0]!.help!, /^Run: chmod u\+rwx \/h\/\.adaptive-guidebook$/);
  assert.match(
    check({ state: "newer", version: 99 })[0]!.message,
    /has migrated it \(version 99\), so/,
  );
  assert.deepEqual(said(check({ mode: 0o644 })), ["ok database", "warning database-mode"]);
  assert.match(check({ mode: 0o644 })[1]!.help!, /^Run: chmod 600 /);
  assert.deepEqual(said(check({ folderMode: 0o755 })), ["ok database"]);
  for (const folderMode of [0o770, 0o702]) {
    assert.deepEqual(said(check({ folderMode })), ["ok database", "warning database-mode"]);
  }
  assert.deepEqual(said(check({ folderMode: 0o777 }, false)), ["ok database"]);
  assert.deepEqual(said(check({ isOwn: false })), ["ok database", "warning database-owner"]);
  assert.deepEqual(said(check({ state: "unreadable", reason: "x", writable: false })), [
    "problem database-unusable",
  ]);
});

const RUN: TrialRun = {
  name: "the hook",
  kind: "edit",
  exitCode: 0,
  stdout: "",
  stderr: "",
  readAnswer: codexSetup.readAnswer,
  milliseconds: 120,
  timeout: 10,
};

Deno.test("checkRun() accepts no answer, or one that the agent accepts", () => {
  const check = (run: Partial<TrialRun>) => said(checkRun({ ...RUN, ...run }));
  const answer = (fields: object) => ({ stdout: JSON.stringify(fields) });
  const output = { hookEventName: "PostToolUse", additionalContext: "x" };
  assert.deepEqual(check({}), ["ok canary"]);
  assert.deepEqual(check(answer({ hookSpecificOutput: output })), ["ok canary"]);
  assert.deepEqual(check(answer({ systemMessage: "Cannot …" })), [
    "ok canary",
    "warning canary-failed",
  ]);
  for (
    const bad of [
      { exitCode: 1 },
      { exitCode: undefined },
      { stderr: "adaptive-guidebook: Cannot read payload" },
      { stdout: "hello" },
      { stdout: "[]" },
      answer({ decision: "block" }),
      answer({ systemMessage: 5 }),
      answer({ hookSpecificOutput: { ...output, hookEventName: "PreToolUse" } }),
      answer({ hookSpecificOutput: { ...output, more: 1 } }),
      answer({ hookSpecificOutput: { ...output, additionalContext: 1 } }),
    ]
  ) assert.deepEqual(check(bad), ["problem canary-failed"], JSON.stringify(bad));
  assert.deepEqual(check({ milliseconds: 4000 }), ["ok canary", "warning canary-slow"]);
  const late = checkRun({ ...RUN, kind: "command", milliseconds: 4000 });
  assert.deepEqual(late.map(({ message }) => message), [
    "A trial payload of a shell command was answered by the hook in 4000 ms, and left no record",
    "Each command waits 4000 ms for the hook",
  ]);
});

Deno.test("checkInProcess() wants the trial guideline in the answer", () => {
  const check = (additionalContext: string, exitCode = 0) => {
    const hookSpecificOutput = { hookEventName: "PostToolUse", additionalContext };
    const answer = codexSetup.readAnswer(JSON.stringify({ hookSpecificOutput }));
    return said(checkInProcess({ kind: "edit", exitCode, answer, stderr: "" }, "trial"));
  };
  assert.deepEqual(check("text\n\n[trial]\nx"), ["ok canary"]);
  assert.deepEqual(check("text\n\n[other]\nx"), ["problem canary-failed"]);
  assert.deepEqual(check("[trial]", 1), ["problem canary-failed"]);
  assert.deepEqual(
    said(checkInProcess({ kind: "edit", exitCode: 0, answer: undefined, stderr: "x" }, "trial")),
    [
      "problem canary-failed",
    ],
  );
});

/** An agent with our hook in the user's file. */
function agentFacts(
  setup: AgentSetup,
  fields: Partial<AgentFacts> = {},
  entries?: HookEntry[],
): AgentFacts {
  const { name: agent } = setup;
  const command = `adaptive-guidebook hook ${agent}`;
  const ours = (entries ?? setup.entries(command)).map(({ event, matcher, handler }): OurEntry => ({
    ...{ event, matcher, command, group: 0, handler: 0, timeout: handler.timeout, value: handler },
    at: { line: 1, column: 1, endLine: 1, endColumn: 1 },
    program: { word: "adaptive-guidebook", executable: true },
    known: { call: "adaptive-guidebook", agent, guidebooks: [], project: false },
    trust: setup.hookTrust ? "trusted" : undefined,
  }));
  return {
    ...{
      setup,
      otherRelease: undefined,
      hooksOff: [],
      configFaults: [],
      managedOnly: undefined,
      projectTrusted: true,
    },
    files: [{ scope: "user", path: "/h/hooks", fault: undefined, ours, others: [] }],
    ...{ project: "/r", hasCall: true },
    ...fields,
  };
}

Deno.test("checkAgents() is content with what install writes, for each agent", () => {
  assert.deepEqual(said(checkAgents([agentFacts(codexSetup)])), [
    ...["ok agent", "ok shell-edits", "ok trusted"],
  ]);
  assert.deepEqual(said(checkAgents([agentFacts(claudeCodeSetup)])), [
    "ok agent",
    "ok shell-edits",
  ]);
});

Deno.test("checkAgents() names what older entries do not see, as a warning", () => {
  const lookOf = (setup: AgentSetup, entries: HookEntry[]) => {
    const findings = checkAgents([agentFacts(setup, {}, entries)]);
    assert.deepEqual(findings.filter(({ status }) => status === "problem"), []);
    assert.deepEqual(said(findings).filter((it) => it.startsWith("warning")), [
      "warning shell-edits",
    ]);
    return findings.find(({ code }) => code === "shell-edits")!;
  };
  const older = lookOf(codexSetup, codexSetup.entries("x", "edits"));
  assert.equal(
    older.message,
    "The entries for Codex are of an older release or of install --no-shell, so changes made " +
      "through the shell and by MCP tools are not seen (PostToolUse does not fit Bash and " +
      "mcp__server__tool; SessionStart does not fit startup and clear; none for " +
      "UserPromptSubmit; none for Stop; none for SubagentStop)",
  );
  assert.equal(
    older.help,
    "Run: adaptive-guidebook install codex, unless that is what you want",
  );
  assert.match(
    lookOf(claudeCodeSetup, claudeCodeSetup.entries("x", "edits")).message,
    /^The entries for Claude Code .*through the shell.*none for PostToolUseFailure;/,
  );
  // What the other events lose is said where the main one is there.
  const partly = claudeCodeSetup.entries("x").filter(({ event }) => !/Failure|Stop$/.test(event));
  assert.match(
    lookOf(claudeCodeSetup, partly).message,
    /, so what a failing command has changed is seen late, what a person changes between turns/,
  );
  // Two files may have the events between them.
  const [one, two] = [agentFacts(codexSetup), agentFacts(codexSetup)];
  const ours = one.files[0]!.ours;
  const isLate = ({ event }: OurEntry) => /Stop$/.test(event);
  one.files[0]!.ours = ours.filter((entry) => !isLate(entry));
  const other = { ...two.files[0]!, path: "/h/config.toml", ours: ours.filter(isLate) };
  const both = checkAgents([{ ...one, files: [one.files[0]!, other] }]);
  assert.equal(both.find(({ code }) => code === "shell-edits")?.status, "ok");
});

Deno.test("checkAgents() knows managed settings", () => {
  const findings = checkAgents([agentFacts(codexSetup, { managedOnly: "/etc/codex/x.toml" })]);
  assert.deepEqual(said(findings), [
    ...["ok agent", "problem managed-only", "ok shell-edits", "ok trusted"],
  ]);
});

Deno.test("checkAgents() lets Claude Code have one command in two files", () => {
  const one = agentFacts(claudeCodeSetup);
  const [file] = one.files;
  const project = { ...file!, scope: "project" as const, path: "/r/settings.json" };
  assert.deepEqual(said(checkAgents([{ ...one, files: [file!, project] }])), [
    ...["ok agent", "ok shell-edits"],
  ]);
  const other = {
    ...project,
    ours: project.ours.map((entry) => ({ ...entry, command: `${entry.command} --no-transcript` })),
  };
  assert.deepEqual(said(checkAgents([{ ...one, files: [file!, other] }])), [
    ...["ok agent", "ok shell-edits"],
    "warning hook-in-both",
  ]);
});

Deno.test("checkAgents() says that Claude Code asks before it trusts a folder", () => {
  const one = agentFacts(claudeCodeSetup, { projectTrusted: false });
  const files = one.files.map((file) => ({ ...file, scope: "project" as const }));
  assert.deepEqual(said(checkAgents([{ ...one, files }])), [
    ...["ok agent", "ok shell-edits"],
    "warning project-untrusted",
  ]);
});

Deno.test("checkAgents() only warns of a repository's files where the user's hook works", () => {
  const one = agentFacts(codexSetup);
  const [file] = one.files;
  const project = {
    ...file!,
    ...{ scope: "project" as const, path: "/r/hooks.json" },
    ours: file!.ours.map((entry) => ({
      ...entry,
      trust: "untrusted" as const,
      program: { word: "gone", executable: false },
    })),
  };
  const both = checkAgents([{ ...one, files: [file!, project] }]);
  assert.deepEqual(both.filter(({ status }) => status === "problem"), []);
  assert(
    said(both).includes("warning command-missing") && said(both).includes("warning untrusted"),
  );
  const alone = checkAgents([{ ...one, files: [project] }]);
  assert(said(alone).includes("problem command-missing"));
  assert(said(alone).includes("problem untrusted"));
});

Deno.test("checkAgents() does not call it a problem where another release may have other rules", () => {
  const one = agentFacts(codexSetup);
  const withTrust = (trust: "changed" | "untrusted" | "disabled", otherRelease?: string) => {
    const files = one.files.map((file) => ({
      ...file,
      ours: file.ours.map((entry) => ({ ...entry, trust })),
    }));
    return said(checkAgents([{ ...one, files, otherRelease }])).slice(2);
  };
  for (const trust of ["changed", "untrusted"] as const) {
    assert.deepEqual(withTrust(trust), [`problem ${trust}`]);
    assert.deepEqual(withTrust(trust, "0.180.0"), [`warning ${trust}`]);
  }
  assert.deepEqual(withTrust("disabled", "0.180.0"), ["problem disabled"]);

  const broken = (certain: boolean) => {
    const files = [{ ...one.files[0]!, ours: [], fault: { message: "x", certain } }];
    return said(checkAgents([{ ...one, files }]));
  };
  assert.deepEqual(broken(true), ["problem hook-file-broken", "ok agent-absent"]);
  assert.deepEqual(broken(false), ["warning hook-file-broken", "ok agent-absent"]);
});

Deno.test("checkAgents() warns of a timeout that lets the agent wait", () => {
  const one = agentFacts(claudeCodeSetup);
  const EVENTS = one.files[0]!.ours.length;
  const timed = (timeout: unknown) => {
    const files = one.files.map((file) => ({
      ...file,
      ours: file.ours.map((entry) => ({ ...entry, value: { ...entry.value as object, timeout } })),
    }));
    return said(checkAgents([{ ...one, files }]));
  };
  assert.deepEqual(timed(60), ["ok agent", "ok shell-edits"]);
  assert.equal(timed(61).filter((line) => line === "warning timeout").length, EVENTS);
  // Claude Code's own are ten minutes.
  assert.equal(timed(undefined).filter((line) => line === "warning timeout").length, EVENTS);
  // It drops such an entry.
  assert.equal(timed("10").filter((line) => line === "problem timeout").length, EVENTS);
});

Deno.test("renderFindings() prints for people, and for programs", () => {
  const findings: Finding[] = [
    { code: "git", status: "ok", message: "git \u001b[31m", help: undefined },
    { code: "timeout", status: "warning", message: "Late", help: "Do it\n" },
  ];
  assert.equal(
    renderFindings(findings, "text"),
    "ok git \\u{1b}[31m\nwarning[timeout]: Late\n    help: Do it\\n\n",
  );
  const json = renderFindings(findings, "json");
  assert(json.includes("git \\u001b[31m"), json);
  assert.deepEqual(JSON.parse(json), [
    { code: "git", status: "ok", message: "git \u001b[31m", help: null },
    { code: "timeout", status: "warning", message: "Late", help: "Do it\n" },
  ]);
  assert.equal(summarize(findings), "1 ok, 1 warning, 0 problems");
});
