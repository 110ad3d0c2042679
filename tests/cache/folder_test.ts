import assert from "node:assert/strict";
import { releaseName } from "../../lib/cache/release.ts";
import { writeCache } from "../../lib/guidebook/refresh.ts";

const OLD = new Date("2001-01-01T00:00:00Z");
const SNAPSHOT = { roots: [], folders: [], files: [], notices: [] };

Deno.test("writeCache() removes old caches, and no other file that lies there", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const ours = ["guidebook-1a.cache", "places-2b.cache"];
    for (const name of ["thesis.txt", "guidebook-x.cache", ...ours]) {
      await Deno.writeTextFile(`${folder}/${name}`, "");
      await Deno.utime(`${folder}/${name}`, OLD, OLD);
    }
    await writeCache(folder, SNAPSHOT);
    const left = [...Deno.readDirSync(folder)].map(({ name }) => name);
    assert(left.includes("thesis.txt") && left.includes("guidebook-x.cache"));
    for (const name of ours) assert(!left.includes(name), name);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("writeCache() writes nothing through a link", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/elsewhere`);
    await Deno.symlink(`${folder}/elsewhere`, `${folder}/cache`);
    await writeCache(`${folder}/cache`, SNAPSHOT);
    assert.deepEqual([...Deno.readDirSync(`${folder}/elsewhere`)], []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("From source the name of the release covers all code whose results are cached", () => {
  for (const file of ["stamp.ts", "path.ts", "parse.ts", "identity.ts"]) {
    assert(releaseName().includes(`${file} `), file);
  }
});
