import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A code sample of a page: what stands between two lines of backticks. */
export interface Fence {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  /** Why no test runs it, as its info string says: `not-run="needs a cluster"`. */
  readonly notRun: string | undefined;
  readonly text: string;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)(.*)$/;
const NOT_RUN = /(?:^|\s)not-run="([^"]+)"/;

/** The pages of the root but the changelog, and every page of docs/, by its path. */
export function readPages(): ReadonlyMap<string, string> {
  const root = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];
  const paths = [...root, ...globSync("docs/**/*.md", { cwd: process.cwd() }).sort()];
  return new Map(
    paths.map((path) => [
      path.replaceAll("\\", "/"),
      readFileSync(join(process.cwd(), path), "utf8"),
    ]),
  );
}

/** All samples of a page in their order; throws where one has no end. */
export function fencesOf(page: string, markdown: string): readonly Fence[] {
  const lines = markdown.split(/\r?\n/);
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, mark, language = "", info = ""] = OPENING.exec(lines[index] ?? "") ?? [];
    if (mark === undefined) {
      continue;
    }
    const end = lines.findIndex((line, at) => at > index && isClosing(line, mark));
    if (end < 0) {
      throw new Error(`${page}:${index + 1} begins a sample that does not end`);
    }
    const text = lines.slice(index + 1, end).join("\n");
    fences.push({ page, line: index + 1, language, notRun: NOT_RUN.exec(info)?.[1], text });
    index = end;
  }
  return fences;
}

function isClosing(line: string, mark: string): boolean {
  const text = line.trim();
  return text.startsWith(mark) && text === mark.charAt(0).repeat(text.length);
}
