/**
 * `hook --timings`: prints the duration of each phase on stderr. It wraps the ports, so that without the
 * option nothing is measured.
 */
import type { Ports } from "../search/ports.ts";

interface Phase {
  calls: number;
  /** Milliseconds from the start of the runtime to the first call. */
  from: number;
  /** Milliseconds from the first call to the end of the last one; parallel calls overlap. */
  lasted: number;
}

/** The phases of a hook, and their durations. */
export class Timings {
  readonly #phases = new Map<string, Phase>();

  /** Records that a phase begins now. */
  mark(name: string): void {
    this.#begin(name);
  }

  /** The same ports, measured. */
  wrap(ports: Ports): Ports {
    const { guidelines, locations, sources, patterns, presentations, context, looks } = ports;
    return {
      ...ports,
      guidelines: {
        open: async () => {
          const guidebook = await this.#measure("guidebook", () => guidelines.open());
          return {
            ...guidebook,
            load: (entries) => this.#measure("guidelines", () => guidebook.load(entries)),
          };
        },
      },
      locations: {
        notices: () => locations.notices(),
        locate: async (paths) => {
          const located = await this.#measure("repositories", () => locations.locate(paths));
          return located.map((location) => ({
            ...location,
            identity: () => this.#measure("git", () => location.identity()),
          }));
        },
      },
      sources: { read: (path) => this.#measure("changed files", () => sources.read(path)) },
      patterns: {
        ...patterns,
        test: (...args) => this.#measure("patterns under guard", () => patterns.test(...args)),
      },
      presentations: {
        claim: (sessionId) => this.#measure("database", () => presentations.claim(sessionId)),
        exists: () => presentations.exists(),
      },
      looks: {
        ...looks,
        look: (request) => this.#measure("look", () => looks.look(request)),
      },
      context: {
        ...context,
        look: (...args) => this.#measure("transcript", () => context.look(...args)),
      },
    };
  }

  /** One line for each phase, in the order in which they began, and the total. */
  render(): string {
    const rows = [...this.#phases].map(([name, { calls, from, lasted }]) =>
      `${name.padEnd(22)}${from.toFixed(1).padStart(8)} +${lasted.toFixed(1).padStart(7)} ms` +
      (calls > 1 ? `  ${calls} calls` : "")
    );
    return [...rows, `${"end".padEnd(22)}${performance.now().toFixed(1).padStart(8)} ms`].join(
      "\n",
    );
  }

  async #measure<Value>(name: string, task: () => Value): Promise<Awaited<Value>> {
    const phase = this.#begin(name);
    try {
      return await task();
    } finally {
      phase.lasted = performance.now() - phase.from;
    }
  }

  #begin(name: string): Phase {
    const phase = this.#phases.get(name) ?? { calls: 0, from: performance.now(), lasted: 0 };
    phase.calls++;
    this.#phases.set(name, phase);
    return phase;
  }
}
