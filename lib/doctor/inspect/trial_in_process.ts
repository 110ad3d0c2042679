/** The hook inside this process, with a guideline that fits everything, and nothing kept. */
import { renderPayload } from "../../agent/trial_payload.ts";
import type { Guideline } from "../../guideline/guideline.ts";
import { createMemoryPresentationStore } from "../../presentation/store.ts";
import { run as runHook } from "../../cli/hook.ts";
import type { Io } from "../../cli/io.ts";
import { createPorts } from "../../cli/ports.ts";
import { createScriptedIo } from "../../cli/scripted_io.ts";

/** The id of the guideline that is looked for in the answer. */
export const CANARY_ID = "adaptive-guidebook-doctor";
/** Milliseconds: what is asked is whether it works, not how busy the machine is. */
const PATIENCE = "20000";

const CANARY: Guideline = {
  id: CANARY_ID,
  priority: "high",
  content: "A trial of doctor.",
  scope: {},
  when: ["file_changed"],
};

/** What the hook answers to an edit of `file`, with the guidebook of `roots` as it is. */
export async function answerInProcess(
  roots: readonly string[],
  io: Io,
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const folder = io.callerFolder();
  const payload = renderPayload("codex", { session: "doctor", folder, file: "doctor.txt" });
  const { io: scripted, read } = createScriptedIo(payload, {
    ...io,
    // The switch is reported by itself.
    env: (name) => name === "ADAPTIVE_GUIDEBOOK" ? undefined : io.env(name),
  });
  const presentations = await createMemoryPresentationStore();
  const guidebooks = roots.flatMap((path) => ["--guidebook", path]);
  const exitCode = await runHook(
    ["codex", ...guidebooks, "--deadline", PATIENCE],
    scripted,
    (it) => {
      const ports = createPorts({ ...it, cache: undefined });
      return {
        ...ports,
        guidelines: {
          open: async () => {
            const guidebook = await ports.guidelines.open();
            return {
              ...guidebook,
              entries: [CANARY, ...guidebook.entries],
              load: async (entries) =>
                (await guidebook.load(entries.filter((it) => it !== CANARY))).set(CANARY, CANARY),
            };
          },
        },
        // There need not be a file that everybody has.
        sources: { read: () => Promise.resolve({ text: "" }) },
        presentations: presentations(it.occasion),
      };
    },
  );
  const { stdout, stderr } = read();
  return { exitCode, stdout, stderr: stderr.join("\n") };
}
