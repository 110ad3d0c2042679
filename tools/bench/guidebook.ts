/** Generates guidebooks and source files of any size, identical on every machine. */

/** The languages of a typical team: half of its guidelines are about Kotlin. */
const LANGUAGES = ["kotlin", "typescript", "kotlin", "python", "kotlin", "sql", "kotlin", "go"];

/** Typical patterns; none of them matches the source below. */
const PATTERNS = [
  (i: number) => ({ pattern: `Legacy${i}RepositoryImpl`, flags: "" }),
  (i: number) => ({ pattern: `import\\s+com\\.acme\\.legacy${i}\\.`, flags: "" }),
  (i: number) => ({ pattern: `\\bclass\\s+\\w*Manager${i}\\b`, flags: "" }),
  (i: number) => ({ pattern: `@Deprecated\\("since ${i}`, flags: "" }),
  (i: number) => ({ pattern: `^\\s*println\\(.*debug${i}`, flags: "m" }),
  (i: number) => ({ pattern: `runBlocking${i}\\s*\\{|GlobalScope${i}\\.launch`, flags: "" }),
];

/** The content of a guidebook. */
export interface GuidebookPlan {
  guidelines: number;
  /** Number of repositories among which the guidelines are divided. Default: all apply to `acme/*`. */
  repositories?: number;
  /** Additional guidelines, as their text. */
  extras?: string[];
}

/** Writes the guidebook into `folder`; only its first one matches {@linkcode renderSource}. */
export function writeGuidebook(folder: string, plan: GuidebookPlan): void {
  const { guidelines, repositories, extras = [] } = plan;
  for (let i = 0; i < guidelines; i++) {
    const repository = repositories === undefined ? "acme/*" : `acme/service-${i % repositories}`;
    write(`${folder}/topic-${i % 20}/guideline-${i}`, renderGuideline(i, repository));
  }
  extras.forEach((text, i) => write(`${folder}/extra-${i}`, text));
}

function write(folder: string, text: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/guideline.yaml`, text);
}

function renderGuideline(i: number, repository: string): string {
  const patterns = i === 0
    ? [{ pattern: "OrderRepositoryImpl", flags: "" }]
    : [PATTERNS[i % PATTERNS.length]!(i), PATTERNS[(i + 1) % PATTERNS.length]!(i)];
  return `id: guideline-${i}
scope:
  repositories: [${repository}]
  languages: [${LANGUAGES[i % LANGUAGES.length]}]
  paths: ['src/**', '!**/*Test.*']
when: [file_changed]
match:
  any:
${
    patterns.map(({ pattern, flags }) =>
      `    - regex: { pattern: '${pattern}', flags: '${flags}' }`
    )
      .join("\n")
  }
content: |
  Recommendation ${i}: services depend on repository abstractions, not on what implements them.
  Put the interface beside the service that needs it, and the implementation into the adapter.

  Instead of

      class OrderService(private val orders: OrderRepositoryImpl)

  write

      class OrderService(private val orders: OrderRepository)
`;
}

/** A Kotlin file of about 20 KB, with or without a match for the first guideline. */
export function renderSource(matches: boolean): string {
  const imported = matches ? "OrderRepositoryImpl" : "OrderRepository";
  const lines = ["package com.acme.order", "", `import com.acme.storage.${imported}`, ""];
  for (let i = 0, length = 0; length < 20_000; i++) {
    const line = i % 6 === 0
      ? `class OrderService${i}(private val orders: OrderRepository) {`
      : i % 6 === 5
      ? "}"
      : `    fun find${i}(id: Long): Order? = orders.findById(id) ?: error("order $id is missing")`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n") + "\n";
}
