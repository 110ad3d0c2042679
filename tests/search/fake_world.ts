/** A world for the application that is only data, and notes what is asked of it. */
import type { GuidelineEvent } from "../../lib/guideline/event.ts";
import type { Guideline } from "../../lib/guideline/guideline.ts";
import { compileGlob, compileRepositoryGlob } from "../../lib/guideline_file/glob.ts";
import type { Notice } from "../../lib/notice.ts";
import { createLoadedGuidebook } from "../../lib/search/loaded_guidebook.ts";
import type { Ports, SessionChange, Source } from "../../lib/search/ports.ts";
import { createFakeClaim, createFakeLocations, createFakePorts } from "../support/fake_ports.ts";

export interface FakeWorld {
  guidelines?: Guideline[];
  /** Notices of the guidebook. */
  notices?: Notice[];
  /** Notices of the locations. */
  locationNotices?: Notice[];
  /** Text or source by path; what is missing has the empty text. */
  sources?: Record<string, string | Source>;
  /** By path. */
  identities?: Record<string, string>;
  /** What the session holds. */
  presented?: string[];
  /** What it has heard. */
  heard?: string[];
  deferred?: string[];
  /** Notices of the store. */
  storeNotices?: Notice[];
  /** What `record` answers. */
  failures?: Notice[];
  /** Whether the store is there already. */
  storeExists?: boolean;
  /** How many guidelines fit; default: all. */
  budget?: number;
  /** Replace parts of the ports. */
  ports?: Partial<Ports>;
}

export interface Fakes {
  ports: Ports;
  /** What was asked of the world, in its order: `open`, `read /path`, `identity /path`, … */
  calls: string[];
  /** What was recorded. */
  changes: SessionChange[];
}

export function createFakes(world: FakeWorld): Fakes {
  const calls: string[] = [];
  const changes: SessionChange[] = [];
  const claim = createFakeClaim({
    presented: new Set(world.presented),
    deferred: world.deferred ?? [],
    heard: new Set(world.heard),
    notices: world.storeNotices ?? [],
    record: (change, at) => {
      calls.push(`record ${at.toISOString()}`);
      changes.push(change);
      return world.failures ?? [];
    },
    commit: () => calls.push("commit"),
    rollback: () => calls.push("rollback"),
  });
  const guidebook = createLoadedGuidebook(world.guidelines ?? [], world.notices);
  const ports = createFakePorts({
    guidelines: {
      open: () => {
        calls.push("open");
        return Promise.resolve(guidebook);
      },
    },
    locations: createFakeLocations((path) => ({
      identity: () => {
        calls.push(`identity ${path}`);
        return Promise.resolve(world.identities?.[path]);
      },
    }), world.locationNotices),
    sources: {
      read: (path) => {
        calls.push(`read ${path}`);
        const source = world.sources?.[path] ?? "";
        return Promise.resolve(typeof source === "string" ? { text: source } : source);
      },
    },
    patterns: {
      isLinear: () => true,
      test: () => Promise.reject(new Error("every pattern is linear")),
    },
    presentations: {
      exists: () => world.storeExists ?? false,
      claim: (sessionId) => {
        calls.push(`claim ${sessionId}`);
        return Promise.resolve(claim);
      },
    },
    budget: { take: (ordered) => world.budget ?? ordered.length },
    ...world.ports,
  });
  return { ports, calls, changes };
}

export interface GuidelineParts {
  repositories?: string[];
  languages?: string[];
  paths?: string[];
  when?: GuidelineEvent[];
  /** Patterns of which one is enough; a RegExp for one with flags. */
  any?: (string | RegExp)[];
  content?: string;
}

/** A guideline named `id`; its parts as an author writes them. */
export function guideline(id: string, parts: GuidelineParts = {}): Guideline {
  const { repositories, languages, paths, when = ["file_changed"], any, content = `${id}!` } =
    parts;
  return {
    id,
    content,
    when,
    scope: {
      ...(repositories && { repositories: repositories.map(compileRepositoryGlob) }),
      ...(languages && { languages }),
      ...(paths && { paths: paths.map(compileGlob) }),
    },
    ...(any && {
      match: {
        any: any.map((pattern) =>
          typeof pattern === "string"
            ? { pattern, flags: "" }
            : { pattern: pattern.source, flags: pattern.flags }
        ),
      },
    }),
  };
}
