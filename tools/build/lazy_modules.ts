/** Finds the modules that a program imports lazily. */
import { fileURLToPath } from "node:url";

/** A module of ours behind an `import()`. */
export interface LazyModule {
  /** As written in the `import()`. */
  specifier: string;
  /** The path of the source. */
  path: string;
  /** The path of its bundle, relative to the output folder. */
  output: string;
}

/** The relevant part of the output of `deno info --json`. */
interface ModuleGraph {
  roots: string[];
  modules: {
    specifier: string;
    dependencies?: { specifier: string; isDynamic?: boolean; code?: { specifier?: string } }[];
  }[];
}

/** The modules that `main.ts` in `root` and its dependencies load lazily. */
export async function findLazyModules(root: string): Promise<LazyModule[]> {
  const entry = `${root}main.ts`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    stdin: "null",
    stderr: "inherit",
  }).output();
  const { roots, modules }: ModuleGraph = JSON.parse(new TextDecoder().decode(stdout));
  const graph = new Map(modules.map((module) => [module.specifier, module.dependencies ?? []]));
  const lazy = new Map<string, LazyModule>();
  const needed = new Set(roots);
  for (const module of needed) {
    for (const { specifier, isDynamic, code } of graph.get(module) ?? []) {
      const target = code?.specifier;
      if (!target?.startsWith("file://")) continue;
      if (!isDynamic) needed.add(target);
      else {
        const path = fileURLToPath(target);
        // The bundler keeps the folder structure below the entries' common parent.
        const output = path.slice(`${root}lib/`.length).replace(/\.ts$/, ".js");
        lazy.set(target, { specifier, path, output });
      }
    }
  }
  return [...lazy].filter(([target]) => !needed.has(target)).map(([, module]) => module);
}
