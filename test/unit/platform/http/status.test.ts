import assert from "node:assert/strict";
import * as v from "valibot";
import { statusFacts } from "../../../../src/platform/base/statusLine";
import { statusOf } from "../../../../src/platform/http/status";
import { anAction, anAttempt } from "../../../fakes/action";

describe("the status line of an action", () => {
  it("is none before the first attempt", () => {
    assert.equal(statusOf(anAction()), undefined);
  });

  it("counts from the first attempt to the end of the last", () => {
    const attempts = [
      anAttempt({ startedAt: 1_000, times: { queue: 0, total: 20 } }),
      anAttempt({ number: 2, startedAt: 1_520, times: { queue: 0, total: 30 }, status: 200 }),
    ];
    const facts = statusOf(anAction({ attempts }));
    assert.deepEqual([facts?.milliseconds, facts?.attempts, facts?.status], [550, 2, 200]);
  });

  it("is one that panels take where the clock was set back between two attempts", () => {
    const attempts = [
      anAttempt({ startedAt: 3_600_000, times: { queue: 0, total: 20 } }),
      anAttempt({ number: 2, startedAt: 0, times: { queue: 0, total: 30 } }),
    ];
    const facts = statusOf(anAction({ attempts }));
    assert.equal(facts?.milliseconds, 30);
    assert.ok(v.is(statusFacts, facts));
  });
});
