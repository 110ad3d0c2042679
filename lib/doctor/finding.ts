/** One finding of `doctor`. Types and constructors. Pure. */
import type { CODES } from "./codes.ts";

/** Ok: as it should be. Warning: it works, but not as intended. Problem: it does not work. */
export type Status = "ok" | "warning" | "problem";

/** The kind of a finding. */
export type Code = keyof typeof CODES;

/** One finding. */
export interface Finding {
  /** The kind of finding. */
  code: Code;
  status: Status;
  /** Sentence case, no final period; may quote untrusted text, so it is escaped when printed. */
  message: string;
  /** What to do about it; commands in it are quoted for a shell. */
  help: string | undefined;
}

/** Something that is as it should be. */
export function ok(code: Code, message: string, help?: string): Finding {
  return { code, status: "ok", message, help };
}

/** Something that works, but hardly as intended. */
export function warning(code: Code, message: string, help: string): Finding {
  return { code, status: "warning", message, help };
}

/** Something that keeps guidelines from the agent. */
export function problem(code: Code, message: string, help: string): Finding {
  return { code, status: "problem", message, help };
}
