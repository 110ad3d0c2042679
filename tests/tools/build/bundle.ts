/** The bundle, run as it is installed: with the released flags, from a folder of its own. */
import { buildBundle } from "../../../tools/build.ts";
import { BUNDLE_FLAGS, expandReleasedFlags } from "../../../tools/released_flags.ts";

export class Bundle implements Disposable {
  readonly home: string;
  readonly folder: string;

  private constructor(readonly path: string) {
    this.home = `${path}/home`;
    this.folder = `${path}/bundle`;
  }

  /** Builds it into a temporary folder, beside an empty home. */
  static async build(): Promise<Bundle> {
    const bundle = new Bundle(Deno.realPathSync(Deno.makeTempDirSync()));
    Deno.mkdirSync(bundle.home);
    await buildBundle(bundle.folder);
    return bundle;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }

  async run(
    args: string[],
    { stdin = "", env = {} }: { stdin?: string; env?: Record<string, string> } = {},
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const flags = [...expandReleasedFlags(this.home), ...BUNDLE_FLAGS];
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", ...flags, `${this.folder}/main.js`, ...args],
      cwd: this.path,
      clearEnv: true,
      env: {
        HOME: this.home,
        PATH: Deno.env.get("PATH") ?? "",
        // Nothing may be fetched: there is nothing in here.
        DENO_DIR: `${this.path}/deno`,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
        ...env,
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const output = child.output();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
    const { code, stdout, stderr } = await output;
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }
}
