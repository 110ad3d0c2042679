/** Holds the document to the program, and the program to deno.json. */
import assert from "node:assert/strict";
import { CODES } from "../../lib/doctor/codes.ts";
import { loadSetups } from "../../lib/agent/setups.ts";
import { OWN_VARIABLES } from "../../lib/doctor/permission_check.ts";
import { TESTED_DENO } from "../../lib/doctor/program_check.ts";
import { listFiles, readDocument } from "../docs/documents.ts";
import { expandReleasedFlags } from "../../tools/released_flags.ts";

Deno.test("docs/doctor.md lists every code of doctor, with what it is about", () => {
  const rows = [...readDocument("docs/doctor.md").matchAll(/^\| `([a-z0-9-]+)` +\| (.+?) +\|$/gm)];
  assert.deepEqual(
    Object.fromEntries(rows.map(([, code, about]) => [code, about])),
    CODES,
  );
});

Deno.test("doctor has no code without a finding", () => {
  const files = listFiles("lib/doctor", /\.ts$/)
    .filter((path) => path !== "lib/doctor/codes.ts");
  const text = [...files, "lib/cli/doctor.ts"].map(readDocument).join("\n");
  assert.deepEqual(Object.keys(CODES).filter((code) => !text.includes(`"${code}"`)), []);
});

Deno.test("doctor expects the variables that the released permissions name", async () => {
  const agents = (await loadSetups()).flatMap(({ variables }) => variables);
  const flag = expandReleasedFlags("/home/a").find((flag) => flag.startsWith("--allow-env="));
  assert.deepEqual(
    [...OWN_VARIABLES, ...agents].toSorted(),
    flag?.split("=")[1]?.split(",").toSorted(),
  );
});

Deno.test("doctor vouches for the Deno that these tests run with", () => {
  assert.equal(TESTED_DENO, Deno.version.deno);
});
