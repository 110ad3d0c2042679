import assert from "node:assert/strict";
import { renderPresentation } from "../../lib/presentation/text.ts";

/** From the customer, byte for byte. */
const SAMPLE = `Adaptive Guidebook guidelines relevant to the latest changes:

[service-depends-on-port]
Services should depend on repository abstractions.

[preserve-required-config]
Required configuration files must remain available.`;

Deno.test("renderPresentation() writes the customer's sample, byte for byte", () => {
  const text = renderPresentation([
    {
      id: "service-depends-on-port",
      content: "Services should depend on repository abstractions.\n",
    },
    {
      id: "preserve-required-config",
      content: "Required configuration files must remain available. \n\t\n",
    },
  ]);
  assert.equal(text, SAMPLE);
});

Deno.test("renderPresentation() has nothing to say without guidelines", () => {
  assert.equal(renderPresentation([]), "");
});

Deno.test("renderPresentation() leaves white space inside and at the beginning of a content", () => {
  const text = renderPresentation([{ id: "a", content: "  First\n\n  - [b] second\n" }]);
  assert.ok(text.endsWith("\n\n[a]\n  First\n\n  - [b] second"));
});

Deno.test("renderPresentation() names what is deferred, ten ids at most", () => {
  const lastLine = (count: number) => {
    const ids = Array.from({ length: count }, (_, i) => `g${i}`);
    return renderPresentation([{ id: "a", content: "A." }], ids).split("\n\n").slice(2);
  };
  assert.deepEqual(lastLine(0), []);
  assert.deepEqual(lastLine(2), ["Also relevant, shown next: [g0], [g1]"]);
  const ten =
    "Also relevant, shown next: [g0], [g1], [g2], [g3], [g4], [g5], [g6], [g7], [g8], [g9]";
  assert.deepEqual(lastLine(10), [ten]);
  assert.deepEqual(lastLine(13), [`${ten}, and 3 more`]);
});
