import assert from "node:assert/strict";
import type { Connection } from "../../../../src/platform/base/connection";
import { isAppError } from "../../../../src/platform/base/errors";
import { UNLOCK_MINUTES, WriteLock } from "../../../../src/platform/guard/writeLock";
import { aConnection } from "../../../fakes/connection";
import { VirtualClock } from "../http/support/virtualClock";

const MINUTE = 60_000;
const ACME = aConnection({ id: "acme", label: "Acme live", environment: "production" });
const OTHER = aConnection({ id: "other", label: "Other live", environment: "production" });

/** Its two times part: a machine sleeps, or its clock is set. Its timers can be early. */
class OddClock extends VirtualClock {
  wallShift = 0;
  early = 0;

  override now(): number {
    return super.now() + this.wallShift;
  }

  override schedule(milliseconds: number, run: () => void): () => void {
    return super.schedule(milliseconds - this.early, run);
  }
}

describe("the lock of Production", () => {
  let clock: OddClock;
  let changes: number;
  let key: string | undefined;
  let lock: WriteLock;

  beforeEach(() => {
    clock = new OddClock();
    changes = 0;
    key = "9f3a1c";
    lock = new WriteLock({ clock, keyFingerprint: () => key, onChange: () => (changes += 1) });
  });

  afterEach(() => {
    lock.dispose();
    assert.equal(clock.pending, 0, "a timer was left");
  });

  it("is closed at first, and open for fifteen minutes to the millisecond", () => {
    assert.deepEqual([lock.find(ACME), lock.remaining("acme"), lock.unlocked], [undefined, 0, []]);
    lock.unlock(ACME);
    assert.equal(UNLOCK_MINUTES, 15);
    assert.deepEqual([lock.remaining("acme"), lock.unlocked, changes], [15 * MINUTE, ["acme"], 1]);
    clock.advance(15 * MINUTE - 1);
    assert.ok(lock.find(ACME));
    assert.deepEqual([lock.remaining("acme"), changes], [1, 1]);
    clock.advance(1);
    assert.deepEqual([lock.find(ACME), lock.unlocked, changes], [undefined, [], 2]);
  });

  it("closes by itself when its time is over, and not before where a timer is early", () => {
    clock.early = MINUTE;
    lock.unlock(ACME);
    clock.early = 0;
    clock.advance(14 * MINUTE);
    assert.deepEqual([changes, clock.dueIn], [1, [MINUTE]]);
    clock.advance(MINUTE);
    assert.deepEqual([changes, clock.pending], [2, 0], "nobody asked, and all know");
  });

  it("begins its time and its first write anew when it is unlocked again", () => {
    lock.unlock(ACME);
    lock.prove(lock.find(ACME)!);
    assert.equal(lock.find(ACME)?.isProven, true);
    clock.advance(10 * MINUTE);
    lock.unlock(ACME);
    assert.deepEqual([lock.remaining("acme"), lock.find(ACME)?.isProven], [15 * MINUTE, false]);
    clock.advance(14 * MINUTE);
    assert.ok(lock.find(ACME));
  });

  it("holds each connection for itself, and closes one or all of them at once", () => {
    lock.unlock(ACME);
    clock.advance(MINUTE);
    lock.unlock(OTHER);
    assert.deepEqual(lock.unlocked, ["other", "acme"]);
    lock.lock("acme");
    assert.deepEqual([lock.find(ACME), lock.find(OTHER)?.connectionId], [undefined, "other"]);
    lock.unlock(ACME);
    lock.lock();
    assert.deepEqual([lock.unlocked, changes], [[], 5]);
    lock.lock();
    assert.equal(changes, 5, "nothing was open");
  });

  it("gains nothing from sleep, nor from a clock that is set", () => {
    lock.unlock(ACME);
    clock.wallShift = -60 * MINUTE;
    clock.advance(15 * MINUTE - 1);
    assert.equal(lock.remaining("acme"), 1);
    clock.advance(1);
    assert.equal(lock.find(ACME), undefined);
    lock.unlock(ACME);
    // The monotonic clock of most systems stands still while they sleep.
    clock.wallShift = 8 * 60 * MINUTE;
    assert.deepEqual([lock.remaining("acme"), lock.unlocked], [0, []]);
    assert.equal(lock.find(ACME), undefined);
  });

  const changed: readonly (readonly [string, Partial<Connection>])[] = [
    ["base URL", { baseUrl: "https://elsewhere.example" }],
    ["auth URL", { authUrl: "https://elsewhere.example" }],
    ["prefix", { prefixes: { ...ACME.prefixes, finances: "/finances/v2" } }],
    ["client id", { clientId: "somebody-else" }],
    ["environment", { environment: "prod-eu" as Connection["environment"] }],
  ];
  for (const [what, change] of changed) {
    it(`ends with another ${what}`, () => {
      lock.unlock(ACME);
      assert.equal(lock.find({ ...ACME, ...change }), undefined);
      assert.deepEqual([lock.find(ACME), changes], [undefined, 2]);
    });
  }

  it("ends with another key, or none, and stays with another label", () => {
    for (const other of ["0a1b2c", undefined]) {
      key = "9f3a1c";
      lock.unlock(ACME);
      assert.ok(lock.find({ ...ACME, label: "Renamed", colour: "red" }));
      key = other;
      assert.equal(lock.find(ACME), undefined);
    }
  });

  it("is not opened without a key to name", () => {
    key = undefined;
    assert.throws(
      () => lock.unlock(ACME),
      (error) =>
        isAppError(error) &&
        error.code === "credentials/keyMissing" &&
        error.values["connectionId"] === "acme",
    );
    assert.deepEqual([lock.unlocked, changes], [[], 0]);
  });

  it("counts the first write for the unlock that it was asked under alone", () => {
    lock.unlock(ACME);
    const before = lock.find(ACME)!;
    lock.unlock(ACME);
    lock.prove(before);
    assert.equal(lock.find(ACME)?.isProven, false);
  });
});
