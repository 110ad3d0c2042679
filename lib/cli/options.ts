/**
 * Parses a command's arguments. Our own code, since every library for it costs the hook a quarter of
 * Deno's start-up time or more (docs/decisions/command-line.md). Pure.
 */
import { UsageError } from "./io.ts";

/** The options of a command: whether each takes a value, and whether it may be repeated. */
export type OptionSpec = Record<string, "flag" | "value" | "values">;

/** Parsed arguments. */
export interface ParsedArguments<Spec extends OptionSpec> {
  options: {
    [Name in keyof Spec]: Spec[Name] extends "flag" ? boolean
      : Spec[Name] extends "values" ? string[]
      : string | undefined;
  };
  /** Arguments that are not options; all arguments after `--`. */
  operands: string[];
}

/**
 * Parses `--name`, `--name value` and `--name=value`.
 * @throws {UsageError} for an unknown option, a missing, empty or superfluous value, a repetition.
 */
export function parseArguments<const Spec extends OptionSpec>(
  args: readonly string[],
  spec: Spec,
): ParsedArguments<Spec> {
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === "--") {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      operands.push(arg);
      continue;
    }
    const [name, inline] = splitOption(arg);
    const kind = arg.startsWith("--") && Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (!kind) throw unknownOption(arg, name, spec);
    const given = values.get(name) ?? [];
    if (kind !== "values" && given.length > 0) {
      throw new UsageError(`Cannot take option "--${name}" twice`);
    }
    if (kind === "flag" && inline !== undefined) {
      throw new UsageError(`Cannot read option "--${name}": it takes no value`);
    }
    const value = kind === "flag" ? "" : inline ?? args[++i];
    if (kind !== "flag" && (value === undefined || value === "")) {
      throw new UsageError(`Cannot read option "--${name}": its value is missing`);
    }
    values.set(name, [...given, value!]);
  }
  const options = Object.fromEntries(
    Object.entries(spec).map(([name, kind]) => [
      name,
      kind === "flag"
        ? values.has(name)
        : kind === "values"
        ? values.get(name) ?? []
        : values.get(name)?.[0],
    ]),
  );
  return { options: options as ParsedArguments<Spec>["options"], operands };
}

function unknownOption(arg: string, name: string, spec: OptionSpec): UsageError {
  // Deno's own message suggests such a flag where it denies access.
  const isPermission = /^(?:allow|deny)-/.test(name);
  return new UsageError(
    `Cannot read option "${arg}": ${
      isPermission ? "permissions are given by the launcher" : "unknown"
    }`,
    { word: `--${name}`, candidates: [...Object.keys(spec), "help"].map((it) => `--${it}`) },
  );
}

function splitOption(arg: string): [name: string, inline: string | undefined] {
  const equals = arg.indexOf("=");
  return equals < 0 ? [arg.slice(2), undefined] : [arg.slice(2, equals), arg.slice(equals + 1)];
}
