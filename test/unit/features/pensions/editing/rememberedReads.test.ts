import assert from "node:assert/strict";
import { AppError } from "../../../../../src/platform/base/errors";
import { RememberedReads } from "../../../../../src/features/pensions/common/editing/rememberedReads";
import { VirtualClock } from "../../../platform/http/support/virtualClock";

describe("reads that are remembered", () => {
  let clock: VirtualClock;
  let failures: unknown[];
  let reads: RememberedReads<string>;
  let count: number;

  beforeEach(() => {
    clock = new VirtualClock();
    failures = [];
    count = 0;
    reads = new RememberedReads(clock, (error) => failures.push(error));
  });

  const read = async (): Promise<string> => {
    await Promise.resolve();
    return String(++count);
  };
  const fail = async (error: unknown): Promise<string> => {
    await Promise.resolve();
    count++;
    throw error;
  };

  it("are made once, however often and at the same time they are asked for", async () => {
    const both = await Promise.all([reads.get("a", read), reads.get("a", read)]);
    assert.deepEqual(both, ["1", "1"]);
    clock.advance(3_600_000);
    assert.equal(await reads.get("a", read), "1");
    assert.equal(await reads.get("b", read), "2");
  });

  it("are made again after they were forgotten", async () => {
    await reads.get("a", read);
    reads.forget("a");
    assert.equal(await reads.get("a", read), "2");
    reads.clear();
    assert.equal(await reads.get("a", read), "3");
  });

  it("are not repeated for a minute after they failed", async () => {
    clock.advance(5000);
    const failing = (): Promise<string> => fail(new AppError("network", "network/refused"));
    assert.equal(await reads.get("a", failing), undefined);
    clock.advance(59_999);
    assert.equal(await reads.get("a", failing), undefined);
    assert.deepEqual([count, failures.length], [1, 1]);
    clock.advance(1);
    assert.equal(await reads.get("a", read), "2");
  });

  it("are kept for good where they were forgotten after they failed", async () => {
    const failing = (): Promise<string> => fail(new AppError("network", "network/refused"));
    for (const forget of [() => reads.forget("a"), () => reads.clear()]) {
      assert.equal(await reads.get("a", failing), undefined);
      forget();
      const known = await reads.get("a", read);
      clock.advance(60_000);
      assert.equal(await reads.get("a", read), known);
      forget();
    }
  });

  it("are none when they were cancelled", async () => {
    const canceled = (): Promise<string> => fail(new AppError("canceled", "canceled/user"));
    assert.equal(await reads.get("a", canceled), undefined);
    assert.equal(await reads.get("a", read), "2");
    assert.deepEqual(failures, []);
  });
});
