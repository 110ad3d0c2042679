/** Finds the relevant guidelines that the model does not have. */
import type { Claim, ContextPort, SessionChange } from "./ports.ts";
import type { FoundGuideline } from "./request.ts";

/**
 * Where the context can be read, it decides what the session holds; otherwise the record does. A
 * guideline that is recorded but not in the context was lost; one that is there without a record was
 * inherited from the session that this one continues. What was recorded in answer to this very call
 * cannot be in the context yet: the hook is registered twice, and the other one has answered.
 */
export async function compareWithContext(
  relevant: readonly FoundGuideline[],
  claim: Claim,
  context: ContextPort,
): Promise<{ fresh: FoundGuideline[]; change: SessionChange }> {
  const view = await context.look(claim.contextMemory);
  const fresh: FoundGuideline[] = [];
  const inherited: string[] = [];
  const lost: string[] = [];
  for (const guideline of relevant) {
    const { id } = guideline;
    const recorded = claim.presented.has(id);
    const held = !claim.forgotten.has(id) &&
      (claim.presentedNow.has(id) || (view.holds(guideline) ?? recorded));
    if (!held) fresh.push(guideline);
    if (held && !recorded) inherited.push(id);
    if (!held && recorded) lost.push(id);
  }
  const change: SessionChange = {
    inherited,
    ended: { ids: lost, why: "lost" },
    ...(view.memory !== claim.contextMemory && { contextMemory: view.memory }),
  };
  return { fresh, change };
}
