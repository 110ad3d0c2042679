/** A line of `stream-json`, as far as it is read here. */
export interface StreamLine {
  readonly subtype?: string;
  readonly session_id: string;
  readonly hook_name?: string;
  readonly outcome?: string;
  readonly exit_code?: number;
  readonly content?: string;
}

/** The arguments of one prompt whose course is printed as `stream-json`. */
export function promptArguments(
  { prompt = "Go", tools, model = "claude-opus-5-5" }: {
    prompt?: string;
    /** Those that are allowed, separated by commas. */
    tools: string;
    model?: string;
  },
): string[] {
  const output = ["--output-format", "stream-json", "--verbose", "--include-hook-events"];
  const access = ["--permission-mode", "acceptEdits", "--allowedTools", tools];
  return ["-p", prompt, ...output, ...access, "--model", model];
}

/** Parses what Claude Code prints. */
export function parseStream(stdout: string): StreamLine[] {
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

/** The ends of the hooks that ran. */
export function listHookEnds(lines: readonly StreamLine[]): StreamLine[] {
  return lines.filter(({ subtype }) => subtype === "hook_response");
}
