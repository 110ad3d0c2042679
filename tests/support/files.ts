import { parentPath } from "../../lib/path.ts";

/** A temporary folder with files, removed when the test ends. */
export class TemporaryFolder implements Disposable, AsyncDisposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "adaptive-guidebook-test-" }));

  constructor(files: Record<string, string> = {}) {
    this.write(files);
  }

  static create(): Promise<TemporaryFolder> {
    return Promise.resolve(new TemporaryFolder());
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }

  at(path: string): string {
    return `${this.path}/${path}`;
  }

  /** Writes texts by their relative paths, with the folders that they need. */
  write(files: Record<string, string>): void;
  /** Writes one file and returns its absolute path. */
  write(path: string, text: string | Uint8Array): string;
  write(
    files: string | Record<string, string>,
    text: string | Uint8Array = "",
  ): string | void {
    if (typeof files !== "string") {
      for (const [path, text] of Object.entries(files)) this.write(path, text);
      return;
    }
    const file = this.at(files);
    Deno.mkdirSync(parentPath(file), { recursive: true });
    if (typeof text === "string") Deno.writeTextFileSync(file, text);
    else Deno.writeFileSync(file, text);
    return file;
  }

  append(path: string, text: string): void {
    Deno.writeTextFileSync(this.at(path), text, { append: true });
  }
}
