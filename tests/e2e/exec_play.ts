import type { Codex } from "./codex_run.ts";
import type { Answer } from "./model_answer.ts";
import { threadOf } from "./model_request.ts";
import type { Play } from "./scenario.ts";

/** One run of `codex exec`. */
export interface ExecRun {
  /** How it begins; `session` is the id of the first run's session. Default: with a new session. */
  readonly command?: (session: string) => readonly string[];
  readonly model?: string;
  readonly answers: readonly Answer[];
}

export const resumeLast = () => ["resume", "--last"];
export const resumeFirst = (session: string) => ["resume", session];
export const forkFirst = (session: string) => ["fork", session];
export const ephemeral = () => ["--ephemeral"];

/** Runs `codex exec` several times, one after the other in one home. */
export function exec(...runs: readonly ExecRun[]): Play {
  return async (codex: Codex) => {
    for (const { command, answers, model = "gpt-5.5" } of runs) {
      const [first] = codex.model.requests;
      const session = first ? threadOf(first) : "";
      await codex.exec(answers, { model, command: command?.(session) ?? [] });
    }
  };
}
