import assert from "node:assert/strict";
import fc from "fast-check";
import { MalformedRequestError, parseSearchRequest } from "../../lib/search/request.ts";

Deno.test("parseSearchRequest() reads the customer's request", () => {
  const text = `{
    "sessionId": "codex-session-id",
    "filepaths": ["/Users/user/projects/backend-order/README.md"]
  }`;
  assert.deepEqual(parseSearchRequest(text), {
    sessionId: "codex-session-id",
    filepaths: ["/Users/user/projects/backend-order/README.md"],
  });
});

Deno.test("parseSearchRequest() takes no files, and any name that a file can have", () => {
  assert.deepEqual(parseSearchRequest('{"sessionId":"s","filepaths":[]}').filepaths, []);
  const filepaths = ["/a b\n\"'\\한국어 😀", "/", "//x/../y"];
  assert.deepEqual(
    parseSearchRequest(JSON.stringify({ sessionId: "root/sub-agent", filepaths })),
    { sessionId: "root/sub-agent", filepaths },
  );
});

const MALFORMED: readonly (readonly [text: string, reason: string])[] = [
  ["", "stdin is empty"],
  [" \n\t", "stdin is empty"],
  ["{", "it is not JSON"],
  ["{'sessionId': 's'}", "it is not JSON"],
  ['{"sessionId":"s","filepaths":[]} x', "it is not JSON"],
  ["null", "it is not a JSON object"],
  ["[]", "it is not a JSON object"],
  ['"text"', "it is not a JSON object"],
  ["1", "it is not a JSON object"],
  ["{}", 'its "sessionId" is not a non-empty string'],
  ['{"sessionId":"","filepaths":[]}', 'its "sessionId" is not a non-empty string'],
  ['{"sessionId":1,"filepaths":[]}', 'its "sessionId" is not a non-empty string'],
  ['{"sessionId":null,"filepaths":[]}', 'its "sessionId" is not a non-empty string'],
  ['{"sessionId":"s"}', 'its "filepaths" is not an array'],
  ['{"sessionId":"s","filepaths":"/a"}', 'its "filepaths" is not an array'],
  ['{"sessionId":"s","filepaths":{"0":"/a"}}', 'its "filepaths" is not an array'],
  ['{"sessionId":"s","filepaths":["a"]}', 'its "filepaths[0]" is not an absolute path'],
  ['{"sessionId":"s","filepaths":["/a",""]}', 'its "filepaths[1]" is not an absolute path'],
  ['{"sessionId":"s","filepaths":["/a","/b",null]}', 'its "filepaths[2]" is not an absolute path'],
  ['{"sessionId":"s","filepaths":[["/a"]]}', 'its "filepaths[0]" is not an absolute path'],
  ['{"sessionId":"s","filepaths":[],"cwd":"/"}', 'it has an unknown key "cwd"'],
  ['{"session_id":"s","filepaths":[]}', 'it has an unknown key "session_id"'],
  ['{"__proto__":{},"sessionId":"s","filepaths":[]}', 'it has an unknown key "__proto__"'],
];

for (const [text, reason] of MALFORMED) {
  Deno.test(`parseSearchRequest() refuses ${JSON.stringify(text)}: ${reason}`, () => {
    assert.throws(() => parseSearchRequest(text), new MalformedRequestError(reason));
  });
}

Deno.test("parseSearchRequest() yields a request or a MalformedRequestError, whatever the JSON", () => {
  const keyed = fc.record(
    { sessionId: fc.jsonValue(), filepaths: fc.array(fc.jsonValue()), extra: fc.jsonValue() },
    { requiredKeys: [] },
  );
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), keyed), (value) => {
    try {
      const { sessionId, filepaths } = parseSearchRequest(JSON.stringify(value));
      assert.ok(sessionId !== "" && filepaths.every((path) => path.startsWith("/")));
    } catch (error) {
      assert.ok(error instanceof MalformedRequestError);
    }
  }));
});
