import assert from "node:assert/strict";
import { findErrorIds } from "../../../../src/platform/http/errorIds";
import { failureOf, listClients, openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";

const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
const URL = `https://service.example/crm/v1/clients/${CLIENT}?pageSize=25`;

function found(body: unknown, url = URL): readonly (readonly [string, string])[] {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return findErrorIds(Buffer.from(text), url).map(({ field, value }) => [field, value] as const);
}

describe("ids in the body of a failure", () => {
  it("are found by the shape of their names, at any depth to the sixth", () => {
    const names = ["correlationId", "correlation_id", "CorrelationID", "traceId", "request-id"];
    for (const name of [...names, "x-any-thing-id", "activityId", "errorId", "correlationid"]) {
      assert.deepEqual(found({ [name]: "abc-1" }), [[name, "abc-1"]], name);
    }
    const deep = (depth: number): unknown =>
      depth === 0 ? { traceId: "t:1" } : { a: deep(depth - 1) };
    assert.deepEqual(found(deep(5)), [["a.a.a.a.a.traceId", "t:1"]]);
    assert.deepEqual(found(deep(6)), []);
    assert.deepEqual(found({ errors: [{}, { requestId: "r" }] }), [["errors.1.requestId", "r"]]);
  });

  it("keep the digits of a number", () => {
    assert.deepEqual(found('{"correlationId":12345678901234567890}'), [
      ["correlationId", "12345678901234567890"],
    ]);
  });

  it("are nobody's ids, nothing of the address, and nothing that is no id", () => {
    for (const body of [
      { clientId: "abc" },
      { "x-client-id": "abc" },
      { customerRequestGuest: "abc" },
      { id: "abc" },
      { requestId: CLIENT.toUpperCase() },
      { requestId: "two words" },
      { requestId: "Okafor, Ngozi" },
      { requestId: "x".repeat(97) },
      { requestId: null },
      { requestId: { a: 1 } },
      { paid: "x", valid: "y", catalogId: "z" },
    ]) {
      assert.deepEqual(found(body), [], JSON.stringify(body));
    }
  });

  it("hide a step that can be data", () => {
    assert.deepEqual(found({ [CLIENT]: { "Ngozi Okafor": { traceId: "t-1" } } }), [
      ["*.*.traceId", "t-1"],
    ]);
    assert.deepEqual(found({ Okafor: { Traces_Ngozi: { traceId: "t-1" } } }), [
      ["*.*.traceId", "t-1"],
    ]);
    assert.deepEqual(found({ "Okafor, Ngozi: request id": "r-1" }), [["*", "r-1"]]);
  });

  it("are no names and no dates of somebody", () => {
    for (const value of ["Okafor", "1970-01-31", "1970.01.31"]) {
      assert.deepEqual(found({ requestId: value }), [], value);
    }
  });

  it("are none in what is no JSON, too long or too deep", () => {
    assert.deepEqual(found("<html>requestId: 1</html>"), []);
    assert.deepEqual(found(""), []);
    assert.deepEqual(found(`{"requestId":"r","x":"${"x".repeat(65_536)}"}`), []);
    assert.deepEqual(found("[".repeat(60_000)), []);
    assert.equal(found({ list: Array.from({ length: 50 }, () => ({ traceId: "t" })) }).length, 10);
  });

  it("are looked for in 64 KB, and in two thousand values", () => {
    const padded = (length: number): string =>
      `{"requestId":"r","x":"${"x".repeat(length - '{"requestId":"r","x":""}'.length)}"}`;
    assert.deepEqual(found(padded(65_536)), [["requestId", "r"]]);
    assert.deepEqual(found(padded(65_537)), []);
    const behind = (count: number): unknown => ({ list: Array(count).fill(0), traceId: "t" });
    assert.deepEqual(found(behind(1_998)), [["traceId", "t"]]);
    assert.deepEqual(found(behind(1_999)), []);
  });

  it("are recorded of a failure and of nothing else", async () => {
    let status = 404;
    const bench = await openBench({
      random: () => 0,
      answer: (_request, response) =>
        sendJson(response, status, { error: { correlationId: "c-4711", message: "no" } }),
    });
    const error = await failureOf(listClients(bench.client));
    assert.deepEqual(error.action?.attempts[0]?.errorIds, [
      { field: "error.correlationId", value: "c-4711" },
    ]);
    status = 200;
    assert.equal((await listClients(bench.client)).action.attempts[0]?.errorIds, undefined);
    await bench.close();
  });

  it("are dropped where they hold a secret", async () => {
    const bench = await openBench({
      answer: ({ headers }, response) =>
        sendJson(response, 400, { requestId: headers["ocp-apim-subscription-key"], traceId: "t" }),
    });
    const error = await failureOf(listClients(bench.client));
    assert.deepEqual(error.action?.attempts[0]?.errorIds, [{ field: "traceId", value: "t" }]);
    await bench.close();
  });
});
