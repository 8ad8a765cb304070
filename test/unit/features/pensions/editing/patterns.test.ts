import assert from "node:assert/strict";
import {
  anywhere,
  lackingPatterns,
  usablePatterns,
  withSchema,
} from "../../../../../src/features/pensions/common/editing/patterns";

const URL = "financialplanning-schema:///pension.schema.json";

describe("patterns of payload files", () => {
  it("are what of a setting can be one, once each", () => {
    const patterns = usablePatterns([" a/*.json ", "", 3, null, "a/*.json", "b.json"]);
    assert.deepEqual(patterns, ["a/*.json", "b.json"]);
    assert.deepEqual(usablePatterns("a/*.json"), []);
    assert.deepEqual(usablePatterns(undefined), []);
  });

  it("fit in any folder", () => {
    for (const pattern of ["a/*.json", "/a/*.json", "//a/*.json", "**/a/*.json"]) {
      assert.equal(anywhere(pattern), "**/a/*.json");
    }
    assert.equal(anywhere("**/*.json"), "**/*.json");
  });
});

describe("json.schemas", () => {
  const foreign = { fileMatch: ["a.json"], url: "https://other.example/schema.json" };

  it("gets an entry for what lacks the schema, and keeps all others", () => {
    assert.deepEqual(withSchema(undefined, ["a.json"], URL), [{ fileMatch: ["a.json"], url: URL }]);
    assert.deepEqual(withSchema([foreign, "odd"], ["a.json"], URL), [
      foreign,
      "odd",
      { fileMatch: ["a.json"], url: URL },
    ]);
  });

  it("gets one more pattern where there is an entry", () => {
    const present = [{ fileMatch: ["x.json"], url: URL }, foreign];
    assert.deepEqual(withSchema(present, ["x.json", "y.json"], URL), [
      { fileMatch: ["x.json", "y.json"], url: URL },
      foreign,
    ]);
  });

  it("stays where nothing lacks, also when it is written another way", () => {
    const present = [{ fileMatch: "/x.json", url: URL }];
    assert.equal(withSchema(present, ["**/x.json"], URL), undefined);
    assert.deepEqual(lackingPatterns(present, ["x.json", "y.json"], URL), ["y.json"]);
    assert.equal(withSchema([], [], URL), undefined);
  });

  it("passes over entries that are none", () => {
    assert.deepEqual(withSchema([null, 7, { url: URL, fileMatch: 3 }], ["a.json"], URL), [
      null,
      7,
      { fileMatch: ["a.json"], url: URL },
    ]);
  });
});
