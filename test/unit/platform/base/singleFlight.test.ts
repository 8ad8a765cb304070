import assert from "node:assert/strict";
import { SingleFlight } from "../../../../src/platform/base/singleFlight";
import { AppError } from "../../../../src/platform/base/errors";

describe("work that several wait for", () => {
  let end: (value: string) => void;
  let signal: AbortSignal;
  let flight: SingleFlight<string>;

  beforeEach(() => {
    flight = new SingleFlight((given) => {
      signal = given;
      return new Promise((resolve) => (end = resolve));
    });
  });

  it("goes on while one of them waits, and gives them what came of it", async () => {
    const [leaves, left] = [new AbortController(), new AbortController()];
    const [one, other, third] = [
      flight.join(leaves.signal),
      flight.join(undefined),
      flight.join(left.signal),
    ];
    leaves.abort(new AppError("canceled", "canceled/byUser"));
    await assert.rejects(one, { code: "canceled/byUser" });
    left.abort(new AppError("canceled", "canceled/byUser"));
    await assert.rejects(third, { code: "canceled/byUser" });
    assert.deepEqual([signal.aborted, flight.over], [false, false]);
    end("a token");
    assert.equal(await other, "a token");
    assert.deepEqual([signal.aborted, flight.over], [false, true]);
  });

  it("is cancelled when the last one leaves", async () => {
    const leaves = new AbortController();
    const waits = flight.join(leaves.signal);
    leaves.abort(new AppError("canceled", "canceled/byUser"));
    await assert.rejects(waits, { code: "canceled/byUser" });
    assert.deepEqual([signal.aborted, flight.over], [true, true]);
  });
});
