/**
 * What an event is about: a value that gives the search its event, the facts that scopes look at and
 * the texts that patterns look at. Every event has its builder here. Pure.
 */
import { GUIDELINE_EVENTS, type GuidelineEvent } from "../guideline/event.ts";
import type { Texts } from "../guideline/matcher.ts";
import type { ScopedFile } from "../guideline/scope.ts";
import { languagesOf } from "../language/language.ts";
import type { FileLocation } from "./location.ts";
import type { Ports } from "./ports.ts";
import type { SearchRequest } from "./request.ts";

/** One thing that an event is about. */
export interface Subject {
  event: GuidelineEvent;
  location: FileLocation;
  /** For scopes; the identity is missing until it was asked for. */
  file: ScopedFile;
  /** The texts for patterns, or why there are none. Never rejects. */
  read(): Promise<Texts | { skipped: string }>;
  /** Narrows the languages in `file` down by the texts; absent where the name alone decides. */
  decideLanguages?: (texts: Texts | { skipped: string }) => Promise<void>;
}

/** What subjects are built with. */
export type SubjectPorts = Pick<Ports, "locations" | "sources" | "changes" | "ownFiles">;

type BuildSubjects = (request: SearchRequest, ports: SubjectPorts) => Promise<Subject[]>;

const BUILDERS: Record<GuidelineEvent, BuildSubjects> = {
  file_changed: async ({ filepaths }, ports) =>
    (await ports.locations.locate(filepaths)).map((location) => createChangedFile(location, ports)),
};

/** The subjects of all events in `request`. */
export async function findSubjects(
  request: SearchRequest,
  ports: SubjectPorts,
): Promise<Subject[]> {
  const found = await Promise.all(
    GUIDELINE_EVENTS.map((event) => BUILDERS[event](request, ports)),
  );
  return found.flat();
}

function createChangedFile(
  location: FileLocation,
  { sources, changes, ownFiles }: SubjectPorts,
): Subject {
  const { path, relativePath } = location;
  const { languages, possible, decide } = languagesOf(path);
  const own = ownFiles?.classify(location);
  const file: ScopedFile = {
    relativePath,
    languages: possible,
    identity: undefined,
    ...(own && { own }),
  };
  return {
    event: "file_changed",
    location,
    file,
    ...(decide && {
      decideLanguages: async (texts) => {
        file.languages = "skipped" in texts ? languages : await decide(texts.file);
      },
    }),
    read: async () => {
      const source = await sources.read(path);
      if ("skipped" in source) return source;
      const { text, encoding } = source;
      const added = await changes.addedRuns(path, text);
      return { file: text, added, ...(encoding && { encoding }) };
    },
  };
}
