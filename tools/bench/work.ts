/** The work to measure: a guidebook, changed files, and the expected answer. */
import type { GuidebookPlan } from "./guidebook.ts";

/** One kind of work. */
export interface Work {
  name: string;
  /**
   * The upper bound for the ratio to an empty script, and of a look to an empty script and a plain
   * `git status` of the same tree; the hostile ones have none.
   */
  goal?: number;
  guidebook: GuidebookPlan;
  /** The number of changed files; 0 for an event that is not for us. */
  files: number;
  /** The content of the last file instead of the usual source. */
  source?: string;
  /** Ids of the guidelines that are presented. */
  presents: string[];
  /** Whether a guideline is edited before each run. */
  edits?: true;
  /** Whether git must run, because its cached answer is deleted before each run. */
  asksGit?: true;
  /** The number of committed files; the event is a shell command that has changed none of them. */
  tree?: number;
}

/** Backtracks forever, but V8's linear engine supports it. */
const HOSTILE = renderHostile("hostile", "^(a+)+$");
/** The same behind a lookahead, which the linear engine does not support. */
const WORSE = renderHostile("worse", "^(?=(a+)+$)");
const GOOD = renderHostile("good", "aaa");

const FIRST = ["guideline-0"];

/** All work to measure, in the order of the table. */
export const WORKS: Work[] = [
  {
    name: "an event that is not ours",
    goal: 1.15,
    guidebook: { guidelines: 100 },
    files: 0,
    presents: [],
  },
  {
    name: "100 guidelines, 1 file",
    goal: 1.7,
    guidebook: { guidelines: 100 },
    files: 1,
    presents: FIRST,
  },
  {
    name: "the same, git asked anew",
    guidebook: { guidelines: 100 },
    files: 1,
    presents: FIRST,
    asksGit: true,
  },
  {
    name: "100 guidelines, 10 files",
    goal: 2,
    guidebook: { guidelines: 100 },
    files: 10,
    presents: FIRST,
  },
  {
    name: "1,000 guidelines, 1 file",
    goal: 2.6,
    guidebook: { guidelines: 1000 },
    files: 1,
    presents: FIRST,
  },
  {
    name: "10,000 in 40 repositories, 1 file",
    goal: 10,
    guidebook: { guidelines: 10_000, repositories: 40 },
    files: 1,
    presents: FIRST,
  },
  {
    name: "the same, one just edited",
    goal: 10,
    guidebook: { guidelines: 10_000, repositories: 40 },
    files: 1,
    presents: FIRST,
    edits: true,
  },
  {
    name: "1 guideline, 500 files",
    goal: 4,
    guidebook: { guidelines: 1 },
    files: 500,
    presents: FIRST,
  },
  {
    name: "a hostile pattern",
    guidebook: { guidelines: 0, extras: [HOSTILE, GOOD] },
    files: 1,
    source: "a".repeat(100_000) + "!",
    presents: ["good"],
  },
  {
    name: "one that cannot be made linear",
    guidebook: { guidelines: 0, extras: [WORSE, GOOD] },
    files: 1,
    source: "a".repeat(100_000) + "!",
    presents: ["good"],
  },
  {
    name: "a command, 2,000 files unchanged",
    goal: 1.5,
    guidebook: { guidelines: 100 },
    files: 0,
    presents: [],
    tree: 2000,
  },
  {
    name: "a command, 20,000 files unchanged",
    goal: 1.3,
    guidebook: { guidelines: 100 },
    files: 0,
    presents: [],
    tree: 20_000,
  },
];

/** The reference of a look at a tree of `files` files. */
export function statusName(files: number): string {
  return `empty + git status, ${files.toLocaleString("en")} files`;
}

function renderHostile(id: string, pattern: string): string {
  return `id: ${id}
when: [file_changed]
match:
  any:
    - regex: { pattern: '${pattern}' }
content: Read this.
`;
}
