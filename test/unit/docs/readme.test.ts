import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const MOST_LINES = 150;

describe("README", () => {
  const text = readFileSync("README.md", "utf8");

  it("is short, and begins with three sentences and four pictures", () => {
    assert.ok(text.trimEnd().split("\n").length <= MOST_LINES);
    const opening = text.slice(0, text.indexOf("\n## "));
    assert.equal(opening.match(/!\[/g)?.length, 4);
    const [, sentences = ""] = opening.split("\n\n");
    assert.equal(sentences.match(/\.(?=\s|$)/g)?.length, 3);
  });

  it("installs before it builds, then leads through the first minutes", () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    assert.deepEqual(headings.slice(0, 2), ["Install", "The first five minutes"]);
    for (const words of ["Install from VSIX…", "npm start", "npm test"]) {
      assert.ok(text.includes(words), words);
    }
  });
});
