import assert from "node:assert/strict";

const TIME_LIMIT_MS = 120_000;

/** Waits until `holds`. Throws when it takes too long. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + TIME_LIMIT_MS;
  while (!await holds()) {
    assert.ok(Date.now() < end, "It takes too long");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
