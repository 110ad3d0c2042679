/** Messages of the hook to the person, not to the agent. Pure. */
import { escapeHidden } from "./hidden_characters.ts";

/** Something that a person should know, shown once per session and code. */
export interface Notice {
  /** Kebab-case; each code is shown once per session. */
  code: string;
  /** One sentence, free of hidden characters; at most 500 characters. */
  message: string;
}

const PREFIX = "Adaptive Guidebook: ";
const LIMIT = 500;

/** A notice whose message is safe to print: hidden characters escaped, cut at 500 characters. */
export function createNotice(code: string, message: string): Notice {
  return { code, message: cut(PREFIX + escapeHidden(message)) };
}

/** One notice per code, since each code is shown once per session: messages of a code are joined. */
export function mergeNotices(notices: readonly Notice[]): Notice[] {
  const byCode = Map.groupBy(notices, ({ code }) => code);
  return [...byCode].map(([code, alike]) => {
    const messages = [...new Set(alike.map(({ message }) => message))];
    const [first = "", ...others] = messages;
    const rest = others.map((message) => message.slice(PREFIX.length));
    return { code, message: cut([first, ...rest].join("; ")) };
  });
}

/** At most 500 characters, without half a character at the end. */
function cut(text: string): string {
  if (text.length <= LIMIT) return text;
  return `${text.slice(0, LIMIT - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
