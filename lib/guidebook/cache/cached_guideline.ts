/**
 * A guideline in a cache. Of thousands most do not apply to an edit, so all but the scope is read
 * when it is asked for.
 */
import type { Guideline, Scope } from "../../guideline/guideline.ts";

/** What guidelines have in common; one object for all that share it. */
export interface Group {
  when: string[];
  scope: Scope;
}

/** What of a guideline is its own, apart from the content. */
export type Details = Omit<Guideline, keyof Group | "content">;

/** Whether a field is one of the details; one that is forgotten here does not compile. */
const IS_DETAIL: Record<keyof Guideline, boolean> = {
  when: false,
  scope: false,
  content: false,
  id: true,
  title: true,
  priority: true,
  match: true,
};

/** The fields that make the details. */
export const DETAILS = (Object.keys(IS_DETAIL) as (keyof Guideline)[]).filter((name) =>
  IS_DETAIL[name]
);

/** Where a cache keeps the parts of its guidelines. */
export interface GuidelineParts {
  details(index: number): Details;
  content(index: number): string;
}

/**
 * The guideline at `index` of `parts`. Details and content are properties of its prototype, so
 * copies of the object do without them.
 */
export function createCachedGuideline(
  group: Group,
  parts: GuidelineParts,
  index: number,
): Guideline {
  return new CachedGuideline(group, parts, index) as unknown as Guideline;
}

/** The details of a guideline that is in a cache; undefined for one that was just parsed. */
export function cachedDetailsOf(guideline: Guideline): Details | undefined {
  const cached: unknown = guideline;
  return cached instanceof CachedGuideline ? detailsOf(cached) : undefined;
}

// Its fields are not `#private`: thousands are made, and those cost more before V8 optimises. Its
// getters are defined below, by functions: V8 compiles those of a class anew at each edit
// (docs/decisions/bundle.md).
class CachedGuideline {
  readonly when: string[];
  readonly scope: Scope;

  constructor({ when, scope }: Group, readonly parts: GuidelineParts, readonly index: number) {
    this.when = when;
    this.scope = scope;
  }
}

function detailsOf({ parts, index }: CachedGuideline): Details {
  return parts.details(index);
}

function define(name: keyof Guideline, get: (cached: CachedGuideline) => unknown): void {
  Object.defineProperty(CachedGuideline.prototype, name, {
    get(this: CachedGuideline) {
      return get(this);
    },
  });
}

define("content", ({ parts, index }) => parts.content(index));
for (const name of DETAILS) define(name, (cached) => detailsOf(cached)[name as keyof Details]);
