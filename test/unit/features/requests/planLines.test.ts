import assert from "node:assert/strict";
import { dryRunLines } from "../../../../src/features/requests/common/planLines";
import { fillText } from "../../../../src/platform/base/texts";
import type { PlannedCall } from "../../../../src/platform/service/client";

const PLAN: PlannedCall = {
  method: "PUT",
  url: "https://api.example/finances/v1/pensions/1",
  pathTemplate: "/finances/v1/pensions/{pensionId}",
  headers: [],
  tracing: "off",
  retries: { most: 1, statuses: [429], longestMilliseconds: [1_500] },
  limits: { attemptMilliseconds: 2_500, actionMilliseconds: 90_000 },
};

describe("lines of a dry run", () => {
  it("have numbers and spans as the language writes them", () => {
    const lines = dryRunLines(PLAN, new Uint8Array(9_318), "f00", { t: fillText, language: "de" });
    const texts = new Map(lines);
    assert.equal(texts.get("Body"), "9,1 KB (bytes: 9.318), SHA-256 f00");
    assert.equal(texts.get("Waits"), "as Retry-After says, else at most 1,5 s");
    assert.equal(texts.get("Time"), "2,5 s an attempt, 1 min 30 s in all");
  });
});
