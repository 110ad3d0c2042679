import type { Guideline } from "../../lib/guideline/guideline.ts";
import type { Notice } from "../../lib/notice.ts";
import type { GuidelinesPort } from "../../lib/search/ports.ts";

/** Every guideline of a guidebook, read in full, and what went wrong. */
export async function loadAll(
  port: GuidelinesPort,
): Promise<{ guidelines: Guideline[]; notices: Notice[] }> {
  const guidebook = await port.open();
  const loaded = await guidebook.load(guidebook.entries);
  return {
    guidelines: guidebook.entries.flatMap((entry) => loaded.get(entry) ?? []),
    notices: guidebook.notices(),
  };
}
