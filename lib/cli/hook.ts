/**
 * `adaptive-guidebook hook AGENT`: an agent's payload on stdin, its response on stdout. The hook's
 * composition root, and never a gate: whatever goes wrong, the agent goes on.
 */
import { andMore } from "../words.ts";
import { createDeadline, type Deadline, within } from "../deadline.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import type { RaisingKind } from "../guideline/event.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { ADAPTERS, AGENT_NAMES, isAgentName } from "../agent/agents.ts";
import type { AgentAdapter, ContextEvent, Edit, HookEvent } from "../agent/protocol.ts";
import { type ContextLimit, renderWithin } from "../presentation/text.ts";
import { changeContext } from "../search/context_change.ts";
import type { Ports } from "../search/ports.ts";
import type { SearchRequest } from "../search/request.ts";
import { search } from "../search/search.ts";
import { type Io, isJsonObject, readStdin, UsageError, writeAll } from "./io.ts";
import { resolveLocations } from "./locations.ts";
import { parseArguments } from "./options.ts";
import { createPorts, type PortsOptions } from "./ports.ts";

/** How long the hook may take as a whole, in milliseconds. */
const DEADLINE = 2000;
/** The largest payload that is read, in bytes. */
const PAYLOAD_LIMIT = 4 * 1024 * 1024;
/** Bytes that an empty pipe takes at once, whether anybody reads or not; half of Linux's 64 KiB. */
const PIPE_ROOM = 32 * 1024;
/** The longest line for stderr, in characters. */
const COMPLAINT_LIMIT = 500;

/**
 * Runs the hook; `connect` gives it its ports. Only wrong usage does not end with {@linkcode
 * EXIT.done}.
 */
export async function run(
  args: string[],
  io: Io,
  connect: (options: PortsOptions) => Ports = createPorts,
): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    "guidebook": "values",
    "db": "value",
    "context-limit": "value",
    "deadline": "value",
    "no-transcript": "flag",
    "timings": "flag",
  });
  const [name = "", ...rest] = operands;
  const agent: AgentAdapter | undefined = isAgentName(name) ? ADAPTERS[name] : undefined;
  if (!agent || rest.length > 0) {
    const fault = operands.length === 0
      ? "hook: no agent is named,"
      : `hook "${operands.join(" ")}": ${agent ? "one agent at a time," : ""}`;
    throw new UsageError(
      `Cannot run ${fault.trim()} agents are ${AGENT_NAMES.join(", ")}`,
      agent ? undefined : { word: name, candidates: AGENT_NAMES },
    );
  }
  const deadline = createDeadline(parseNumber("deadline", options.deadline, 1) ?? DEADLINE);
  const limit: ContextLimit = {
    max: parseNumber("context-limit", options["context-limit"], 0) ?? agent.contextLimit,
    measure: agent.measure,
  };
  if (io.stdin.isTerminal()) {
    throw new UsageError(
      "Cannot run hook on a terminal: the agent calls it, with a payload on stdin",
    );
  }
  if (io.env("ADAPTIVE_GUIDEBOOK") === "off") return EXIT.done;

  try {
    const timings = options.timings ? new (await import("./timings.ts")).Timings() : undefined;
    const reading = readStdin(io.stdin, PAYLOAD_LIMIT, isJsonObject);
    const payload = await within(deadline.begin("stdin"), reading, null);
    timings?.mark("payload read");
    if (payload === null) return failOpen("Cannot read payload: stdin does not end", io);
    if (payload === undefined) {
      return failOpen(`Cannot read payload: it is larger than ${PAYLOAD_LIMIT} bytes`, io);
    }
    const portsFor = (event: Edit | ContextEvent) => {
      const { turnId, callId, transcriptPath } = event;
      const ports = connect({
        ...resolveLocations(options, io),
        workFolder: event.kind === "edit" ? event.cwd : "/",
        ...(event.kind === "edit" && { changes: event }),
        deadline,
        limit,
        call: { turnId, callId, contextPath: transcriptPath },
        transcript: options["no-transcript"] ? undefined : agent.transcript,
        io,
      });
      return timings?.wrap(ports) ?? ports;
    };
    const answer = await answerPayload(payload, agent, limit, portsFor);
    if (answer.complaint) {
      io.say(`adaptive-guidebook: ${answer.complaint.slice(0, COMPLAINT_LIMIT)}`);
    }
    let delivered = false;
    try {
      delivered = await deliver(answer.response ?? "", io, deadline);
    } finally {
      settle(answer, delivered, io);
    }
    if (timings) io.say(...timings.render().split("\n"));
    return EXIT.done;
  } catch (error) {
    // A bug of ours, or an agent that has gone: one line, no stack, and never an exit code.
    return failOpen(`Cannot answer: ${error instanceof Error ? error.message : "unknown"}`, io);
  }
}

/** The answer is out by now, so a record that fails is not worth more than a line. */
function settle(answer: Answer, delivered: boolean, io: Io): void {
  try {
    answer.settle(delivered);
  } catch (error) {
    failOpen(
      `Cannot record what was shown: ${error instanceof Error ? error.message : "unknown"}`,
      io,
    );
  }
}

/** Whether every byte of `response` was written before the deadline. */
async function deliver(response: string, io: Io, deadline: Deadline): Promise<boolean> {
  const bytes = new TextEncoder().encode(response);
  // Other hooks wait for our claim, and an asynchronous write can take long on a busy machine.
  const written = bytes.length <= PIPE_ROOM ? io.stdout.writeSync(bytes) : 0;
  if (written === bytes.length) return true;
  const writing = writeAll(io.stdout, bytes.subarray(written));
  return await within(deadline.begin("write"), writing, false);
}

/** What the hook says to a payload. */
interface Answer {
  /** For stdout. */
  response?: string | undefined;
  /** For stderr, on one line. */
  complaint?: string;
  /** To be called once, with whether every byte of the response was written. */
  settle(delivered: boolean): void;
}

/** The search that a hook event asks for, where it raises an event of guidelines. */
const REQUESTS: {
  [Kind in RaisingKind]: (event: Extract<HookEvent, { kind: Kind }>) => SearchRequest;
} = {
  edit: ({ sessionId, changedPaths }) => ({ sessionId, filepaths: changedPaths }),
};

/** An agent's payload to the answer; `portsFor` connects the application for an event. */
async function answerPayload(
  payload: string,
  agent: AgentAdapter,
  limit: ContextLimit,
  portsFor: (event: Edit | ContextEvent) => Ports,
): Promise<Answer> {
  const event = agent.parseEvent(payload);
  if (event.kind === "nothing") return { settle: () => {} };
  if (event.kind === "malformed") {
    return { complaint: `Cannot read payload: ${event.reason}`, settle: () => {} };
  }
  const { sessionId, turnId, transcriptPath, eventName } = event;
  const { response, deferred, notices, skipped, settle } = event.kind === "edit"
    ? await search(REQUESTS[event.kind](event), portsFor(event))
    : await changeContext(
      event.change,
      { sessionId, turnId, contextPath: transcriptPath },
      portsFor(event),
    );
  const outcome = {
    text: renderWithin(response, deferred, limit),
    notices: notices.map(({ message }) => message),
  };
  return {
    response: agent.renderResponse(outcome, eventName),
    ...(skipped.length > 0 &&
      { complaint: `Cannot look at changed file ${andMore(skipped.map(escapeHidden))}` }),
    settle,
  };
}

/** @throws {UsageError} when `text` is not a whole number from `least` on. */
function parseNumber(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least)) {
    throw new UsageError(`Cannot read option "--${option}": "${text}" is not a whole number`);
  }
  return number;
}

function failOpen(complaint: string, io: Io): ExitCode {
  io.say(`adaptive-guidebook: ${escapeHidden(complaint).slice(0, COMPLAINT_LIMIT)}`);
  return EXIT.done;
}
