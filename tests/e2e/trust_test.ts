/** Holds what doctor takes for Codex's trust to what the real Codex says of it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { codexSetup } from "../../lib/agent/codex/setup.ts";
import { hashHook, type HookDefinition, trustKey } from "../../lib/agent/codex/trust.ts";
import { AppServer } from "./app_server.ts";
import { installCodex } from "./codex_install.ts";
import { writeFiles } from "./workspace.ts";

/** A hook, as `hooks/list` describes it. */
interface ListedHook {
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: string;
  readonly enabled: boolean;
}

const COMMAND = "'/home/dév/a b/adaptive-guidebook' hook codex --guidebook /home/dev/guidebook";
const ENTRIES = codexSetup.entries(COMMAND);
/** What a person may have changed in them. */
const VARIANTS = [
  {},
  { additionalContextLimit: 2500 },
  { timeout: undefined, additionalContextLimit: undefined },
  { timeout: 0, statusMessage: "Looking" },
  { statusMessage: undefined },
  { timeout: 60, async: true },
];

Deno.test("Codex has the key and the hash that doctor expects of each of our hooks", async () => {
  await using home = await createHome();
  const expected = await Promise.all(home.hooks.map(async (hook) => [
    trustKey(home.file, hook),
    await hashHook(hook),
  ]));
  assert.equal(expected.length, ENTRIES.length * VARIANTS.length);
  const listed = await home.list();
  assert.deepEqual(
    listed.map(({ key, currentHash }) => [key, currentHash]).toSorted(),
    expected.toSorted(),
  );
  assert.deepEqual(new Set(listed.map(({ trustStatus }) => trustStatus)), new Set(["untrusted"]));
});

Deno.test("Codex reads trust, changes and switches as doctor does", async () => {
  await using home = await createHome();
  const [trusted, changed, disabled] = home.hooks.map((hook) => trustKey(home.file, hook));
  const [first, , third] = await Promise.all(home.hooks.map(hashHook));
  await home.write({
    "config.toml": [
      `[hooks.state."${trusted}"]\ntrusted_hash = "${first}"\n`,
      `[hooks.state."${changed}"]\ntrusted_hash = "${first}"\n`,
      `[hooks.state."${disabled}"]\ntrusted_hash = "${third}"\nenabled = false\n`,
    ].join("\n"),
  });
  const listed = await home.list();
  const found = (key: string | undefined) => {
    const { trustStatus, enabled } = listed.find((hook) => hook.key === key)!;
    return [trustStatus, enabled];
  };
  assert.deepEqual([found(trusted), found(changed), found(disabled)], [
    ["trusted", true],
    ["modified", true],
    ["trusted", false],
  ]);
});

async function createHome() {
  // Resolved, because Codex names real paths.
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "adaptive-guidebook-e2e-" }));
  const codexHome = join(root, "codex");
  const hooks: HookDefinition[] = ENTRIES.flatMap(({ event, matcher, handler }) =>
    VARIANTS.map((fields, group) => ({
      ...{ event, group, handler: 0, matcher },
      // As JSON has it: what is undefined is not there.
      value: JSON.parse(JSON.stringify({ ...handler, ...fields })),
    }))
  );
  const groups = Map.groupBy(hooks, ({ event }) => event);
  const file = Object.fromEntries([...groups].map(([event, hooks]) => [
    event,
    hooks.map(({ matcher, value }) => ({ matcher, hooks: [value] })),
  ]));
  const write = (files: Record<string, string>) => writeFiles(codexHome, files);
  await write({ "hooks.json": JSON.stringify({ hooks: file }) });
  await writeFiles(join(root, "work"), { "a.txt": "" });
  return {
    ...{ hooks, write, file: join(codexHome, "hooks.json") },
    list: async (): Promise<ListedHook[]> => {
      await using server = await AppServer.start(
        new Deno.Command(await installCodex(), {
          args: ["app-server"],
          cwd: join(root, "work"),
          clearEnv: true,
          env: { HOME: root, CODEX_HOME: codexHome, PATH: Deno.env.get("PATH") ?? "" },
          ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
        }),
      );
      const { data } = await server.call<{ data: { hooks: ListedHook[] }[] }>("hooks/list", {
        cwds: [join(root, "work")],
      });
      return data.flatMap(({ hooks }) => hooks);
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}
