import assert from "node:assert/strict";
import type { RetryDecision } from "../../../../src/platform/base/action";
import { decideRetry, planRetries, type RetryQuestion } from "../../../../src/platform/http/retry";

const GET_503: RetryQuestion = {
  ...{ method: "GET", status: 503, retryAfterSeconds: undefined, retries: 0 },
  ...{ remainingMilliseconds: 60_000, random: () => 0.5 },
};

function again(milliseconds: number, why: "backOff" | "retryAfter" = "backOff"): RetryDecision {
  return { retry: true, milliseconds, why };
}

function ended(why: Exclude<RetryDecision["why"], "backOff" | "retryAfter" | "deadline">): object {
  return { retry: false, why };
}

describe("a call that is repeated on its own", () => {
  const cases: readonly (readonly [name: string, change: Partial<RetryQuestion>, object])[] = [
    ["no answer", { status: undefined }, ended("network")],
    ["a success", { status: 200 }, ended("answered")],
    ["a redirect", { status: 399 }, ended("answered")],
    ["a refusal", { status: 400 }, ended("status")],
    ["a bad gateway", { status: 502 }, ended("status")],
    ["a refusal of a POST", { status: 404, method: "POST" }, ended("status")],
    ["a temporary status", { status: 500 }, again(250)],
    ["too many requests", { status: 429 }, again(250)],
    ["a HEAD", { method: "HEAD" }, again(250)],
    ["a PUT", { method: "PUT" }, again(250)],
    ["a DELETE", { method: "DELETE" }, again(250)],
    ["a POST", { method: "POST" }, ended("method")],
    ["a PATCH", { method: "PATCH" }, ended("method")],
    ["the second time", { retries: 1 }, again(500)],
    ["the third time", { retries: 2 }, again(1_000)],
    ["no fourth time", { retries: 3 }, ended("tries")],
    ["whole milliseconds", { random: () => 0.3333 }, again(167)],
    ["at once", { random: () => 0 }, again(0)],
    ["what the service asks for", { retryAfterSeconds: 7 }, again(7_000, "retryAfter")],
    ["at once, as it asks for", { retryAfterSeconds: 0 }, again(0, "retryAfter")],
    ["in the last moment", { remainingMilliseconds: 251 }, again(250)],
    [
      "no time for it",
      { remainingMilliseconds: 250 },
      { retry: false, why: "deadline", waitMilliseconds: 250 },
    ],
    [
      "a wait that is longer than the call",
      { retryAfterSeconds: 61 },
      { retry: false, why: "deadline", waitMilliseconds: 61_000 },
    ],
  ];
  for (const [name, change, decision] of cases) {
    it(name, () => {
      assert.deepEqual(decideRetry({ ...GET_503, ...change }), decision);
    });
  }

  it("is planned before it is sent", () => {
    const statuses = [429, 500, 503];
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      const plan = { most: 3, statuses, longestMilliseconds: [500, 1_000, 2_000] };
      assert.deepEqual(planRetries(method), plan);
    }
    for (const method of ["POST", "PATCH"]) {
      assert.deepEqual(planRetries(method), { most: 0, statuses, longestMilliseconds: [] });
    }
  });
});
