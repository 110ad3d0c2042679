/** Which code reads guidelines: a cache that other code has written may hold other verdicts. */

/** `deno task build` puts a hash of the bundle here. */
const BUNDLE = "{bundle}";

/** Names the code, and the V8 that compiles its patterns. */
export function releaseName(): string {
  const { target } = Deno.build;
  const code = BUNDLE.startsWith("{") ? describeSources() : BUNDLE;
  return `${code} ${Deno.version.deno} ${target}`;
}

/** From source the code changes without a build, so its files are looked at. */
function describeSources(): string {
  const folder = import.meta.dirname ?? "";
  return [folder, `${folder}/..`].flatMap((path) =>
    [...Deno.readDirSync(path)].filter(({ isFile }) => isFile).map(({ name }) => {
      const { size, mtime } = Deno.statSync(`${path}/${name}`);
      return `${name} ${size} ${mtime?.getTime()}`;
    }).sort()
  ).join(" ");
}
