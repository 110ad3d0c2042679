/** The work that is measured: a guidebook, changed files, and what must come of it. */
import type { GuidebookPlan } from "./guidebook.ts";

export interface Work {
  name: string;
  /** The ratio to an empty script that we want to stay below. */
  goal: number;
  guidebook: GuidebookPlan;
  /** How many files the edit changed; 0 stands for an event that is not ours. */
  files: number;
  /** The guideline that is presented, if one is. */
  presents?: string;
}

export const WORKS: Work[] = [
  { name: "an event that is not ours", goal: 1.15, guidebook: { guidelines: 100 }, files: 0 },
  {
    name: "100 guidelines, 1 changed file",
    goal: 1.7,
    guidebook: { guidelines: 100 },
    files: 1,
    presents: "guideline-0",
  },
  {
    name: "100 guidelines, 10 changed files",
    goal: 2,
    guidebook: { guidelines: 100 },
    files: 10,
    presents: "guideline-0",
  },
];
