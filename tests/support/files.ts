/** A temporary folder with files, gone when the test ends. */
export class TemporaryFolder implements Disposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync());

  constructor(files: Record<string, string> = {}) {
    this.write(files);
  }

  at(path: string): string {
    return `${this.path}/${path}`;
  }

  write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      const full = this.at(path);
      Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(full, text);
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}
