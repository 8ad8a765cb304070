import assert from "node:assert/strict";
import fc from "fast-check";
import { isAppError } from "../../../../../src/platform/base/errors";
import {
  positionOf,
  readDocument,
} from "../../../../../src/features/definitions/common/imports/readDocument";
import { at, textOf } from "./support/documents";
import { IS_LONG } from "../../../../fakes/runs";

const RUNS = IS_LONG ? 4000 : 100;

/** Small ones of every version, both ways of writing and most of what OpenAPI has. */
const SEEDS = [
  "2.0/json/petstore.json",
  "2.0/yaml/petstore-expanded.yaml",
  "2.0/yaml/schema-circular.yaml",
  "3.0/json/parameters-extreme.json",
  "3.0/json/circular-request-bodies.json",
  "3.0/yaml/file-uploads.yaml",
  "3.0/yaml/callbacks.yaml",
  "3.1/yaml/schema-validation-top-level.yaml",
].map((file) => textOf(`@readme/oas-examples/${file}`));

/** What breaks the structure of a text where it is put in. */
const PIECES = [
  ...Array.from("{}[]:,-?&*!|>'\"%@`#~\t\n\0\uFEFF\uD800\u2028"),
  ...["- ", ": ", "<<: *a", "&a ", "*a", "---\n", "null", "$ref: '#/paths'", "!!set ", "\\u0000"],
  ...['"__proto__":', '"$ref": "#/', '"parameters": null,', '"schema": 7,', "__proto__: {x: 1}\n"],
];

/** Values that stand where they should not. */
const VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, "", "x", [], {}, [null], { $ref: 7 }, { $ref: "#/definitions/x" }),
  fc.constantFrom({ in: "body" }, { type: "file" }, [{ in: "formData" }], { schema: null }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

describe("texts of any kind", () => {
  it("are read or refused, never anything else", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc
        .array(fc.constantFrom(...PIECES, " ", "a", "\n"), { maxLength: 60 })
        .map((all) => all.join("")),
      fc.json({ maxDepth: 6 }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
    );
    fc.assert(
      fc.property(text, (one) => {
        readOrRefused(one);
        readOrRefused(`openapi: 3.0.0\npaths: {/a: {get: {}}}\nx: ${one}`);
      }),
      { numRuns: RUNS },
    );
  });

  it("that were documents before something was put in or cut out, too", () => {
    const change = fc.record({
      seed: fc.nat(SEEDS.length - 1),
      place: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(40),
      piece: fc.constantFrom("", ...PIECES),
      end: fc.boolean(),
    });
    fc.assert(
      fc.property(change, ({ seed, place, cut, piece, end }) => {
        const text = SEEDS[seed] ?? "";
        const from = Math.floor(place * text.length);
        readOrRefused(text.slice(0, from) + piece + (end ? "" : text.slice(from + cut)));
      }),
      { numRuns: RUNS },
    );
  });

  it("and documents in which values stand where others belong", () => {
    const documents = SEEDS.filter((text) => text.startsWith("{"));
    const change = fc.record({
      seed: fc.nat(documents.length - 1),
      changes: fc.array(fc.tuple(fc.nat(), VALUES), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(change, ({ seed, changes }) => {
        const document = JSON.parse(documents[seed] ?? "") as object;
        for (const [which, value] of changes) {
          const holders = holdersIn(document);
          const { holder, name } = holders[which % holders.length]!;
          holder[name] = structuredClone(value);
        }
        readOrRefused(JSON.stringify(document));
      }),
      { numRuns: RUNS },
    );
  });

  it("and leave no trace in what all objects have", () => {
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.equal("example" in {}, false);
  });
});

/** Whatever is read is sound: operations are objects, their parts are what they should be. */
function readOrRefused(text: string): void {
  try {
    const { document, operations, notes } = readDocument(text);
    assert.ok(operations > 0);
    for (const [path, item] of Object.entries(at(document, "paths"))) {
      assert.ok(path.startsWith("/") && typeof item === "object" && item !== null);
    }
    JSON.stringify(document);
    for (const { places } of notes) {
      positionOf(text, places[0] ?? "");
    }
  } catch (error) {
    assert.ok(isAppError(error), String(error instanceof Error ? error.stack : error));
    assert.match(error.code, /^definition\//);
    // Structure that is known to be sound must be upgraded, whatever it says.
    assert.notEqual(error.code, "definition/upgrade");
  }
}

interface Holder {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

function holdersIn(value: object): Holder[] {
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => [
    { holder: value as Record<string, unknown>, name },
    ...(typeof item === "object" && item !== null ? holdersIn(item) : []),
  ]);
}
