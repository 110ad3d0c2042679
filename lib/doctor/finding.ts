/** One thing that `doctor` has to say. Types and constructors; pure. */
import type { CODES } from "./codes.ts";

/** Ok: as it should be. Warning: it works, but not as it was meant. Problem: it does not work. */
export type Status = "ok" | "warning" | "problem";

/** The kind of a finding. */
export type Code = keyof typeof CODES;

/** One thing that `doctor` says. */
export interface Finding {
  /** Kebab-case name of the kind of finding. */
  code: Code;
  status: Status;
  /** Sentence case, no final period; may hold what others wrote, so it is escaped when printed. */
  message: string;
  /** What to do about it; a command to run is in it as a shell takes it. */
  help: string | undefined;
}

/** Something that is as it should be. */
export function ok(code: Code, message: string, help?: string): Finding {
  return { code, status: "ok", message, help };
}

/** Something that works, but hardly as it was meant. */
export function warning(code: Code, message: string, help: string): Finding {
  return { code, status: "warning", message, help };
}

/** Something that keeps guidelines from the agent. */
export function problem(code: Code, message: string, help: string): Finding {
  return { code, status: "problem", message, help };
}
