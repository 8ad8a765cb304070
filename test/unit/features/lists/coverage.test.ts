import assert from "node:assert/strict";
import { coverageOf } from "../../../../src/features/lists/common/coverage";
import { readDocument } from "../../../../src/features/definitions/common/imports/readDocument";
import { payloadDefinition } from "../../../../src/features/pensions/common/checks/bodySchema";
import { payloadSchema } from "../../../../src/features/pensions/common/checks/payloadSchema";
import { textOf } from "../definitions/imports/support/documents";
import { BASE, foreign, type Json, mergedText } from "../definitions/support/foreign";

const answer = (type: string): Json => ({ responses: { "200": { content: { [type]: {} } } } });
const taking = (type: string): Json => ({ requestBody: { content: { [type]: {} } } });
const json = answer("application/json");

/** "GET /crm/v1/clients: tree list send (both)". */
function lines(text: string): readonly string[] {
  return coverageOf(text).map(({ method, path, places, limits, known, deprecated }) =>
    [
      `${method} ${path}: ${[...places, ...limits.map((limit) => `!${limit}`)].join(" ")}`,
      `(${known}${deprecated ? ", deprecated" : ""})`,
    ].join(" "),
  );
}

describe("the coverage of a definition", () => {
  it("of ours: every endpoint is met somewhere", () => {
    assert.deepEqual(lines(BASE), [
      "GET /crm/v1/clients: tree list send (description)",
      "GET /crm/v1/clients/{clientId}: tree send (description)",
      "GET /finances/v1/clients/{clientId}/holdings: tree list send (description)",
      "GET /finances/v1/clients/{clientId}/pensions/{pensionId}: tree payloads send (description)",
      "PUT /finances/v1/clients/{clientId}/pensions/{pensionId}: payloads send (description)",
      "DELETE /finances/v1/clients/{clientId}/pensions/{pensionId}: payloads send (description)",
      "GET /clients/{clientId}/results: tree list send (description)",
    ]);
  });

  it("of a provider's: says what stands in the way", () => {
    const cookie = { in: "cookie", name: "s", required: true, schema: {} };
    const text = mergedText(
      foreign({
        "/clients/{a}/holdings": { get: { ...json, deprecated: true } },
        "/clients/{a}/pensions": { get: json, post: { ...json, ...taking("text/json") } },
        "/clients/{a}/notes/{b}/parts": { get: json },
        "/funds": { get: answer("text/csv"), put: { ...json, ...taking("multipart/form-data") } },
        "/funds/{f}": { get: { ...json, parameters: [cookie] }, head: {}, trace: {} },
      }),
    );
    assert.deepEqual(
      lines(text).filter((line) => !line.includes("(description)")),
      [
        "GET /finances/v1/clients/{clientId}/holdings: tree list send (both, deprecated)",
        "GET /finances/v1/clients/{a}/pensions: tree list send (provider)",
        "POST /finances/v1/clients/{a}/pensions: send (provider)",
        "GET /finances/v1/clients/{a}/notes/{b}/parts: list send (provider)",
        "GET /finances/v1/funds: send !answerNotJson (provider)",
        "PUT /finances/v1/funds: !bodyNotJson (provider)",
        "GET /finances/v1/funds/{f}: !cookieParameter (provider)",
        "HEAD /finances/v1/funds/{f}: send (provider)",
        "TRACE /finances/v1/funds/{f}: !method (provider)",
      ],
    );
  });
});

describe("what a thread is told of a definition", () => {
  it("is the payload alone, and says the same of it", () => {
    const { document } = readDocument(textOf("shipengine-openapi/openapi.yaml"));
    const body = (document["paths"] as Record<string, Record<string, Json>>)["/v1/labels"]?.[
      "post"
    ];
    const path = "/clients/{c}/pensions/{p}";
    const paths = { ...(document["paths"] as Json), [path]: { put: { ...body } } };
    const text = mergedText({ ...document, paths });
    const told = payloadDefinition(text);
    assert.ok(told.length * 5 < text.length, `${told.length} of ${text.length}`);
    assert.ok(JSON.stringify(JSON.parse(payloadSchema(text))).length > 10_000);
    assert.equal(payloadSchema(told), payloadSchema(text));
    assert.equal(payloadDefinition("{"), payloadDefinition("{}"));
  });
});
