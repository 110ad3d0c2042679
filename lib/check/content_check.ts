/** Reports what is odd about the text that an agent reads. */
import { TEMPLATE } from "../guideline_file/template.ts";
import { findHidden } from "../hidden_characters.ts";
import type { ParsedGuideline } from "../guideline_file/parse.ts";
import { type ContextLimit, renderPresentation } from "../presentation/text.ts";

/** Reports content that the agent cuts, even when it is presented alone. */
export function checkContent(
  { guideline, content: { found } }: ParsedGuideline,
  { max, measure }: ContextLimit,
): void {
  if (!guideline) return;
  const bytes = measure(renderPresentation([guideline]));
  if (bytes > max) {
    found.add(
      "content-too-long",
      `Cannot present content whole: with its heading it has ${bytes} bytes, and Codex cuts what ` +
        `is over ${max}`,
      {
        ...found.keyAt([], "content"),
        severity: "warning",
        help: "Shorten it, or split the guideline by what its patterns find",
      },
    );
  }
}

/** Reports what `new` has written as an example: the hook would present it as it is. */
export function checkFilledIn({ content: { value, found } }: ParsedGuideline): void {
  if (typeof value !== "object" || value === null) return;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const [key, example] of Object.entries(TEMPLATE)) {
    const text = fields.get(key);
    if (typeof text !== "string" || text.trim() !== example) continue;
    found.add("unfilled-template", `Cannot mean ${key} as it is: it is the example of "new"`, {
      ...found.valueAt([key]),
      severity: "warning",
      help: key === "content"
        ? "Write what the agent should read here: it is presented as it stands"
        : "Write what people call it, or take it out",
    });
  }
}

/**
 * Reports the hidden characters of the file, and those that escapes put into the content; the hook
 * takes them out of what it presents.
 */
export function checkHidden(
  { content: { value, found } }: ParsedGuideline,
  text: string,
): void {
  const written = findHidden(text);
  const help = "Take it out; the agent never reads it";
  for (const { index, escape } of written) {
    const message = `Cannot see character ${escape}: it is hidden`;
    found.add("hidden-characters", message, {
      start: index,
      end: index + (text.codePointAt(index)! > 0xffff ? 2 : 1),
      severity: "warning",
      help,
    });
  }
  // As it is written, also where something else keeps the guideline from being loaded.
  const content = typeof value === "object" && value !== null && "content" in value
    ? value.content
    : undefined;
  const [first] = findHidden(typeof content === "string" ? content : "");
  if (written.length === 0 && first) {
    found.add("hidden-characters", `Cannot see character ${first.escape}: it is hidden`, {
      ...found.valueAt(["content"]),
      severity: "warning",
      help,
    });
  }
}
