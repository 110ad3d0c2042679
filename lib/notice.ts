import { escapeHidden } from "./hidden_characters.ts";

/** What a person should know, once a session and code. */
export interface Notice {
  /** Kebab-case; a session hears each code once. */
  code: string;
  /** One sentence, free of hidden characters; at most 500 characters. */
  message: string;
}

const LIMIT = 500;

/** A notice whose message is safe to print: hidden characters escaped, cut at 500 characters. */
export function createNotice(code: string, message: string): Notice {
  const text = escapeHidden(`Adaptive Guidebook: ${message}`);
  return { code, message: text.length <= LIMIT ? text : `${text.slice(0, LIMIT - 1)}…` };
}

/** "`first`", or "`first` and 2 more": a list that stays one line. */
export function andMore(items: readonly string[]): string {
  const [first = ""] = items;
  return items.length > 1 ? `${first} (and ${items.length - 1} more)` : first;
}
