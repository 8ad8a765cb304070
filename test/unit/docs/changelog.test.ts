import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const LONGEST_ENTRY = 160;

describe("CHANGELOG", () => {
  const text = readFileSync("CHANGELOG.md", "utf8");
  const entries = text
    .split(/\n(?=- |#)/)
    .filter((part) => part.startsWith("- "))
    .map((entry) => entry.trim().replace(/\s+/g, " "));

  it("begins with the version of the manifest", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    assert.equal(/^## \[([\d.]+)\]/m.exec(text)?.[1], version);
  });

  it("has one short sentence or two in each entry", () => {
    assert.ok(entries.length > 50, String(entries.length));
    assert.deepEqual(
      entries.filter((entry) => entry.length > LONGEST_ENTRY),
      [],
    );
    assert.deepEqual(
      entries.filter((entry) => !/[.)]$/.test(entry)),
      [],
    );
  });
});
