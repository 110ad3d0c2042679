/** Damages caches of guidelines, as a disk does. */
import assert from "node:assert/strict";
import { readLayout } from "../../lib/guidebook/cache/layout.ts";

/** Flips a bit of `text`, or of the first text if there is one, in each cache in `folder`. */
export function damageTexts(folder: string, text?: string): void {
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.startsWith("guidebook-")) continue;
    const bytes = Deno.readFileSync(`${folder}/${name}`);
    const [, , , texts] = readLayout(bytes)!.parts;
    if (text === undefined && texts!.start === texts!.end) continue;
    const all = new TextDecoder("latin1").decode(bytes);
    const at = text === undefined ? texts!.start : all.indexOf(text, texts!.start);
    assert(at >= texts!.start && at < texts!.end, "There is no such text");
    Deno.writeFileSync(`${folder}/${name}`, bytes.with(at, bytes[at]! ^ 1));
  }
}
