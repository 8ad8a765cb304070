import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { EnteredSecrets } from "../../../../src/features/connections/common/enteredSecrets";
import type { Connection } from "../../../../src/platform/base/connection";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { fingerprintOf } from "../../../../src/platform/base/keyFingerprint";
import { WriteGuard } from "../../../../src/platform/guard/guard";
import type { ServiceAnswer, ServiceClient } from "../../../../src/platform/service/client";
import { MemoryMarks } from "../../../faults/support/faultyStore";
import {
  type Bench,
  CLIENT_ID,
  failureOf,
  listClients,
  MemoryLog,
  MemoryStore,
  openBench,
} from "../../platform/http/support/bench";

const DEVELOPMENT = { subscriptionKey: "development-key", clientSecret: "s-1" };
const PRODUCTION = { subscriptionKey: "production-key", clientSecret: "s-1" };

/** Profiles of the editor have one store of secrets, and marks of their own. */
describe("one connection in two profiles of the editor", () => {
  let bench: Bench;
  let store: MemoryStore;
  let here: EnteredSecrets;
  let there: EnteredSecrets;
  let client: ServiceClient;
  let keyOf: (connection: Connection) => string | undefined;

  beforeEach(async () => {
    store = new MemoryStore();
    const open = (): EnteredSecrets =>
      new EnteredSecrets({
        ...{ store, clock: SYSTEM_CLOCK, log: new MemoryLog() },
        marks: new MemoryMarks(),
      });
    [here, there] = [open(), open()];
    keyOf = (connection) => here.fingerprint(connection);
    bench = await openBench({ secrets: (connection, use) => here.demand(connection, use) });
    client = bench.client;
  });

  afterEach(async () => {
    here.dispose();
    there.dispose();
    await bench.close();
  });

  async function put(
    whileConfirming: () => Promise<void> = async () => {},
  ): Promise<ServiceAnswer> {
    const call = {
      operationId: "putPension",
      path: { clientId: CLIENT_ID, pensionId: "PEN-0042" },
      body: Buffer.from("{}"),
    } as const;
    const { connection, permits } = bench;
    const confirm = async (): Promise<boolean> => {
      await whileConfirming();
      return true;
    };
    const asked = { ...client.describe(call), connection, body: call.body, confirm };
    const permit = await new WriteGuard(permits, () => true, undefined, keyOf).permit(asked);
    return await client.send({ ...call, permit }, { action: client.startAction("PUT pension") });
  }

  const writes = (): number => bench.service.seen.filter(({ method }) => method === "PUT").length;

  it("writes nothing under a key that was not confirmed", async () => {
    const { connection } = bench;
    await here.write(connection, DEVELOPMENT);
    const refusal = { kind: "refused", code: "refused/keyChanged" };
    await there.write(connection, PRODUCTION);
    const { kind, code } = await failureOf(put());
    assert.deepEqual([{ kind, code }, writes()], [refusal, 0]);
    // What left in vain was read: the next question names the key that would leave.
    assert.equal(keyOf(connection), there.fingerprint(connection));
    await put();
    assert.equal(writes(), 1);
    const swap = (): Promise<void> => there.write(connection, DEVELOPMENT);
    assert.deepEqual([(await failureOf(put(swap))).code, writes()], [refusal.code, 1]);
  });

  it("goes by the key that leaves, whatever is known of it", async () => {
    const { connection } = bench;
    await there.write(connection, PRODUCTION);
    keyOf = () => fingerprintOf(DEVELOPMENT.subscriptionKey);
    assert.equal((await failureOf(put())).code, "refused/keyChanged");
    await there.write(connection, DEVELOPMENT);
    await put();
    assert.equal(writes(), 1);
  });

  it("knows the key where only the other profile entered it, once it was read", async () => {
    const { connection } = bench;
    await there.write(connection, PRODUCTION);
    assert.equal(keyOf(connection), undefined);
    assert.equal((await failureOf(put())).code, "refused/keyChanged", "none was named");
    assert.equal(keyOf(connection), there.fingerprint(connection));
    await put();
    await there.clear(connection);
    // What the store tells of it has been heard.
    await setImmediate();
    await failureOf(listClients(client));
    assert.equal(keyOf(connection), undefined);
  });

  it("asks the store for a key that is to be named, and nobody who holds one", async () => {
    const { connection } = bench;
    await here.write(connection, DEVELOPMENT);
    await there.write(connection, PRODUCTION);
    assert.equal(await here.readFingerprint(connection), there.fingerprint(connection));
    here.keepForSession(connection, DEVELOPMENT);
    store.get = () => Promise.reject(new Error("asked"));
    assert.notEqual(await here.readFingerprint(connection), there.fingerprint(connection));
  });
});
