/**
 * Exit codes of the command line. 2 is missing on purpose: agents read it as "block", so no mistake,
 * ours or the user's, may exit with it.
 */
export const EXIT = {
  /** Done, or failed open. */
  done: 0,
  /** `check`, `test`, `doctor`, `install` or `new` found something that a person has to fix. */
  found: 1,
  /** Wrong usage (EX_USAGE). */
  usage: 64,
  /** A malformed SearchRequest (EX_DATAERR). */
  malformed: 65,
  /** A missing input (EX_NOINPUT). */
  missing: 66,
  /** A bug of ours, printed with its stack (EX_SOFTWARE). */
  bug: 70,
} as const;

/** One of {@linkcode EXIT}. */
export type ExitCode = typeof EXIT[keyof typeof EXIT];
