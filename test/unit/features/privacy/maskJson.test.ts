import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../../../src/platform/base/errors";
import { type JsonNode, parseJsonText } from "../../../../src/platform/json/jsonText";
import { createMasking } from "../../../../src/features/privacy/common/masking";

describe("a masked JSON text", () => {
  const masking = createMasking(new Uint8Array(32).fill(7));

  it("keeps layout, order, duplicates and escapes, and says nothing of anybody", () => {
    const text = [
      `{ "rows" : [`,
      `    {"clientId":"5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b","lastName": "Oka\\u0066or",`,
      `     "value": -18733.190, "value":2, "riskLevel":5,"fund":"A \\u0042", "isOpen":true }`,
      `  ],\r\n\t"total":2000, "none": null }\n`,
    ].join("\n");
    const uuid = masking.maskLabel("5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b", "id");
    const name = masking.maskValue({ path: ["lastName"], kind: "text", text: "Okafor" });
    const masked = masking.maskJson(text);
    const numbers = masked.match(/-?9999(?:\d{11}(?![.\d])|\d{8}\.9+)/g) ?? [];
    assert.deepEqual(
      numbers.map((number) => number.replace(/^(-?)9999(?:\d{11}$|\d{8})/, "$1n")),
      ["-n.999", "n"],
    );
    assert.equal(
      masked,
      text
        .replace("5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b", uuid)
        .replace("Oka\\u0066or", name)
        .replace("-18733.190", numbers[0]!)
        .replace(`"value":2`, `"value":${numbers[1]!}`),
    );
  });

  it("keeps whole numbers apart, which may be ids, as numbers that doubles hold exactly", () => {
    const ids = Array.from({ length: 50_000 }, (_, index) => 1_000_000 + index);
    const masked = JSON.parse(masking.maskJson(JSON.stringify({ ids }))) as { ids: number[] };
    assert.equal(new Set(masked.ids).size, ids.length);
    assert.ok(masked.ids.every((id) => Number.isSafeInteger(id)));
  });

  const ISIN = "GB00B41YBW71";
  const named: readonly (readonly [what: string, stays: boolean, row: object])[] = [
    ["a security", true, { name: "Global A", isin: ISIN, units: 3 }],
    ["a holding of a client", true, { clientId: "1", name: "Global A", SEDOL: "B41YBW7" }],
    ["a security further in", true, { rows: [{ inner: { Name: "Global A", ticker: "GLO" } }] }],
    ["a fund by its id", true, { fund_id: "F-1", name: "Global A", charge: 0.5 }],
    ["a person with a fund", false, { id: 7, name: "Global A", fundId: "F-1" }],
    ["a client with a provider", false, { clientId: 7, name: "Global A", providerId: "P" }],
    ["a person", false, { clientId: "1", name: "Global A" }],
    ["a person with a birth date", false, { name: "Global A", isin: ISIN, dateOfBirth: "x" }],
    ["a holder beside a fund's name", false, { name: "Global A", fundName: "B", isin: ISIN }],
    ["a person around securities", false, { name: "Global A", holdings: [{ isin: ISIN }] }],
    ["a pension in a scheme", false, { pensionId: "P", schemeId: "S", name: "Global A" }],
    ["an account", false, { account_number: 4, productCode: "C", name: "Global A" }],
    ["a result", false, { resultid: 1, questionnaireId: "Q", name: "Global A" }],
    ["a policy", false, { policyRefNo: 1, providerId: "P", name: "Global A" }],
    ["a plan", false, { PLANREF: 1, schemeId: "S", label: "Global A" }],
    ["a holding of a fund", false, { holdingId: 1, fundId: "F", name: "Global A" }],
    ["a holding of a security", true, { holdingId: 1, isin: ISIN, name: "Global A" }],
    ["a scheme of a type", true, { schemeId: 1, planTypeId: 2, name: "Global A" }],
    ["a pension's scheme", true, { pension: { schemeId: "S", name: "Global A" } }],
    ["a client without an id", false, { clients: [{ providerId: "P", name: "Global A" }] }],
    ["one of JSON:API", false, { id: 1, attributes: { schemeId: "S", name: "Global A" } }],
    [
      "a client of OData",
      false,
      { clientId: 1, value: { data: { fundId: "F", name: "Global A" } } },
    ],
    ["a security of HAL", true, { isin: ISIN, _embedded: { name: "Global A" } }],
    ["a scheme of a list", true, { id: 1, data: [{ schemeId: "S", name: "Global A" }] }],
    ["nobody knows", false, { id: 4, name: "Global A", currency: "GBP" }],
  ];
  for (const [what, stays, row] of named) {
    it(`${stays ? "leaves" : "hides"} a name where the object is ${what}`, () => {
      const masked = masking.maskJson(JSON.stringify(row));
      assert.equal(masked.includes("Global A"), stays, masked);
    });
  }

  const totals: readonly (readonly [what: string, stays: boolean, text: string])[] = [
    ["of a list", true, '{"total": 812345, "items": []}'],
    ["beside an envelope of a list", true, '{"total": 812345, "_embedded": {"items": []}}'],
    [
      "of a list with page facts",
      true,
      '{"total": 812345, "pageNumber": 1, "links": {}, "items": []}',
    ],
    ["of one record with an array", false, '{"id": "P", "total": 812345, "holdings": []}'],
    ["of a client with an array", false, '{"clientId": "A", "total": 812345, "holdings": []}'],
    [
      "of a person with an array",
      false,
      '{"data": {"firstName": "A", "tags": []}, "total": 812345}',
    ],
    ["of one record", false, '{"total": 812345, "name": "A"}'],
    ["of a row of an array", false, '[{"total": 812345, "tags": []}]'],
  ];
  for (const [what, stays, text] of totals) {
    it(`${stays ? "leaves" : "hides"} a total ${what}`, () => {
      const masked = masking.maskJson(text);
      assert.equal(masked.includes("812345"), stays, masked);
    });
  }

  it("hides ids that are names of members", () => {
    const masked = masking.maskJson(`{"5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b": {"riskLevel": 1}}`);
    assert.match(masked, /^\{"••••[^"]+": \{"riskLevel": 1\}\}$/);
  });

  it("is valid JSON of the same shape, whatever it was made of", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent);
        const masked = masking.maskJson(text);
        assert.equal(shapeOf(parseJsonText(masked)), shapeOf(parseJsonText(text)));
        JSON.parse(masked);
        assert.equal(masking.maskJson(text), masked);
      }),
    );
  });

  it("is refused where the text is no JSON", () => {
    assert.throws(
      () => masking.maskJson("<html>"),
      (error) => error instanceof AppError && error.code === "payload/syntax",
    );
  });

  /** Types and counts, without values and names. */
  function shapeOf(node: JsonNode): string {
    const inside = [...(node.members ?? []).map(({ value }) => value), ...(node.items ?? [])];
    return `${node.type}(${inside.map(shapeOf).join(",")})`;
  }
});
