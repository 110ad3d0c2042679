/** Runs a fixture and compares the outcome with the expected one. */
import { diffOutcomes, renderOutcome } from "./compare.ts";
import { escapeHidden } from "../../hidden_characters.ts";
import { FixtureError, readFixture } from "./fixture.ts";
import { replayFixture } from "./replay.ts";

/** The result of a fixture. */
export interface FixtureRun {
  /** Texts of several lines for a person; empty where everything is as expected. */
  failures: string[];
  /** Files to which a new expectation was written. */
  updated: string[];
}

/** Options of {@linkcode runFixture}. */
export interface RunOptions {
  /** Roots for a fixture without its own guidelines. */
  guidebooks: readonly string[];
  /** The command that accepts a new outcome, for the message. */
  updateCommand: string;
  /** Writes a new expectation; without it differences are failures. */
  write?: ((path: string, text: string) => void) | undefined;
}

/** Runs the fixture `name` in `folder`. */
export async function runFixture(
  folder: string,
  name: string,
  { guidebooks, updateCommand, write }: RunOptions,
): Promise<FixtureRun> {
  const run: FixtureRun = { failures: [], updated: [] };
  try {
    const fixture = readFixture(folder, name);
    const outcomes = await replayFixture(fixture, guidebooks);
    for (const [i, { number, expected }] of fixture.events.entries()) {
      const file = `${fixture.folder}/${number}.expected.json`;
      const difference = expected && diffOutcomes(expected, outcomes[i]!);
      if (expected && difference === undefined) continue;
      if (write) {
        write(file, renderOutcome(outcomes[i]!));
        run.updated.push(file);
      } else {
        run.failures.push(
          expected
            ? `event ${number} differs (${updateCommand} accepts the outcome):\n${difference}`
            : `${number}.expected.json is missing (${updateCommand} writes it)`,
        );
      }
    }
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    run.failures.push(`Cannot run fixture: ${escapeHidden(error.message)}`);
  }
  return run;
}
