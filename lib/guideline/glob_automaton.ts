/**
 * Matches the regular expression of a glob in time that grows with its length times the path's,
 * whatever both are. V8 backtracks, and its linear engine takes seconds where there are hundreds of
 * stars. It supports the syntax that globs are compiled to, and nothing else. Pure.
 */

/** Whether a regular expression matches a text. */
export type Automaton = (text: string) => boolean;

/** A state: it takes one UTF-16 code unit and leads to the next state, or takes none. */
type State =
  | { kind: "unit"; takes(unit: number): boolean; next: number }
  | { kind: "split"; next: number; other: number }
  | { kind: "start" | "end"; next: number }
  | { kind: "accept" };

/** The automaton of `source`; undefined where it holds something that no glob is compiled to. */
export function createAutomaton(source: string): Automaton | undefined {
  const states: State[] = [{ kind: "accept" }];
  const reader = new Reader(source);
  try {
    const first = build(readAlternatives(reader), 0, states);
    return reader.isAtEnd() ? (text) => run(states, first, text) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type Node =
  | { kind: "unit"; takes(unit: number): boolean }
  | { kind: "start" | "end" }
  | { kind: "sequence" | "alternatives"; parts: Node[] }
  | { kind: "repeat"; part: Node; least: 0 | 1; most: 1 | 2 };

class Reader {
  #at = 0;
  constructor(readonly source: string) {}

  isAtEnd(): boolean {
    return this.#at >= this.source.length;
  }

  next(): string {
    return this.source.charAt(this.#at);
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.source)?.[0];
    if (text) this.#at += text.length;
    return text;
  }
}

function readAlternatives(reader: Reader): Node {
  const parts = [readSequence(reader)];
  while (reader.take(/\|/y)) parts.push(readSequence(reader));
  return { kind: "alternatives", parts };
}

function readSequence(reader: Reader): Node {
  const parts: Node[] = [];
  while (!reader.isAtEnd() && !"|)".includes(reader.next())) parts.push(readRepeat(reader));
  return { kind: "sequence", parts };
}

function readRepeat(reader: Reader): Node {
  const part = readAtom(reader);
  switch (reader.take(/[*+?]\??/y)?.[0]) {
    case "*":
      return { kind: "repeat", part, least: 0, most: 2 };
    case "+":
      return { kind: "repeat", part, least: 1, most: 2 };
    case "?":
      return { kind: "repeat", part, least: 0, most: 1 };
  }
  return part;
}

function readAtom(reader: Reader): Node {
  if (reader.take(/\^/y)) return { kind: "start" };
  if (reader.take(/\$/y)) return { kind: "end" };
  if (reader.take(/\((?:\?:)?(?!\?)/y)) {
    const group = readAlternatives(reader);
    if (!reader.take(/\)/y)) throw new SyntaxError("a group has no end");
    return group;
  }
  const unit =
    reader.take(/\[(?:\\[^]|[^\]\\])*\]|\\(?:[nr]|u[\da-f]{4}|[^a-zA-Z0-9])|[^()[\]{}*+?\\|^$]/y) ??
      // A literal here, although it is special elsewhere.
      reader.take(/[\]{}](?!\d)/y);
  if (unit === undefined) throw new SyntaxError("it is no atom of a glob");
  if (/^(?:\[|\.|\\[nru])/.test(unit)) return { kind: "unit", takes: classTest(unit) };
  const literal = unit.charCodeAt(unit.length - 1);
  return { kind: "unit", takes: (other) => other === literal };
}

function classTest(source: string): (unit: number) => boolean {
  if (source === ".") return () => true;
  if (source === "[^/]") return (unit) => unit !== 47;
  const regex = new RegExp(source);
  return (unit) => regex.test(String.fromCharCode(unit));
}

/** Adds the states of `node`, which lead to `next`; returns the first of them. */
function build(node: Node, next: number, states: State[]): number {
  const add = (state: State) => states.push(state) - 1;
  switch (node.kind) {
    case "unit":
      return add({ ...node, next });
    case "start":
    case "end":
      return add({ kind: node.kind, next });
    case "sequence":
      return node.parts.reduceRight((after, part) => build(part, after, states), next);
    case "alternatives":
      return node.parts.map((part) => build(part, next, states))
        .reduce((other, first) => add({ kind: "split", next: first, other }));
    case "repeat": {
      if (node.most === 1) {
        return add({ kind: "split", next: build(node.part, next, states), other: next });
      }
      const split = add({ kind: "split", next, other: next });
      const first = build(node.part, split, states);
      states[split] = { kind: "split", next: first, other: next };
      return node.least === 1 ? first : split;
    }
  }
}

function run(states: readonly State[], first: number, text: string): boolean {
  /** Where each state was last reached, plus 1. */
  const reached = new Uint32Array(states.length);
  let accepts = false;
  let now: number[] = [];
  const reach = (from: number, at: number, into: number[]) => {
    const pending = [from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (reached[state] === at + 1) continue;
      reached[state] = at + 1;
      const known = states[state]!;
      switch (known.kind) {
        case "unit":
          into.push(state);
          break;
        case "split":
          pending.push(known.next, known.other);
          break;
        case "start":
          if (at === 0) pending.push(known.next);
          break;
        case "end":
          if (at === text.length) pending.push(known.next);
          break;
        case "accept":
          // Also before the end: a regular expression need not reach it.
          accepts = true;
      }
    }
  };
  reach(first, 0, now);
  for (let at = 0; at < text.length && now.length > 0 && !accepts; at++) {
    const unit = text.charCodeAt(at);
    const later: number[] = [];
    for (const state of now) {
      const known = states[state]!;
      if (known.kind === "unit" && known.takes(unit)) reach(known.next, at + 1, later);
    }
    now = later;
  }
  return accepts;
}
