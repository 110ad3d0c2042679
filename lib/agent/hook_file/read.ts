/** Reads an agent's hook file: Codex's `hooks.json`, Claude Code's `settings.json`. Pure. */
import { type Span, spanOf } from "../../diagnostic.ts";
import {
  elementsOf,
  type JsonNode,
  type JsonProblem,
  memberOf,
  parseJson,
  valueOf,
} from "./json_text.ts";

/** The largest one that is looked at, in bytes: to parse it takes a second. */
export const HOOK_FILE_LIMIT = 4 * 1024 * 1024;

/** One handler of the file. */
export interface FoundEntry {
  event: string;
  /** Index in the event's list, and in the group's. Codex's trust is for these two. */
  group: number;
  handler: number;
  /** Undefined where the group has none, or where it is no text. */
  matcher: string | undefined;
  /** Undefined where the handler runs no command. */
  command: string | undefined;
  timeout: number | undefined;
  /** The handler as it stands in the file. */
  value: unknown;
  /** Where it stands. */
  at: Span;
}

/** What is of interest in a hook file. */
export interface HookFile {
  /** In the order of the file. Groups and handlers that no agent runs are left out. */
  entries: FoundEntry[];
  /** Claude Code: `disableAllHooks` is true. */
  disabled: boolean;
}

/** Reads the file strictly: what an agent's own parser may refuse is a problem, with its place. */
export function readHookFile(text: string): HookFile | { problem: JsonProblem } {
  // An empty file is what a redirection has just made.
  if (text.trim() === "") return { entries: [], disabled: false };
  const parsed = parseJson(text);
  if ("problem" in parsed) return parsed;
  const { tree } = parsed;
  const hooks = memberOf(tree, "hooks");
  const problem = findMisshape(text, tree, hooks);
  if (problem) return { problem };
  return {
    entries: (hooks?.children ?? []).flatMap(({ children }) => {
      const [key, groups] = children ?? [];
      return elementsOf(groups).flatMap((group, i) =>
        readGroup(text, String(key?.value), group, i)
      );
    }),
    disabled: memberOf(tree, "disableAllHooks")?.value === true,
  };
}

function readGroup(text: string, event: string, node: JsonNode, group: number): FoundEntry[] {
  const matcher = textOf(memberOf(node, "matcher"));
  return elementsOf(memberOf(node, "hooks")).flatMap((element, handler) => {
    if (element.type !== "object") return [];
    const timeout = memberOf(element, "timeout");
    return [{
      event,
      group,
      handler,
      matcher,
      command: textOf(memberOf(element, "command")),
      timeout: timeout?.type === "number" ? Number(valueOf(text, timeout)) : undefined,
      value: valueOf(text, element),
      at: spanOf(text, element.offset, element.offset + element.length),
    }];
  });
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.type === "string" ? node.value : undefined;
}

function findMisshape(
  text: string,
  tree: JsonNode,
  hooks: JsonNode | undefined,
): JsonProblem | undefined {
  const problem = (node: JsonNode, what: string, help: string): JsonProblem => ({
    code: "invalid-hooks",
    message: `Cannot read ${what}`,
    // The whole of a value that has many lines would be no place.
    at: spanOf(text, node.offset, node.offset + (text[node.offset] === "{" ? 1 : node.length)),
    help,
  });
  if (tree.type !== "object") {
    return problem(tree, "the file: it is no JSON object", 'Write it as { "hooks": { … } }');
  }
  if (hooks && hooks.type !== "object") {
    return problem(hooks, '"hooks": it is no object', 'Write "hooks": { "PostToolUse": [ … ] }');
  }
  for (const { children } of hooks?.children ?? []) {
    const [key, groups] = children ?? [];
    if (groups && groups.type !== "array") {
      const name = JSON.stringify(key?.value);
      return problem(groups, `hooks.${name}: it is no list`, `Write ${name}: [ … ]`);
    }
  }
  return undefined;
}
