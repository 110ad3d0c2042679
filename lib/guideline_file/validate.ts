/** Is a file's content of the form of a guideline? */
import { isRecord } from "../json.ts";
import type * as z from "zod";
import { nearest } from "../nearest.ts";
import { type Findings, lowerFirst, type ProblemPlace, quote } from "./findings.ts";
import { keysAt, meantKey } from "./keys.ts";
import { GUIDELINE_EVENTS } from "../guideline/event.ts";
import { GuidelineSchema, ID_LIMIT, PRIORITIES, TARGETS } from "./schema.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What decides where a guideline applies and what the agent reads: a mistake here keeps it out. */
const ESSENTIAL = new Set<PropertyKey>(["id", "scope", "when", "match", "content"]);

/** Reports everything in `value` that is not of the form of a guideline. */
export function validate(value: unknown, found: Findings): void {
  const { error } = GuidelineSchema.safeParse(value);
  if (!error) return;
  const issues = error.issues.flatMap((issue) => flatten(issue, value));
  const meant = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => meantKey(key, renderPlace(issue.path)))
      : []
  ).filter((key) => key !== undefined);
  for (const issue of issues) {
    // A key that stands elsewhere or is misspelt is missing here: one cause, one report.
    const place = renderPlace(issue.path);
    const misplaced = meant.some((key) => key === place || key.startsWith(`${place}.`));
    if (misplaced && valueAt(value, issue.path) === undefined) continue;
    report(issue, value, found);
  }
}

/** Of a value that is text or a mapping, the mapping's own issues say more. */
function flatten(issue: Issue, value: unknown): Issue[] {
  if (issue.code !== "invalid_union" || !isRecord(valueAt(value, issue.path))) return [issue];
  const inner = issue.errors.at(-1) ?? [];
  return inner.map((error) => ({ ...error, path: [...issue.path, ...error.path] }));
}

function report(issue: Issue, value: unknown, found: Findings): void {
  const { path } = issue;
  const name = renderKeyPath(path);
  const actual = valueAt(value, path);
  const blocks = path.length === 0 || ESSENTIAL.has(path[0]!);
  const add = (code: string, message: string, help?: string) =>
    found.add(code, message, { ...found.valueAt(path), help, blocks });
  switch (issue.code) {
    case "unrecognized_keys":
      for (const key of issue.keys) reportUnknownKey(key, path, value, found);
      return;
    case "invalid_type":
    case "invalid_union":
      if (actual === undefined) {
        const owner = path.slice(0, -1);
        found.add("missing-key", `Cannot find key "${name}"`, {
          ...(owner.length === 0 ? found.valueAt([]) : found.valueAt(owner)),
          help: `Add "${String(path.at(-1))}: ${SAMPLES[renderPlace(path)] ?? "…"}"`,
          blocks,
        });
      } else if (name === "content" && actual === null) {
        add("empty-content", "Cannot use content: it is empty", "Write what the agent should read");
      } else {
        const expected = issue.code === "invalid_type"
          ? expectedName(issue.expected)
          : "text or { path, source }";
        const what = path.length === 0 ? "guideline" : `"${name}"`;
        const is = actual === null ? "empty" : typeName(actual);
        add("wrong-type", `Cannot read ${what}: it is ${is}, not ${expected}`, wrongTypeHelp());
      }
      return;
    case "invalid_value":
      reportUnknownValue(path, actual, { ...found.valueAt(path), blocks }, found);
      return;
    case "too_small":
      add(
        "empty-value",
        `Cannot read "${name}": it is empty`,
        "Write something there or leave the key out",
      );
      return;
    case "custom":
      add(
        "empty-value",
        'Cannot read "match": it has no list of patterns',
        "Write any, all or none under it; to match every file of the scope leave match out",
      );
      return;
    default:
      if (path[0] === "id") {
        add("bad-id", `Cannot take ${quote(actual)} for an id`, idHelp(String(actual)));
      } else if (path.at(-1) === "flags") {
        add("bad-flags", `Cannot take ${quote(actual)} for flags`, flagsHelp(String(actual)));
      } else add("wrong-type", `Cannot read "${name}": ${lowerFirst(issue.message)}`);
  }

  function wrongTypeHelp(): string {
    const place = renderPlace(path);
    const source = found.source(found.valueAt(path));
    const line = source.includes("\n") ? "…" : source;
    if (place === "") return `Begin with "id: ${SAMPLES["id"]}"`;
    const regex = `regex: { pattern: ${
      typeof actual === "string" ? singleQuoted(actual) : "'…'"
    } }`;
    if (place === "match") return `Write it as\n    match:\n      any:\n        - ${regex}`;
    if (/^match\.\w+$/.test(place)) return `Write it as a list, each item on its line: - ${regex}`;
    if (/^match\.\w+\[\]/.test(place) && !place.endsWith("pattern") && !place.endsWith("flags")) {
      return `Write it as ${regex}`;
    }
    if (place === "examples") return 'Put "matches:" and "ignores:" lists under it';
    if (issue.code === "invalid_type" && issue.expected === "array") {
      return typeof actual === "string" && place !== "examples.matches" &&
          place !== "examples.ignores"
        ? `Put it in brackets: [${line}]`
        : 'Write it as a list, each item on its line after "- "';
    }
    if (place === "scope") return "Put repositories, languages or paths under it";
    if (issue.code === "invalid_type" && issue.expected === "string") {
      return actual === null
        ? "Write something there or leave the key out"
        : typeof actual === "object"
        ? "Write one text; put it in quotes if it holds brackets, braces or a colon"
        : `Put it in quotes: '${line}'`;
    }
    return "Write a text, or a path and a source";
  }
}

/** What may stand at a place, for a person who forgot it. */
const SAMPLES: Record<string, string> = {
  "id": "a-short-name",
  "when": "[file_changed]",
  "content": "what the agent should read",
  "match.any[].regex": "{ pattern: '…' }",
  "match.all[].regex": "{ pattern: '…' }",
  "match.none[].regex": "{ pattern: '…' }",
  "match.any[].regex.pattern": "'…'",
  "match.all[].regex.pattern": "'…'",
  "match.none[].regex.pattern": "'…'",
};

function reportUnknownValue(path: Path, actual: unknown, at: ProblemPlace, found: Findings): void {
  const [code, noun, values] = path[0] === "when"
    ? ["unknown-event", "event", GUIDELINE_EVENTS] as const
    : path[0] === "priority"
    ? ["unknown-value", "priority", PRIORITIES] as const
    : ["unknown-value", "target", TARGETS] as const;
  const near = typeof actual === "string" ? nearest(actual, values, 1) : [];
  found.add(code, `Cannot read ${noun} ${quote(actual)}: unknown`, {
    ...at,
    help: near.length > 0
      ? `Did you mean "${near[0]}"?`
      : values.length === 1
      ? `The one ${noun} is ${values[0]}`
      : `It is one of ${values.join(", ")}`,
  });
}

function reportUnknownKey(key: string, path: Path, value: unknown, found: Findings): void {
  const place = renderPlace(path);
  const meant = meantKey(key, place);
  const inPlace = meant !== undefined && meant.slice(0, meant.lastIndexOf(".") + 1) ===
      (place === "" ? "" : `${place}.`);
  const name = meant?.slice(meant.lastIndexOf(".") + 1);
  const home = meant?.slice(0, Math.max(0, meant.lastIndexOf(".")));
  const help = meant === undefined
    ? "Take it out, or write it as a comment after #"
    : inPlace
    ? `Did you mean "${name}"?`
    : `Put it ${home === "" ? "at the top" : `under ${home}`}${
      name === key ? "" : ` as "${name}"`
    }`;
  const owner = place === "" ? "a guideline" : `"${renderKeyPath(path)}"`;
  found.add(
    "unknown-key",
    `Cannot read key ${quote(key)}: ${owner} has ${keysAt(place).join(", ")}`,
    {
      ...found.keyAt(path, key),
      help,
      blocks: ESSENTIAL.has(path[0] ?? "") || isVital(meant, value),
    },
  );
}

/**
 * An unknown key at the top may be the word of a newer release, so that teammates still load the
 * rest. Not so where it was meant for a part that is vital: without its scope a guideline would be
 * presented everywhere.
 */
function isVital(meant: string | undefined, value: unknown): boolean {
  const [part = "", ...inside] = meant?.split(".") ?? [];
  return ESSENTIAL.has(part) && (inside.length > 0 || valueAt(value, [part]) === undefined);
}

function idHelp(id: string): string {
  const proposal = id.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, ID_LIMIT)
    .replace(/^-+|-+$/g, "");
  const rule = `Use lower-case letters, digits and single hyphens, ${ID_LIMIT} characters at most`;
  return proposal === "" ? rule : `${rule}: ${proposal}`;
}

function flagsHelp(flags: string): string {
  const rest = [...new Set(flags)].filter((flag) => "imsuv".includes(flag)).join("");
  const rule = `Flags are i, m, s, u and v${
    /[gyd]/.test(flags) ? "; a pattern is found or not, so g, y and d are of no use" : ""
  }`;
  return rest === ""
    ? `Leave flags out: ${lowerFirst(rule)}`
    : `Write '${rest}': ${lowerFirst(rule)}`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** `match.any[0].regex` */
function renderKeyPath(path: Path): string {
  return path.map((key) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join("")
    .replace(/^\./, "");
}

/** `match.any[].regex`: every item of a list has one place. */
function renderPlace(path: Path): string {
  return renderKeyPath(path).replace(/\[\d+\]/g, "[]");
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}

function expectedName(expected: string): string {
  return { array: "a list", object: "a mapping", string: "text" }[expected] ?? expected;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return { object: "a mapping", string: "text" }[typeof value as string] ?? `a ${typeof value}`;
}
