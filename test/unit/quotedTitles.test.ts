import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const read = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;

const manifestTexts = read("package.nls.json");
/** By what is the same of those that look alike: without dots at the end, in small letters. */
const titles = new Map<string, string[]>();
for (const [key, title] of Object.entries(manifestTexts)) {
  if (key.startsWith("command.")) {
    titles.set(bare(title), [...(titles.get(bare(title)) ?? []), title]);
  }
}

function bare(title: string): string {
  return title.replace(/[.…\s]+$/, "").toLowerCase();
}

/** What is quoted in a sentence; an apostrophe in it may begin nothing. */
function quoted(sentence: string): readonly string[] {
  return [...sentence.matchAll(/(?=(?<!\w)'([^'{}]+)'(?!\w))/g)].map(([, name = ""]) => name);
}

function misquoted(sentence: string): readonly string[] {
  return quoted(sentence).filter((name) => titles.get(bare(name))?.includes(name) === false);
}

describe("titles of commands that sentences quote", () => {
  it("are quoted as the palette shows them", () => {
    const sentences = [
      ...Object.keys(read("l10n/bundle.l10n.json")),
      ...Object.values(manifestTexts),
    ];
    assert.deepEqual(
      sentences.filter((sentence) => misquoted(sentence).length > 0),
      [],
    );
    const right = sentences.flatMap(quoted).filter((name) => titles.has(bare(name)));
    assert.ok(right.length > 20, `${right.length} are quoted`);
  });

  it("are found behind an apostrophe, with other dots, capitals, or none", () => {
    assert.deepEqual(misquoted("The user's key: 'Show log', or 'Show Log'."), ["Show log"]);
    assert.deepEqual(misquoted("'Edit Connection' and 'Edit Connection...'"), [
      "Edit Connection",
      "Edit Connection...",
    ]);
    assert.deepEqual(misquoted("'Edit Connection…' for '{0}', 'anything else'"), []);
  });
});
