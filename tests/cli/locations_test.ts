import assert from "node:assert/strict";
import type { Io } from "../../lib/cli/io.ts";
import { dataFolder, resolveLocations } from "../../lib/cli/locations.ts";

type Options = Partial<Parameters<typeof resolveLocations>[0]>;

function ioWith(env: Record<string, string>): Io {
  const refuse = () => assert.fail("a location is not read from there");
  return {
    stdin: { isTerminal: refuse, read: refuse },
    stdout: { isTerminal: refuse, write: refuse },
    stderr: { write: refuse },
    say: refuse,
    env: (name) => env[name],
    callerFolder: () => "/caller/folder",
    programFolder: "/",
    now: refuse,
  };
}

function locate(env: Record<string, string>, options: Options = {}) {
  const { roots, database, notices } = resolveLocations(
    { guidebook: [], db: undefined, ...options },
    ioWith(env),
  );
  return {
    roots: roots.map(({ path, named }) => `${path}${named ? "" : " by default"}`),
    database,
    notices: notices.map(({ message }) => message),
  };
}

const HOME = "/home/user";

Deno.test("resolveLocations() takes the home where nothing is named", () => {
  assert.deepEqual(locate({ HOME }), {
    roots: ["/home/user/.adaptive-guidebook/guidebook by default"],
    database: "/home/user/.adaptive-guidebook/adaptive-guidebook.db",
    notices: [],
  });
});

Deno.test("resolveLocations() prefers options to the environment, and the environment to the home", () => {
  const env = { HOME, ADAPTIVE_GUIDEBOOK_ROOT: "/env/a:/env/b", ADAPTIVE_GUIDEBOOK_DB: "/env/db" };
  assert.deepEqual(locate(env), {
    roots: ["/env/a", "/env/b"],
    database: "/env/db",
    notices: [],
  });
  assert.deepEqual(locate(env, { guidebook: ["/x", "/y", "/x"], db: "/z.db" }), {
    roots: ["/x", "/y", "/x"],
    database: "/z.db",
    notices: [],
  });
});

Deno.test("resolveLocations() takes a relative option from where the command was called", () => {
  const { roots, database } = locate({ HOME }, { guidebook: ["book", "../b", "."], db: "./x.db" });
  assert.deepEqual(roots, ["/caller/folder/book", "/caller/b", "/caller/folder"]);
  assert.equal(database, "/caller/folder/x.db");
});

Deno.test("resolveLocations() ignores empty elements of the path list", () => {
  const { roots, notices } = locate({ HOME, ADAPTIVE_GUIDEBOOK_ROOT: ":/a::/b/../c/:" });
  assert.deepEqual([roots, notices], [["/a", "/c"], []]);
  for (const list of ["", ":", ":::"]) {
    assert.deepEqual(locate({ HOME, ADAPTIVE_GUIDEBOOK_ROOT: list }), locate({ HOME }));
  }
});

Deno.test("resolveLocations() refuses relative paths of the environment, each with a notice", () => {
  const { roots, database, notices } = locate({
    HOME,
    ADAPTIVE_GUIDEBOOK_ROOT: "a:/b:~/c",
    ADAPTIVE_GUIDEBOOK_DB: "x.db",
  });
  assert.deepEqual(roots, ["/b"]);
  assert.equal(database, "/home/user/.adaptive-guidebook/adaptive-guidebook.db");
  assert.deepEqual(notices, [
    'Adaptive Guidebook: Cannot use "x.db" of ADAPTIVE_GUIDEBOOK_DB: it is not an absolute path',
    'Adaptive Guidebook: Cannot use "a" of ADAPTIVE_GUIDEBOOK_ROOT: it is not an absolute path',
    'Adaptive Guidebook: Cannot use "~/c" of ADAPTIVE_GUIDEBOOK_ROOT: it is not an absolute path',
  ]);
});

Deno.test("resolveLocations() does not read a variable that an option replaces", () => {
  const env = { HOME, ADAPTIVE_GUIDEBOOK_ROOT: "a", ADAPTIVE_GUIDEBOOK_DB: "x.db" };
  assert.deepEqual(locate(env, { guidebook: ["/x"], db: "/z" }).notices, []);
});

Deno.test("resolveLocations() knows no default without a home", () => {
  for (const env of [{}, { HOME: "" }, { HOME: "relative/home" }, { HOME: "~" }]) {
    assert.deepEqual(locate(env), { roots: [], database: undefined, notices: [] });
    assert.equal(dataFolder(ioWith(env)), undefined);
  }
  const env = { ADAPTIVE_GUIDEBOOK_ROOT: "/a", ADAPTIVE_GUIDEBOOK_DB: "/b.db" };
  assert.deepEqual(locate(env), { roots: ["/a"], database: "/b.db", notices: [] });
});

Deno.test("dataFolder() takes any absolute home", () => {
  const homes = { "/": "/", "/home/user/": "/home/user/", "/a,b c": "/a,b c/", "/x/../y": "/y/" };
  for (const [home, folder] of Object.entries(homes)) {
    assert.equal(dataFolder(ioWith({ HOME: home })), `${folder}.adaptive-guidebook`);
  }
});
