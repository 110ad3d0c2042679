/** Adds the entries of this program to an agent's hook file, or removes them; others stay. Pure. */
import type { AgentSetup, HookCoverage, HookEntry } from "../setup.ts";
import { isOurCommand, readHookCommand } from "./command.ts";
import { groupOf } from "./entries.ts";
import { compareEvents, type EventChanges, isSame } from "./event_changes.ts";
import { type FoundEntry, readHookFile } from "./read.ts";
import { appendElement, removeElement, removeMember, setMember } from "./json_edit.ts";
import { elementsOf, type JsonNode, type JsonProblem, memberOf, parseJson } from "./json_text.ts";

/** What is needed to know of the agent whose file it is. */
export type MergeSetup = Pick<AgentSetup, "name" | "entries" | "offSwitch" | "trustsByPosition">;

/** A hook file with the entries of this program, and what became of older ones. */
export interface MergedHooks {
  text: string;
  changed: boolean;
  /** Commands of ours that were replaced or removed. */
  replaced: string[];
  /** Superfluous entries of ours that stay: without them others would move, and lose their trust. */
  kept: FoundEntry[];
  /** Entries that mention this program, but are not a plain call of it. */
  foreign: FoundEntry[];
  /** What has become of the events of our older entries; undefined where there was no such entry. */
  events: EventChanges | undefined;
  /** Every entry of ours is unchanged and in the same position, so trust in it remains. */
  trustStays: boolean;
  /** Whether the file's off switch is on. */
  disabled: boolean;
}

/**
 * Merges the agent's entries for `command` into the file's text, which is undefined or blank for a
 * missing file. The rest is kept byte for byte. Older entries of ours are replaced in place, and new
 * ones come last: where an agent keeps its trust by event, group and position, an entry that moves is
 * skipped until a person has trusted it again.
 */
export function mergeHooks(
  text: string | undefined,
  setup: MergeSetup,
  command: string,
  coverage?: HookCoverage,
): MergedHooks | { problem: JsonProblem } {
  const old = text === undefined || text.trim() === "" ? "{}\n" : text;
  const before = readHookFile(old, setup.offSwitch);
  if ("problem" in before) return before;
  const wanted = setup.entries(command, coverage);
  // A compiled program may have any name, so only its own command is known to be ours.
  const isOurs = (text: string) => text === command || isOurCommand(text, setup.name);
  const oursOf = (entries: FoundEntry[]) =>
    entries.filter((entry) => entry.command !== undefined && isOurs(entry.command));

  let merged = old;
  for (const event of new Set(before.entries.map((entry) => entry.event))) {
    const ours = oursOf(before.entries).filter((entry) => entry.event === event);
    const entry = wanted.find((entry) => entry.event === event);
    const survivor = entry && chooseSurvivor(ours, entry, merged);
    if (entry && survivor) merged = replaceEntry(merged, survivor, entry);
    // From the end, so that the positions of the others stay valid.
    for (const superfluous of ours.filter((other) => other !== survivor).toReversed()) {
      merged = takeOut(merged, superfluous, setup.trustsByPosition ? isOurs : () => true);
    }
  }
  for (const entry of wanted) {
    if (!readEntries(merged).some((found) => isEntry(found, entry))) {
      merged = appendEntry(merged, entry);
    }
  }

  const after = readEntries(merged);
  const [ourBefore, ourAfter] = [oursOf(before.entries), oursOf(after)];
  const right = wanted.map((entry) => ourAfter.find((found) => isEntry(found, entry)));
  return {
    text: merged,
    changed: merged !== text,
    replaced: [...new Set(ourBefore.map(({ command }) => command!))]
      .filter((old) => !ourAfter.some(({ command }) => command === old)),
    kept: ourAfter.filter((found) => !right.includes(found)),
    foreign: foreignOf(after, ourAfter),
    disabled: before.disabled,
    events: ourBefore.length === 0 ? undefined : compareEvents(ourBefore, ourAfter),
    trustStays: ourAfter.every((found) => before.entries.some((old) => isSame(old, found))),
  };
}

/** A hook file without the entries of this program. */
export interface RemovedHooks {
  text: string;
  changed: boolean;
  /** Entries of ours that stay: without them others would move, and lose their trust. */
  kept: FoundEntry[];
  /** Entries that mention this program, but are not a plain call of it. */
  foreign: FoundEntry[];
}

/**
 * Removes our entries from the file's text, and the lists that hold nothing else. The rest is kept byte
 * for byte; where trust depends on positions, each entry of others keeps its position.
 * @param call The running program's: a compiled one may have any name, and is known by it alone.
 */
export function removeHooks(
  text: string,
  setup: MergeSetup,
  call: string | undefined,
): RemovedHooks | { problem: JsonProblem } {
  const before = readHookFile(text);
  if ("problem" in before) return before;
  const isOurs = (command: string) =>
    isOurCommand(command, setup.name) ||
    call !== undefined && readHookCommand(command, call)?.agent === setup.name;
  const oursOf = (entries: FoundEntry[]) =>
    entries.filter(({ command }) => command !== undefined && isOurs(command));
  let left = text;
  // From the end, so that the positions of the others stay valid.
  for (const entry of oursOf(before.entries).toReversed()) {
    left = takeOut(left, entry, setup.trustsByPosition ? isOurs : () => true);
  }
  if (left !== text && hasEmptyHooksLast(left)) left = removeMember(left, [], "hooks");
  const after = left.trim() === "" ? [] : readEntries(left);
  return {
    text: left,
    changed: left !== text,
    kept: oursOf(after),
    foreign: foreignOf(after, oursOf(after)),
  };
}

/** Whether `hooks` is empty, and where install adds it: an empty one elsewhere was there before. */
function hasEmptyHooksLast(text: string): boolean {
  const tree = treeOf(text);
  const hooks = memberOf(tree, "hooks");
  return hooks?.children?.length === 0 && tree.children?.at(-1) === hooks.parent;
}

/** The entry to keep: one that is right already, else the first that can be corrected in place. */
function chooseSurvivor(
  ours: FoundEntry[],
  wanted: HookEntry,
  text: string,
): FoundEntry | undefined {
  return ours.find((found) => isEntry(found, wanted)) ??
    // The matcher is for the whole group.
    ours.find((found) => found.matcher === wanted.matcher || handlersOf(text, found).length === 1);
}

function foreignOf(entries: FoundEntry[], ours: FoundEntry[]): FoundEntry[] {
  return entries.filter((found) =>
    !ours.includes(found) && JSON.stringify(found.value).includes("adaptive-guidebook")
  );
}

/** Whether an entry of the file is the wanted one; further members are the person's own. */
function isEntry({ event, matcher, value }: FoundEntry, wanted: HookEntry): boolean {
  return event === wanted.event && matcher === wanted.matcher &&
    Object.entries(wanted.handler).every(([key, member]) => hasMember(value, key, member));
}

/** Whether a handler has this member; a name that a person gave it is as good as ours. */
function hasMember(handler: unknown, key: string, member: unknown): boolean {
  const own = (handler as Record<string, unknown>)[key];
  return own === member || key === "statusMessage" && typeof own === "string" && own !== "";
}

function replaceEntry(text: string, found: FoundEntry, wanted: HookEntry): string {
  const group = ["hooks", found.event, found.group];
  let result = text;
  if (found.matcher !== wanted.matcher) {
    result = wanted.matcher === undefined
      ? removeMember(result, group, "matcher")
      : setMember(result, group, "matcher", wanted.matcher);
  }
  for (const [key, value] of Object.entries(wanted.handler)) {
    if (hasMember(found.value, key, value)) continue;
    result = setMember(result, [...group, "hooks", found.handler], key, value);
  }
  return result;
}

/** Removes the entry, unless that would move a handler whose command is not `isMovable`. */
function takeOut(text: string, found: FoundEntry, isMovable: (command: string) => boolean): string {
  const { event, group, handler } = found;
  const list = ["hooks", event, group, "hooks"];
  const handlers = handlersOf(text, found);
  const areMovable = (later: JsonNode[]) =>
    later.every((node) => isMovable(String(memberOf(node, "command")?.value)));
  if (handlers.length > 1) {
    return areMovable(handlers.slice(handler + 1)) ? removeElement(text, list, handler) : text;
  }
  const groups = groupsOf(text, event);
  const later = groups.slice(group + 1).flatMap((node) => elementsOf(memberOf(node, "hooks")));
  // An empty group keeps the positions of the groups after it.
  if (!areMovable(later)) return removeElement(text, list, handler);
  return groups.length > 1
    ? removeElement(text, ["hooks", event], group)
    : removeMember(text, ["hooks"], event);
}

function appendEntry(text: string, entry: HookEntry): string {
  const { event } = entry;
  const group = groupOf(entry);
  const hooks = memberOf(treeOf(text), "hooks");
  if (!hooks) return setMember(text, [], "hooks", { [event]: [group] });
  if (!memberOf(hooks, event)) return setMember(text, ["hooks"], event, [group]);
  return appendElement(text, ["hooks", event], group);
}

function groupsOf(text: string, event: string) {
  return elementsOf(memberOf(memberOf(treeOf(text), "hooks"), event));
}

function handlersOf(text: string, { event, group }: FoundEntry) {
  return elementsOf(memberOf(groupsOf(text, event)[group], "hooks"));
}

function readEntries(text: string): FoundEntry[] {
  const file = readHookFile(text);
  if ("problem" in file) throw new TypeError(file.problem.message);
  return file.entries;
}

function treeOf(text: string) {
  const parsed = parseJson(text);
  if ("problem" in parsed) throw new TypeError(parsed.problem.message);
  return parsed.tree;
}
