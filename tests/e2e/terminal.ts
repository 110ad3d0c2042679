import { quoteShellWord } from "../../lib/shell.ts";

const TIME_LIMIT_MS = 60_000;

/**
 * Runs a command where a person sits at it, who allows whatever Deno asks; undefined where this
 * machine has no `script`, which is the terminal.
 */
export async function runOnTerminal(
  command: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<{ code: number; screen: string } | undefined> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command("script", {
      args: ["-qec", command.map(quoteShellWord).join(" "), "/dev/null"],
      cwd,
      clearEnv: true,
      env: { ...env, NO_COLOR: "1", SHELL: "/bin/sh" },
      ...{ stdin: "piped", stdout: "piped", stderr: "null" },
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), TIME_LIMIT_MS);
  const stdin = child.stdin.getWriter();
  // Again and again: Deno throws away what was typed before it listens.
  const typing = setInterval(
    () => void stdin.write(new TextEncoder().encode("y\n")).catch(() => {}),
    100,
  );
  const screen = await new Response(child.stdout).text();
  const { code } = await child.status;
  clearTimeout(timer);
  clearInterval(typing);
  await stdin.close().catch(() => {});
  return { code, screen };
}
