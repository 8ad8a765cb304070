import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { FEATURES_OFF } from "../../scripts/host/chromium.mjs";

const PLAYWRIGHT = path.resolve("node_modules/playwright-core/lib/coreBundle.js");

describe("the features that the tests' browser goes without", () => {
  it("are all that Playwright turns off, and more: one list takes the place of the other", () => {
    const [, listed = assert.fail("Playwright's list was not found")] =
      /disabledFeatures = \[(.+?)\]\.filter/s.exec(readFileSync(PLAYWRIGHT, "utf8")) ?? [];
    const theirs = [...listed.matchAll(/^\s*"(\w+)"/gm)].map(([, name = ""]) => name);
    assert.ok(theirs.length > 10);
    assert.deepEqual(
      theirs.filter((name) => !FEATURES_OFF.includes(name)),
      [],
    );
  });
});
