/** Which code has found something out: what other code has kept may mean something else. */

/** `deno task build` puts a hash of the bundle here. */
const BUNDLE = "{bundle}";
/** The folders of the sources whose results are kept, from this one. */
const SOURCES = [
  ...[".", "..", "../guidebook", "../guidebook/cache", "../guideline", "../guideline_file"],
  ...["../language", "../pattern", "../repository"],
];

let name: string | undefined;

/** Names the code, and the V8 that compiles its patterns. */
export function releaseName(): string {
  const code = BUNDLE.startsWith("{") ? describeSources : () => BUNDLE;
  return name ??= `${code()} ${Deno.version.deno} ${Deno.build.target}`;
}

/** From source the code changes without a build, so its files are looked at. */
function describeSources(): string {
  return SOURCES.map((folder) => `${import.meta.dirname}/${folder}`).flatMap((path) =>
    [...Deno.readDirSync(path)].filter(({ isFile }) => isFile).map(({ name }) => {
      const { size, mtime } = Deno.statSync(`${path}/${name}`);
      return `${name} ${size} ${mtime?.getTime()}`;
    }).sort()
  ).join(" ");
}
