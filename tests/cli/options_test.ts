import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../lib/cli/io.ts";
import { parseArguments } from "../../lib/cli/options.ts";

const SPEC = { "guidebook": "values", "db": "value", "dry-run": "flag" } as const;

function parse(...args: string[]) {
  return parseArguments(args, SPEC);
}

Deno.test("parseArguments() reads nothing", () => {
  assert.deepEqual(parse(), {
    options: { "guidebook": [], "db": undefined, "dry-run": false },
    operands: [],
  });
});

Deno.test("parseArguments() reads options before, between and after operands", () => {
  assert.deepEqual(parse("a", "--db", "x", "b", "--dry-run", "c", "--guidebook", "y"), {
    options: { "guidebook": ["y"], "db": "x", "dry-run": true },
    operands: ["a", "b", "c"],
  });
});

Deno.test("parseArguments() reads a value after = as it is", () => {
  assert.equal(parse("--db=x").options.db, "x");
  assert.equal(parse("--db=a=b --x").options.db, "a=b --x");
  assert.equal(parse("--db=--dry-run").options.db, "--dry-run");
  assert.equal(parse("--db==").options.db, "=");
});

Deno.test("parseArguments() keeps the order of an option that may be repeated", () => {
  const { guidebook } = parse("--guidebook", "b", "--guidebook=a", "--guidebook", "b").options;
  assert.deepEqual(guidebook, ["b", "a", "b"]);
});

Deno.test("parseArguments() takes everything after -- for an operand, and - too", () => {
  const { options, operands } = parse("-", "--", "--db", "x", "--", "-y");
  assert.deepEqual(operands, ["-", "--db", "x", "--", "-y"]);
  assert.equal(options.db, undefined);
});

const WRONG: readonly (readonly [args: string[], message: string])[] = [
  [["--unknown"], 'Cannot read option "--unknown": unknown'],
  [["--unknown=x"], 'Cannot read option "--unknown=x": unknown'],
  [["-x"], 'Cannot read option "-x": unknown'],
  [["-db", "x"], 'Cannot read option "-db": unknown'],
  [["---db", "x"], 'Cannot read option "---db": unknown'],
  [["--=x"], 'Cannot read option "--=x": unknown'],
  [["--DB", "x"], 'Cannot read option "--DB": unknown'],
  [["--constructor"], 'Cannot read option "--constructor": unknown'],
  [["--__proto__", "x"], 'Cannot read option "--__proto__": unknown'],
  [["--db"], 'Cannot read option "--db": its value is missing'],
  [["--db", ""], 'Cannot read option "--db": its value is missing'],
  [["--db="], 'Cannot read option "--db": its value is missing'],
  [["--guidebook"], 'Cannot read option "--guidebook": its value is missing'],
  [["--guidebook", "a", "--guidebook"], 'Cannot read option "--guidebook": its value is missing'],
  [["--db", "x", "--db", "x"], 'Cannot take option "--db" twice'],
  [["--db=x", "--db"], 'Cannot take option "--db" twice'],
  [["--dry-run", "--dry-run"], 'Cannot take option "--dry-run" twice'],
  [["--dry-run=yes"], 'Cannot read option "--dry-run": it takes no value'],
  [["--dry-run="], 'Cannot read option "--dry-run": it takes no value'],
];

for (const [args, message] of WRONG) {
  Deno.test(`parseArguments() refuses ${JSON.stringify(args)}`, () => {
    assert.throws(() => parse(...args), { name: "UsageError", message });
  });
}

Deno.test("parseArguments() gives every word back or throws a UsageError", () => {
  const word = fc.oneof(
    fc.constantFrom("--db", "--db=x", "--guidebook", "--guidebook=y", "--dry-run", "--", "-"),
    fc.string(),
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 8 }), (args) => {
    try {
      const { options, operands } = parse(...args);
      const named = [...options.guidebook, ...(options.db === undefined ? [] : [options.db])];
      for (const given of [...named, ...operands]) {
        assert.ok(args.some((arg) => arg === given || arg.endsWith(`=${given}`)));
      }
    } catch (error) {
      assert.ok(error instanceof UsageError);
    }
  }));
});
