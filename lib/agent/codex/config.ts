/** The part of Codex's config.toml that concerns hooks. Pure. */
import { isRecord } from "../../json.ts";
import { parse } from "smol-toml";

/** The settings of a `config.toml` that concern hooks. */
export interface CodexConfig {
  /** Why it cannot be read; then Codex does not start. */
  fault: string | undefined;
  /** Whether `[features]` switches hooks off. */
  hooksOff: boolean;
  /** The hooks of this file itself. */
  hooks: unknown;
  /** `[hooks.state]`: what was trusted. */
  state: unknown;
  projects: unknown;
  /** Whether managed settings, which have the same form, let only managed hooks run. */
  managedOnly: boolean;
}

/** Reads the text of a config.toml; the text of a missing one is empty. */
export function readCodexConfig(text: string): CodexConfig {
  let table: Record<string, unknown>;
  try {
    table = parse(text);
    // Too deep for this is too deep for every reader of it.
    JSON.stringify(table);
  } catch (error) {
    // The first line is the message; an excerpt of the file follows.
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
