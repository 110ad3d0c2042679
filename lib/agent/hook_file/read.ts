/** Reads an agent's hook file: JSON with the hooks of each event in groups. Pure. */
import { type Span, spanOf } from "../../diagnostic.ts";
import {
  elementsOf,
  type JsonNode,
  type JsonProblem,
  memberOf,
  parseJson,
  valueOf,
} from "./json_text.ts";

/** The largest one that is read, in bytes: parsing it takes a second. */
export const HOOK_FILE_LIMIT = 4 * 1024 * 1024;

/** One handler of the file. */
export interface FoundEntry {
  event: string;
  /** Index in the event's list, and in the group's. */
  group: number;
  handler: number;
  /** Undefined where the group has none, or one that is not a string. */
  matcher: string | undefined;
  /** Undefined where the handler runs no command. */
  command: string | undefined;
  timeout: number | undefined;
  /** The whole handler. */
  value: unknown;
  /** Where it is in the file. */
  at: Span;
}

/** What a hook file says about hooks. */
export interface HookFile {
  /** In the order of the file. Groups and handlers of another form are left out. */
  entries: FoundEntry[];
  /** Whether `offSwitch` is true. */
  disabled: boolean;
}

/**
 * Reads the file strictly: whatever an agent's own parser may reject is a problem, with its position.
 * @param offSwitch The top-level member that switches all hooks off, for agents that have one.
 */
export function readHookFile(
  text: string,
  offSwitch?: string,
): HookFile | { problem: JsonProblem } {
  // A redirection may just have created it.
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
    disabled: offSwitch !== undefined && memberOf(tree, offSwitch)?.value === true,
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
    message: what,
    // An excerpt of many lines would not show the place.
    at: spanOf(text, node.offset, node.offset + (text[node.offset] === "{" ? 1 : node.length)),
    help,
  });
  if (tree.type !== "object") {
    return problem(tree, "The file is not a JSON object", 'Write it as { "hooks": { … } }');
  }
  if (hooks && hooks.type !== "object") {
    return problem(hooks, '"hooks" is not an object', 'Write "hooks": { "PostToolUse": [ … ] }');
  }
  for (const { children } of hooks?.children ?? []) {
    const [key, groups] = children ?? [];
    if (groups && groups.type !== "array") {
      const name = JSON.stringify(key?.value);
      return problem(groups, `hooks.${name} is not a list`, `Write ${name}: [ … ]`);
    }
  }
  return undefined;
}
