/** Work for both cores of a small machine. */

/** Runs `run` on each item, `size` of them side by side. */
export async function inBatches<Item>(
  items: Item[],
  size: number,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let i = 0; i < items.length; i += size) {
    await Promise.all(items.slice(i, i + size).map(run));
  }
}

/** A step of the test `t` for each entry of `cases`, two side by side. */
export async function testCases<Case>(
  t: Deno.TestContext,
  cases: Record<string, Case>,
  test: (value: Case, name: string) => Promise<void>,
): Promise<void> {
  // Deno runs steps side by side only without these; the test as a whole still has them.
  const sanitize = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
  await inBatches(
    Object.entries(cases),
    2,
    ([name, value]) => t.step({ name, fn: () => test(value, name), ...sanitize }),
  );
}
