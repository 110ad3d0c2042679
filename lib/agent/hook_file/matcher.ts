/** How agents decide whether a hook's matcher fits a call. Pure. */
import type { AgentSetup, HookEventSetup } from "../setup.ts";

/**
 * The calls that the hook must get at an event and that none of `matchers` fits, by the first name of
 * each. An event without a matcher misses nothing, whatever its group has.
 */
export function findMissed(
  { matcherFits }: Pick<AgentSetup, "matcherFits">,
  event: HookEventSetup | undefined,
  matchers: readonly (string | undefined)[],
): string[] {
  const fits = (name: string) => matchers.some((matcher) => matcherFits(matcher, name));
  return (event?.calls ?? []).filter((names) => !names.some(fits)).map(([name = ""]) => name);
}

/**
 * Whether `matcher` fits `name`: absent, empty and `*` fit every name; a matcher of the form `list` is
 * a list of exact names with `separator` between them; anything else is a regular expression, and one
 * that does not compile fits nothing.
 */
export function fitsMatcher(
  matcher: string | undefined,
  name: string,
  { list, separator }: { list: RegExp; separator: RegExp },
): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  if (list.test(matcher)) {
    return matcher.split(separator).map((part) => part.trim()).includes(name);
  }
  try {
    return new RegExp(matcher).test(name);
  } catch {
    return false;
  }
}
