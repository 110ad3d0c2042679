import { noAnswer, notFound, ScriptedServer } from "../scripted_server.ts";
import type { Answer } from "./model_answer.ts";
import { isForSummary, type ModelRequest, readModelRequest } from "./model_request.ts";

/** A scripted model that speaks the Messages API. Summaries are not part of the script. */
export class ScriptedModel extends ScriptedServer<ModelRequest, Answer> {
  /** The base URL to configure in the client. */
  get url(): string {
    return this.origin;
  }

  protected override async respond(incoming: Request): Promise<Response> {
    if (incoming.method !== "POST" || !new URL(incoming.url).pathname.endsWith("/v1/messages")) {
      return notFound();
    }
    const request = await readModelRequest(incoming);
    const answer = isForSummary(request) ? SUMMARY : this.take(request)?.answer;
    await answer?.meanwhile?.();
    return answer ? this.stream((number) => listEvents(answer, number)) : noAnswer();
  }
}

const SUMMARY: Answer = {
  parts: [{
    type: "text",
    text: "<analysis>None</analysis><summary>Services were added</summary>",
  }],
};

function listEvents({ parts, inputTokens = 100 }: Answer, number: number) {
  const usage = { input_tokens: inputTokens, output_tokens: 1 };
  const message = {
    ...{ id: `msg_${number}`, type: "message", role: "assistant", model: "scripted", content: [] },
    ...{ stop_reason: null, stop_sequence: null, usage },
  };
  const stopReason = parts.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return [
    { type: "message_start", message },
    ...parts.flatMap((part, index) => {
      const [block, delta] = part.type === "text"
        ? [{ type: "text", text: "" }, { type: "text_delta", text: part.text }]
        : [
          { type: "tool_use", id: `toolu_${number}_${index}`, name: part.name, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(part.input) },
        ];
      return [
        { type: "content_block_start", index, content_block: block },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ];
    }),
    { type: "message_delta", delta: { stop_reason: stopReason }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
}
