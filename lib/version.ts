/** Which release this is. */
import config from "../deno.json" with { type: "json" };

/** The release, as in deno.json. */
export const VERSION = config.version;
