/** Reads a transcript from where the last look ended, and the one that it continues. */
import type { Phase } from "../deadline.ts";
import type {
  AppliedLine,
  TranscriptBase,
  TranscriptFormat,
  TranscriptState,
} from "../agent/protocol.ts";
import { findBaseFile } from "./base_file.ts";
import { type Line, readLines } from "./lines.ts";
import type { TranscriptMemory } from "./memory.ts";

/** Most text of ours that is remembered, in characters. */
const TEXT_LIMIT = 1024 * 1024;
/** How many files a session may continue, one after the other. */
const DEPTH = 8;

/**
 * Goes on reading `path` from where `before` ends; `isUnfinished` where the time is over first.
 * @throws when the file is not of the known form.
 */
export async function readTranscript(
  path: string,
  format: TranscriptFormat,
  before: TranscriptMemory | undefined,
  phase: Phase,
): Promise<TranscriptMemory & { isUnfinished?: boolean }> {
  const info = await Deno.stat(path);
  if (!info.isFile) throw new TypeError("not a file");
  // A file that has shrunk is another one.
  const start = before && before.offset <= info.size ? before : undefined;
  let offset = start?.offset ?? 0;
  let state: TranscriptState = start
    ? { texts: start.texts, ...pick(start) }
    : { texts: [], earlier: new Map() };
  for await (const line of readLines(path, offset, format.markers)) {
    if (offset === 0) {
      const texts = await readBase(parseBase(line, format), path, format, phase, DEPTH);
      state = { ...state, texts };
    }
    const applied = apply(line, state, format);
    // Back to a line that was read at an earlier look.
    if ("restart" in applied) return await readTranscript(path, format, undefined, phase);
    if ("texts" in applied) state = applied;
    offset = line.end;
    if (phase.remaining() <= 0) return { path, offset, ...remembered(state), isUnfinished: true };
  }
  if (offset === 0) throw new TypeError("empty");
  const { texts, dropped = [] } = state;
  if ([...texts, ...dropped].reduce((sum, { length }) => sum + length, 0) > TEXT_LIMIT) {
    throw new RangeError("too much text");
  }
  return { path, offset, ...remembered(state) };
}

/** The hook texts at the end of the part of another transcript that this one continues. */
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
  let state: TranscriptState = { texts: [], earlier: new Map() };
  let first = true;
  for await (const line of readLines(file, 0, format.markers)) {
    if (first) {
      const texts = await readBase(parseBase(line, format), file, format, phase, depth - 1);
      state = { ...state, texts };
    }
    first = false;
    const applied = apply(line, state, format, base);
    if (!("texts" in applied)) break;
    state = applied;
    if (phase.remaining() <= 0) throw new RangeError("too slow");
  }
  return state.texts;
}

function parseBase(line: Line, format: TranscriptFormat): TranscriptBase | undefined {
  return format.parseBase("line" in line ? line.line : line.long.head);
}

function apply(
  line: Line,
  state: TranscriptState,
  format: TranscriptFormat,
  base?: TranscriptBase,
): AppliedLine {
  return "line" in line
    ? format.applyLine(line.line, state, base)
    : format.skipLine(line.long, state, base);
}

/** What of a state is kept between two looks. */
function remembered(state: TranscriptState): Omit<TranscriptMemory, "path" | "offset"> {
  return { texts: state.texts, ...pick(state) };
}

function pick(
  { dropped, last, compactions }: Pick<TranscriptState, "dropped" | "last" | "compactions">,
) {
  return {
    ...(compactions !== undefined && { compactions }),
    ...(dropped !== undefined && dropped.length > 0 && { dropped }),
    ...(last !== undefined && { last }),
  };
}
