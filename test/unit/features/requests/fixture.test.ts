import assert from "node:assert/strict";
import {
  factsName,
  fixtureName,
  writeFixtureFacts,
} from "../../../../src/features/requests/common/fixture";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { anAction, anAttempt } from "../../../fakes/action";

const CLIENT = "b2c7a1de-6a7c-4c0e-9a44-0d6a5b1f2c3d";
const SECRET = "s3cr3t-t0k3n";
const redact = (text: string): string => text.replaceAll(SECRET, "[redacted]");

const attempt = anAttempt({
  operationId: "listHoldings",
  pathTemplate: "/finances/v1/clients/{clientId}/holdings",
  url: `https://api.example/finances/v1/clients/${CLIENT}/holdings?page=2&note=${SECRET}&owner=Ruth`,
  requestHeaders: [["Authorization", "Bearer [redacted]"]],
  responseHeaders: [
    ["Content-Type", "application/json"],
    ["Set-Cookie", `session=${SECRET}`],
    ["X-Owner", "Ruth Abernathy"],
    ["Transfer-Encoding", "chunked"],
    ["ETag", `"${SECRET}"`],
  ],
  startedAt: Date.UTC(2026, 10, 26, 9, 30),
  status: 200,
});
const action = anAction({ traceId: "fpx-1", attempts: [attempt] });

interface Facts {
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly value: string }[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly isMasked: boolean;
  readonly traceId: string;
  readonly time: string;
}

const factsOf = (masking = NO_MASKING): { readonly text: string; readonly facts: Facts } => {
  const text = writeFixtureFacts(action, attempt, { body: "holdings.json", masking, redact });
  return { text, facts: JSON.parse(text) as Facts };
};

describe("the facts beside a fixture", () => {
  it("are the call without host, secrets and headers of nobody's standard", () => {
    const { text, facts } = factsOf();
    assert.ok(!text.includes(SECRET));
    assert.doesNotMatch(text, /api\.example|authorization|cookie|Abernathy|chunked/i);
    assert.equal(facts.path, `/finances/v1/clients/${CLIENT}/holdings`);
    assert.deepEqual(facts.query, [
      { name: "page", value: "2" },
      { name: "note", value: "[redacted]" },
      { name: "owner", value: "Ruth" },
    ]);
    assert.deepEqual(facts.headers[0], { name: "content-type", value: "application/json" });
    assert.deepEqual([facts.traceId, facts.time], ["fpx-1", "2026-11-26T09:30:00.000Z"]);
    assert.equal(facts.isMasked, false);
  });

  it("are masked where the answer is, but for paging", () => {
    const { text, facts } = factsOf(createMasking(new Uint8Array(32)));
    assert.ok(!text.includes(CLIENT));
    assert.doesNotMatch(text, /Ruth/);
    assert.equal(facts.isMasked, true);
    assert.deepEqual(facts.query[0], { name: "page", value: "2" });
  });

  it("have names that go with the answer's", () => {
    assert.equal(fixtureName(attempt), "holdings-200");
    assert.equal(fixtureName(anAttempt({ operationId: "getClient", status: 404 })), "client-404");
    assert.equal(factsName("holdings-200.json"), "holdings-200.call.json");
    assert.equal(factsName("holdings"), "holdings.call.json");
    assert.equal(factsName(".env"), ".env.call.json");
  });
});
