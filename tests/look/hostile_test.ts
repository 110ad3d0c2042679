/** A look at a repository whose configuration names programs runs none of them. */
import assert from "node:assert/strict";
import { lookAtTree } from "../../lib/look/tree.ts";
import { GitWorkspace } from "../support/git.ts";

/** `$TRIP` in a configuration is a program that leaves a file behind when it is run. */
const CONFIGS: Record<string, { config: string; files?: Record<string, string> }> = {
  "core.fsmonitor": { config: "[core]\nfsmonitor = $TRIP\n" },
  "core.hooksPath": { config: "[core]\nhooksPath = $HOOKS\n" },
  "a clean filter": {
    config: '[filter "x"]\nclean = $TRIP\n',
    files: { ".gitattributes": "* filter=x\n" },
  },
  "a process filter that is required": {
    config: '[filter "x"]\nprocess = $TRIP\nrequired = true\n',
    files: { ".gitattributes": "* filter=x\n" },
  },
  "a filter whose name has an equals sign": {
    config: '[filter "a=b"]\nclean = $TRIP\nrequired = true\n',
    files: { ".gitattributes": "* filter=a=b\n" },
  },
  "a filter whose name has dots": {
    config: '[filter "a.b.c"]\nclean = $TRIP\n',
    files: { ".gitattributes": "* filter=a.b.c\n" },
  },
  "a filter in an included file": {
    config: "[include]\npath = included\n",
    files: { ".git/included": '[filter "x"]\nclean = $TRIP\n', ".gitattributes": "* filter=x\n" },
  },
  "textconv and an external diff": {
    config: '[diff]\nexternal = $TRIP\n[diff "x"]\ntextconv = $TRIP\ncommand = $TRIP\n',
    files: { ".gitattributes": "* diff=x\n" },
  },
  "an alias and a pager": {
    config:
      "[alias]\nstatus = !$TRIP\nconfig = !$TRIP\n[core]\npager = $TRIP\n[pager]\nstatus = $TRIP\n",
  },
  "a promisor that runs a program": {
    config: "[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n" +
      '[remote "origin"]\nurl = "ext::$TRIP"\npromisor = true\n[protocol "ext"]\nallow = always\n',
  },
  "another working tree": { config: "[core]\nworktree = /\n" },
  "a summary of submodules": { config: "[status]\nsubmoduleSummary = true\n" },
  "trace2": { config: "[trace2]\neventTarget = $TRIPPED\nnormalTarget = $TRIPPED\n" },
};

for (const [name, { config, files = {} }] of Object.entries(CONFIGS)) {
  Deno.test(`a look does not run ${name}`, async () => {
    await using workspace = await GitWorkspace.create();
    const root = await workspace.createRepository("r");
    const tripped = workspace.at("tripped");
    const trip = workspace.at("trip");
    Deno.writeTextFileSync(trip, `#!/bin/sh\necho "$0 $*" >> ${tripped}\ncat\n`, { mode: 0o755 });
    Deno.mkdirSync(workspace.at("hooks"));
    for (const hook of ["post-index-change", "fsmonitor-watchman", "pre-commit"]) {
      Deno.copyFileSync(trip, workspace.at(`hooks/${hook}`));
    }
    Deno.writeTextFileSync(`${root}/a.txt`, "one\n");
    await workspace.git("r", "add", "-A");
    await workspace.git("r", "commit", "-qm", "1");
    const fill = (text: string) =>
      text.replaceAll("$TRIPPED", tripped).replaceAll("$TRIP", trip)
        .replaceAll("$HOOKS", workspace.at("hooks"));
    for (const [path, text] of Object.entries(files)) {
      Deno.writeTextFileSync(`${root}/${path}`, fill(text));
    }
    // The same size, so that git has to look into the file.
    Deno.writeTextFileSync(`${root}/a.txt`, "two\n");
    Deno.writeTextFileSync(`${root}/.git/config`, fill(config), { append: true });
    // Held by somebody else: a look must not want it.
    Deno.writeTextFileSync(`${root}/.git/index.lock`, "");
    const looked = await lookAtTree({
      root,
      gitDir: `${root}/.git`,
      env: (name) => name === "HOME" ? workspace.at("home") : Deno.env.get(name),
      signal: AbortSignal.timeout(20_000),
    }, undefined);
    assert(typeof looked !== "string", String(looked));
    const blob = looked.blobOf("a.txt")!;
    assert.equal(new TextDecoder().decode((await looked.readBlobs([blob])).get(blob)), "one\n");
    assert([...looked.files.keys()].includes("a.txt"), [...looked.files.keys()].join());
    assert.throws(() => Deno.statSync(tripped), Deno.errors.NotFound);
  });
}

for (const key of ["include.path", "core.excludesFile", "core.attributesFile"]) {
  Deno.test(`a look gives up where ${key} is a FIFO, and leaves nothing running`, async () => {
    await using workspace = await GitWorkspace.create();
    const root = await workspace.createRepository("r");
    const fifo = workspace.at("fifo");
    await new Deno.Command("mkfifo", { args: [fifo] }).output();
    const [section, name] = key.split(".");
    Deno.writeTextFileSync(`${root}/a.txt`, "two\n");
    await workspace.git("r", "add", "-A");
    await workspace.git("r", "commit", "-qm", "1");
    Deno.writeTextFileSync(`${root}/.git/config`, `[${section}]\n${name} = ${fifo}\n`, {
      append: true,
    });
    Deno.writeTextFileSync(`${root}/a.txt`, "one\n");
    const looked = await lookAtTree({
      root,
      gitDir: `${root}/.git`,
      env: (name) => name === "HOME" ? workspace.at("home") : Deno.env.get(name),
      signal: AbortSignal.timeout(500),
    }, undefined);
    assert.equal(looked, "late");
    const { stdout } = await new Deno.Command("pgrep", { args: ["-f", workspace.path] }).output();
    assert.equal(new TextDecoder().decode(stdout), "");
  });
}

/** A git that is this shell script. */
async function lookWith(script: string, workspace: GitWorkspace) {
  const root = await workspace.createRepository("r");
  Deno.mkdirSync(workspace.at("fake"));
  Deno.writeTextFileSync(workspace.at("fake/git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = (name: string) =>
    name === "PATH" ? `${workspace.at("fake")}:${Deno.env.get(name)}` : workspace.at("home");
  const signal = AbortSignal.timeout(1000);
  return lookAtTree({ root, gitDir: `${root}/.git`, env, signal }, undefined);
}

Deno.test("a look gives up where a child of git holds the pipe open", async () => {
  await using workspace = await GitWorkspace.create();
  const children = workspace.at("children");
  const { promise: expired, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve("not in time"), 20_000);
  try {
    const looking = lookWith(`sleep 60 & echo $! >> '${children}'; wait`, workspace);
    assert.equal(await Promise.race([looking, expired]), "late");
  } finally {
    clearTimeout(timer);
    // It is a stranger's, which a look may not end.
    for (const pid of Deno.readTextFileSync(children).trim().split("\n")) {
      Deno.kill(Number(pid), "SIGKILL");
    }
  }
});

Deno.test("a look knows a git that is too old, with and without filters", async () => {
  for (const config of ["", '[filter "x"]\n\tclean = cat\n']) {
    await using workspace = await GitWorkspace.create();
    Deno.mkdirSync(workspace.at("home"), { recursive: true });
    Deno.writeTextFileSync(workspace.at("home/.gitconfig"), config);
    const git = new TextDecoder().decode(
      (await new Deno.Command("sh", { args: ["-c", "command -v git"] }).output()).stdout,
    ).trim();
    assert.equal(await lookWith(`unset GIT_CONFIG_COUNT; exec ${git} "$@"`, workspace), "old");
  }
});
