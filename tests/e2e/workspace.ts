import { dirname, join } from "node:path";

/** Texts of files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Temporary folders for one developer: his home, his guidebook, the repository he works in. */
export interface Workspace extends AsyncDisposable {
  readonly home: string;
  readonly guidebook: string;
  readonly repository: string;
  readonly temporary: string;
}

/** Makes a workspace whose repository has the remote `origin` and the given files. */
export async function createWorkspace(
  guidebook: Files,
  origin: string,
  files: Files,
): Promise<Workspace> {
  // Resolved, because Codex and git name real paths.
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "adaptive-guidebook-e2e-" }));
  const workspace = {
    home: join(root, "home"),
    guidebook: join(root, "guidebook"),
    repository: join(root, "repository"),
    // Not the parent of the home: Codex warns about a home in the temporary folder.
    temporary: join(root, "temporary"),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
  await Deno.mkdir(workspace.home);
  await Deno.mkdir(workspace.temporary);
  await writeFiles(workspace.guidebook, guidebook);
  await writeFiles(workspace.repository, files);
  await git(workspace, "init", "--quiet");
  await git(workspace, "remote", "add", "origin", origin);
  return workspace;
}

/** Writes files below a folder, which is made when it is missing. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await Deno.writeTextFile(join(folder, path), text);
  }
}

/** Tells whether something has this path. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Commits all files of the repository. */
export async function commitAll(workspace: Workspace): Promise<void> {
  await git(workspace, "add", "--all");
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  await git(workspace, ...author, "commit", "--quiet", "--message=Begin");
}

async function git({ home, repository }: Workspace, ...args: string[]): Promise<void> {
  // Cleared, because a GIT_DIR from outside would send these commands into another repository.
  const env = { PATH: Deno.env.get("PATH")!, HOME: home };
  const command = new Deno.Command("git", { args, cwd: repository, clearEnv: true, env });
  const { success, stderr } = await command.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
