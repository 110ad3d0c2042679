/**
 * `adaptive-guidebook hook AGENT`: an agent's payload on stdin, its response on stdout. The hook's
 * composition root, and never a gate: whatever goes wrong, the agent goes on.
 */
import { andMore } from "../words.ts";
import { createDeadline, type Deadline } from "../deadline.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { ADAPTERS, AGENT_NAMES, isAgentName } from "../agent/agents.ts";
import type { AgentAdapter } from "../agent/protocol.ts";
import { type ContextLimit, renderWithin } from "../presentation/text.ts";
import type { Ports } from "../search/ports.ts";
import { complain, deliver, sayLines } from "./deliver.ts";
import { type Io, UsageError } from "./io.ts";
import { resolveLocations } from "./locations.ts";
import { parseArguments } from "./options.ts";
import { createPorts, type PortsOptions } from "./ports.ts";
import { type ApplicationEvent, runUseCase } from "./use_cases.ts";
import { PAYLOAD_LIMITS, type ReadPayload, readPayload } from "./read_payload.ts";
import type { Timings } from "./timings.ts";

/** How long the hook may take from the complete payload to the last byte, in milliseconds. */
const DEADLINE = 2000;

/** How the hook was called. */
interface HookCall {
  agent: AgentAdapter;
  guidebook: string[];
  db: string | undefined;
  limit: ContextLimit;
  /** In milliseconds. */
  deadline: number;
  readsTranscript: boolean;
  timings: boolean;
}

/** What an event leads to. */
interface Answer {
  /** For stdout. */
  response?: string | undefined;
  /** For stderr, on one line. */
  complaint?: string;
  /** Must be called once, with whether every byte of the response was written. */
  settle(delivered: boolean): void;
}

type Connect = (options: PortsOptions) => Ports;

/**
 * Runs the hook; `connect` gives it its ports. Only wrong usage does not end with {@linkcode
 * EXIT.done}.
 */
export async function run(
  args: string[],
  io: Io,
  connect: Connect = createPorts,
): Promise<ExitCode> {
  const call = parseCall(args);
  if (io.stdin.isTerminal()) {
    throw new UsageError(
      "Cannot run hook on a terminal: the agent calls it, with a payload on stdin",
    );
  }
  try {
    const timings = call.timings ? new (await import("./timings.ts")).Timings() : undefined;
    const payload = await readPayload(io.stdin);
    timings?.mark("payload read");
    // Its writer must not be cut off, so it was read all the same.
    if (io.env("ADAPTIVE_GUIDEBOOK") === "off") return EXIT.done;
    await respond(payload, call, io, createDeadline(call.deadline), connect, timings);
  } catch (error) {
    // A bug of ours, or an agent that has gone: one line, no stack, and never an exit code.
    await complain(`Cannot answer: ${messageOf(error)}`, io);
  }
  return EXIT.done;
}

/** @throws {UsageError} when no agent is named, or an option has a wrong value. */
function parseCall(args: string[]): HookCall {
  const { options, operands } = parseArguments(args, {
    "guidebook": "values",
    "db": "value",
    "context-limit": "value",
    "deadline": "value",
    "no-transcript": "flag",
    "timings": "flag",
  });
  const agent = findAgent(operands);
  return {
    agent,
    guidebook: options.guidebook,
    db: options.db,
    limit: {
      max: parseNumber("context-limit", options["context-limit"], 0) ?? agent.contextLimit,
      measure: agent.measure,
    },
    deadline: parseNumber("deadline", options.deadline, 1) ?? DEADLINE,
    readsTranscript: !options["no-transcript"],
    timings: options.timings,
  };
}

function findAgent(operands: string[]): AgentAdapter {
  const [name = "", ...others] = operands;
  const agent: AgentAdapter | undefined = isAgentName(name) ? ADAPTERS[name] : undefined;
  if (agent && others.length === 0) return agent;
  const fault = operands.length === 0
    ? "hook: no agent is named,"
    : `hook "${operands.join(" ")}": ${agent ? "one agent at a time," : ""}`;
  throw new UsageError(
    `Cannot run ${fault.trim()} agents are ${AGENT_NAMES.join(", ")}`,
    agent ? undefined : {
      word: name,
      candidates: AGENT_NAMES,
    },
  );
}

/** Payload to answer, answer to stdout; then the answer is recorded, or is not. */
async function respond(
  payload: ReadPayload,
  call: HookCall,
  io: Io,
  deadline: Deadline,
  connect: Connect,
  timings: Timings | undefined,
): Promise<void> {
  const portsFor = (event: ApplicationEvent) => {
    const ports = connectFor(event, call, io, deadline, connect);
    return timings?.wrap(ports) ?? ports;
  };
  const answer = payload.kind === "payload"
    ? await answerEvent(payload.text, call, portsFor)
    : await answerUnread(payload, call.agent);
  const complaints = answer.complaint === undefined ? [] : [answer.complaint];
  let delivered = false;
  try {
    delivered = await deliver(answer.response ?? "", io, deadline.begin("write"));
  } finally {
    try {
      answer.settle(delivered);
    } catch (error) {
      // The answer is out by now.
      complaints.push(`Cannot record what was shown: ${messageOf(error)}`);
    }
  }
  for (const complaint of complaints) await complain(complaint, io, deadline.begin("write"));
  if (timings) await sayLines(timings.render().split("\n"), io, deadline.begin("write"));
}

/** The application for an event. */
function connectFor(
  event: ApplicationEvent,
  { agent, guidebook, db, limit, readsTranscript }: HookCall,
  io: Io,
  deadline: Deadline,
  connect: Connect,
): Ports {
  const { turnId, callId, transcriptPath, inheritsFrom } = event;
  return connect({
    ...resolveLocations({ guidebook, db }, io),
    workFolder: event.kind === "context" ? "/" : event.cwd,
    ...(event.kind === "edit" && { changes: event }),
    deadline,
    limit,
    call: { turnId, callId, contextPath: transcriptPath, inheritsFrom },
    transcript: readsTranscript ? agent.transcript : undefined,
    io,
  });
}

/** An agent's payload to the answer; `portsFor` connects the application for an event. */
async function answerEvent(
  payload: string,
  { agent, limit }: HookCall,
  portsFor: (event: ApplicationEvent) => Ports,
): Promise<Answer> {
  const event = agent.parseEvent(payload);
  if (event.kind === "nothing") return { settle: () => {} };
  if (event.kind === "malformed") {
    return { complaint: `Cannot read payload: ${event.reason}`, settle: () => {} };
  }
  const { response, deferred, notices, skipped, settle } = await runUseCase(
    event,
    portsFor(event),
    agent,
  );
  const outcome = {
    text: renderWithin(response, deferred, limit),
    notices: notices.map(({ message }) => message),
  };
  return {
    response: agent.renderResponse(outcome, event.eventName),
    ...(skipped.length > 0 && { complaint: `Cannot look at changed file ${andMore(skipped)}` }),
    settle,
  };
}

/** What is said of a payload that was not read to its end. */
async function answerUnread(
  payload: Exclude<ReadPayload, { kind: "payload" }>,
  agent: AgentAdapter,
): Promise<Answer> {
  if (payload.kind === "unfinished") {
    return { complaint: `Cannot read payload: ${payload.reason}`, settle: () => {} };
  }
  const { answerLargePayload } = await import("./large_payload.ts");
  return {
    response: answerLargePayload(payload, PAYLOAD_LIMITS.size, agent),
    complaint: `Cannot read payload: it is larger than ${PAYLOAD_LIMITS.size} bytes`,
    settle: () => {},
  };
}

/** @throws {UsageError} when `text` is not a whole number of at least `least`. */
function parseNumber(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least)) {
    throw new UsageError(`Cannot read option "--${option}": "${text}" is not a whole number`);
  }
  return number;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
