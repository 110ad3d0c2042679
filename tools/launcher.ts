/**
 * The launcher: a small POSIX shell program that starts the installed bundle with the released
 * permissions (docs/decisions/launcher.md). Pure.
 */
import { EXIT } from "../lib/exit_code.ts";
import { escapeHidden } from "../lib/hidden_characters.ts";
import { quoteShellWord } from "../lib/shell.ts";
import { BUNDLE_FLAGS, RELEASED_FLAGS } from "./released_flags.ts";

/** What a launcher starts. */
export interface Launch {
  /** Absolute path of the folder that holds releases and runtimes. */
  library: string;
  /** Name of the bundle's folder in it. */
  release: string;
  /** Name of Deno's folder in it. */
  runtime: string;
  /** Absolute path of the database; undefined for the one in the data folder. */
  database?: string | undefined;
}

/** The second line of each launcher: a file with another one is not ours. */
const MARKER = "# Launcher of Adaptive Guidebook: `deno task install` writes it anew";

/** The commands whose exit code is a verdict, so that failing open would be a lie. */
const VERDICTS = "check | doctor | test";

/**
 * `env` gives a file that the system cannot run to a shell, as if it were a script; for a Deno of
 * another processor (a home that two machines share) that ends with 2. A shell's `exec` does not.
 * Nor does it take a path that has "=" in it for a variable.
 */
const RUN_DENO = `/bin/sh -c 'exec "$@"' sh "$deno"`;

/** The text of the launcher. */
export function renderLauncher({ library, release, runtime, database }: Launch): string {
  const set: Record<string, string> = {
    // Deno reads ~/.npmrc whatever its flags are, and fails where it cannot.
    HOME: "$library",
    ADAPTIVE_GUIDEBOOK_HOME: "$HOME",
    DENO_DIR: "$DENO_DIR",
    DENO_NO_UPDATE_CHECK: "1",
    ...database !== undefined && {
      ADAPTIVE_GUIDEBOOK_DB: "${ADAPTIVE_GUIDEBOOK_DB:-$database}",
    },
  };
  const variables = [
    ...Object.entries(set).map(([name, value]) => `${name}="${value}"`),
    ...[...releasedVariables(), "TERM"].filter((name) => !Object.hasOwn(set, name))
      .map((name) => `\${${name}+"${name}=$${name}"}`),
  ];
  return `#!/bin/sh
${MARKER}
library=${quoteShellWord(library)}
release=${quoteShellWord(release)}
runtime=${quoteShellWord(runtime)}
${database === undefined ? "" : `database=${quoteShellWord(database)}\n`}
# An agent reads exit code 2 as "block", so nothing here may end with it. A set -u that is inherited
# would, at a variable that is not set.
give_up() {
  printf 'adaptive-guidebook: %s\\n' "$2" >&2 || :
  case $1 in ${VERDICTS}) exit ${EXIT.missing} ;; esac
  exit ${EXIT.done}
}

case \${HOME-} in
  '') give_up "\${1-}" 'Cannot start: HOME is not set' ;;
  *,*) give_up "\${1-}" 'Cannot start: HOME has a comma, at which Deno splits permissions' ;;
  /*) ;;
  *) give_up "\${1-}" 'Cannot start: HOME is not an absolute path' ;;
esac
deno=$library/$runtime/deno
main=$library/$release/main.js
[ -f /usr/bin/env ] && [ -x /usr/bin/env ] || give_up "\${1-}" ${gone("/usr/bin/env")}
[ -f "$deno" ] && [ -x "$deno" ] || give_up "\${1-}" ${gone(`${library}/${runtime}/deno`)}
[ -f "$main" ] && [ -r "$main" ] || give_up "\${1-}" ${gone(`${library}/${release}/main.js`)}

# Deno ends where the folder that it is started in is gone. A hook has the path in its payload; a
# person who means that folder must not get all of "/" in its place. Not every shell knows -ef.
[ . -ef "\${PWD-}" ] 2>/dev/null || {
  case \${1-} in
    hook) ;;
    *) [ / -ef / ] 2>/dev/null && {
      printf 'adaptive-guidebook: Cannot start: the current folder is gone\\n' >&2 || :
      exit ${EXIT.missing}
    } ;;
  esac
  cd /
}
# Deno would make a relative folder wherever the agent works.
case \${DENO_DIR-} in
  /*) ;;
  *)
    case \${XDG_CACHE_HOME-} in
      /*) DENO_DIR=$XDG_CACHE_HOME/deno ;;
      *) DENO_DIR=$HOME/.cache/deno ;;
    esac
    ;;
esac
case \${1-} in
  hook)
    # A hook must not wait for an answer; a person may give one.
    no_prompt=1
    # Deno would open /dev/null in its place, and record what nobody can have read. "true" and
    # "command", since an error of a special built-in would end the shell, with 2.
    { true 3>&1; } 2>/dev/null || give_up hook 'Cannot answer: stdout is closed'
    # Above a limit on the size of files a write fails, instead of killing the process.
    command trap '' XFSZ 2>/dev/null || :
    ;;
  *) unset no_prompt ;;
esac

# Many variables make Deno fail, print, or write files: it gets none but these.
exec /usr/bin/env -i \\
  ${variables.join(" \\\n  ")} \\
  ${RUN_DENO} run ${RELEASED_FLAGS.replaceAll(" --", " \\\n  --")} \\
  ${BUNDLE_FLAGS.join(" ")} ${
    database === undefined ? "" : '--allow-write="$database" '
  }\${no_prompt+--no-prompt} \\
  "$main" "$@"
`;
}

/** What a launcher starts, from its text; undefined for any other text. */
export function parseLauncher(text: string): Omit<Launch, "library"> | undefined {
  if (text.split("\n", 2)[1] !== MARKER) return undefined;
  const read = (name: string) => {
    const word = new RegExp(`^${name}=((?:'[^']*'|\\\\'|[^\\s'\\\\])+)$`, "m").exec(text)?.[1];
    return word?.replaceAll(/'([^']*)'|\\'/g, (_, quoted?: string) => quoted ?? "'");
  };
  const [release, runtime, database] = ["release", "runtime", "database"].map(read);
  if (release === undefined || runtime === undefined) return undefined;
  return { release, runtime, database };
}

function gone(path: string): string {
  return quoteShellWord(`Cannot start "${escapeHidden(path)}": it is not there, or not to be used`);
}

/** The names that the program may read, by the flag that permits it. */
function releasedVariables(): string[] {
  const flag = RELEASED_FLAGS.split(" ").find((word) => word.startsWith("--allow-env="));
  return flag?.slice("--allow-env=".length).split(",") ?? [];
}
