import { installCodex } from "./codex_install.ts";
import { fillDenoDir } from "./hook_command.ts";

/** What the tests run Codex with. */
export interface Tools {
  /** Path of the Codex binary. */
  readonly codex: string;
  readonly denoDir: string;
}

let prepared: Promise<Tools> | undefined;

/** Fetches what is missing on the first call. */
export function prepareTools(): Promise<Tools> {
  return prepared ??= fetchTools();
}

async function fetchTools(): Promise<Tools> {
  return { codex: await installCodex(), denoDir: await fillDenoDir() };
}
