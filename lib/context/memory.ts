/** What is remembered of a transcript between two looks at it. Pure. */

/** How far a transcript was read, and what it came to. */
export interface TranscriptMemory {
  /** The file that it is about. */
  path: string;
  /** How far it was read, in bytes; the end of a line. */
  offset: number;
  /** The hook texts of ours that are in the context at that place. */
  texts: readonly string[];
  /** Those that were in the context, and are there no more. */
  dropped?: readonly string[];
  /** The last line that the next one continues. */
  last?: string;
  /** How often the context was compacted by then; absent for never. */
  compactions?: number;
  /** How many compactions were reported; until its lines show as many, they are stale. */
  awaited?: number;
  /** Set where the file turned out to be unusable: it is not read again. */
  useless?: true;
}

/** Reads what {@linkcode renderMemory} wrote; undefined where it is about another file. */
export function parseMemory(text: string | undefined, path: string): TranscriptMemory | undefined {
  if (text === undefined) return undefined;
  try {
    const memory: TranscriptMemory = JSON.parse(text);
    return memory.path === path ? memory : undefined;
  } catch {
    return undefined;
  }
}

/** The memory as the presentation store keeps it. */
export function renderMemory(memory: TranscriptMemory): string {
  return JSON.stringify(memory);
}

/** The memory after a compaction was reported, of which the file may know nothing yet. */
export function awaitCompaction(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    const memory: TranscriptMemory = JSON.parse(text);
    return renderMemory({
      ...memory,
      awaited: Math.max(memory.awaited ?? 0, memory.compactions ?? 0) + 1,
    });
  } catch {
    return text;
  }
}
