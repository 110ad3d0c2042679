/** What moved HEAD since the last look, as the reflog has it. Pure. */

/** One move of HEAD. */
export interface HeadMove {
  from: string;
  to: string;
  /** `commit`: the files between both ids were committed. `merge`: a conflict was resolved. */
  kind: "commit" | "merge" | "other";
}

const ENTRY = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*\t(.*)$/;

/**
 * The moves from the commit `from` to the newest entry of `reflog`, oldest first; undefined where
 * `from` is not in it. `from` undefined stands for a repository that had no commit.
 */
export function movesSince(reflog: string, from: string | undefined): HeadMove[] | undefined {
  const moves: HeadMove[] = [];
  for (const line of reflog.split("\n").toReversed()) {
    const [, before, after, message = ""] = ENTRY.exec(line) ?? [];
    if (before === undefined || after === undefined) continue;
    if (after === from) return moves;
    moves.unshift({ from: before, to: after, kind: kindOf(message) });
    const isFirst = /^0+$/.test(before);
    if (isFirst ? from === undefined : before === from) return moves;
  }
  return undefined;
}

function kindOf(message: string): HeadMove["kind"] {
  if (/^commit(?: \((?:initial|amend)\))?: /.test(message)) return "commit";
  return message.startsWith("commit (merge): ") ? "merge" : "other";
}
