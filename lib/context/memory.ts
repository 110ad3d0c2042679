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
  /** The last line that the next one goes on from. */
  last?: string;
  /** Set where the file turned out not to be of use: it is not looked at again. */
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
