/** Finds the relevant guidelines that the model does not have. */
import { toFound } from "./hand_over.ts";
import type { Claim, ContextPort, Guidebook, GuidelinesPort, SessionChange } from "./ports.ts";
import type { FoundGuideline } from "./request.ts";

/**
 * Where the context can be read, it decides what the session holds; otherwise the record does. A
 * guideline that is recorded but not in the context was lost; one that is there without a record was
 * inherited from the session that this one continues. What was recorded in answer to this very call
 * cannot be in the context yet: the hook is registered twice, and the other one has answered.
 * `guidebook` is read only where a text of the context has other guidelines, too.
 */
export async function compareWithContext(
  relevant: readonly FoundGuideline[],
  claim: Claim,
  context: ContextPort,
  guidebook: Guidebook | GuidelinesPort,
): Promise<{ fresh: FoundGuideline[]; change: SessionChange }> {
  const view = await context.look(claim.contextMemory, relevant, async (ids) => {
    const { entries, load } = "open" in guidebook ? await guidebook.open() : guidebook;
    const found = [...(await load(entries)).values()].filter(({ id }) => ids.includes(id));
    return found.map(toFound);
  });
  const fresh: FoundGuideline[] = [];
  // What cannot be read may hold all that the session began with.
  const inherited = new Set(
    view.isRead ? [] : (claim.inheritable ?? []).filter((id) => !claim.presented.has(id)),
  );
  const lost: string[] = [];
  for (const guideline of relevant) {
    const { id } = guideline;
    const recorded = claim.presented.has(id);
    const held = !claim.forgotten.has(id) &&
      (claim.presentedNow.has(id) || (view.holds(guideline) ?? (recorded || inherited.has(id))));
    if (!held) {
      fresh.push(guideline);
      inherited.delete(id);
    }
    if (held && !recorded) inherited.add(id);
    if (!held && recorded) lost.push(id);
  }
  const change: SessionChange = {
    inherited: [...inherited],
    ended: { ids: lost, why: "lost" },
    ...(view.memory !== claim.contextMemory && { contextMemory: view.memory }),
  };
  return { fresh, change };
}
