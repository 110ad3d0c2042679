/** Reads the project's documents, and extracts the parts that tests can check. */
import { PROJECT } from "../support/command.ts";

/** The Markdown files of the project, relative to its folder. */
export function listDocuments(): string[] {
  const atRoot = ["README.md", "README.ko.md", "CHANGELOG.md", "CONTRIBUTING.md"];
  return [...atRoot, ...listFiles("docs", /\.md$/)];
}

/** The files below a folder of the project whose name fits, relative to the project. */
export function listFiles(folder: string, name: RegExp): string[] {
  return [...Deno.readDirSync(`${PROJECT}/${folder}`)].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) return listFiles(path, name);
    return name.test(entry.name) ? [path] : [];
  }).sort();
}

export function readDocument(path: string): string {
  return Deno.readTextFileSync(`${PROJECT}/${path}`);
}

/** The code blocks of one language, without the indentation of a surrounding list. */
export function codeBlocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)]
    .filter(([, , name]) => name === language)
    .map(([, indentation = "", , text = ""]) =>
      text.split("\n").map((line) => line.slice(indentation.length)).join("\n")
    );
}

/** The text between single backticks, outside of code blocks. */
export function codeSpans(markdown: string): string[] {
  const text = markdown.replace(/^ *```.*?^ *```$/gms, "");
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span.replace(/\s+/g, " "));
}

/** All code in a document: what a reader may type or look up. */
export function codeOf(markdown: string): string {
  const blocks = ["sh", "json", "text"].flatMap((language) => codeBlocks(markdown, language));
  return [...codeSpans(markdown), ...blocks].join("\n");
}

/** All fenced blocks, verbatim, with their fences. */
export function fencedBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^ *```.*?^ *```$/gms)].map(([block]) => block);
}

/** The cells of each table row, without the separator lines. */
export function tableRows(markdown: string): string[][] {
  return [...markdown.matchAll(/^\|(.*)\|$/gm)]
    .map(([, row = ""]) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
}

/** The targets of links within the project. */
export function localLinks(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target));
}

/** The anchors that GitHub gives the headings of a document. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}
