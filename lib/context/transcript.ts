/**
 * Looks into an agent's transcript on the disk: which hook texts are in the model's context now?
 * Only what was appended since the last look is read, within a time budget. The transcript is not
 * a documented interface, so whatever is odd about it means only that nothing is known.
 */
import { type Deadline, type Phase, within } from "../deadline.ts";
import type { TranscriptFormat } from "../agent/protocol.ts";
import { isAbsolutePath } from "../path.ts";
import {
  type ContextLimit,
  holdsBlock,
  listIdsBefore,
  renderPresentation,
} from "../presentation/text.ts";
import type { ContextPort, ContextView, LookUp } from "../search/ports.ts";
import type { FoundGuideline } from "../search/request.ts";
import { awaitCompaction, parseMemory, renderMemory, type TranscriptMemory } from "./memory.ts";
import { readTranscript } from "./read_transcript.ts";

/** How much is read again rather than remembered, in bytes. */
const REREAD_LIMIT = 256 * 1024;

const UNKNOWN: ContextView = { holds: () => undefined, memory: undefined };

/** What is known of an agent's transcript. */
export interface TranscriptOptions {
  path: string | undefined;
  format: TranscriptFormat | undefined;
  limit: ContextLimit;
  deadline: Deadline;
}

/** The context as the transcript at `path` has it. */
export function createTranscriptContext(options: TranscriptOptions): ContextPort {
  const { path, format, limit, deadline } = options;
  if (path === undefined || format === undefined || !isAbsolutePath(path)) {
    return { look: () => Promise.resolve(UNKNOWN) };
  }
  return {
    look: async (text, relevant, lookUp) => {
      const before = parseMemory(text, path);
      if (before?.useless) return { ...UNKNOWN, memory: text };
      const memory = await read(path, format, before, deadline.begin("transcript"));
      if (!memory) return { ...UNKNOWN, memory: text };
      const { isUnfinished, ...kept } = memory;
      const awaited = before?.awaited ?? 0;
      const isStale = (kept.compactions ?? 0) < awaited;
      if (kept.useless || isUnfinished || isStale) {
        return { ...UNKNOWN, memory: renderMemory({ ...kept, ...(isStale && { awaited }) }) };
      }
      // What the awaited compaction has dropped was ended by its event, and may be presented again.
      if (awaited > 0) delete kept.dropped;
      const others = await findOthers(kept, relevant, lookUp);
      const next = withoutReported(kept, format, relevant, others);
      return {
        isRead: true,
        holds: createHolds(kept, format, limit, others),
        memory: worthKeeping(next, before) ? renderMemory(next) : text,
      };
    },
    ...(!format.isComplete && { awaitCompaction }),
  };
}

/**
 * Without the dropped texts of guidelines that are reported as missing now: they are fresh by record
 * from then on, and a text that is presented again may reach the file late.
 */
function withoutReported(
  memory: TranscriptMemory,
  { isComplete }: TranscriptFormat,
  relevant: readonly FoundGuideline[],
  others: readonly FoundGuideline[],
): TranscriptMemory {
  const { dropped = [], texts, ...rest } = memory;
  const isIn = (guideline: FoundGuideline) => (text: string) =>
    holdsBlock(text, guideline, [...others]);
  if (isComplete || dropped.length === 0) return memory;
  const reported = relevant.filter((guideline) => !texts.some(isIn(guideline)));
  const left = dropped.filter((text) => !reported.some((guideline) => isIn(guideline)(text)));
  return { ...rest, texts, ...(left.length > 0 && { dropped: left }) };
}

type Progress = TranscriptMemory & { isUnfinished?: boolean };

/** Undefined where the file cannot be read, or not in time. */
async function read(
  path: string,
  format: TranscriptFormat,
  before: TranscriptMemory | undefined,
  phase: Phase,
): Promise<Progress | undefined> {
  const reading = readTranscript(path, format, before, phase);
  return await within(
    phase,
    reading.catch((error) =>
      error instanceof Error && error.name in Deno.errors
        ? undefined
        : { path, offset: 0, texts: [], useless: true as const }
    ),
    undefined,
  );
}

/** The guidelines on which it depends whether the texts hold the relevant ones. */
async function findOthers(
  { texts, dropped = [] }: TranscriptMemory,
  relevant: readonly FoundGuideline[],
  lookUp: LookUp,
): Promise<FoundGuideline[]> {
  const ids = new Set(
    [...texts, ...dropped].flatMap((text) =>
      relevant.flatMap((guideline) => listIdsBefore(text, guideline))
    ),
  );
  const missing = [...ids].filter((id) => !relevant.some((guideline) => guideline.id === id));
  return [...relevant, ...missing.length > 0 ? await lookUp(missing) : []];
}

function createHolds(
  { texts, dropped = [] }: TranscriptMemory,
  { isComplete }: TranscriptFormat,
  { max, measure }: ContextLimit,
  known: readonly FoundGuideline[],
): ContextView["holds"] {
  return (guideline) => {
    // The agent cuts what is longer than its limit, so its text is never found whole.
    if (max > 0 && measure(renderPresentation([guideline])) > max) return undefined;
    const isIn = (text: string) => holdsBlock(text, guideline, [...known]);
    if (texts.some(isIn)) return true;
    return isComplete || dropped.some(isIn) ? false : undefined;
  };
}

/** A few bytes without a text of ours are cheaper to read again than to remember. */
function worthKeeping(memory: TranscriptMemory, before: TranscriptMemory | undefined): boolean {
  return before === undefined || memory.texts !== before.texts || before.awaited !== undefined ||
    memory.dropped?.length !== before.dropped?.length ||
    memory.offset < before.offset || memory.offset - before.offset > REREAD_LIMIT;
}
