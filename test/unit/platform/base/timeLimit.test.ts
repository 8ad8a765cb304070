import assert from "node:assert/strict";
import { runInTime } from "../../../../src/platform/base/timeLimit";

describe("a limit of time", () => {
  it("ends what keeps the processor busy", () => {
    const endless = (): object => {
      for (;;) {
        // Nothing else would end it.
      }
    };
    assert.equal(runInTime(endless, 20), undefined);
  });

  it("does not count while the machine is busy with something else", () => {
    const memory = new Int32Array(new SharedArrayBuffer(4));
    const wait = (): object => {
      Atomics.wait(memory, 0, 0, 100);
      return { ended: true };
    };
    assert.deepEqual(runInTime(wait, 20), { ended: true });
  });

  it("lets through what is thrown", () => {
    const fail = (): object => {
      throw new RangeError("too deep");
    };
    assert.throws(() => runInTime(fail, 20), RangeError);
  });
});
