/**
 * The contract between a hook and the application. It knows no agent's JSON. Pure.
 */
import { isRecord } from "../json.ts";

/** Which guidelines are relevant to these files, for this session? */
export interface SearchRequest {
  /** The model context that asks. */
  sessionId: string;
  /** Absolute paths of files that were just changed. */
  filepaths: string[];
}

/** A relevant guideline that the session has not been shown, in the order of the guidebook. */
export interface FoundGuideline {
  id: string;
  content: string;
}

/** In the order in which they are presented. */
export type SearchResponse = FoundGuideline[];

/** A SearchRequest that does not have the form of one. */
export class MalformedRequestError extends TypeError {
  override readonly name = "MalformedRequestError";
}

/**
 * Reads a SearchRequest from JSON.
 * @throws {MalformedRequestError} when it is not one; the message says what is wrong.
 */
export function parseSearchRequest(text: string): SearchRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedRequestError(text.trim() === "" ? "stdin is empty" : "it is not JSON");
  }
  if (!isRecord(value)) {
    throw new MalformedRequestError("it is not a JSON object");
  }
  const { sessionId, filepaths, ...rest } = value;
  const [unknownKey] = Object.keys(rest);
  if (unknownKey !== undefined) {
    throw new MalformedRequestError(`it has an unknown key ${JSON.stringify(unknownKey)}`);
  }
  if (typeof sessionId !== "string" || sessionId === "") {
    throw new MalformedRequestError('its "sessionId" is not a non-empty string');
  }
  if (!Array.isArray(filepaths)) {
    throw new MalformedRequestError('its "filepaths" is not an array');
  }
  return { sessionId, filepaths: filepaths.map(requireAbsolutePath) };
}

function requireAbsolutePath(path: unknown, index: number): string {
  if (typeof path !== "string" || !path.startsWith("/")) {
    throw new MalformedRequestError(`its "filepaths[${index}]" is not an absolute path`);
  }
  return path;
}
