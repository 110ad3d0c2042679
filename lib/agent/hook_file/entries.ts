/** What `install` writes into a hook file, and where hook files are looked for. Pure. */
import { isAbsolutePath, resolvePath } from "../../path.ts";
import type { HookEntry } from "../setup.ts";

/** What agents show as the name of the hook. */
export const HOOK_NAME = "Adaptive Guidebook";

/** The group that holds the entry alone, in the form of the file. */
export function groupOf({ matcher, handler }: HookEntry): Record<string, unknown> {
  return { ...(matcher !== undefined && { matcher }), hooks: [handler] };
}

/** `path` below `folder`; undefined where `folder` is not absolute and so depends on the process. */
export function pathBelow(folder: string | undefined, path: string): string | undefined {
  return folder !== undefined && isAbsolutePath(folder) ? resolvePath(folder, path) : undefined;
}
