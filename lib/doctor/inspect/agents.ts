/** Looks at what the agents are told: their hook files, their switches, their trust. */
import { AGENT_NAMES, type AgentName } from "../../agent/agents.ts";
import { isRecord } from "../../json.ts";
import { hookFilePath, type HookScope } from "../../agent/hook_file/path.ts";
import type { AgentFacts, HookFileFacts } from "../agent_facts.ts";
import { type CodexConfig, readCodexConfig } from "../../agent/codex/config.ts";
import { isTrustedProject } from "../../agent/codex/trust.ts";
import { parentPath, resolvePath } from "../../path.ts";
import type { Io } from "../../cli/io.ts";
import { type Reader, readHooks, readText } from "./hook_files.ts";

/** Where the managed settings of Codex are. */
const REQUIREMENTS = "/etc/codex/requirements.toml";

/** The largest state of Claude Code that is read, in bytes: it keeps much beside its trust. */
const STATE_LIMIT = 64 * 1024 * 1024;

/** The folder that a person works in. */
export interface Workplace {
  folder: string;
  /** The root of its repository; the folder itself where there is none. */
  root: string;
}

/** What each agent would do here. */
export async function lookAtAgents(
  { folder, root }: Workplace,
  call: string | undefined,
  io: Io,
): Promise<AgentFacts[]> {
  const places = {
    home: io.env("HOME"),
    codexHome: io.env("CODEX_HOME"),
    claudeConfigDir: io.env("CLAUDE_CONFIG_DIR"),
  };
  const repository = mainWorktree(root);
  const pathOf = (agent: AgentName, scope: HookScope) =>
    hookFilePath(agent, scope, {
      ...places,
      projectFolder: agent === "codex" ? repository : folder,
    });
  return await Promise.all(AGENT_NAMES.map((agent) => {
    const reader: Reader = { agent, call, folder, io };
    const user = pathOf(agent, "user");
    const project = pathOf(agent, "project");
    return agent === "codex"
      ? lookAtCodex(reader, canonical(user, places.codexHome), project, [root, repository])
      : lookAtClaudeCode(reader, user, project, places);
  }));
}

/** Codex keeps its trust by the real path of CODEX_HOME, and by the default one as it is. */
function canonical(path: string | undefined, codexHome: string | undefined): string | undefined {
  if (path === undefined || !codexHome) return path;
  try {
    return resolvePath(Deno.realPathSync(parentPath(path)), "hooks.json");
  } catch {
    return path;
  }
}

async function lookAtCodex(
  reader: Reader,
  user: string | undefined,
  project: string | undefined,
  roots: string[],
): Promise<AgentFacts> {
  const beside = (path: string) => resolvePath(parentPath(path), "config.toml");
  const [userToml, projectToml, requirements] = await Promise.all(
    [user && beside(user), project && beside(project), REQUIREMENTS].map(async (path) => ({
      path: path ?? "",
      config: await readConfig(path),
    })),
  );
  const { config } = userToml!;
  const projectTrusted = isTrustedProject(config.projects, [...roots, ...roots.map(realPath)]);
  const tomls = [userToml!, ...(projectTrusted ? [projectToml!] : [])];
  // A file that cannot be read says nothing of trust.
  const trust = config.fault === undefined ? config.state ?? {} : undefined;
  const files: (HookFileFacts | undefined)[] = [
    await readHooks(reader, "user", user, { trust }),
    await readHooks(reader, "user", userToml!.path, { trust, hooks: config.hooks }),
    ...(project === user ? [] : [
      await readHooks(reader, "project", project, { trust }),
      await readHooks(reader, "project", projectToml!.path, {
        trust,
        hooks: projectToml!.config.hooks,
      }),
    ]),
  ];
  return {
    agent: "codex",
    files: files.filter((file) => file !== undefined),
    hooksOff: tomls.filter(({ config }) => config.hooksOff).map(({ path }) => path),
    configFaults: tomls.flatMap(({ path, config: { fault } }) => fault ? [{ path, fault }] : []),
    managedOnly: requirements!.config.managedOnly ? REQUIREMENTS : undefined,
    projectTrusted,
    project: roots.at(-1)!,
    hasCall: reader.call !== undefined,
  };
}

/** A config.toml; nothing is wrong with one that is not there. */
async function readConfig(path: string | undefined): Promise<CodexConfig> {
  const { text = "", fault } = path === undefined ? {} : await readText(path);
  const config = readCodexConfig(text);
  return { ...config, fault: fault ?? config.fault };
}

async function lookAtClaudeCode(
  reader: Reader,
  user: string | undefined,
  project: string | undefined,
  { home, claudeConfigDir }: { home: string | undefined; claudeConfigDir: string | undefined },
): Promise<AgentFacts> {
  const { folder } = reader;
  const local = project && resolvePath(parentPath(project), "settings.local.json");
  const own = project === user ? [] : [project, local];
  const read = [
    await readHooks(reader, "user", user, {}),
    ...await Promise.all(own.map((path) => readHooks(reader, "project", path, {}))),
  ].filter((file) => file !== undefined);
  const state = resolvePath(claudeConfigDir || (home ?? "/"), ".claude.json");
  return {
    agent: "claude-code",
    files: read,
    hooksOff: read.filter(({ disabled }) => disabled).map(({ path }) => path),
    configFaults: [],
    managedOnly: undefined,
    projectTrusted: hasAccepted((await readText(state, STATE_LIMIT)).text, folder),
    project: folder,
    hasCall: reader.call !== undefined,
  };
}

/** Whether the person has answered Claude Code's question about the folder. */
function hasAccepted(state: string | undefined, folder: string): boolean {
  try {
    const { projects } = JSON.parse(state ?? "{}");
    const entry = isRecord(projects) ? projects[folder] : undefined;
    return isRecord(entry) && entry["hasTrustDialogAccepted"] === true;
  } catch {
    return false;
  }
}

/** Codex reads the hooks of a linked worktree from the repository that it belongs to. */
function mainWorktree(root: string): string {
  try {
    const path = `${root}/.git`;
    // Mostly it is a folder; and what a repository brings along may be a FIFO.
    if (!Deno.statSync(path).isFile) return root;
    const [, main] = /^gitdir: (\/.*)\/\.git\/worktrees\/[^/\n]+\n?$/
      .exec(Deno.readTextFileSync(path)) ?? [];
    return main ?? root;
  } catch {
    return root;
  }
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
