/**
 * A guideline in a cache. Of thousands most do not apply to an edit, so all but the scope is read
 * when it is asked for.
 */
import type { Guideline, Scope } from "./guideline.ts";

/** What guidelines have in common; one object for all that share it. */
export interface Group {
  when: string[];
  scope: Scope;
}

/** What of a guideline is its own, apart from the content. */
type Details = Omit<Guideline, keyof Group | "content">;

/** Whether a field is one of the details; one that is forgotten here does not compile. */
const IS_DETAIL: Record<keyof Guideline, boolean> = {
  when: false,
  scope: false,
  content: false,
  id: true,
  match: true,
};

const DETAILS = (Object.keys(IS_DETAIL) as (keyof Guideline)[]).filter((name) => IS_DETAIL[name]);

/** Where a cache keeps the parts of its guidelines. */
export interface GuidelineRecords {
  /** JSON. */
  details(index: number): string;
  content(index: number): string;
}

/** A guideline, also a cached one, to the parts that make a cached one. */
export function splitGuideline(
  guideline: Guideline,
): { group: Group; details: string; content: string } {
  const { when, scope, content } = guideline;
  const details = Object.fromEntries(DETAILS.map((name) => [name, guideline[name]]));
  return { group: { when, scope }, details: JSON.stringify(details), content };
}

/** The guideline at `index` of `records`. Its parts are properties of its prototype. */
export function createCachedGuideline(
  group: Group,
  records: GuidelineRecords,
  index: number,
): Guideline {
  return new CachedGuideline(group, records, index) as unknown as Guideline;
}

class CachedGuideline {
  readonly when: string[];
  readonly scope: Scope;
  readonly #records: GuidelineRecords;
  readonly #index: number;
  #details: Details | undefined;
  #content: string | undefined;

  constructor({ when, scope }: Group, records: GuidelineRecords, index: number) {
    this.when = when;
    this.scope = scope;
    this.#records = records;
    this.#index = index;
  }

  get content(): string {
    return this.#content ??= this.#records.content(this.#index);
  }

  static {
    for (const name of DETAILS) {
      Object.defineProperty(CachedGuideline.prototype, name, {
        get(this: CachedGuideline) {
          this.#details ??= JSON.parse(this.#records.details(this.#index)) as Details;
          return this.#details[name as keyof Details];
        },
      });
    }
  }
}
