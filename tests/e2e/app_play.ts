import assert from "node:assert/strict";
import type { AppServer } from "./app_server.ts";
import type { Codex } from "./codex_run.ts";
import type { Answer } from "./model_answer.ts";
import type { Play } from "./scenario.ts";
import { until } from "./until.ts";

/** What an editor does that embeds Codex; `as` names a thread or a turn for later steps. */
export type AppStep = StartThread | ForkThread | RevertThread | CompactThread | RunTurn;

interface StartThread {
  readonly start: string;
  /** Whether it takes the place of a conversation that the user clears. */
  readonly clear?: boolean;
}

interface ForkThread {
  readonly fork: string;
  readonly as: string;
}

/** Takes a thread back to where it was before a turn. */
interface RevertThread {
  readonly revert: string;
  readonly before: string;
}

interface CompactThread {
  readonly compact: string;
  readonly answers: readonly Answer[];
}

interface RunTurn {
  readonly turn: string;
  readonly as?: string;
  readonly model?: string;
  readonly answers: readonly Answer[];
  /** Resolves at the moment at which the user breaks the turn off. */
  readonly interrupt?: (codex: Codex) => Promise<void>;
}

/** Drives `codex app-server` through these steps. */
export function app(...steps: readonly AppStep[]): Play {
  return async (codex: Codex) => {
    await using server = await codex.openAppServer();
    const ids = new Map<string, string>();
    for (const step of steps) await take(step, codex, server, ids);
    const ends = server.hookEnds.filter(({ status }) => status !== "completed");
    assert.deepEqual(ends, [], "A hook failed");
  };
}

async function take(
  step: AppStep,
  codex: Codex,
  server: AppServer,
  ids: Map<string, string>,
): Promise<void> {
  const access = {
    cwd: codex.repository,
    approvalPolicy: "never",
    sandbox: "danger-full-access",
  };
  if ("start" in step) {
    const source = step.clear ? { sessionStartSource: "clear" } : {};
    const params = { ...access, model: "gpt-5.5", ...source };
    const { thread } = await server.call<Created>("thread/start", params);
    ids.set(step.start, thread.id);
  } else if ("fork" in step) {
    const params = { ...access, model: "gpt-5.5", threadId: ids.get(step.fork)! };
    const { thread } = await server.call<Created>("thread/fork", params);
    ids.set(step.as, thread.id);
  } else if ("revert" in step) {
    const params = { threadId: ids.get(step.revert)!, beforeTurnId: ids.get(step.before)! };
    await server.call("thread/revert", params);
  } else if ("compact" in step) {
    codex.model.expect(step.answers);
    await compact(ids.get(step.compact)!, server);
  } else {
    const turn = await runTurn(step, ids.get(step.turn)!, codex, server);
    if (step.as) ids.set(step.as, turn);
  }
}

/** A compaction that the user asks for is a turn, too. */
async function compact(threadId: string, server: AppServer): Promise<void> {
  const before = server.newestTurn(threadId);
  await server.call("thread/compact/start", { threadId });
  await until(() => Promise.resolve(server.newestTurn(threadId) !== before));
  assert.equal(await server.turnEnd(server.newestTurn(threadId)!), "completed");
}

interface Created {
  readonly thread: { readonly id: string };
}

async function runTurn(
  { answers, model, interrupt }: RunTurn,
  threadId: string,
  codex: Codex,
  server: AppServer,
): Promise<string> {
  codex.model.expect(answers);
  const input = [{ type: "text", text: "Go" }];
  const params = { threadId, input, ...(model && { model }) };
  const { turn } = await server.call<{ turn: { id: string } }>("turn/start", params);
  if (interrupt) {
    await Promise.race([interrupt(codex), server.turnEnd(turn.id)]);
    await server.call("turn/interrupt", { threadId, turnId: turn.id });
  }
  const status = await server.turnEnd(turn.id);
  assert.equal(status, interrupt ? "interrupted" : "completed");
  return turn.id;
}
