import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import Ajv, { type AnySchemaObject } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { Har } from "har-format";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { writeHar } from "../../../../src/features/requests/common/har";
import type { Action, Attempt } from "../../../../src/platform/base/action";
import { anAction, anAttempt } from "../../../fakes/action";
import { runs } from "../../../fakes/runs";

const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
const KEY = "0f5c2a9e7b134d68a1c3e5f708192a3b";
const HASH = "a".repeat(64);

const redactor = createRedactor();
redactor.add(KEY);
const options = { version: "1.2.3", redact: (text: string) => redactor.redact(text) };

const HOLDINGS = anAttempt({
  operationId: "listHoldings",
  pathTemplate: "/finances/v1/clients/{clientId}/holdings",
  url: `https://api.example/root/finances/v1/clients/${CLIENT}/holdings?pageSize=25&pageNumber=2&fields=fund,value&questionnaireId=Q-771`,
  requestHeaders: [
    ["Authorization", "[redacted]"],
    ["Ocp-Apim-Subscription-Key", KEY],
    ["Accept", "application/json"],
    ["x-dt-traceid", "fpx-1"],
  ],
  responseHeaders: [
    ["Content-Type", "application/json"],
    ["Location", `/clients/${CLIENT}`],
    ["Set-Cookie", "session=abcdef"],
    ["x-dt-requestid", "rq-1"],
  ],
  startedAt: Date.UTC(2026, 10, 21, 9, 30, 1, 250),
  times: { queue: 50, connect: 12.5, firstByte: 40, total: 90.25 },
  responseBytes: 9_100,
  responseHash: HASH,
  status: 503,
  statusText: "Okafor is away",
  requestId: "rq-1",
  retry: { retry: true, milliseconds: 1000, why: "retryAfter" },
  errorIds: [{ field: "error.correlationId", value: "c-9" }],
});

describe("HAR of recorded actions", () => {
  it("is HAR 1.2 with one entry an attempt", () => {
    const har = read(anAction({ attempts: [HOLDINGS, anAttempt({ number: 2, status: 200 })] }));
    assert.equal(har.log.version, "1.2");
    assert.equal(har.log.creator.version, "1.2.3");
    assert.equal(har.log.entries.length, 2);
  });

  it("names parameters in place of their values, in the address as in the query", () => {
    const { request } = first(HOLDINGS);
    assert.equal(
      request.url,
      "https://api.example/root/finances/v1/clients/%7BclientId%7D/holdings" +
        "?pageSize=25&pageNumber=2&fields=fund%2Cvalue&questionnaireId=%7BquestionnaireId%7D",
    );
    assert.deepEqual(request.queryString, [
      { name: "pageSize", value: "25" },
      { name: "pageNumber", value: "2" },
      { name: "fields", value: "fund,value" },
      { name: "questionnaireId", value: "{questionnaireId}" },
    ]);
  });

  it("holds no client, no secret, no word of the service's own", () => {
    const text = writeHar([anAction({ attempts: [HOLDINGS] })], options);
    for (const hidden of [CLIENT, KEY, "Q-771", "session=", "Okafor"]) {
      assert.ok(!text.includes(hidden), hidden);
    }
    const { request, response } = first(HOLDINGS);
    const shown = [...request.headers, ...response.headers].map(({ value }) => value);
    assert.deepEqual(shown, [
      ...["[left out]", "[left out]", "application/json", "fpx-1"],
      ...["application/json", "[left out]", "[left out]", "rq-1"],
    ]);
  });

  it("takes a secret out that came back in a header that is shown", () => {
    const echoed = anAttempt({ responseHeaders: [["Server", `gateway ${KEY}`]] });
    assert.deepEqual(first(echoed).response.headers, [
      { name: "Server", value: "gateway [redacted]" },
    ]);
  });

  it("keeps of a path that was typed only the words that the specification knows", () => {
    const typed = anAttempt({
      pathTemplate: "/crm/v1/clients/okafor/{part}/v12345",
      url: "https://api.example/okafor/crm/v1/clients/okafor/x/v12345?okafor=1&pageSize=okafor",
    });
    const { url } = first(typed).request;
    const value = "%7Bvalue%7D";
    assert.equal(
      url,
      `https://api.example/${value}/crm/v1/clients/${value}/%7Bpart%7D/${value}` +
        "?name=%7Bname%7D&pageSize=%7BpageSize%7D",
    );
  });

  it("keeps of a challenge what kind of refusal it is, and not what is told of it", () => {
    const told = 'error_description="Client \\"Okafor\\" is hidden"';
    const challenge = anAttempt({
      responseHeaders: [
        ["www-authenticate", `Bearer realm="x", ${told}, error="invalid_token"`],
        ["WWW-Authenticate", "Bearer error_description=Okafor"],
        ["content-type", 'application/json; charset=utf-8; name="Okafor.json"'],
      ],
    });
    const { headers, content } = first(challenge).response;
    assert.deepEqual(
      headers.map(({ value }) => value),
      [
        'Bearer realm="x", error_description="[left out]", error="invalid_token"',
        'Bearer error_description="[left out]"',
        "application/json; charset=utf-8",
      ],
    );
    assert.equal(content.mimeType, "application/json; charset=utf-8");
  });

  it("divides the time as HAR does", () => {
    const { timings, time, startedDateTime } = first(HOLDINGS);
    assert.deepEqual(timings, {
      ...{ blocked: 50, connect: 12.5, ssl: -1, send: 0, wait: 27.5, receive: 50.25 },
    });
    assert.equal(time, 140.25);
    assert.equal(startedDateTime, "2026-11-21T09:30:01.200Z");
  });

  it("says of bodies their size and hash only", () => {
    const put = anAttempt({ method: "PUT", requestBytes: 7, requestHash: HASH });
    const { postData, bodySize } = first(put).request;
    assert.equal(bodySize, 7);
    assert.deepEqual(postData, {
      mimeType: "application/octet-stream",
      text: "",
      comment: `Left out. SHA-256: ${HASH}`,
    });
    const { content } = first(HOLDINGS).response;
    assert.equal(content.size, 9_100);
    assert.equal(content.comment, `Left out. SHA-256: ${HASH}`);
    assert.equal("text" in content, false);
  });

  it("keeps ids, reason and retry decision in fields of its own", () => {
    const entry = JSON.parse(JSON.stringify(first(HOLDINGS))) as Record<string, unknown>;
    assert.equal(entry["_requestId"], "rq-1");
    assert.deepEqual(entry["_errorIds"], HOLDINGS.errorIds);
    assert.deepEqual(entry["_attempt"], { number: 1, reason: "first" });
    assert.deepEqual(entry["_retry"], HOLDINGS.retry);
  });

  const odd: Readonly<Record<string, Partial<Attempt>>> = {
    "no answer": { failure: "network/reset", times: { queue: 0, total: 12 } },
    "a cut body": { status: 200, failure: "network/cut" },
    "times of zero": { times: { queue: 0, connect: 0, firstByte: 0, total: 0 } },
    "a clock that jumped": {
      startedAt: -1e20,
      times: { queue: -5, connect: 9, firstByte: 3, total: 1 },
    },
    "times that are none": {
      startedAt: Number.NaN,
      times: { queue: Number.NaN, total: Infinity },
    },
    "a huge answer": { status: 200, responseBytes: 2 ** 53, startedAt: 1e20 },
    "half a byte": { responseBytes: 0.5, requestBytes: Number.NaN },
    "an address that is none": { url: "not an address" },
    "an address of another kind": { url: "A:" },
    "a query named like a method": { url: "https://a.example/x?toString&__proto__=1" },
    "half a character": { pathTemplate: "/\ud800", operationId: "x", url: "https://a.example/x" },
    "a broken escape": { url: "https://api.example/x?%E0%A4%A=%zz&=&a" },
  };
  for (const [what, change] of Object.entries(odd)) {
    it(`is valid for an attempt with ${what}`, () => {
      read(anAction({ attempts: [anAttempt(change)] }));
    });
  }

  it("is valid without any attempt", () => {
    assert.deepEqual(read(anAction()).log.entries, []);
  });

  it("is valid for attempts of any kind", () => {
    const attempts = fc.array(anyAttempt(), { maxLength: 4 });
    fc.assert(
      fc.property(attempts, (some) => {
        read(anAction({ attempts: some }));
      }),
      { numRuns: runs(200) },
    );
  });

  it("would be found invalid without what the schema asks for", () => {
    const har = JSON.parse(writeHar([anAction({ attempts: [HOLDINGS] })], options)) as {
      log: { entries: Record<string, unknown>[] };
    };
    delete har.log.entries[0]!["timings"];
    assert.equal(validate(har), false);
  });
});

const validate = harSchema();

function harSchema(): (value: unknown) => boolean {
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  // The schema is of draft 6, which ajv has beside its own.
  ajv.addMetaSchema(readSchema("ajv/dist/refs/json-schema-draft-06.json"));
  for (const file of readdirSync("node_modules/har-schema/lib")) {
    if (file.endsWith(".json")) {
      ajv.addSchema(readSchema(`har-schema/lib/${file}`));
    }
  }
  const compiled = ajv.getSchema("har.json#");
  assert.ok(compiled);
  return (value) => {
    const isValid = compiled(value) === true;
    found = ajv.errorsText(compiled.errors);
    return isValid;
  };
}

function readSchema(path: string): AnySchemaObject {
  return JSON.parse(readFileSync(`node_modules/${path}`, "utf8")) as AnySchemaObject;
}

let found = "";

function read(action: Action): Har {
  const har = JSON.parse(writeHar([action], options)) as Har;
  assert.ok(validate(har), found);
  for (const { time, timings } of har.log.entries) {
    assert.ok(time >= 0);
    assert.ok(Object.values(timings).every((part) => typeof part === "number" && part >= -1));
  }
  return har;
}

function first(attempt: Attempt): Har["log"]["entries"][number] {
  return read(anAction({ attempts: [attempt] })).log.entries[0]!;
}

function anyAttempt(): fc.Arbitrary<Attempt> {
  const headers = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 });
  const time = fc.double();
  return fc
    .record({
      method: fc.constantFrom("GET", "PUT", "DELETE", "POST"),
      pathTemplate: fc.oneof(fc.string({ unit: "binary" }), fc.webPath()),
      url: fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })),
      requestHeaders: headers,
      responseHeaders: headers,
      startedAt: time,
      times: fc.record({ queue: time, connect: time, firstByte: time, total: time }),
      requestBytes: time,
      responseBytes: time,
    })
    .map((change) => anAttempt(change));
}
