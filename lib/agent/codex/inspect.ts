/** What Codex has been told in a person's files: hooks, switches, trust. Pure: a reader is given. */
import { parentPath, resolvePath } from "../../path.ts";
import type { AgentState, FileReader, HookFileText, HookScope, Workplace } from "../setup.ts";
import type { CodexConfig } from "./config.ts";
import { findInstalledRelease, MEASURED_RELEASE } from "./release.ts";
import { codexSetup } from "./setup.ts";

/** Where the managed settings of Codex are. */
const REQUIREMENTS = "/etc/codex/requirements.toml";

/** All files that Codex would read hooks from: a hooks.json and the config.toml beside it. */
export async function readHookFiles(
  workplace: Workplace,
  reader: FileReader,
): Promise<HookFileText[]> {
  const { user, project } = await findFiles(workplace, reader);
  const files = await Promise.all([
    readJson("user", user, reader),
    readToml("user", user, reader),
    ...(project === user
      ? []
      : [readJson("project", project, reader), readToml("project", project, reader)]),
  ]);
  return files.filter((file) => file !== undefined);
}

/** What Codex has been told beside that. */
export async function inspect(workplace: Workplace, reader: FileReader): Promise<AgentState> {
  const { isTrustedProject, readTrust } = await import("./trust.ts");
  const { user, project, root, repository } = await findFiles(workplace, reader);
  const [userToml, projectToml, requirements] = await Promise.all(
    [user && configBeside(user), project && configBeside(project), REQUIREMENTS].map(
      async (path) => ({ path: path ?? "", config: await readConfig(path, reader) }),
    ),
  );
  const { config } = userToml!;
  const roots = [root, repository];
  const realRoots = roots.map((path) => reader.realPath(path) ?? path);
  const projectTrusted = isTrustedProject(config.projects, [...roots, ...realRoots]);
  const tomls = [userToml!, ...(projectTrusted ? [projectToml!] : [])];
  const release = await findInstalledRelease(reader);
  return {
    hooksOff: tomls.filter(({ config }) => config.hooksOff).map(({ path }) => ({
      path,
      help: 'Take "hooks = false" out of its table [features]',
    })),
    configFaults: tomls.flatMap(({ path, config: { fault } }) => fault ? [{ path, fault }] : []),
    managedOnly: requirements!.config.managedOnly ? REQUIREMENTS : undefined,
    projectTrusted,
    project: repository,
    otherRelease: release === MEASURED_RELEASE ? undefined : release,
    // A config.toml that cannot be read does not say what is trusted.
    trustOf: async (path, hook) =>
      config.fault === undefined ? await readTrust(config.state ?? {}, path, hook) : undefined,
  };
}

async function findFiles({ folder, repository, env }: Workplace, reader: FileReader) {
  const root = repository ?? folder;
  const main = await findMainWorktree(root, reader);
  const place = { folder, repository: main, env };
  const user = codexSetup.hookFilePath("user", place);
  // Trust is kept by the real path of CODEX_HOME, and by the path of the default folder as it is.
  const home = user !== undefined && env("CODEX_HOME")
    ? reader.realPath(parentPath(user))
    : undefined;
  return {
    user: home === undefined ? user : resolvePath(home, "hooks.json"),
    project: codexSetup.hookFilePath("project", place),
    root,
    repository: main,
  };
}

/** Codex reads the hooks of a linked worktree from the repository that it belongs to. */
async function findMainWorktree(root: string, reader: FileReader): Promise<string> {
  const { text = "" } = await reader.readText(`${root}/.git`);
  const [, main] = /^gitdir: (\/.*)\/\.git\/worktrees\/[^/\n]+\n?$/.exec(text) ?? [];
  return main ?? root;
}

async function readJson(
  scope: HookScope,
  path: string | undefined,
  reader: FileReader,
): Promise<HookFileText | undefined> {
  const { text, fault } = path === undefined ? {} : await reader.readText(path);
  if (path === undefined || text === undefined && fault === undefined) return undefined;
  return { scope, path, text: text ?? "", fault, converted: false };
}

/** The hooks of a config.toml; what is wrong with the whole file is no fault of them. */
async function readToml(
  scope: HookScope,
  hooksPath: string | undefined,
  reader: FileReader,
): Promise<HookFileText | undefined> {
  const path = hooksPath === undefined ? undefined : configBeside(hooksPath);
  const { text = "" } = path === undefined ? {} : await reader.readText(path);
  // Most files have none, and then the parser need not be loaded. Quoted keys may have escapes.
  if (path === undefined || !/hooks|\\u/i.test(text)) return undefined;
  const { hooks, fault } = (await import("./config.ts")).readCodexConfig(text);
  if (fault !== undefined || Object.keys(Object(hooks)).length === 0) return undefined;
  return { scope, path, text: JSON.stringify({ hooks }), fault: undefined, converted: true };
}

/** Nothing is wrong with a config.toml that is not there. */
async function readConfig(path: string | undefined, reader: FileReader): Promise<CodexConfig> {
  const { readCodexConfig } = await import("./config.ts");
  const { text = "", fault } = path === undefined ? {} : await reader.readText(path);
  const config = readCodexConfig(text);
  return { ...config, fault: fault ?? config.fault };
}

function configBeside(path: string): string {
  return resolvePath(parentPath(path), "config.toml");
}
