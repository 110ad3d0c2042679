/**
 * V8 compiles a function at its first call, and Deno's code cache contains only what was compiled while
 * loading. A function in parentheses is compiled immediately, so it comes from the cache. Methods and
 * asynchronous arrow functions are not, so they are converted to functions where that is safe. Pure.
 */
import { type Node, parse } from "acorn";

/** Puts the functions of the module `text` in parentheses. */
export function compileEagerly(text: string): string {
  const program = parse(text, { ecmaVersion: "latest", sourceType: "module" });
  return print(program);

  function print(node: Node): string {
    if (isPlainAsyncArrow(node)) return `(${printAsAsyncFunction(node)})`;
    if (node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression") {
      return `(${printParts(node)})`;
    }
    if (isPlainMethod(node)) return printMethod(node);
    return node.type === "Program" ? printStatements(node) : printParts(node);
  }

  /** `{ async name() {} }` as `{ name: (async function() {}) }`: equivalent except for `super` and `new`. */
  function printMethod(node: Method): string {
    const { key, value, computed } = node;
    const name = computed ? `[${print(key)}]` : text.slice(key.start, key.end);
    const { async, generator } = value;
    return `${name}:(${async ? "async " : ""}function${generator ? "*" : ""}${printParts(value)})`;
  }

  function printAsAsyncFunction({ params, body, expression }: Arrow): string {
    const head = `async function(${params.map(print).join()})`;
    return expression ? `${head}{return(${print(body)})}` : `${head}${printStatements(body)}`;
  }

  /** The text of `node`, with its children printed by {@linkcode print}. */
  function printParts(node: Node): string {
    let result = "";
    let end = node.start;
    for (const [name, part] of partsOf(node)) {
      // In `{ a }` one identifier is both the name and the value.
      if (part.start < end) continue;
      const isBody = name === "body" && isFunction(node) && part.type === "BlockStatement";
      // Other methods cannot be put in parentheses.
      const isMethod = name === "value" && ownsFunction(node);
      result += text.slice(end, part.start) +
        (isBody ? printStatements(part) : isMethod ? printParts(part) : print(part));
      end = part.end;
    }
    return result + text.slice(end, node.end);
  }

  /** Function declarations are hoisted, so as variables they come first. */
  function printStatements(block: Node): string {
    let first = "";
    let rest = "";
    const open = block.type === "BlockStatement" ? 1 : 0;
    let end = block.start + open;
    for (const [, statement] of partsOf(block)) {
      rest += text.slice(end, statement.start);
      end = statement.end;
      if (statement.type !== "FunctionDeclaration") rest += print(statement);
      else first += `var ${nameOf(statement)}=(${printParts(statement)});`;
    }
    return text.slice(block.start, block.start + open) + first + rest +
      text.slice(end, block.end);
  }

  function nameOf(declaration: Node): string {
    const { id } = declaration as Node & { id: Node };
    return text.slice(id.start, id.end);
  }
}

/** The children of `node`, with the names of their fields, in order. */
function partsOf(node: Node): [name: string, part: Node][] {
  return Object.entries(node).flatMap(([name, value]) =>
    [value].flat().filter(isNode).map((part): [string, Node] => [name, part])
  ).sort(([, a], [, b]) => a.start - b.start);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isFunction({ type }: Node): boolean {
  return /^(?:Function(?:Expression|Declaration)|ArrowFunctionExpression)$/.test(type);
}

/** A method of an object literal. */
type Method = Node & {
  key: Node;
  value: Node & { async: boolean; generator: boolean };
  computed: boolean;
};

/** An arrow function. */
type Arrow = Node & { async: boolean; params: Node[]; body: Node; expression: boolean };

/** Whether it uses no `this`, `super` or `arguments` of its surroundings. */
function isPlainAsyncArrow(node: Node): node is Arrow {
  return node.type === "ArrowFunctionExpression" && (node as Arrow).async &&
    !contains(node, (part) =>
      /^(?:ThisExpression|Super|MetaProperty)$/.test(part.type) ||
      (part as Node & { name?: string }).name === "arguments");
}

function isPlainMethod(node: Node): node is Method {
  if (node.type !== "Property" || !(node as Node & { method: boolean }).method) return false;
  const { key, computed } = node as Method;
  const { name, value } = key as Node & { name?: string; value?: unknown };
  // A property named __proto__ sets the prototype, a method does not.
  const isPrototype = !computed && (name ?? value) === "__proto__";
  return !isPrototype && !contains(node, ({ type }) => type === "Super");
}

function contains(node: Node, test: (part: Node) => boolean): boolean {
  return test(node) || partsOf(node).some(([, part]) => contains(part, test));
}

function ownsFunction(node: Node): boolean {
  const { type, kind, method } = node as Node & { kind?: string; method?: boolean };
  return type === "MethodDefinition" || type === "Property" && (method || kind !== "init");
}
