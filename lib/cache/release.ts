/** Names the code that wrote a cache: other code may read the same sources differently. */

/** `deno task build` puts a hash of the bundle here. */
const BUNDLE = "{bundle}";
/** The folders, relative to this one, of the sources whose results are cached. */
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

/** Sources change without a build, so the name is made of the sizes and times of their files. */
function describeSources(): string {
  return SOURCES.map((folder) => `${import.meta.dirname}/${folder}`).flatMap((path) =>
    [...Deno.readDirSync(path)].filter(({ isFile }) => isFile).map(({ name }) => {
      const { size, mtime } = Deno.statSync(`${path}/${name}`);
      return `${name} ${size} ${mtime?.getTime()}`;
    }).sort()
  ).join(" ");
}
