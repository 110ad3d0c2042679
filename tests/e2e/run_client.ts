import assert from "node:assert/strict";

/** How a client ended. */
export interface ClientEnd {
  stdout: string;
  stderr: string;
}

/** The part of a scripted model that a run is checked against. */
interface Model<ModelRequest, Answer> {
  readonly requests: readonly ModelRequest[];
  readonly pending: readonly Answer[];
  readonly unscripted: number;
  expect(answers: readonly Answer[]): void;
}

/** Characters of the output that a failed run shows. */
const TAIL = 2000;

/**
 * Runs the real client to its end while `model` gives these answers. Throws unless the client asks for
 * all of them and for no more, and exits with 0 within `timeout` milliseconds.
 */
export async function runClient<ModelRequest, Answer>(
  command: Deno.Command,
  model: Model<ModelRequest, Answer>,
  answers: readonly Answer[],
  timeout: number,
): Promise<ClientEnd & { requests: readonly ModelRequest[] }> {
  const before = model.requests.length;
  model.expect(answers);
  const client = command.spawn();
  const timer = setTimeout(() => client.kill("SIGKILL"), timeout);
  const [{ code, signal }, stdout, stderr] = await Promise.all([
    client.status,
    new Response(client.stdout).text(),
    new Response(client.stderr).text(),
  ]);
  clearTimeout(timer);
  const output = `${stderr}\n${stdout.slice(-TAIL)}`;
  assert.equal(signal ?? `code ${code}`, "code 0", `The client ended badly:\n${output}`);
  assert.deepEqual(model.pending, [], `The client did not ask for all answers:\n${output}`);
  assert.equal(model.unscripted, 0, `The client asked for more answers:\n${output}`);
  return { stdout, stderr, requests: model.requests.slice(before) };
}
