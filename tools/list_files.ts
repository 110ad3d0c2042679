/** The files of a folder, at any depth: their paths relative to it, sorted. */
export function listFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? listFiles(`${folder}/${name}`).map((path) => `${name}/${path}`) : [name]
  ).sort();
}
