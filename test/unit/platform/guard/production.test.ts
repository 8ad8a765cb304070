import assert from "node:assert/strict";
import { type Connection, isProduction } from "../../../../src/platform/base/connection";
import { isAppError } from "../../../../src/platform/base/errors";
import {
  type Challenge,
  WriteGuard,
  type WriteRequest,
} from "../../../../src/platform/guard/guard";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import { hashBody } from "../../../../src/platform/http/bodyHash";
import type { WritePermit } from "../../../../src/platform/base/permit";
import { WriteLock } from "../../../../src/platform/guard/writeLock";
import { aConnection } from "../../../fakes/connection";
import { VirtualClock } from "../http/support/virtualClock";

const MINUTE = 60_000;
const ACME = aConnection({ id: "acme", label: "Acme live", environment: "production" });
const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1fAc11";
const END = CLIENT.slice(-6);
const KEY = "9f3a1c";
const URL_OF_WRITE = "https://service.example/x";

describe("writes to Production", () => {
  let clock: VirtualClock;
  let lock: WriteLock;
  let office: PermitIssuer;
  let guard: WriteGuard;
  let asked: ("confirm" | Challenge)[];

  beforeEach(() => {
    clock = new VirtualClock();
    lock = new WriteLock({ clock, keyFingerprint: () => KEY, onChange: () => undefined });
    office = new PermitIssuer();
    guard = new WriteGuard(office, () => true, lock);
    asked = [];
  });

  afterEach(() => lock.dispose());

  interface Hand {
    readonly types?: string | undefined;
    readonly whileConfirming?: () => void;
    readonly whileTyping?: () => void;
    readonly change?: Partial<WriteRequest>;
  }

  /** What a user answers who confirms all, and types what `types` says. */
  async function permit(hand: Hand = {}): Promise<WritePermit> {
    return guard.permit({
      ...{ connection: ACME, method: "PUT", url: URL_OF_WRITE, body: undefined, clientId: CLIENT },
      confirm: () => {
        asked.push("confirm");
        hand.whileConfirming?.();
        return Promise.resolve(true);
      },
      challenge: (what) => {
        asked.push(what);
        hand.whileTyping?.();
        return Promise.resolve("types" in hand ? hand.types : END);
      },
      ...hand.change,
    });
  }

  async function codeOf(work: Promise<unknown>): Promise<string> {
    try {
      await work;
    } catch (error) {
      return isAppError(error) ? error.code : String(error);
    }
    return "passed";
  }

  const redeem = (given: WritePermit): (() => void) =>
    office.redeem(given, {
      ...{ connectionId: "acme", method: "PUT", url: URL_OF_WRITE, bodyHash: hashBody(undefined) },
    });

  it("are refused with another key than the one that was confirmed, wherever they go", async () => {
    const connection = aConnection({ id: "acme", environment: "development" });
    let key = KEY;
    guard = new WriteGuard(
      office,
      () => true,
      lock,
      () => key,
    );
    const change = { connection };
    const swap = (): void => void (key = "000000");
    await assert.rejects(permit({ change, whileConfirming: swap }), {
      code: "refused/keyChanged",
      values: { connectionId: "acme", connectionLabel: connection.label },
    });
    const given = await permit({ change });
    key = KEY;
    assert.throws(() => redeem(given), { code: "refused/keyChanged" });
    redeem(await permit({ change }));
  });

  it("are refused while it is locked, before anything is asked", async () => {
    assert.equal(await codeOf(permit()), "refused/locked");
    assert.deepEqual(asked, []);
    assert.throws(() => guard.demandWritable(ACME), { code: "refused/locked" });
    const error: unknown = await permit().catch((reason: unknown) => reason);
    assert.ok(isAppError(error));
    assert.deepEqual(
      [error.kind, error.values],
      ["refused", { connectionId: "acme", connectionLabel: "Acme live" }],
    );
  });

  it("are refused by a guard that nobody gave a lock", async () => {
    guard = new WriteGuard(office, () => true);
    assert.equal(await codeOf(permit()), "refused/locked");
  });

  it("are not unlocked in Restricted Mode", async () => {
    lock.unlock(ACME);
    guard = new WriteGuard(office, () => false, lock);
    assert.equal(await codeOf(permit()), "refused/untrusted");
    assert.deepEqual(asked, []);
  });

  it("are refused when trust ends over the question", async () => {
    let isTrusted = true;
    guard = new WriteGuard(office, () => isTrusted, lock);
    lock.unlock(ACME);
    const whileConfirming = (): void => void (isTrusted = false);
    assert.equal(await codeOf(permit({ whileConfirming })), "refused/untrusted");
  });

  for (const environment of ["", "Sandbox", "sandbox ", "staging", "prod", "toString", undefined]) {
    it(`count an environment '${String(environment)}' as Production`, async () => {
      assert.equal(isProduction(environment as string), true);
      const connection = { ...ACME, environment } as unknown as Connection;
      assert.equal(await codeOf(permit({ change: { connection } })), "refused/locked");
      lock.unlock(connection);
      assert.equal(await codeOf(permit({ change: { connection } })), "passed");
      assert.deepEqual(asked, ["confirm", "clientId"]);
    });
  }

  for (const environment of ["sandbox", "development"] as const) {
    it(`need no unlock in ${environment}, where nothing is typed`, async () => {
      const connection = { ...ACME, environment };
      guard.demandWritable(connection);
      assert.equal(await codeOf(permit({ change: { connection } })), "passed");
      assert.deepEqual(asked, ["confirm"]);
    });
  }

  it("ask for the end of the client's id once in an unlock, after the confirmation", async () => {
    lock.unlock(ACME);
    guard.demandWritable(ACME);
    redeem(await permit());
    redeem(await permit());
    assert.deepEqual(asked, ["confirm", "clientId", "confirm"]);
    lock.lock();
    lock.unlock(ACME);
    redeem(await permit());
    assert.deepEqual(asked.slice(3), ["confirm", "clientId"]);
  });

  for (const types of ["", "  ", "0f6f2b", END.slice(1), CLIENT, `${END}x`, KEY]) {
    it(`are refused when '${types}' is typed, and ask again`, async () => {
      lock.unlock(ACME);
      assert.equal(await codeOf(permit({ types })), "refused/notTyped");
      assert.equal(await codeOf(permit({ types })), "refused/notTyped");
      assert.equal(await codeOf(permit()), "passed");
      assert.deepEqual(asked, [
        ...["confirm", "clientId", "confirm", "clientId", "confirm", "clientId"],
      ]);
    });
  }

  it("take the end of a UUID in any case, of other ids as they are", async () => {
    for (const types of [END.toLowerCase(), END.toUpperCase(), ` ${END} `]) {
      lock.unlock(ACME);
      assert.equal(await codeOf(permit({ types })), "passed", types);
    }
    const clientId = "Client-AbCdEf";
    lock.unlock(ACME);
    assert.equal(await codeOf(permit({ types: "abcdef", change: { clientId } })), notTyped);
    assert.equal(await codeOf(permit({ types: "AbCdEf", change: { clientId } })), "passed");
  });

  it("ask for the key's fingerprint where the address names no client", async () => {
    for (const clientId of [undefined, ""]) {
      lock.unlock(ACME);
      assert.equal(await codeOf(permit({ change: { clientId }, types: END })), notTyped);
      assert.equal(await codeOf(permit({ change: { clientId }, types: " 9F3A1C " })), "passed");
    }
    assert.deepEqual(new Set(asked), new Set(["confirm", "keyFingerprint"]));
  });

  it("end as cancelled when nothing is typed at all, and as refused where nobody asks", async () => {
    lock.unlock(ACME);
    assert.equal(await codeOf(permit({ types: undefined })), "canceled/byUser");
    await assert.rejects(permit({ change: { challenge: undefined } }), {
      code: notTyped,
      values: { connectionId: "acme", connectionLabel: "Acme live", what: "clientId" },
    });
    const confirm = (): Promise<boolean> => Promise.resolve(false);
    assert.equal(await codeOf(permit({ change: { confirm } })), "canceled/byUser");
    assert.equal(lock.find(ACME)?.isProven, false);
  });

  it("are refused when the time ran out over the question, or over the typing", async () => {
    const wait = (): void => clock.advance(15 * MINUTE);
    lock.unlock(ACME);
    assert.equal(await codeOf(permit({ whileConfirming: wait })), "refused/locked");
    assert.deepEqual(asked, ["confirm"], "nothing more is asked");
    lock.unlock(ACME);
    assert.equal(await codeOf(permit({ whileTyping: wait })), "refused/locked");
  });

  it("are refused when it was locked and unlocked anew over the typing", async () => {
    lock.unlock(ACME);
    const again = (): void => {
      lock.lock();
      lock.unlock(ACME);
    };
    assert.equal(await codeOf(permit({ whileTyping: again })), "refused/locked");
    assert.equal(lock.find(ACME)?.isProven, false);
    assert.equal(await codeOf(permit({ whileConfirming: again })), "passed");
  });

  it("do not leave under a permit once it is locked again", async () => {
    lock.unlock(ACME);
    const given = await permit();
    lock.lock();
    assert.throws(() => redeem(given), { code: "refused/locked" });
    lock.unlock(ACME);
    assert.throws(() => redeem(given), { code: "permit/spent" });
    const late = await permit();
    clock.advance(15 * MINUTE);
    assert.throws(() => redeem(late), { code: "refused/locked" });
  });

  it("are not repeated under a permit that was redeemed before it was locked", async () => {
    lock.unlock(ACME);
    const demand = redeem(await permit());
    demand();
    lock.lock();
    assert.throws(demand, { code: "refused/locked" });
  });

  it("that are asked for side by side are all proven by what was typed for one", async () => {
    lock.unlock(ACME);
    const codes = await Promise.all([codeOf(permit()), codeOf(permit()), codeOf(permit())]);
    assert.deepEqual(codes, ["passed", "passed", "passed"]);
  });
});

const notTyped = "refused/notTyped";
