/** What of the relevant guidelines does the model not have? */
import type { Claim, ContextPort, SessionChange } from "./ports.ts";
import type { FoundGuideline } from "./request.ts";

/**
 * The context, where it can be read, says what the session holds; else the record does. What is
 * recorded but not in the context was lost on the way, what is there without a record came from
 * the session that this one goes on from. What was recorded in answer to this very call cannot
 * stand in the context yet: the hook is registered twice, and the other one has said it.
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
