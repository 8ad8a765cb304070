import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { isAppError } from "../../../../../src/platform/base/errors";
import { NoteList } from "../../../../../src/features/definitions/common/imports/noteList";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import { readYamlSource } from "../../../../../src/features/definitions/common/imports/yamlSource";
import { IS_LONG } from "../../../../fakes/runs";
import {
  at,
  type Json,
  operationNames,
  readElsewhere,
  REAL_DOCUMENTS,
  textOf,
  TRIED_DOCUMENTS,
} from "./support/documents";

/** Of the pairs of examples, each how manieth is read. */
const EACH = IS_LONG ? 1 : 6;

describe("real documents", () => {
  const rows: (readonly string[])[] = [
    ["document", "version", "syntax", "bytes", "endpoints", "notes"],
  ];

  for (const { file, openapi, syntax } of TRIED_DOCUMENTS) {
    it(`reads ${file}`, () => {
      const text = textOf(file);
      const read = readDocument(text);
      assert.deepEqual([read.openapi, read.syntax], [openapi, syntax]);
      const raw = readElsewhere(text, syntax);
      assert.equal(read.operations, operationNames(raw).length);
      assert.deepEqual(operationNames(read.document).sort(), operationNames(raw).sort());
      assert.match(String(read.document["openapi"]), /^3\.1\./);
      assert.equal(read.notes.length, 0);
      assert.equal(read.title, at(raw, "info")["title"]);
      assert.equal(read.version, at(raw, "info")["version"]);
      assert.equal("swagger" in read.document, false);
      const bytes = Buffer.byteLength(text).toLocaleString("en");
      const notes = read.notes.reduce((sum, { count }) => sum + count, 0);
      rows.push([file, openapi, syntax, bytes, String(read.operations), String(notes)]);
    });
  }

  after(() => {
    process.stdout.write(asTable(rows));
  });

  it("are ten and more of every version, up to 8 MB", () => {
    const versions = new Set(REAL_DOCUMENTS.map(({ openapi }) => openapi.slice(0, 3)));
    assert.deepEqual([...versions].sort(), ["2.0", "3.0", "3.1"]);
    assert.ok(new Set(REAL_DOCUMENTS.map(({ file }) => file.split("/")[0])).size >= 7);
    assert.ok(REAL_DOCUMENTS.some(({ file }) => textOf(file).length > 8_000_000));
  });

  it("read as YAML hold what the whole library reads in them", () => {
    const documents = TRIED_DOCUMENTS.filter(({ syntax }) => syntax === "yaml");
    for (const { file } of documents.filter((one) => textOf(one.file).length < 1_000_000)) {
      const text = textOf(file);
      const { value } = readYamlSource(text, new NoteList());
      assert.deepEqual(value, readElsewhere(text, "yaml"), file);
    }
  });

  it("are the same in JSON and in YAML", () => {
    const pairs = globSync("*/json/**/*.json", { cwd: examples() }).map((json) => [
      json,
      json.replace("/json/", "/yaml/").replace(/\.json$/, ".yaml"),
    ]);
    const both = new Set(globSync("*/yaml/**/*.yaml", { cwd: examples() }));
    const tried = pairs.filter(([, yaml = ""], index) => both.has(yaml) && index % EACH === 0);
    const same = tried.filter(([json = "", yaml = ""]) => isSame(json, yaml));
    for (const [json = "", yaml = ""] of same) {
      assert.deepEqual(outcome(json), outcome(yaml), json);
    }
    assert.ok(same.length > 50 / EACH, String(same.length));
  });

  it("with references and without describe the same operations", () => {
    const [flat, referring] = ["json", "yaml"].map((kind) =>
      readDocument(textOf(`shipengine-openapi/openapi.${kind}`)),
    );
    assert.deepEqual(operationNames(flat?.document), operationNames(referring?.document));
    assert.equal(flat?.operations, 76);
  });
});

describe("documents of 2.0", () => {
  const documents = TRIED_DOCUMENTS.filter(({ openapi }) => openapi === "2.0");

  for (const { file, syntax } of documents) {
    it(`keep every parameter and body of ${file}`, () => {
      const text = textOf(file);
      const { document } = readDocument(text);
      const raw = readElsewhere(text, syntax);
      for (const name of operationNames(raw)) {
        assert.deepEqual(parts(document, name), partsOfTwo(raw, name), `${file} ${name}`);
      }
    });
  }
});

function asTable(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
  return rows
    .map((row) => `    ${row.map((cell, column) => cell.padEnd(width(column))).join("  ")}\n`)
    .join("");
}

function examples(): string {
  return join(process.cwd(), "node_modules", "@readme", "oas-examples");
}

/** A few of the pairs differ in what they say. */
function isSame(json: string, yaml: string): boolean {
  const values = [json, yaml].map((file, index) =>
    readElsewhere(textOf(`@readme/oas-examples/${file}`), index === 0 ? "json" : "yaml"),
  );
  return JSON.stringify(values[0]) === JSON.stringify(values[1]);
}

/** What came of an example, or why it was refused; places are not the same in both. */
function outcome(file: string): unknown {
  const text = textOf(`@readme/oas-examples/${file}`);
  try {
    const { document, operations, notes } = readDocument(text);
    return { document, operations, notes };
  } catch (error) {
    assert.ok(isAppError(error), String(error));
    return error.code;
  }
}

interface Parts {
  readonly parameters: readonly string[];
  readonly bodies: readonly string[];
  readonly fields: readonly string[];
}

const SIMPLE = ["path", "query", "header"];

function parts(document: unknown, name: string): Parts {
  const [method = "", path = ""] = name.split(" ");
  const item = at(document, "paths", path);
  const operation = at(item, method);
  const body = resolve(document, operation["requestBody"]);
  const content = Object.entries((body["content"] ?? {}) as Json);
  const forms = content.filter(([type]) => /form/.test(type)).slice(0, 1);
  return {
    parameters: listOf(document, item, operation).map((one) => placeAndName(one)),
    bodies: content.map(([type]) => type).sort(),
    fields: forms.flatMap(([, media]) => Object.keys(at(media, "schema", "properties"))),
  };
}

function partsOfTwo(raw: unknown, name: string): Parts {
  const [method = "", path = ""] = name.split(" ");
  const item = at(raw, "paths", path);
  const operation = at(item, method);
  const all = listOf(raw, item, operation);
  const fields = all.filter((one) => one["in"] === "formData").map((one) => String(one["name"]));
  const consumes = (operation["consumes"] ??
    (raw as Json)["consumes"] ?? ["application/json"]) as string[];
  const forms = consumes.filter((type) => /form/.test(type));
  const hasBody = all.some((one) => one["in"] === "body");
  return {
    parameters: all
      .filter((one) => SIMPLE.includes(String(one["in"])))
      .map((one) => placeAndName(one)),
    bodies: [
      ...(hasBody ? consumes : []),
      ...(fields.length === 0 ? [] : forms.length > 0 ? forms : ["multipart/form-data"]),
    ].sort(),
    fields,
  };
}

function placeAndName({ in: place, name }: Json): string {
  return `${String(place)} ${String(name)}`;
}

function listOf(document: unknown, item: Json, operation: Json): Json[] {
  const lists = [item["parameters"], operation["parameters"]] as (readonly unknown[] | undefined)[];
  return lists.flatMap((list) => (list ?? []).map((one) => resolve(document, one)));
}

function resolve(document: unknown, value: unknown): Json {
  const reference = (value as Json | undefined)?.["$ref"];
  return typeof reference === "string"
    ? at(document, ...reference.slice(2).split("/"))
    : ((value ?? {}) as Json);
}
