/** Reports each kind of violation of the schema in the author's terms. */
import { GUIDELINE_EVENTS } from "../guideline/event.ts";
import { nearest } from "../nearest.ts";
import { joinWords } from "../words.ts";
import { lowerFirst, quote } from "./findings.ts";
import { addIssue, ESSENTIAL, fieldAt, type Issue, renderPath } from "./issue.ts";
import { keysAt, meantKey } from "./keys.ts";
import { ID_LIMIT, PRIORITIES, TARGETS } from "./schema.ts";
import { helpForType } from "./type_help.ts";

/** What can be the value of each required key, for a person who forgot it. */
export const SAMPLES: Readonly<Record<string, string>> = {
  id: "a-short-name",
  when: `[${GUIDELINE_EVENTS[0]}]`,
  content: "what the agent should read",
  regex: "{ pattern: '…' }",
  pattern: "'…'",
  path: "src/main.ts",
  source: "'…'",
};

/** Reports a required key that is not there. */
export function reportMissing({ path, name, found, at: { blocks } }: Issue): void {
  const key = String(path.at(-1));
  found.add("missing-key", `Missing key "${name}"`, {
    ...found.valueAt(path.slice(0, -1)),
    help: `Add "${key}: ${SAMPLES[key] ?? "…"}"`,
    blocks,
  });
}

/** Reports a value of another type than `expected`, a type's name of the schema. */
export function reportWrongType(issue: Issue, expected: string): void {
  const { name, actual } = issue;
  if (name === "content" && actual === null) {
    return addIssue(issue, "empty-content", "Content is empty", "Write what the agent should read");
  }
  const what = name === "" ? "The file" : `"${name}"`;
  const type = actual === null ? "empty" : nameType(actual);
  addIssue(
    issue,
    "wrong-type",
    `${what} is ${type}, not ${TYPE_NAMES[expected] ?? expected}`,
    () => helpForType(issue, expected, SAMPLES["id"]!),
  );
}

/** Reports an event, priority or target that does not exist. */
export function reportUnknownValue(issue: Issue): void {
  const { path, actual } = issue;
  const [code, noun, values] = path[0] === "when"
    ? ["unknown-event", "event", GUIDELINE_EVENTS] as const
    : path[0] === "priority"
    ? ["unknown-value", "priority", PRIORITIES] as const
    : ["unknown-value", "target", TARGETS] as const;
  const [near] = typeof actual === "string" ? nearest(actual, values, 1) : [];
  const all: readonly string[] = values;
  addIssue(
    issue,
    code,
    `Unknown ${noun} ${quote(actual)}`,
    near !== undefined
      ? `Did you mean "${near}"?`
      : all.length === 1
      ? `The only ${noun} is ${all[0]}`
      : `Write ${joinWords(all, "or")}`,
  );
}

/** Reports a list, text or mapping with nothing in it. */
export function reportEmpty(issue: Issue): void {
  const help = "Write something there or leave the key out";
  addIssue(issue, "empty-value", `"${issue.name}" is empty`, help);
}

/** Reports a `match` without patterns. */
export function reportNoPatterns(issue: Issue): void {
  addIssue(
    issue,
    "empty-value",
    '"match" has no list of patterns',
    "Write any, all or none under it; to match every file of the scope leave match out",
  );
}

/** Reports text that does not have the form of an id or of flags. */
export function reportFormat(issue: Issue, message: string): void {
  const { path, name, actual } = issue;
  if (path[0] === "id") {
    addIssue(issue, "bad-id", `Invalid id ${quote(actual)}`, () => helpForId(String(actual)));
  } else if (path.at(-1) === "flags") {
    const help = () => helpForFlags(String(actual));
    addIssue(issue, "bad-flags", `Invalid flags ${quote(actual)}`, help);
  } else {
    addIssue(issue, "wrong-type", `Invalid "${name}": ${lowerFirst(message)}`, "Correct it");
  }
}

/** Reports a key that the mapping of the issue does not have; `value` is the data of the file. */
export function reportUnknownKey(key: string, issue: Issue, value: unknown): void {
  const { path, schemaPath, found } = issue;
  const meant = meantKey(key, schemaPath);
  const owner = schemaPath === "" ? "a guideline" : `"${renderPath(path)}"`;
  const at = found.keyAt(path, key);
  const source = found.source(at);
  // YAML 1.1 reads words such as on and no as booleans.
  const isBoolean = /^(?:true|false)$/.test(key) && /^(?:on|off|y|n|yes|no)$/i.test(source);
  const written = isBoolean ? source : key;
  found.add(
    "unknown-key",
    `Unknown key ${quote(written)}: ${owner} has ${keysAt(schemaPath).join(", ")}`,
    {
      ...at,
      help: isBoolean
        ? `In YAML 1.1 ${source} is the boolean ${key}: put it in quotes, '${source}', or take "%YAML 1.1" out`
        : helpForKey(key, schemaPath, meant),
      blocks: ESSENTIAL.has(path[0] ?? "") || isVital(meant, value),
    },
  );
}

/**
 * An unknown key at the top may come with a newer release, and teammates with an older one still
 * load the rest. Not so where it was meant for a part that is vital: without its scope a guideline
 * would be presented everywhere.
 */
function isVital(meant: string | undefined, value: unknown): boolean {
  const [part = "", ...inside] = meant?.split(".") ?? [];
  return ESSENTIAL.has(part) && (inside.length > 0 || fieldAt(value, [part]) === undefined);
}

function helpForKey(key: string, schemaPath: string, meant: string | undefined): string {
  if (meant === undefined) return "Take it out, or write it as a comment after #";
  const dot = meant.lastIndexOf(".");
  const name = meant.slice(dot + 1);
  const home = meant.slice(0, Math.max(0, dot));
  if (home === schemaPath) return `Did you mean "${name}"?`;
  const where = home === "" ? "at the top" : `under ${home}`;
  return `Put it ${where}${name === key ? "" : ` as "${name}"`}`;
}

function helpForId(id: string): string {
  const proposal = id.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, ID_LIMIT)
    .replace(/^-+|-+$/g, "");
  const rule = `Use lower-case letters, digits and single hyphens, ${ID_LIMIT} characters at most`;
  return proposal === "" ? rule : `${rule}: ${proposal}`;
}

function helpForFlags(flags: string): string {
  const rest = [...new Set(flags)].filter((flag) => "imsuv".includes(flag)).join("");
  const rule = `flags are i, m, s, u and v${
    /[gyd]/.test(flags) ? "; a pattern is found or not, so g, y and d have no effect" : ""
  }`;
  return rest === "" ? `Leave flags out: ${rule}` : `Write '${rest}': ${rule}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: "a list",
  object: "a mapping",
  string: "text",
};

function nameType(value: unknown): string {
  return Array.isArray(value) ? "a list" : TYPE_NAMES[typeof value] ?? `a ${typeof value}`;
}
