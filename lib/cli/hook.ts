/**
 * `adaptive-guidebook hook AGENT`: an agent's payload on stdin, its response on stdout. The hook's
 * composition root, and never a gate: whatever goes wrong, the agent goes on.
 */
import { startDeadline, within } from "../deadline.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { codex } from "../hook/codex.ts";
import type { AgentAdapter, Edit } from "../hook/event.ts";
import { andMore } from "../notice.ts";
import { renderPresentation } from "../presentation/text.ts";
import type { Ports } from "../search/ports.ts";
import { search } from "../search/search.ts";
import { type Io, readStdin, UsageError, writeStdout } from "./io.ts";
import { resolveLocations } from "./locations.ts";
import { parseArguments } from "./options.ts";
import { createPorts, type PortsOptions } from "./ports.ts";

const AGENTS: Record<string, AgentAdapter> = { codex };
/** How long the hook may take as a whole, in milliseconds. */
const DEADLINE = 2000;
/** The largest payload that is read, in bytes. */
const PAYLOAD_LIMIT = 4 * 1024 * 1024;

export async function run(
  args: string[],
  io: Io,
  connect: (options: PortsOptions) => Ports = createPorts,
): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, { guidebook: "values", db: "value" });
  const [name = "", ...rest] = operands;
  const agent = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
  if (!agent || rest.length > 0) {
    throw new UsageError(
      `Cannot run hook "${operands.join(" ")}": agents are ${Object.keys(AGENTS).join(", ")}`,
    );
  }
  if (io.stdin.isTerminal()) {
    throw new UsageError(
      "Cannot run hook on a terminal: the agent calls it, with a payload on stdin",
    );
  }
  if (io.env("ADAPTIVE_GUIDEBOOK") === "off") return EXIT.done;

  try {
    const deadline = startDeadline(DEADLINE);
    const payload = await within(deadline.remaining(), readStdin(io.stdin, PAYLOAD_LIMIT), null);
    if (payload === null) return failOpen("Cannot read payload: stdin does not end", io);
    if (payload === undefined) {
      return failOpen(`Cannot read payload: it is larger than ${PAYLOAD_LIMIT} bytes`, io);
    }
    const answer = await answerPayload(payload, agent, (edit) => {
      const locations = resolveLocations(options, io);
      return connect({ ...locations, workFolder: edit.cwd, changes: edit, deadline, io });
    });
    if (answer.complaint) io.say(`adaptive-guidebook: ${answer.complaint}`);
    let delivered = false;
    try {
      const writing = writeStdout(io.stdout, answer.response ?? "").then(() => true);
      delivered = await within(deadline.remaining(), writing, false);
    } finally {
      answer.settle(delivered);
    }
    return EXIT.done;
  } catch (error) {
    // A bug of ours, or an agent that has gone: one line, no stack, and never an exit code.
    return failOpen(`Cannot answer: ${error instanceof Error ? error.message : "unknown"}`, io);
  }
}

/** What the hook says to a payload. */
export interface Answer {
  /** For stdout. */
  response?: string | undefined;
  /** For stderr, on one line. */
  complaint?: string;
  /** To be called once, with whether every byte of the response was written. */
  settle(delivered: boolean): void;
}

/** An agent's payload to the answer; `portsFor` connects the application for an edit. */
export async function answerPayload(
  payload: string,
  agent: AgentAdapter,
  portsFor: (edit: Edit) => Ports,
): Promise<Answer> {
  const event = agent.parseEvent(payload);
  if (event.kind === "nothing") return { settle: () => {} };
  if (event.kind === "malformed") {
    return { complaint: `Cannot read payload: ${event.reason}`, settle: () => {} };
  }
  const request = { sessionId: event.sessionId, filepaths: event.changedPaths };
  const { response, notices, skipped, settle } = await search(request, portsFor(event));
  return {
    response: agent.renderResponse({
      text: renderPresentation(response),
      notices: notices.map(({ message }) => message),
    }),
    ...(skipped.length > 0 &&
      { complaint: `Cannot look at changed file ${andMore(skipped.map(escapeHidden))}` }),
    settle,
  };
}

function failOpen(complaint: string, io: Io): ExitCode {
  io.say(`adaptive-guidebook: ${escapeHidden(complaint)}`);
  return EXIT.done;
}
