/**
 * What `deno compile` has put into a binary. It is in the ELF note section `.note.sui`: a magic
 * word, the length of the JSON as a little-endian 64-bit number, the JSON, and the modules.
 */
const MAGIC = "d3n0l4nd";
const SECTION = ".note.sui";

export interface CompiledProgram {
  metadata: Record<string, unknown> & { permissions: Record<string, unknown> };
  /** What follows the metadata, as Latin-1: the modules and their names. */
  modules: string;
}

/** @throws {Error} when `file` is no such binary. */
export function readCompiledProgram(file: string): CompiledProgram {
  const bytes = readNote(readSection(Deno.readFileSync(file), SECTION));
  const text = new TextDecoder("latin1").decode(bytes);
  if (!text.startsWith(MAGIC)) throw new Error(`Cannot read "${file}": ${SECTION} is another note`);
  const from = MAGIC.length + 8;
  const length = Number(viewOf(bytes).getBigUint64(MAGIC.length, true));
  const json = new TextDecoder().decode(bytes.subarray(from, from + length));
  return { metadata: JSON.parse(json), modules: text.slice(from + length) };
}

/**
 * The content of a note: after three numbers and its name, which ends at a multiple of four. What
 * Deno writes begins with a name of its own, and that with its length.
 */
function readNote(note: Uint8Array): Uint8Array {
  const [nameLength, length] = [0, 4].map((at) => viewOf(note).getUint32(at, true));
  const from = 12 + Math.ceil(nameLength! / 4) * 4;
  const content = note.subarray(from, from + length!);
  return content.subarray(2 + viewOf(content).getUint16(0, true));
}

/** The bytes of a section of a 64-bit little-endian ELF file (System V ABI, chapter 4). */
function readSection(file: Uint8Array, wanted: string): Uint8Array {
  const view = viewOf(file);
  if (new TextDecoder().decode(file.subarray(1, 4)) !== "ELF" || file[4] !== 2 || file[5] !== 1) {
    throw new Error("Cannot read sections: it is not a 64-bit little-endian ELF file");
  }
  const offset = Number(view.getBigUint64(0x28, true));
  const [size, count, names] = [0x3a, 0x3c, 0x3e].map((at) => view.getUint16(at, true));
  const headerAt = (index: number) => {
    const at = offset + index * size!;
    const start = Number(view.getBigUint64(at + 0x18, true));
    const length = Number(view.getBigUint64(at + 0x20, true));
    return { name: view.getUint32(at, true), bytes: file.subarray(start, start + length) };
  };
  const strings = new TextDecoder("latin1").decode(headerAt(names!).bytes);
  for (let index = 0; index < count!; index++) {
    const { name, bytes } = headerAt(index);
    if (strings.startsWith(`${wanted}\0`, name)) return bytes;
  }
  throw new Error(`Cannot find section ${wanted}`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
