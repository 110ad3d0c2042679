/**
 * The events that a guideline's `when` can name. A new one begins with its name here; the compiler
 * then asks for what raises it (below), for its subjects (`lib/search/subject.ts`), for the request
 * that it makes of the search (`lib/cli/use_cases.ts`) and for its description
 * (`lib/guideline_file/schema.ts`). Pure.
 */

/** An event that a guideline can be about. */
export type GuidelineEvent = "file_changed";

/** The kinds of hook events that raise each event; the format knows no event that is not here. */
export const RAISED_BY = {
  file_changed: ["edit", "moment"],
} as const satisfies Record<GuidelineEvent, readonly [string, ...string[]]>;

/** A kind of hook event that raises an event of guidelines. */
export type RaisingKind = typeof RAISED_BY[GuidelineEvent][number];

/** Every event, in the order of the format. */
export const GUIDELINE_EVENTS = Object.keys(RAISED_BY) as GuidelineEvent[];

/** Whether `name` is the name of an event. */
export function isGuidelineEvent(name: string): name is GuidelineEvent {
  return Object.hasOwn(RAISED_BY, name);
}
