/** Runs the hook inside this process, with a guideline that matches everything; keeps no record. */
import { DEFAULT_AGENT } from "../../agent/agents.ts";
import { loadSetup } from "../../agent/setups.ts";
import type { TrialKind } from "../../agent/setup.ts";
import type { Guideline } from "../../guideline/guideline.ts";
import { createMemoryPresentationStore } from "../../presentation/store.ts";
import { run as runHook } from "../../cli/hook.ts";
import { NO_CHANGES } from "../../look/disk_looks.ts";
import { resolvePath } from "../../path.ts";
import type { InProcessRun } from "../trial_check.ts";
import type { Io } from "../../cli/io.ts";
import { createPorts } from "../../cli/ports.ts";
import { createScriptedIo } from "../../cli/scripted_io.ts";

/** The id of the guideline that the answer should have. */
export const TRIAL_ID = "adaptive-guidebook-doctor";
/** In milliseconds; generous, since the question is not how busy the machine is. */
const DEADLINE = "20000";

const TRIAL: Guideline = {
  id: TRIAL_ID,
  priority: "high",
  content: "A trial of doctor.",
  scope: {},
  when: ["file_changed"],
};

/** What the hook answers to an edit, or to a command that has changed a file, with the guidebook of `roots`. */
export async function answerInProcess(
  kind: TrialKind,
  roots: readonly string[],
  io: Io,
): Promise<InProcessRun> {
  const folder = io.callerFolder();
  const setup = await loadSetup(DEFAULT_AGENT);
  const trial = { kind, session: "doctor", folder, file: "doctor.txt" };
  const { io: scripted, read } = createScriptedIo(setup.renderTrialPayload(trial) ?? "", {
    ...io,
    // The switch has a finding of its own.
    env: (name) => name === "ADAPTIVE_GUIDEBOOK" ? undefined : io.env(name),
  });
  const presentations = await createMemoryPresentationStore();
  const guidebooks = roots.flatMap((path) => ["--guidebook", path]);
  const exitCode = await runHook(
    [setup.name, ...guidebooks, "--deadline", DEADLINE],
    scripted,
    (it) => {
      const ports = createPorts({ ...it, cache: undefined, looks: undefined });
      return {
        ...ports,
        guidelines: {
          open: async () => {
            const guidebook = await ports.guidelines.open();
            return {
              ...guidebook,
              entries: [TRIAL, ...guidebook.entries],
              load: async (entries) =>
                (await guidebook.load(entries.filter((it) => it !== TRIAL))).set(TRIAL, TRIAL),
            };
          },
        },
        looks: {
          ...ports.looks,
          look: () =>
            Promise.resolve({ ...NO_CHANGES, changed: [resolvePath(folder, trial.file)] }),
        },
        // No file exists on every machine.
        sources: { read: () => Promise.resolve({ text: "" }) },
        presentations: presentations(it.call),
      };
    },
  );
  const { stdout, stderr } = read();
  return { kind, exitCode, answer: setup.readAnswer(stdout), stderr: stderr.join("\n") };
}
