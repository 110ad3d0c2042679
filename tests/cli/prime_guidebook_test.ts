import assert from "node:assert/strict";
import { run as check } from "../../lib/cli/check.ts";
import { run as doctor } from "../../lib/cli/doctor.ts";
import { run as install } from "../../lib/cli/install.ts";
import type { Io } from "../../lib/cli/io.ts";
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { createGuidebookStore } from "../../lib/guidebook/store.ts";
import { TemporaryFolder } from "../support/files.ts";
import { loadAll } from "../support/load_all.ts";
import { NO_TIME } from "../support/memory.ts";

const COUNT = 40;

const COMMANDS: Record<string, (io: Io, guidebook: string) => Promise<unknown>> = {
  check: (io, guidebook) => check([guidebook], io),
  doctor: (io, guidebook) => doctor(["--guidebook", guidebook], io),
  install: (io, guidebook) =>
    install(["codex", "--guidebook", guidebook], io, () => ({
      kind: "installed",
      path: "/bin/adaptive-guidebook",
      call: "/bin/adaptive-guidebook",
    })),
};

for (const [name, run] of Object.entries(COMMANDS)) {
  Deno.test(`After ${name} the hook finds all guidelines, without time to load any`, async () => {
    using folder = new TemporaryFolder(Object.fromEntries(
      Array.from({ length: COUNT }, (_, i) => [
        `guidebook/${i}/guideline.yaml`,
        `id: g-${i}\nwhen: [file_changed]\ncontent: Read this.\n`,
      ]),
    ));
    const home = folder.at("home");
    Deno.mkdirSync(`${home}/.adaptive-guidebook`, { recursive: true });
    Deno.mkdirSync(`${home}/.codex`);
    const { io } = createScriptedIo("", {
      env: (name) => name === "HOME" ? home : undefined,
      callerFolder: () => folder.path,
      programFolder: folder.path,
      now: () => new Date(),
    });
    const path = folder.at("guidebook");
    await run(io, path);
    const { guidelines, notices } = await loadAll(
      createGuidebookStore([{ path, named: true }], NO_TIME, {
        cache: `${home}/.adaptive-guidebook/cache`,
      }),
    );
    assert.deepEqual([guidelines.length, notices], [COUNT, []]);
  });
}
