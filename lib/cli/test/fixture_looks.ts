/**
 * The looks of a fixture. What commands have changed is listed in `N.shell`, and stands for what a look
 * finds on the disk; whose change it is follows from the turns of the sessions, as in a real look.
 */
import { findAddedRuns } from "../../look/added_runs.ts";
import { stepTurn } from "../../look/turn.ts";
import { resolvePath } from "../../path.ts";
import type { LooksPort } from "../../search/ports.ts";
import { decodeSource } from "../../source/decode.ts";
import type { Fixture, FixtureEvent } from "./fixture.ts";

/** What a session has seen. */
interface Seen {
  turnEnded: boolean;
  /** The number of the last event whose changes it knows. */
  event: number;
}

/** The looks at each event of `fixture`, whose files are in `repository`. */
export function createFixtureLooks(
  fixture: Fixture,
  repository: string,
): (at: FixtureEvent) => LooksPort {
  const sessions = new Map<string, Seen>();
  return (at) => ({
    noteEdits: () => {},
    look: ({ sessionId, event }) => {
      const [root = ""] = sessionId.split("/");
      // Without an earlier look only what this very command has changed counts.
      const seen = sessions.get(sessionId) ?? sessions.get(root) ??
        { turnEnded: true, event: at.number - 1 };
      const step = stepTurn(event, seen.turnEnded);
      const changes = fixture.events
        .filter(({ number }) => number > seen.event && number <= at.number)
        .flatMap(({ changed }) => changed);
      return Promise.resolve({
        changed: step.look === "find"
          ? [...new Set(changes)].map((path) => resolvePath(repository, path))
          : [],
        notices: [],
        addedRuns: (path, text) => {
          const before = readCommitted(path);
          return before === undefined ? undefined : findAddedRuns(before, text);
        },
        save: () => {
          const event = step.look === "none" ? seen.event : at.number;
          sessions.set(sessionId, { turnEnded: step.ended, event });
        },
      });
    },
  });
}

/** The version in `repository/` stands for the committed one. */
function readCommitted(path: string): string | undefined {
  try {
    return decodeSource(Deno.readFileSync(path));
  } catch {
    return undefined;
  }
}
