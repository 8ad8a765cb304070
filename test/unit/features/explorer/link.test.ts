import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ExplorerLink,
  formatLink,
  parseLink,
} from "../../../../src/features/explorer/common/link";
import { isAppError } from "../../../../src/platform/base/errors";

const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";

const LINKS: readonly (readonly [string, ExplorerLink])[] = [
  ["connection=acme", { kind: "connection", connection: "acme" }],
  [`connection=acme&client=${CLIENT}`, { kind: "client", connection: "acme", client: CLIENT }],
  [
    "connection=acme&list=clients",
    { kind: "list", connection: "acme", operationId: "listClients" },
  ],
  [
    `connection=acme&client=${CLIENT}&list=holdings`,
    { kind: "list", connection: "acme", operationId: "listHoldings", client: CLIENT },
  ],
  [
    `connection=acme&client=${CLIENT}&list=listPolicies`,
    { kind: "list", connection: "acme", operationId: "listPolicies", client: CLIENT },
  ],
  [
    `connection=acme&client=${CLIENT}&list=finances%3AGET%20%2Fclients%2F%7BclientId%7D%2Fnotes`,
    {
      ...{ kind: "list", connection: "acme", client: CLIENT },
      operationId: "finances:GET /clients/{clientId}/notes",
    },
  ],
  ["request=0b0f2f6e-4ccd", { kind: "request", request: "0b0f2f6e-4ccd" }],
];

function codeOf(query: string): string {
  try {
    parseLink(query);
  } catch (error) {
    assert.ok(isAppError(error), String(error));
    return error.code;
  }
  return "taken";
}

describe("links to the explorer", () => {
  for (const [query, link] of LINKS) {
    it(`${query} is read and written`, () => {
      assert.deepEqual(parseLink(query), link);
      assert.equal(formatLink(link), query);
    });
  }

  for (const [query, code] of [
    ["", "link/nothing"],
    ["client=a", "link/nothing"],
    ["list=clients", "link/nothing"],
    ["connection=a&key=b", "link/unknownPart"],
    ["connection=a&__proto__=b", "link/unknownPart"],
    ["=a", "link/unknownPart"],
    ["connection=a&request=b", "link/unknownPart"],
    ["connection=a&", "link/unknownPart"],
    ["connection=a&connection=a", "link/repeatedPart"],
    ["connection", "link/value"],
    ["connection=", "link/value"],
    ["connection=a b", "link/value"],
    ["connection=../a", "link/value"],
    ["connection=a%2Fb", "link/value"],
    ["connection=a\u0000", "link/value"],
    [`connection=${"a".repeat(201)}`, "link/value"],
    ["connection=a&list=finances:PUT /notes", "link/value"],
    ["connection=a&list=finances:GET /notes?x=1", "link/value"],
    ["connection=a&list=finances:GET //notes", "link/value"],
    ["connection=a&list=%E0%A4%A", "link/value"],
    ["connection=finances:GET /notes", "link/value"],
    [`request=${"a".repeat(2000)}`, "link/tooLong"],
  ] as const) {
    it(`${query.slice(0, 40)} is refused: ${code}`, () => assert.equal(codeOf(query), code));
  }

  it("are read as well where the editor has decoded them", () => {
    const query = "connection=acme&list=crm:GET /clients/{clientId}/notes";
    const operationId = "crm:GET /clients/{clientId}/notes";
    assert.deepEqual(parseLink(query), { kind: "list", connection: "acme", operationId });
  });

  it("have no way to write a value that could not be read", () => {
    assert.equal(formatLink({ kind: "connection", connection: "a&request=b" }), undefined);
  });

  it("are read as written, or refused with a code, whatever stands there", () => {
    const noise = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...Array.from("&=%?#aclientrequst-:")), maxLength: 80 }),
      fc.webQueryParameters(),
    );
    const check = (query: string): void => {
      const code = codeOf(query);
      if (code === "taken") {
        assert.deepEqual(parseLink(formatLink(parseLink(query)) ?? ""), parseLink(query));
      } else {
        assert.match(code, /^link\//);
      }
    };
    fc.assert(fc.property(noise, check), { numRuns: 5000, seed: 20_261_124 });
  });
});
