import assert from "node:assert/strict";
import { isAppError } from "../../../../src/platform/base/errors";
import { isGivenHeader } from "../../../../src/platform/service/givenHeaders";
import { callOf } from "../../../../src/platform/service/callOf";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import type { OperationCall } from "../../../../src/platform/base/call";
import { type Bench, openBench } from "../http/support/bench";
import { definitionWith } from "../../support/definitionText";

const HEADERS = ["X-Region", "Accept-Language", "Authorization", "X-Method-Override"];
const NOTES = {
  path: "/crm/v1/notes",
  domain: "crm",
  operation: {
    operationId: "listNotes",
    parameters: HEADERS.map((name) => ({
      ...{ name, in: "header", required: true },
      schema: { type: "string", ...(name === "X-Region" ? { enum: ["north", "south"] } : {}) },
    })),
  },
} as const;

describe("headers that a definition names as parameters", () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await openBench({ definition: definitionWith(NOTES) });
  });

  afterEach(() => bench.close());

  const call = (headers: Readonly<Record<string, string>>): OperationCall => ({
    operationId: "listNotes",
    headers,
  });
  const refused = (headers: Readonly<Record<string, string>>): unknown => {
    try {
      return bench.client.describe(call(headers)).url;
    } catch (error) {
      return isAppError(error) ? [error.code, error.values["name"]] : error;
    }
  };

  it("are sent with the call, beside those that are the explorer's", async () => {
    const headers = { "X-Region": "north", "Accept-Language": "en" };
    const { client, service } = bench;
    await client.send(call(headers), { action: client.startAction("Notes") });
    const [seen] = service.seen;
    assert.deepEqual(
      ["x-region", "accept-language", "accept"].map((name) => seen?.headers[name]),
      ["north", "en", "application/json"],
    );
    assert.match(String(seen?.headers["authorization"]), /^Bearer /);
    const planned = client.plan(call(headers)).headers.map(([name]) => name.toLowerCase());
    assert.ok(planned.includes("x-region"));
  });

  it("are asked for where they are required, but none that is not the user's to give", () => {
    assert.deepEqual(refused({}), ["input/parameter", "X-Region"]);
    assert.deepEqual(refused({ "X-Region": "east" }), ["input/parameter", "X-Region"]);
    assert.match(String(refused({ "X-Region": "north", "Accept-Language": "en" })), /\/notes$/);
  });

  it("go along when the call is sent again from its record", async () => {
    const headers = { "X-Region": "north", "Accept-Language": "en" };
    const { client, connection, actions } = bench;
    await client.send(call(headers), { action: client.startAction("Notes") });
    const attempt = actions.at(-1)?.attempts[0] ?? assert.fail("no attempt");
    const again = (one: typeof attempt): unknown =>
      callOf(one, readDefinition(definitionWith(NOTES)), connection);
    assert.deepEqual(again(attempt), { operationId: "listNotes", path: {}, query: {}, headers });
    const requestHeaders = [["x-region", "[redacted]"]] as const;
    assert.throws(() => again({ ...attempt, requestHeaders }), { code: "input/notRepeatable" });
  });

  it("are never credentials, those of HTTP, or what makes of a request another one", () => {
    const all = { "X-Region": "north", "Accept-Language": "en" };
    for (const name of ["Authorization", "X-Method-Override"]) {
      assert.deepEqual(refused({ ...all, [name]: "x" }), ["input/parameter", name]);
    }
    assert.deepEqual(refused({ ...all, "X-Other": "x" }), ["input/parameter", "X-Other"]);
    assert.deepEqual(refused({ ...all, "Accept-Language": "a\r\nb: c" }), [
      ...["input/parameter", "Accept-Language"],
    ]);
    const given = ["X-Region", "Accept-Language", "Prefer", "X-Request-Source", "Idempotency-Key"];
    const own = [
      ...["Cookie", "HOST", "content-length", "Content-Type", "Ocp-Apim-Subscription-Key"],
      ...["X-Api-Key", "apikey", "X-Auth-Token", "client_secret", "X-HTTP-Method", "x-dt-traceid"],
      ...["X-HTTP-Method-Override", "X-Original-URL", "X-Rewrite-Url", "Proxy-Authorization"],
      ...["Transfer-Encoding", "If-Match", "Sec-Fetch-Site", "X-Forwarded-Host", "a b", ""],
    ];
    assert.deepEqual([...given, ...own].filter(isGivenHeader), given);
  });
});
