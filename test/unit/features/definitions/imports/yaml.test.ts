import assert from "node:assert/strict";
import { NoteList } from "../../../../../src/features/definitions/common/imports/noteList";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import { readYamlSource } from "../../../../../src/features/definitions/common/imports/yamlSource";
import { at } from "./support/documents";

function valueOf(...lines: readonly string[]): unknown {
  return readYamlSource(lines.join("\n"), new NoteList()).value;
}

const PATHS = ["paths:", "  /a:", "    get: {}"];

describe("YAML of documents", () => {
  it("has names as they are written, whatever they look like", () => {
    const value = valueOf("200: a", "2.10: b", "null: c", "yes: d", '"": e', "0x1F: f");
    assert.deepEqual(value, { 200: "a", "2.10": "b", null: "c", yes: "d", "": "e", "0x1F": "f" });
  });

  it("has the values of the core schema: dates, yes and no are text", () => {
    const value = valueOf(
      "- 2024-01-31",
      "- 2024-01-31T10:00:00Z",
      "- yes",
      "- 0o17",
      "- 1_000",
      "- .inf",
      "- .nan",
      "- ~",
      "- 1e3",
      "- !!str 12",
      "- !!timestamp 2024-01-31",
      "- !!binary aGk=",
      "- !own {a: 1}",
      "- !!set {a: null}",
    );
    assert.deepEqual(value, [
      ...["2024-01-31", "2024-01-31T10:00:00Z", "yes", 15, "1_000", ".inf", ".nan", null, 1000],
      ...["12", "2024-01-31", "aGk=", { a: 1 }, { a: null }],
    ]);
  });

  it("is read as 1.2 whatever version it names", () => {
    assert.deepEqual(valueOf("%YAML 1.1", "%TAG !e! tag:x,2020:", "---", "a: [no, !e!b 1]"), {
      a: ["no", "1"],
    });
  });

  it("copies what an alias stands for", () => {
    const value = valueOf("a: &a {x: [1]}", "b: *a", "c: &a 2", "d: *a", "e: {*a : 3}");
    assert.deepEqual(value, { a: { x: [1] }, b: { x: [1] }, c: 2, d: 2, e: { 2: 3 } });
    assert.notEqual(at(value, "a"), at(value, "b"));
    assert.notEqual(at(value, "a", "x"), at(value, "b", "x"));
  });

  it("keeps to the anchor that stood before an alias, also where it is copied", () => {
    const value = valueOf("x: &x 1", "a: &a [*x]", "y: &x 2", "b: *a", "c: *x");
    assert.deepEqual(value, { x: 1, a: [1], y: 2, b: [1], c: 2 });
  });

  it("merges what << names, the members that are there first", () => {
    const value = valueOf(
      "one: &one {a: 1, b: 1}",
      "two: &two {b: 2, c: 2}",
      "three: {<<: [*one, *two], a: 3}",
      "four: {<<: *two}",
      'five: {"<<": 5}',
    ) as Readonly<Record<string, unknown>>;
    assert.deepEqual(value["three"], { a: 3, b: 1, c: 2 });
    assert.deepEqual(value["four"], { b: 2, c: 2 });
    assert.deepEqual(value["five"], { "<<": 5 });
  });

  it("takes versions as they are written, also without quotes", () => {
    const two = readDocument(
      ["swagger: 2.0", "info: {title: 7, version: 1.10}", ...PATHS].join("\n"),
    );
    assert.deepEqual([two.openapi, two.title, two.version], ["2.0", "7", "1.10"]);
    const three = readDocument(
      ["openapi: 3.0", "info: {version: 2024-01-31}", ...PATHS].join("\n"),
    );
    assert.deepEqual([three.openapi, three.title, three.version], ["3.0", "", "2024-01-31"]);
    assert.deepEqual(three.document["info"], { title: "", version: "2024-01-31" });
    assert.equal(readDocument(["openapi: 3.1", ...PATHS].join("\n")).document["openapi"], "3.1");
  });

  it("may be written in braces, with comments and commas too many", () => {
    const read = readDocument("# ours\n{openapi: 3.1.0, paths: {/a: {get: {}},},}");
    assert.deepEqual([read.syntax, read.operations], ["yaml", 1]);
  });

  it("counts names that are there twice, the last one wins, as in JSON", () => {
    const lines = ["openapi: 3.1.0", "paths:", "  /a: {get: {summary: one}}"];
    const yaml = readDocument([...lines, "  /a: {get: {summary: two}}"].join("\n"));
    const json = readDocument(
      `{"openapi": "3.1.0", "paths": {"/a": {"get": {}}, "/a": {"get": {"summary": "two"}}}}`,
    );
    for (const { document, notes } of [yaml, json]) {
      assert.equal(at(document, "paths", "/a", "get")["summary"], "two");
      assert.deepEqual(notes, [
        { kind: "duplicateKey", subject: "/paths/~1a", places: ["/paths/~1a"], count: 1 },
      ]);
    }
  });

  it("takes 10,000 names in one object in its stride", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `  n${index}: {type: string}`);
    const value = valueOf("a:", ...names);
    assert.equal(Object.keys(at(value, "a")).length, 10_000);
  });
});

describe("names that would become prototypes", () => {
  const inner = `"constructor": {"type": "string"}, "__proto__": {"polluted": true}`;
  const json = `{"openapi": "3.0.0", "paths": {"/a": {"get": {}}},
    "components": {"schemas": {"A": {"properties": {${inner}}}}}}`;
  const yaml = `# YAML\n${json}`;

  for (const [name, text] of [
    ["JSON", json],
    ["YAML", yaml],
  ] as const) {
    it(`do no harm in ${name}`, () => {
      const { document, notes } = readDocument(text);
      const properties = at(document, "components", "schemas", "A", "properties");
      assert.deepEqual(Object.keys(properties), ["constructor"]);
      assert.equal(Object.getPrototypeOf(properties), Object.prototype);
      assert.equal("polluted" in {}, false);
      assert.deepEqual(
        notes.map(({ kind, subject }) => [kind, subject]),
        [["skipped", "/components/schemas/A/properties/__proto__"]],
      );
    });
  }

  it("do no harm as media types of 2.0", () => {
    const { document } = readDocument(`{"swagger": "2.0", "produces": ["__proto__"], "paths": {
      "/a": {"get": {"responses": {"200": {"description": "", "examples": {"__proto__": 1}}}}}}}`);
    assert.equal("example" in {}, false);
    assert.ok("/a" in at(document, "paths"));
  });
});
