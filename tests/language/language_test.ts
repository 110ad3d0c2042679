import assert from "node:assert/strict";
import fc from "fast-check";
import * as linguist from "linguist-languages";
import { HEURISTICS, INTERPRETERS } from "../../lib/language/heuristics.ts";
import {
  canonicalLanguage,
  languagesOf,
  languagesOfText,
  nearestLanguages,
} from "../../lib/language/language.ts";
import { isLinearEngineOn, regexEngine } from "../../lib/pattern/regex_engine.ts";
import {
  findStaleLanguageFiles,
  renderLanguageFiles,
} from "../../tools/generate_language_table.ts";

const LISTED: readonly {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
  readonly interpreters?: readonly string[];
}[] = Object.values(linguist);

/** File names, and the languages that they alone tell. */
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
  ["Dockerfile.dev", ["Dockerfile"]],
  ["docker/Dockerfile.prod.eu", ["Dockerfile"]],
  ["Containerfile", ["Dockerfile"]],
  ["Containerfile.build", ["Dockerfile"]],
  ["Jenkinsfile.prod", ["Groovy"]],
  ["Makefile.linux", ["Makefile"]],
  ["Dockerfile.dockerignore", ["Ignore List"]],
  ["Dockerfile.sh", ["Shell"]], // an extension comes before the name in front of it
  ["dockerfile.dev", []],
  ["README.dev", []],
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
  ["foo.cfg", ["HAProxy"]], // the first extension of one language is that language's alone
  ["foo.frag", ["GLSL", "JavaScript"]],
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
    assert.deepEqual(languagesOf(path).languages, languages);
  });
}

/** File names with texts, and the languages of both together. */
const TEXTS: readonly (readonly [path: string, text: string, languages: readonly string[]])[] = [
  ["foo.ts", "export const x = 1;\n", ["TypeScript"]],
  ["foo.ts", "const x = create<TS>();\n", ["TypeScript"]],
  ["foo.ts", "<Foo>bar;\n", ["TypeScript"]],
  ["foo.ts", "", ["TypeScript"]],
  ["foo_de.ts", '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n', ["XML"]],
  ["foo_de.ts", "\n  <!DOCTYPE TS>\n<TS>", ["XML"]],
  ["foo.tsx", "export const A = () => <b/>;\n", ["TSX"]],
  ["map.tsx", '<?xml version="1.0"?>\n<tileset/>', ["XML"]],
  ["foo.rs", "use std::fs;\n", ["Rust"]],
  ["foo.rs", "struct A;\n", ["RenderScript", "Rust"]],
  ["foo.rs", "#pragma version(1)\n#pragma rs java_package_name(a)\n", ["RenderScript"]],
  ["foo.md", "# Title\n", ["Markdown"]],
  ["foo.md", "제목\n\n본문\n", ["Markdown"]],
  ["foo.md", "", ["Markdown"]],
  ["foo.md", ';; GCC\n(define_insn "a")\n', ["GCC Machine Description"]],
  ["foo.php", "<?php\necho 1;\n", ["PHP"]],
  ["foo.php", "<?hh // strict\n", ["Hack", "PHP"]],
  ["foo.php", "<?php\n$open = '<?hh';\n", ["PHP"]],
  ["foo.cs", "class A {}\n", ["C#"]],
  ["foo.cs", "!Foo methodsFor: 'x'!\n", ["C#", "Smalltalk"]],
  ["foo.h", "int f(void);\n", ["C", "C++", "Objective-C"]],
  ["foo.h", "", ["C", "C++", "Objective-C"]],
  ["foo.h", "std::string f();\n", ["C++"]],
  ["foo.h", "@interface Foo\n@end\n", ["Objective-C"]],
  ["foo.m", "@implementation Foo\n", ["Objective-C"]],
  ["foo.m", "% comment\n", ["MATLAB"]],
  ["foo.pl", "use strict;\n", ["Perl"]],
  ["foo.pl", "foo(X) :- bar(X).\n", ["Prolog"]],
  ["foo.t", "use strict;\n", ["Perl"]],
  ["foo.r", "x <- 1\n", ["R"]],
  ["foo.v", "module counter (input clk);\n", ["Verilog"]],
  ["foo.fs", "let x = 1\n", ["F#"]],
  ["foo.ml", "let rec f x = x\n", ["OCaml"]],
  ["foo.d", "module a;\n", ["D"]],
  ["foo.sc", "import scala.util.Try\n", ["Scala", "SuperCollider"]],
  ["foo.gd", "extends Node\n# Declare it\n", ["GDScript"]],
  ["foo.star", "def f():\n  pass\n", ["STAR", "Starlark"]],
  ["foo.properties", "a=b\n", ["INI", "Java Properties"]],
  ["foo.properties", "# c\na=b\n", ["Java Properties"]],
  ["foo.json", "{}", ["JSON"]],
  ["foo.json", '{"openapi": "3.0.0"}', ["JSON", "OASv3-json"]],
  ["foo.yaml", "a: b\n", ["YAML"]],
  ["foo.yml", "a: b\n", ["YAML"]],
  ["foo.yaml", "openapi: 3.0.1\n", ["OASv3-yaml", "YAML"]],
  ["foo.sql", "SELECT 1;\n", ["PLSQL", "PLpgSQL", "SQL", "SQLPL", "TSQL"]],
  ["foo.sql", "declare @x int\ngo\n", ["SQL", "TSQL"]],
  ["foo.html", "<p>\n", ["HTML"]],
  ["foo.txt", "text\n", ["Text"]],
  ["foo.typ", "= Title\n", ["Typst"]],
  ["foo.inc", "<?php\n", ["PHP"]],
  ["foo.al", "x".repeat(60_000) + " PAGE ", ["AL", "Perl"]], // the sign comes too late
  ["build.gradle.kts", "plugins {}\n", ["Gradle Kotlin DSL", "Kotlin"]],
  ["foo.kt", "<?xml version='1.0'?>", ["Kotlin"]],
  ["run", "#!/usr/bin/env python3\n", ["Python"]],
  ["run", "#!/usr/bin/python3.11 -u\n", ["Python"]],
  ["run", "#! /bin/bash\n", ["Shell"]],
  ["run", "#!/bin/sh -e\n", ["Shell"]],
  ["run", "#!/usr/bin/env -S deno run -A\n", ["JavaScript", "TypeScript"]],
  ["run", "#!/usr/bin/env -i A=b ruby\n", ["Ruby"]],
  ["run", '#!/bin/sh\n# \\\nexec tclsh "$0" "$@"\n', ["Tcl"]],
  ["run", "#!/usr/bin/env node", ["JavaScript", "TypeScript"]],
  ["run", "#!/opt/unheard-of\n", []],
  ["run", "#!\n", []],
  ["run", "#!", []],
  ["run", "#!/usr/bin/env\n", []],
  ["run", " #!/bin/sh\n", []],
  ["run", "text\n", []],
  ["run", "#!" + "/".repeat(1_000_000), []],
  ["Makefile", "#!/bin/sh\n", ["Makefile"]],
  ["run.unknown", "#!/bin/sh\n", []],
];

for (const [path, text, languages] of TEXTS) {
  const name = `${path} with ${JSON.stringify(text.slice(0, 30))}`;
  Deno.test(`languagesOfText() finds [${languages}] for ${name}`, async () => {
    assert.deepEqual(await languagesOfText(path, text), languages);
    const { possible } = languagesOf(path);
    for (const language of languages) assert.ok(possible.includes(language), language);
  });
}

Deno.test("languagesOf() needs no text where the name decides", () => {
  for (const path of ["a.kt", "a.go", "a.cfg", "a.java", "Dockerfile.dev", "a.unknown"]) {
    const { languages, possible, decide } = languagesOf(path);
    assert.deepEqual([possible, decide], [languages, undefined], path);
  }
  for (const path of ["a.ts", "a.h", "run"]) assert.ok(languagesOf(path).decide, path);
});

Deno.test("the heuristics are evaluated in linear time", () => {
  assert.ok(isLinearEngineOn());
  const patterns = HEURISTICS.split("\n").filter((line) => /^[+-]/.test(line));
  const slow = patterns.filter((line) => !regexEngine.isLinear(new RegExp(line.slice(1), "m")));
  assert.deepEqual(slow, []);
  assert.ok(patterns.length > 150);
});

Deno.test("the heuristics and interpreters name languages of the table", () => {
  const lines = HEURISTICS.split("\n").filter((line) => /^[!=]/.test(line));
  const names = [
    ...lines.flatMap((line) => line.slice(1).split("/")),
    ...INTERPRETERS.trim().split("\n").flatMap((line) => line.split("/").slice(1)),
  ];
  for (const name of names) assert.equal(canonicalLanguage(name), name);
});

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

Deno.test("languagesOf() finds for an extension the languages that Linguist lists", () => {
  const expected = new Map<string, { all: Set<string>; first: Set<string> }>();
  for (const { name, extensions = [] } of LISTED) {
    for (const [index, extension] of extensions.entries()) {
      const key = extension.toLowerCase();
      const entry = expected.get(key) ?? { all: new Set(), first: new Set() };
      entry.all.add(name);
      if (index === 0) entry.first.add(name);
      expected.set(key, entry);
    }
  }
  expected.set(".gradle.kts", { all: new Set(["Gradle Kotlin DSL", "Kotlin"]), first: new Set() });
  expected.delete(".ktm");
  let decided = 0;
  for (const [extension, { all, first }] of expected) {
    const { possible, decide } = languagesOf(`some/file${extension}`);
    const isDecided = !decide && first.size === 1;
    if (isDecided && all.size > 1) decided++;
    assert.deepEqual(new Set(possible), isDecided ? first : all, extension);
    assert.deepEqual(languagesOf(`FILE${extension.toUpperCase()}`).possible, possible, extension);
  }
  assert.ok(expected.size > 1_000 && decided > 10);
});

Deno.test("languagesOfText() never takes an extension from the language whose first it is", async () => {
  const owners = new Map<string, string[]>();
  for (const { name, extensions = [] } of LISTED) {
    const first = extensions[0]?.toLowerCase();
    if (first !== undefined) owners.set(first, [...owners.get(first) ?? [], name]);
  }
  const texts = ["", "text\n", "#!/bin/sh\n", "<a/>\n", "use strict;\n", "# a\nb=c\n"];
  for (const [extension, names] of owners) {
    if (names.length > 1) continue;
    for (const text of texts) {
      const languages = await languagesOfText(`file${extension}`, text);
      assert.ok(languages.includes(names[0]!), `${extension} with ${text}: ${languages}`);
    }
  }
});

Deno.test("languagesOf() finds every language that Linguist lists for a file name", () => {
  const expected = new Map<string, Set<string>>();
  for (const { name, filenames = [] } of LISTED) {
    for (const filename of filenames) {
      expected.set(filename, (expected.get(filename) ?? new Set()).add(name));
    }
  }
  for (const [filename, languages] of expected) {
    assert.deepEqual(new Set(languagesOf(`some/${filename}`).languages), languages, filename);
  }
  assert.ok(expected.size > 300);
});

Deno.test("languagesOfText() finds every language that Linguist lists for an interpreter", async () => {
  const expected = new Map<string, Set<string>>();
  for (const { name, interpreters = [] } of LISTED) {
    for (const interpreter of interpreters) {
      expected.set(interpreter, (expected.get(interpreter) ?? new Set()).add(name));
    }
  }
  for (const [interpreter, languages] of expected) {
    const found = await languagesOfText("bin/tool", `#!/usr/bin/env ${interpreter}\n`);
    assert.deepEqual(new Set(found), languages, interpreter);
  }
  assert.ok(expected.size > 100);
});

Deno.test("canonicalLanguage() knows every name and alias of Linguist in any case", () => {
  for (const { name, aliases = [] } of LISTED) {
    for (const word of [name, ...aliases, name.toLowerCase().replace(/\s/g, "-")]) {
      assert.equal(canonicalLanguage(word), name);
      assert.equal(canonicalLanguage(word.toUpperCase()), name);
    }
  }
});

Deno.test("the language files are what the installed packages yield", async () => {
  assert.deepEqual(await findStaleLanguageFiles(), [], "Run deno task generate");
  assert.ok(renderLanguageFiles()["language_table.ts"]!.length < 40_000, "The hook loads this");
});

Deno.test("no language function throws, and each yields languages, whatever the text", async () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(".", "/", "=", "@", "*", ":", "\n", "kt", "Go", " ", "\\") }),
  );
  await fc.assert(
    fc.asyncProperty(texts, texts, async (text, source) => {
      const languages = [
        ...languagesOf(text).possible,
        ...await languagesOfText(text, source),
        ...nearestLanguages(text),
      ];
      for (const language of languages) assert.equal(canonicalLanguage(language), language);
      const canonical = canonicalLanguage(text);
      if (canonical !== undefined) assert.equal(canonicalLanguage(canonical), canonical);
    }),
  );
});
