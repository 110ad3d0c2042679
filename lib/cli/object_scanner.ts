/** Finds the end of a JSON object whose bytes arrive in parts, without parsing it. Pure. */

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
/** White space of JSON, and the bytes of a byte order mark. */
const BLANKS = [0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf];

/** Reads the parts of one text in their order. */
export class ObjectScanner {
  #state: "before" | "inside" | "whole" | "other" = "before";
  #depth = 0;
  #inString = false;
  #escaped = false;

  /**
   * Takes the next part. Returns whether the text is an object that is whole by now; a text that is
   * something else never is. Whether it is valid is for the parser to say.
   */
  add(bytes: Uint8Array): boolean {
    let at = 0;
    if (this.#state === "before") {
      while (at < bytes.length && BLANKS.includes(bytes[at]!)) at++;
      if (at < bytes.length) this.#state = bytes[at] === OPEN_BRACE ? "inside" : "other";
    }
    while (this.#state === "inside" && at < bytes.length) {
      at = this.#inString ? this.#skipString(bytes, at) : this.#step(bytes[at]!, at);
    }
    return this.#state === "whole";
  }

  #step(byte: number, at: number): number {
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --this.#depth === 0) {
      this.#state = "whole";
    }
    return at + 1;
  }

  /** Where the string ends that holds the byte at `from`, or all of `bytes` where it does not. */
  #skipString(bytes: Uint8Array, from: number): number {
    const start = this.#escaped ? from + 1 : from;
    const quote = bytes.indexOf(QUOTE, start);
    const end = quote < 0 ? bytes.length : quote;
    let text = end;
    while (text > start && bytes[text - 1] === BACKSLASH) text--;
    const isEscaped = (end - text) % 2 === 1;
    this.#escaped = quote < 0 && isEscaped;
    this.#inString = quote < 0 || isEscaped;
    return quote < 0 ? bytes.length : quote + 1;
  }
}
