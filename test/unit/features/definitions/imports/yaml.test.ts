import assert from "node:assert/strict";
import type { AppError } from "../../../../../src/platform/base/errors";
import { NoteList } from "../../../../../src/features/definitions/common/imports/noteList";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import { readYamlSource } from "../../../../../src/features/definitions/common/imports/yamlSource";
import { at } from "./support/documents";
import { itInLong } from "../../../../fakes/runs";

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
      "- true",
      "- -.Inf",
      "- !!str 12",
      "- !!timestamp 2024-01-31",
      "- !!binary aGk=",
      "- !own {a: 1}",
      "- !!set {a: null}",
    );
    assert.deepEqual(value, [
      ...["2024-01-31", "2024-01-31T10:00:00Z", "yes", 15, "1_000", ".inf", ".nan", null, 1000],
      ...[true, "-.Inf"],
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

  it("copies the name that an alias stands for", () => {
    assert.deepEqual(valueOf("&name a: 1", "b: *name"), { a: 1, b: "a" });
  });

  it("has names without a value, and skips those that are no scalars", () => {
    const notes = new NoteList();
    const { value } = readYamlSource("? {a: 1}\n: 2\n? b\n? c\n", notes);
    assert.deepEqual(value, { b: null, c: null });
    assert.deepEqual(notes.list(), [{ kind: "skipped", subject: "/?", places: ["/?"], count: 1 }]);
  });

  it("says where a name is there twice, in lists and in what is merged", () => {
    const notes = new NoteList();
    readYamlSource("a: [0, {x: 1, x: 2}]\nb: {<<: {y: 1, y: 2}}", notes);
    assert.deepEqual(
      notes.list().map(({ subject }) => subject),
      ["/a/1/x", "/b/<</y"],
    );
  });

  describe("of many levels", () => {
    const nested = (open: string, value: string, close: string, levels: number): string =>
      open.repeat(levels) + value + close.repeat(levels);
    const shapes: Readonly<Record<string, (levels: number) => string>> = {
      "indented names": (levels) =>
        Array.from({ length: levels }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
      "objects in braces": (levels) => nested("{a: ", "1", "}", levels),
      "lists in brackets": (levels) => `a: ${nested("[", "1", "]", levels - 1)}`,
      "merged objects": (levels) => nested("{<<: ", "1", "}", levels),
      "a copy in lists": (levels) =>
        `a: &a ${nested("[", "1", "]", 200)}\nb: ${nested("[", "*a", "]", levels - 201)}`,
    };
    for (const [what, make] of Object.entries(shapes)) {
      it(`is read up to 512: ${what}`, () => {
        assert.doesNotThrow(() => valueOf(make(512)));
        assert.throws(() => valueOf(make(513)), { code: "definition/tooDeep" });
      });
    }

    it("is refused where the first value is that is too deep", () => {
      const position = (text: string): unknown => {
        try {
          return valueOf(text);
        } catch (error) {
          return (error as AppError).values;
        }
      };
      assert.deepEqual(position(nested("[", "1", "]", 600)), { line: 1, column: 514 });
      const levels = Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}a:`);
      assert.deepEqual(position(levels.join("\n")), { line: 514, column: 514 });
    });
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

  it("merges nothing from what has no members", () => {
    for (const nothing of ["~", "5", "text", "[~, 5, text]", "[]"]) {
      assert.deepEqual(valueOf(`{a: 1, <<: ${nothing}}`), { a: 1 }, nothing);
    }
    assert.deepEqual(valueOf("{a: 1, <<: [~, {b: 2}]}"), { a: 1, b: 2 });
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

  it("takes a version for one with blanks around it, or without its end", () => {
    const versions = ["openapi: ' 3.0.1 '", "swagger: 2", "swagger: '2.0.0'"].map(
      (version) => readDocument([version, ...PATHS].join("\n")).openapi,
    );
    assert.deepEqual(versions, ["3.0.1", "2.0", "2.0"]);
  });

  it("has no title where the document describes itself with a text", () => {
    const { title, version } = readDocument(["openapi: 3.0.0", "info: Ours", ...PATHS].join("\n"));
    assert.deepEqual([title, version], ["", ""]);
  });

  it("may begin and end with a document in which nothing is", () => {
    const lines = ["---", "# nothing", "---", "openapi: 3.1.0", ...PATHS, "---", "# nothing", ""];
    assert.equal(readDocument(lines.join("\n")).operations, 1);
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

  itInLong("takes 10,000 names in one object in its stride", () => {
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
