/** Whether the Deno that runs a task is recent enough for it. */
import { TESTED_DENO } from "../lib/doctor/program_check.ts";
import { EXIT } from "../lib/exit_code.ts";

/** Whether the release `version` is older than `needed`; both consist of three numbers. */
export function isOlder(version: string, needed: string): boolean {
  const numbersOf = (text: string) => text.split(/[.+-]/, 3).map(Number);
  const [own, other] = [numbersOf(version), numbersOf(needed)];
  const i = other.findIndex((number, i) => number !== own[i]);
  return i >= 0 && !(own[i]! > other[i]!);
}

/** Exits with an error message if this Deno is too old for the task `name`. */
export function requireDeno(name: string): void {
  if (!isOlder(Deno.version.deno, TESTED_DENO)) return;
  console.error(
    `error: Cannot run task "${name}": it needs Deno ${TESTED_DENO} or later, this is ${Deno.version.deno}\n` +
      `help: Run: npx --yes deno@${TESTED_DENO} task ${name}`,
  );
  Deno.exit(EXIT.found);
}
