import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { StartedSignIn, WaitingSignIn } from "../../../../src/platform/auth/browserSignIn";
import { BrowserSession } from "../../../../src/platform/auth/browserSession";
import { AppError } from "../../../../src/platform/base/errors";
import type { Session } from "../../../../src/platform/base/session";
import { aSession } from "../../../fakes/browserClient";
import { failureOf } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";

const LIFE = 300_000;
const LOOK = 2_000;

describe("one browser that is out", () => {
  let clock: VirtualClock;
  let stop: AbortController;
  let session: Session | undefined;
  let find: () => Promise<WaitingSignIn | undefined>;
  let started: StartedSignIn;
  let out: BrowserSession;
  /** What was thrown where nobody waited for it. */
  let lost: unknown[];
  const noteLost = (reason: unknown): void => void lost.push(reason);

  beforeEach(() => {
    lost = [];
    process.on("unhandledRejection", noteLost);
    clock = new VirtualClock();
    stop = new AbortController();
    session = undefined;
    const expiresAt = clock.now() + LIFE;
    const known = { connectionId: "a", redirectUri: "b://c/callback", expiresAt };
    find = () => Promise.resolve(known);
    started = { ...known, url: "https://login.example", state: "s", usesProofKey: true };
    out = open();
  });

  afterEach(() => {
    process.off("unhandledRejection", noteLost);
    out.end();
    assert.equal(clock.pending, 0);
    assert.deepEqual(lost, []);
  });

  function open(): BrowserSession {
    const { signal } = stop;
    return new BrowserSession({
      clock,
      find: () => find(),
      session: () => Promise.resolve(session),
      signal,
    });
  }

  /** Time goes by in steps of a look each, with what every look leads to. */
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += LOOK) {
      clock.advance(LOOK);
      await turn();
    }
  }

  it("is never sent when it was given up before", async () => {
    stop.abort();
    out = open();
    assert.equal(out.signal.aborted, true);
    assert.equal((await failureOf(out.wait(started))).code, "canceled/byUser");
    assert.deepEqual([out.isWaiting, out.started], [false, undefined]);
  });

  it("hears no more of its signal once it is over", () => {
    out.end();
    stop.abort();
    assert.equal(out.signal.aborted, false);
  });

  it("waits from its address to its end, and leaves no timer", async () => {
    assert.equal(out.isWaiting, false);
    const waits = out.wait(started);
    assert.deepEqual([out.isWaiting, clock.dueIn], [true, [LOOK]]);
    await out.finish(() => Promise.resolve());
    assert.deepEqual([out.isWaiting, clock.pending], [false, 0]);
    await waits;
  });

  it("looks right at its end, and not only after it", async () => {
    clock.advance(LIFE - LOOK / 2);
    const waits = failureOf(out.wait(started));
    assert.deepEqual(clock.dueIn, [LOOK / 2]);
    clock.advance(LOOK / 2);
    assert.equal((await waits).code, "credentials/signInTimeout");
  });

  it("has run out of time where its machine slept over the end", async () => {
    const waits = failureOf(out.wait(started));
    find = () => Promise.resolve(undefined);
    clock.advance(2 * LIFE);
    assert.equal((await waits).code, "credentials/signInTimeout");
  });

  it("was taken elsewhere where it is gone before its end, and stays so after it", async () => {
    clock.advance(LIFE - 10_000);
    let error: AppError | undefined;
    const waits = failureOf(out.wait(started)).then((failure) => (error = failure));
    find = () => Promise.resolve(undefined);
    await pass(LOOK + 94_000);
    assert.equal(error, undefined);
    await pass(LOOK);
    assert.equal((await waits).code, "canceled/signInElsewhere");
  });

  it("goes on where the store cannot be read, to its end", async () => {
    const waits = failureOf(out.wait(started));
    find = () => Promise.reject(new Error("no keyring"));
    await pass(LIFE - LOOK);
    assert.equal(out.isWaiting, true);
    await pass(LOOK);
    assert.equal((await waits).code, "credentials/signInTimeout");
  });

  it("is finished here where its callback comes while it is looked for", async () => {
    const waits = out.wait(started);
    const [looked, exchanged] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    find = () => looked.promise;
    session = aSession(clock.now());
    out.checkSession();
    const finishing = out.finish(() => exchanged.promise);
    looked.resolve(undefined);
    await turn();
    assert.equal(out.isWaiting, true);
    let looks = 0;
    find = () => {
      looks++;
      return Promise.resolve(undefined);
    };
    out.checkSession();
    await turn();
    assert.equal(looks, 0);
    exchanged.resolve(undefined);
    await Promise.all([waits, finishing]);
  });

  it("goes on after a callback that did not fit, and ends with any other failure", async () => {
    const waits = failureOf(out.wait(started));
    const rejected = new AppError("credentials", "credentials/callbackRejected");
    assert.equal(await failureOf(out.finish(() => Promise.reject(rejected))), rejected);
    assert.equal(out.isWaiting, true);
    // It is looked for again after that.
    await pass(LOOK);
    const failed = new AppError("credentials", "credentials/codeRefused");
    assert.equal(await failureOf(out.finish(() => Promise.reject(failed))), failed);
    assert.equal(await waits, failed);
  });

  it("is no sign-in elsewhere where the session is the one from before", async () => {
    session = aSession(clock.now() - 1);
    out = open();
    const waits = out.wait(started);
    find = () => Promise.resolve(undefined);
    await pass(LOOK);
    assert.equal(out.isWaiting, true);
    session = undefined;
    await pass(LOOK);
    assert.equal(out.isWaiting, true);
    session = aSession(clock.now());
    out.checkSession();
    await waits;
  });

  for (const [name, isKnown] of [
    ["was renewed meanwhile", true],
    ["became known only after it was begun", false],
  ] as const) {
    it(`has run out of time where the session from before ${name}`, async () => {
      const earlier = aSession(clock.now() - LIFE);
      session = isKnown ? earlier : undefined;
      out = open();
      const waits = failureOf(out.wait(started));
      await pass(LIFE - LOOK);
      session = isKnown ? { ...earlier, obtainedAt: clock.now() } : earlier;
      find = () => Promise.resolve(undefined);
      clock.advance(LOOK);
      assert.equal((await waits).code, "credentials/signInTimeout");
    });
  }

  for (const [name, before, isFound, isSignedIn] of [
    ["stayed", 0, true, false],
    ["been taken", 0, false, true],
    ["run out of time", LIFE, true, false],
    ["run out of time and gone", LIFE, false, false],
  ] as const) {
    it(`stays given up where it is seen after that to have ${name}`, async () => {
      const looked = Promise.withResolvers<WaitingSignIn | undefined>();
      const known = await find();
      find = () => looked.promise;
      const waits = failureOf(out.wait(started));
      clock.advance(before + LOOK);
      session = isSignedIn ? aSession(clock.now()) : undefined;
      stop.abort();
      looked.resolve(isFound ? known : undefined);
      assert.equal((await waits).code, "canceled/byUser");
      await turn();
    });
  }

  it("stays given up where nobody has told for long how it ended elsewhere", async () => {
    const waits = failureOf(out.wait(started));
    find = () => Promise.resolve(undefined);
    await pass(LOOK);
    const looked = Promise.withResolvers<undefined>();
    find = () => looked.promise;
    clock.advance(100_000);
    stop.abort();
    looked.resolve(undefined);
    assert.equal((await waits).code, "canceled/byUser");
    await turn();
  });

  it("is over for who gives it up once everything of it has ended", async () => {
    const waits = failureOf(out.wait(started));
    let isOver = false;
    const giving = out.cancel().then(() => (isOver = true));
    assert.equal((await waits).code, "canceled/byUser");
    await turn();
    assert.equal(isOver, false);
    out.end();
    await giving;
  });
});
