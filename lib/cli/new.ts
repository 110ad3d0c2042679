/** `adaptive-guidebook new ID`: writes a guideline to fill in. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { findGuidelineFiles, GUIDELINE_FILE, readGuidelineFile } from "../guidebook/files.ts";
import { parseGuideline } from "../guideline_file/parse.ts";
import { ID_LIMIT, ID_PATTERN } from "../guideline_file/schema.ts";
import { renderNewGuideline, SCHEMA_FILE } from "../guideline_file/template.ts";
import { parentPath, pathInside } from "../path.ts";
import { quoteShellWord } from "../shell.ts";
import { type Io, MissingInputError, UsageError } from "./io.ts";
import { findGuidebook } from "./find_guidebook.ts";
import { dataFolder } from "./locations.ts";
import { parseArguments } from "./options.ts";
import { isFolder, isThere } from "./path_kind.ts";
import { printVerbatim } from "./print.ts";

/** Runs the command; {@linkcode EXIT.found} where the id is taken. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, { guidebook: "values", force: "flag" });
  const [id = "", ...rest] = operands;
  if (rest.length > 0) throw new UsageError("Cannot write more than one guideline");
  if (id === "") throw new UsageError("Cannot write a guideline: its id is missing");
  if (!ID_PATTERN.test(id) || id.length > ID_LIMIT) {
    throw new UsageError(
      `Cannot use "${id}" as an id: an id is lower-case letters, digits and single hyphens, at most ${ID_LIMIT} characters`,
    );
  }
  const { roots: [root] } = await findGuidebook({ ...options, db: undefined }, io);
  if (!root) throw new MissingInputError("Cannot write a guideline: no guidebook is named");

  const folder = `${root.path}/${id}`;
  requireRoom(folder);
  const file = `${folder}/${GUIDELINE_FILE}`;
  const holder = await findHolder(root.path, id) ?? (exists(file) ? file : undefined);
  if (holder !== undefined && (!options.force || holder !== file)) {
    io.say(
      `Cannot write guideline "${id}": "${holder}" already has this id`,
      holder === file
        ? "help: Choose another id, or overwrite the file with --force"
        : "help: Choose another id: ids are unique in a guidebook",
    );
    return EXIT.found;
  }
  const schema = exists(`${root.path}/${SCHEMA_FILE}`) ? `../${SCHEMA_FILE}` : undefined;
  const text = renderNewGuideline(id, schema);

  // The released permissions do not allow writing to a guidebook; a person may grant that here,
  // except for the default guidebook.
  const { state } = await Deno.permissions.request({ name: "write", path: folder });
  const failure = state === "granted" ? write(folder, text) : "access was not granted";
  if (failure === undefined) {
    const book = quoteShellWord(root.path);
    io.say(
      `Wrote ${pathInside(io.callerFolder(), file) ?? file}: fill it in, then run`,
      `    adaptive-guidebook check ${book} && adaptive-guidebook test ${book}`,
    );
    return EXIT.done;
  }
  await printVerbatim(io.stdout, text);
  const isDenied = pathInside(`${dataFolder(io)}/guidebook`, folder) !== undefined;
  const reason = isDenied
    ? "the permissions of this program exclude the default guidebook"
    : failure;
  // No command line with a redirection: one that fails would leave an empty guideline behind.
  io.say(
    `Cannot write "${file}": ${reason}. Save the printed text there yourself, after`,
    `    mkdir -p ${quoteShellWord(folder)}`,
  );
  return EXIT.done;
}

/** Throws where a file is in the way of `folder`. */
function requireRoom(folder: string): void {
  for (let path = folder;; path = parentPath(path)) {
    if (!isThere(path)) continue;
    if (isFolder(path)) return;
    throw new MissingInputError(
      `Cannot write a guideline in "${folder}": "${path}" is a file, not a folder`,
    );
  }
}

/** Writes the guideline; returns the reason of a failure. */
function write(folder: string, text: string): string | undefined {
  try {
    Deno.mkdirSync(folder, { recursive: true });
    const file = `${folder}/${GUIDELINE_FILE}`;
    Deno.writeTextFileSync(file, text, { createNew: !isThere(file) });
    return undefined;
  } catch (error) {
    return `writing failed (${error instanceof Error ? error.name : "unknown"})`;
  }
}

/** The file of `root` that has this id. */
async function findHolder(root: string, id: string): Promise<string | undefined> {
  if (!exists(root)) return undefined;
  for (const path of findGuidelineFiles(root).guidelines) {
    const file = await readGuidelineFile(root, path);
    if ("text" in file && file.text.includes(id) && parseGuideline(file.text).id === id) {
      return `${root}/${path.path}`;
    }
  }
  return undefined;
}

function exists(path: string): boolean {
  try {
    // An empty file was just made by `> file`, for this very command to write.
    const { isFile, size } = Deno.statSync(path);
    return !isFile || size > 0;
  } catch {
    return false;
  }
}
