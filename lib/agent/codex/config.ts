/** What of Codex's config.toml matters to hooks. Pure. */
import { isRecord } from "../../json.ts";
import { parse } from "smol-toml";

/** What is of interest in Codex's `config.toml`. */
export interface CodexConfig {
  /** Why it cannot be read; then Codex does not start. */
  fault: string | undefined;
  /** Whether `[features]` switches hooks off. */
  hooksOff: boolean;
  /** Hooks that stand in this file. */
  hooks: unknown;
  /** `[hooks.state]`: what was trusted. */
  state: unknown;
  projects: unknown;
  /** Whether managed settings, which have the same form, let only managed hooks run. */
  managedOnly: boolean;
}

/** Reads the text of a config.toml; that of one that is not there is empty. */
export function readCodexConfig(text: string): CodexConfig {
  let table: Record<string, unknown>;
  try {
    table = parse(text);
    // What is too deep for that is too deep for whoever looks at it.
    JSON.stringify(table);
  } catch (error) {
    // The first line says it; a picture of the place follows.
    const [fault = "unknown"] = error instanceof RangeError
      ? ["it is nested too deeply"]
      : String(error instanceof Error ? error.message : error).split("\n");
    return { fault, hooksOff: false, hooks: {}, state: {}, projects: {}, managedOnly: false };
  }
  const features = isRecord(table["features"]) ? table["features"] : {};
  const { state, ...hooks } = isRecord(table["hooks"]) ? table["hooks"] : {};
  return {
    fault: undefined,
    // The second one is its older name.
    hooksOff: features["hooks"] === false || features["codex_hooks"] === false,
    hooks,
    state,
    projects: table["projects"],
    managedOnly: table["allow_managed_hooks_only"] === true,
  };
}
