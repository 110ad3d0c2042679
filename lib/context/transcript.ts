/**
 * Looks into an agent's transcript on the disk: which hook texts are in the model's context now?
 * Only what was appended since the last look is read, within a time budget. The transcript is not
 * a documented interface, so whatever is odd about it means only that nothing is known.
 */
import { type Deadline, type Phase, within } from "../deadline.ts";
import type { TranscriptBase, TranscriptFormat } from "../agent/protocol.ts";
import { isAbsolutePath } from "../path.ts";
import { type ContextLimit, holdsBlock, renderPresentation } from "../presentation/text.ts";
import type { ContextPort, ContextView } from "../search/ports.ts";
import { parseMemory, renderMemory, type TranscriptMemory } from "./memory.ts";
import { findBaseFile } from "./base_file.ts";
import { readLines } from "./lines.ts";

/** Most text of ours that is remembered, in characters. */
const TEXT_LIMIT = 1024 * 1024;
/** How much is read again rather than remembered, in bytes. */
const REREAD_LIMIT = 256 * 1024;
/** How many files a session may go on from, one after the other. */
const DEPTH = 8;

const UNKNOWN: ContextView = { holds: () => undefined, memory: undefined };

/** What is known of an agent's transcript. */
export interface TranscriptOptions {
  path: string | undefined;
  format: TranscriptFormat | undefined;
  limit: ContextLimit;
  deadline: Deadline;
}

/** The context as the transcript at `path` tells it. */
export function createTranscriptContext(options: TranscriptOptions): ContextPort {
  const { path, format, limit, deadline } = options;
  if (path === undefined || format === undefined || !isAbsolutePath(path)) {
    return { look: () => Promise.resolve(UNKNOWN) };
  }
  return {
    look: async (text) => {
      const before = parseMemory(text, path);
      if (before?.useless) return { ...UNKNOWN, memory: text };
      const phase = deadline.begin("look");
      const reading = readTranscript(path, format, before, phase);
      const memory = await within(
        phase,
        reading.catch((error) =>
          error instanceof Error && error.name in Deno.errors
            ? undefined
            : { path, offset: 0, texts: [], useless: true as const }
        ),
        undefined,
      );
      if (!memory) return { ...UNKNOWN, memory: text };
      if ("useless" in memory || "unfinished" in memory) {
        return { ...UNKNOWN, memory: renderMemory(strip(memory)) };
      }
      return {
        holds: (guideline) =>
          // The agent cuts what is longer than its limit, so its text is never found whole.
          limit.max > 0 && limit.measure(renderPresentation([guideline])) > limit.max
            ? undefined
            : memory.texts.some((hookText) => holdsBlock(hookText, guideline)),
        memory: worthKeeping(memory, before) ? renderMemory(memory) : text,
      };
    },
  };
}

/** What was read is small beside what it costs to write down, as long as it brought nothing. */
function worthKeeping(memory: TranscriptMemory, before: TranscriptMemory | undefined): boolean {
  return before === undefined || memory.texts !== before.texts ||
    memory.offset < before.offset || memory.offset - before.offset > REREAD_LIMIT;
}

type Progress = TranscriptMemory & { unfinished?: true };

function strip({ unfinished: _, ...memory }: Progress): TranscriptMemory {
  return memory;
}

/**
 * Goes on reading `path` from where `before` ends; `unfinished` where the time is over first.
 * @throws when the file is not of the known form.
 */
async function readTranscript(
  path: string,
  format: TranscriptFormat,
  before: TranscriptMemory | undefined,
  phase: Phase,
): Promise<Progress> {
  const info = await Deno.stat(path);
  if (!info.isFile) throw new TypeError("not a file");
  // A file that has shrunk is another one.
  const start = before && before.offset <= info.size ? before : undefined;
  let offset = start?.offset ?? 0;
  let texts: readonly string[] = start?.texts ?? [];
  for await (const { line, end } of readLines(path, offset)) {
    if (offset === 0) texts = await readBase(format.parseBase(line), path, format, phase, DEPTH);
    const applied = format.applyLine(line, texts);
    if ("texts" in applied) texts = applied.texts;
    offset = end;
    if (phase.remaining() <= 0) return { path, offset, texts, unfinished: true };
  }
  if (offset === 0) throw new TypeError("empty");
  if (texts.reduce((sum, { length }) => sum + length, 0) > TEXT_LIMIT) {
    throw new RangeError("too much text");
  }
  return { path, offset, texts };
}

/** The hook texts at the end of the part of another transcript that this one goes on from. */
async function readBase(
  base: TranscriptBase | undefined,
  path: string,
  format: TranscriptFormat,
  phase: Phase,
  depth: number,
): Promise<readonly string[]> {
  if (!base) return [];
  const file = depth > 0 ? findBaseFile(base, path, format) : undefined;
  if (file === undefined) throw new TypeError("no base");
  let texts: readonly string[] = [];
  let first = true;
  for await (const { line } of readLines(file, 0)) {
    if (first) texts = await readBase(format.parseBase(line), file, format, phase, depth - 1);
    first = false;
    const applied = format.applyLine(line, texts, base);
    if ("end" in applied) return texts;
    texts = applied.texts;
    if (phase.remaining() <= 0) throw new RangeError("too slow");
  }
  return texts;
}
