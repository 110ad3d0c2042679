import assert from "node:assert/strict";
import fc from "fast-check";
import * as linguist from "linguist-languages";
import { canonicalLanguage, languagesOf, nearestLanguages } from "../../lib/language/language.ts";
import { isLanguageTableFresh, renderLanguageTable } from "../../tools/generate_language_table.ts";

const LISTED: readonly {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
}[] = Object.values(linguist);

const FILES: readonly (readonly [path: string, languages: readonly string[]])[] = [
  ["foo.kt", ["Kotlin"]],
  ["foo.KT", ["Kotlin"]],
  ["foo.kts", ["Kotlin"]],
  ["foo.ktm", []],
  ["foo.ktx", []],
  ["build.gradle.kts", ["Gradle Kotlin DSL", "Kotlin"]],
  ["foo.kt.txt", ["Adblock Filter List", "Text", "Vim Help File"]],
  [".kt", ["Kotlin"]], // as Linguist has it
  ["kt", []],
  ["foo.kt.", []],
  ["foo.kt ", []],
  ["foo..kt", ["Kotlin"]],
  ["src/main/kotlin/Order Service.kt", ["Kotlin"]],
  ["/Users/größe/プロジェクト/Übersicht.kt", ["Kotlin"]],
  ["src.kt/README", []],
  ["src/foo.kt/", []],
  ["a\nfoo.kt", ["Kotlin"]],
  ["Dockerfile", ["Dockerfile"]],
  ["docker/Dockerfile", ["Dockerfile"]],
  ["dockerfile", []], // case counts in a whole file name, as in Linguist
  ["prod.dockerfile", ["Dockerfile"]],
  ["Makefile", ["Makefile"]],
  ["MAKEFILE", []],
  ["makefile", ["Makefile"]],
  [".gitignore", ["Ignore List"]],
  ["CMakeLists.txt", ["CMake"]],
  ["CMakeLists.TXT", ["Adblock Filter List", "Text", "Vim Help File"]],
  ["tsconfig.json", ["JSON with Comments"]],
  ["package.json", ["JSON", "OASv2-json", "OASv3-json"]],
  ["hosts", ["Hosts File", "INI"]],
  ["foo.npmrc", []], // a whole file name is no extension
  ["foo.blade.php", ["Blade"]],
  ["foo.php", ["Hack", "PHP"]],
  [".php", ["PHP"]],
  ["foo.d.ts", ["TypeScript", "XML"]],
  ["foo.tsx", ["TSX", "XML"]],
  ["foo.h", ["C", "C++", "Objective-C"]],
  ["foo.h.in", ["C"]],
  ["foo.c++", ["C++"]],
  ["Foo.PCBDOC", ["Altium Designer"]],
  ["README", []],
  ["README.unknown", []],
  ["", []],
  ["/", []],
  [".", []],
  ["..", []],
  ["...", []],
  ["constructor", []],
  ["__proto__", []],
  ["foo.constructor", []],
  ["foo.__proto__", []],
  ["foo.toString", []],
  // what means something in the table means nothing in a name
  ["=Kotlin", []],
  ["*.kt", ["Kotlin"]],
  [":Dockerfile", []],
  ["Dockerfile\n=Kotlin", []],
  ["x".repeat(252) + ".kt", ["Kotlin"]],
  ["x".repeat(253) + ".kt", []],
  [".".repeat(1_000_000), []],
];

for (const [path, languages] of FILES) {
  Deno.test(`languagesOf() finds [${languages}] for ${JSON.stringify(path.slice(-40))}`, () => {
    assert.deepEqual(languagesOf(path), languages);
  });
}

const NAMES: readonly (readonly [name: string, canonical: string | undefined])[] = [
  ["kotlin", "Kotlin"],
  ["Kotlin", "Kotlin"],
  ["KOTLIN", "Kotlin"],
  ["js", "JavaScript"],
  ["golang", "Go"],
  ["c++", "C++"],
  ["cpp", "C++"],
  ["CSharp", "C#"],
  ["F*", "F*"],
  ["bash", "Shell"],
  ["protocol buffers", "Protocol Buffer"],
  ["Ur/Web", "UrWeb"],
  ["jupyter notebook", "Jupyter Notebook"],
  ["jupyter-notebook", "Jupyter Notebook"], // Linguist's default alias
  ["ren'py", "Ren'Py"],
  ["kotln", undefined],
  ["kt", undefined],
  [" kotlin", undefined],
  ["", undefined],
  ["toString", undefined],
  ["constructor", undefined],
  ["__proto__", undefined],
  ["=kotlin", undefined],
  ["c++/@cpp", undefined],
  ["kotlin/", undefined],
  ["go\ngolang", undefined],
];

for (const [name, canonical] of NAMES) {
  Deno.test(`canonicalLanguage() finds ${canonical} for ${JSON.stringify(name)}`, () => {
    assert.equal(canonicalLanguage(name), canonical);
  });
}

const MISSPELT: readonly (readonly [name: string, languages: readonly string[]])[] = [
  ["kotln", ["Kotlin"]],
  ["typscript", ["TypeScript"]],
  ["pyhton", ["Python"]],
  ["golng", ["Go"]],
  ["objective c++ ", ["Objective-C++"]],
  ["kt", ["Kotlin"]],
  [".PY", ["Python"]],
  ["*.kts", ["Kotlin"]],
  ["h", ["C", "C++", "Objective-C"]],
  ["", []],
  ["toString", []],
  ["__proto__", []],
  ["x".repeat(1_000_000), []],
];

for (const [name, languages] of MISSPELT) {
  Deno.test(`nearestLanguages() finds [${languages}] for "${name.slice(0, 20)}"`, () => {
    assert.deepEqual(nearestLanguages(name), languages);
  });
}

Deno.test("languagesOf() finds every language that Linguist lists for an extension", () => {
  const expected = new Map<string, Set<string>>();
  for (const { name, extensions = [] } of LISTED) {
    for (const extension of extensions) {
      const key = extension.toLowerCase();
      expected.set(key, (expected.get(key) ?? new Set()).add(name));
    }
  }
  expected.get(".gradle.kts")!.add("Kotlin");
  expected.delete(".ktm");
  for (const [extension, languages] of expected) {
    assert.deepEqual(new Set(languagesOf(`some/file${extension}`)), languages, extension);
    assert.deepEqual(new Set(languagesOf(`FILE${extension.toUpperCase()}`)), languages, extension);
  }
  assert.ok(expected.size > 1_000);
});

Deno.test("languagesOf() finds every language that Linguist lists for a file name", () => {
  const expected = new Map<string, Set<string>>();
  for (const { name, filenames = [] } of LISTED) {
    for (const filename of filenames) {
      expected.set(filename, (expected.get(filename) ?? new Set()).add(name));
    }
  }
  for (const [filename, languages] of expected) {
    assert.deepEqual(new Set(languagesOf(`some/${filename}`)), languages, filename);
  }
  assert.ok(expected.size > 300);
});

Deno.test("canonicalLanguage() knows every name and alias of Linguist in any case", () => {
  for (const { name, aliases = [] } of LISTED) {
    for (const word of [name, ...aliases, name.toLowerCase().replace(/\s/g, "-")]) {
      assert.equal(canonicalLanguage(word), name);
      assert.equal(canonicalLanguage(word.toUpperCase()), name);
    }
  }
});

Deno.test("language_table.ts is what the installed linguist-languages yields", async () => {
  assert.ok(await isLanguageTableFresh(), "Run deno run -A tools/generate_language_table.ts");
  assert.ok(renderLanguageTable().length < 40_000, "The hook loads this table");
});

Deno.test("no language function throws, and each yields languages, whatever the text", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(".", "/", "=", "@", "*", ":", "\n", "kt", "Go", " ", "\\") }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const languages = [...languagesOf(text), ...nearestLanguages(text)];
      for (const language of languages) assert.equal(canonicalLanguage(language), language);
      const canonical = canonicalLanguage(text);
      if (canonical !== undefined) assert.equal(canonicalLanguage(canonical), canonical);
    }),
  );
});
