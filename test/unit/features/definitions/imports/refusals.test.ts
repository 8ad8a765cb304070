import "../../../../../src/errorTexts";
import assert from "node:assert/strict";
import { describeError, type Translate } from "../../../../../src/platform/texts/errorText";
import {
  positionOf,
  readDocument,
} from "../../../../../src/features/definitions/common/imports/readDocument";
import { LONGEST_TEXT } from "../../../../../src/features/definitions/common/imports/source";
import { codeAndValues, refusalOf } from "./support/refusing";

const translate: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)]));

const POSTMAN = ["notOpenApi", { what: "postman" }] as const;
const PATHS = `"paths": {"/a": {"get": {"responses": {}}}}`;

describe("documents that are refused", () => {
  const cases: readonly (readonly [name: string, text: string, code: string, values: object])[] = [
    ["nothing", "", "empty", {}],
    ["blanks after a byte order mark", "\uFEFF \n\t", "empty", {}],
    [
      "JSON with a comma missing",
      `{"openapi": "3.0.0"\n "info": {}}`,
      "syntax",
      { name: "JSON", line: 2, column: 2, reason: "expectedComma" },
    ],
    [
      "JSON with a comma too many",
      `{"openapi": "3.0.0",\n}`,
      "syntax",
      { name: "JSON", line: 2, column: 1, reason: "trailingComma" },
    ],
    [
      "JSON that ends early, after a byte order mark",
      `\uFEFF{"openapi": {`,
      "syntax",
      { name: "JSON", line: 1, column: 14, reason: "unexpectedEnd" },
    ],
    [
      "YAML that is indented wrongly",
      "openapi: 3.0.0\ninfo:\n  title: A\n version: 1\n",
      "syntax",
      { name: "YAML", line: 4, column: 1, reason: "BAD_INDENT" },
    ],
    [
      "YAML with a tab",
      "openapi: 3.0.0\ninfo:\n\ttitle: A\n",
      "syntax",
      { name: "YAML", line: 3, column: 1, reason: "TAB_AS_INDENT" },
    ],
    [
      "an alias of nothing",
      "openapi: 3.0.0\ninfo: *lost\n",
      "syntax",
      { name: "YAML", line: 2, column: 7, reason: "unknownAlias" },
    ],
    [
      "an alias of itself",
      "openapi: 3.0.0\ninfo: &a\n  x: [*a]\n",
      "aliases",
      { line: 3, column: 7, reason: "loop" },
    ],
    [
      "several documents",
      "openapi: 3.0.0\n---\nopenapi: 3.0.0\n",
      "severalDocuments",
      { line: 2, column: 1 },
    ],
    [
      "YAML that ends behind its directives",
      "%YAML 1.2\n",
      "syntax",
      { name: "YAML", line: 2, column: 1, reason: "MISSING_CHAR" },
    ],
    ["a comment alone", "# nothing\n", "notOpenApi", { what: "other" }],
    ["a web page", "\n<!DOCTYPE html><html></html>", "notOpenApi", { what: "markup" }],
    ["plain text", "404 page not found", "notOpenApi", { what: "other" }],
    ["a list", `["openapi"]`, "notOpenApi", { what: "other" }],
    ["an object of something", `{"a": 1}`, "notOpenApi", { what: "other" }],
    [
      "an error of a gateway",
      `{"statusCode": 401, "message": "Access denied"}`,
      "notOpenApi",
      { what: "errorAnswer" },
    ],
    [
      "a Postman collection",
      `{"info": {"_postman_id": "x", "schema": "https://schema.getpostman.com/x"}, "item": []}`,
      "notOpenApi",
      { what: "postman" },
    ],
    ["a Postman collection by its id", `{"info": {"_postman_id": "x"}}`, ...POSTMAN],
    [
      "a Postman collection by its schema",
      `{"info": {"schema": "https://schema.getpostman.com/x"}}`,
      ...POSTMAN,
    ],
    ["a Postman environment", `{"_postman_variable_scope": "environment"}`, ...POSTMAN],
    ["AsyncAPI", "asyncapi: 3.0.0\nchannels: {}\n", "notOpenApi", { what: "asyncapi" }],
    [
      "a JSON Schema",
      `{"$schema": "https://json-schema.org/draft/2020-12/schema"}`,
      "notOpenApi",
      { what: "jsonSchema" },
    ],
    [
      "Swagger 1.2",
      `{"swaggerVersion": "1.2", "apis": []}`,
      "version",
      { name: "1.2", line: 1, column: 2 },
    ],
    [
      "OpenAPI 3.2",
      `{\n  "info": {},\n  "openapi": "3.2.0", ${PATHS}}`,
      "version",
      { name: "3.2.0", line: 3, column: 3 },
    ],
    ...["13.0.0", "13.1.0", "3.00", "3.10.0"].map(
      (name) =>
        [
          `OpenAPI ${name}`,
          `{"openapi": "${name}"}`,
          "version",
          { name, line: 1, column: 2 },
        ] as const,
    ),
    ...["12.0", "2.01", "2.1"].map(
      (name) =>
        [
          `Swagger ${name}`,
          `{"swagger": "${name}"}`,
          "version",
          { name, line: 1, column: 2 },
        ] as const,
    ),
    [
      "Swagger 2.0 by the name of 1.2",
      `{"swaggerVersion": "2.0"}`,
      "version",
      { name: "2.0", line: 1, column: 2 },
    ],
    ["OpenAPI 4 as a number", "openapi: 4.10\n", "version", { name: "4.10", line: 1, column: 1 }],
    ["no paths", `{\n"openapi": "3.1.0"}`, "noEndpoints", { line: 1, column: 1 }],
    [
      "paths without any endpoint",
      "openapi: 3.1.0\npaths:\n  /a:\n    get: none\n",
      "noEndpoints",
      { line: 2, column: 1 },
    ],
    [
      "JSON that is too deep",
      `{"openapi": "3.0.0", "x": ${"[".repeat(512)}${"]".repeat(512)}}`,
      "tooDeep",
      { line: 1, column: 538 },
    ],
    [
      "headers of headers without end",
      `{"openapi": "3.0.0", ${PATHS}, "x": ${`{"headers":`.repeat(60)}1${"}".repeat(60)}}`,
      "tooDeep",
      { line: 1, column: 1 },
    ],
  ];
  for (const [name, text, code, values] of cases) {
    it(`tell of ${name}`, () => {
      assert.deepEqual(codeAndValues(text), [`definition/${code}`, values]);
      const { what, advice } = describeError(refusalOf(text), translate);
      assert.match(what, /^[A-Z].*\.$/);
      assert.match(advice, /^[A-Z].*\.$/);
      assert.doesNotMatch(what + advice, /internal error|undefined|cannot be read \(/);
    });
  }

  it("tell of what is too long without reading it", () => {
    const long = " ".repeat(LONGEST_TEXT + 1);
    assert.deepEqual(codeAndValues(long), ["definition/tooLarge", { limit: LONGEST_TEXT }]);
    assert.equal(refusalOf(long.slice(1)).code, "definition/empty", "the longest that is read");
  });

  it("tell of headers inside headers, more than sixteen of them", () => {
    const headers = (count: number): string =>
      `{"openapi": "3.0.0", ${PATHS}, "x": ${`{"headers":`.repeat(count)}{}${"}".repeat(count)}}`;
    assert.equal(readDocument(headers(16)).operations, 1);
    assert.equal(refusalOf(headers(17)).code, "definition/tooDeep");
  });

  it("tell of YAML that is too deep, in brackets and in lines", () => {
    const brackets = `a: ${"[".repeat(20_000)}`;
    assert.match(refusalOf(brackets).code, /^definition\/(tooDeep|syntax)$/);
    const closed = `a: ${"[".repeat(600)}${"]".repeat(600)}`;
    assert.equal(refusalOf(closed).code, "definition/tooDeep");
    // Too deep for the library's stack.
    const { code, values } = refusalOf(`a: ${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    assert.deepEqual([code, values["line"], "column" in values], ["definition/tooDeep", 1, true]);
    const lines = Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n");
    assert.equal(refusalOf(lines).code, "definition/tooDeep");
  });

  it("tell of what cannot be made 3.1, without what the library says", () => {
    // The library takes them for arguments of one call.
    const allOf = Array.from({ length: 200_000 }, () => ({}));
    const definitions = { A: { "x-discriminator-value": "a", allOf: [{ allOf }] } };
    const text = JSON.stringify({ swagger: "2.0", paths: { "/a": { get: {} } }, definitions });
    assert.deepEqual(codeAndValues(text), ["definition/upgrade", { name: "2.0" }]);
  });

  it("tell of aliases that stand for a billion values", () => {
    const steps = Array.from({ length: 9 }, (_, step) => {
      const name = `x${step + 1}`;
      return `${name}: &${name} [${Array<string>(9).fill(`*x${step}`).join(", ")}]`;
    });
    const bomb = ["openapi: 3.0.0", "x0: &x0 lol", ...steps].join("\n");
    const { code, values } = refusalOf(bomb);
    assert.deepEqual([code, values["reason"]], ["definition/aliases", "many"]);
  });
});

describe("aliases", () => {
  /** Each alias of the text counts 10,000: one for each 16 characters. */
  const copies = (count: number): string =>
    [
      "openapi: 3.0.0",
      `x-text: &text ${"a".repeat(16 * 9_999)}`,
      `x-copies: [${Array<string>(count).fill("*text").join(", ")}]`,
      "paths: {/a: {get: {responses: {}}}}",
    ].join("\n");

  it("may add a million, and not one copy more", () => {
    assert.doesNotThrow(() => readDocument(copies(100)));
    assert.deepEqual(refusalOf(copies(101)).values["reason"], "many");
  });
});

describe("places in documents", () => {
  const json = `{\n  "openapi": "3.0.0",\n  "paths": {\n    "/a~b": {"get": {"tags": ["x", "y"]}}\n  }\n}`;
  const yaml = "openapi: 3.0.0\npaths:\n  /a~b:\n    get:\n      tags:\n        - x\n        - y\n";

  for (const [pointer, inJson, inYaml] of [
    ["", [1, 1], [1, 1]],
    ["/paths", [3, 3], [2, 1]],
    ["/paths/~1a~0b/get", [4, 14], [4, 5]],
    ["/paths/~1a~0b/get/tags/1", [4, 36], [7, 11]],
    ["/paths/~1a~0b/put/tags", [4, 5], [3, 3]],
    // An index is digits alone, and leads into lists alone.
    ["/paths/~1a~0b/get/tags/0x1", [4, 22], [5, 7]],
    ["/paths/~1a~0b/get/tags/1e0", [4, 22], [5, 7]],
    ["/paths/~1a~0b/get/tags/+1", [4, 22], [5, 7]],
    ["/paths/~1a~0b/get/tags/2", [4, 22], [5, 7]],
    ["/paths/0", [3, 3], [2, 1]],
    ["/openapi/0", [2, 3], [1, 1]],
    ["no pointer", [1, 1], [1, 1]],
  ] as const) {
    it(`are found for "${pointer}"`, () => {
      const seen = [json, yaml].map((text) => positionOf(text, pointer));
      assert.deepEqual(
        seen.map(({ line, column }) => [line, column]),
        [inJson, inYaml],
      );
    });
  }

  it("are found behind the ninth item of a list", () => {
    const items = Array.from({ length: 12 }, (_, index) => index);
    assert.deepEqual(positionOf(`[${items.join(",\n")}]`, "/10"), { line: 11, column: 1 });
    assert.deepEqual(positionOf(`- ${items.join("\n- ")}`, "/10"), { line: 11, column: 3 });
  });

  it("are those of the first value behind comments, and the beginning where there is none", () => {
    assert.deepEqual(positionOf("# ours\nopenapi: 3.1.0", ""), { line: 2, column: 1 });
    assert.deepEqual(positionOf("# ours", "/paths"), { line: 1, column: 1 });
  });

  it("are those of the name where YAML has nothing behind it", () => {
    assert.deepEqual(positionOf("a: 1\nb:\n", "/b/c"), { line: 2, column: 1 });
  });

  it("are those of the name that counts, where one is there twice", () => {
    for (const text of [`{"a": 1,\n"a": 2}`, "a: 1\na: 2"]) {
      assert.deepEqual(positionOf(text, "/a"), { line: 2, column: 1 });
    }
  });

  it("are those of the text as it came, with CRLF and after a byte order mark", () => {
    const text = `\uFEFF${yaml.replaceAll("\n", "\r\n")}`;
    assert.deepEqual(positionOf(text, "/paths/~1a~0b/get"), { line: 4, column: 5 });
    assert.equal(readDocument(text).operations, 1);
  });
});
