import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { EnteredSecrets } from "../../../../src/features/connections/common/enteredSecrets";
import type { Connections } from "../../../../src/features/connections/host/connections";
import { keepSecrets } from "../../../../src/features/connections/host/secretEntry";
import { tokenKey } from "../../../../src/platform/auth/tokenStore";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import type { AccessModel } from "../../../../src/platform/base/connection";
import type { Dialogs } from "../../../../src/platform/vscode/dialogs";
import { MemoryMarks } from "../../../faults/support/faultyStore";
import { recordOf } from "../../platform/auth/userProvider";
import { type Bench, MemoryLog, openBench } from "../../platform/http/support/bench";
import { connectionsOf } from "./connectionsOf";

const HOUR = 3_600_000;
const OTHER = { subscriptionKey: "another-key", clientSecret: "another-secret" };

describe("a secret that is entered over another one", () => {
  let bench: Bench;
  let entered: EnteredSecrets;
  let connections: Connections;
  /** What is stored of the sign-in. */
  let record: string;

  const stored = (): string | undefined => bench.store.values.get(tokenKey(bench.connection.id));

  /** A connection with key and secret, and a client that has a token. */
  async function open(accessModel: AccessModel): Promise<void> {
    bench = await openBench({ connection: { accessModel } });
    const { connection, store, secrets } = bench;
    const [log, marks] = [new MemoryLog(), new MemoryMarks()];
    entered = new EnteredSecrets({ ...{ store, log, marks }, clock: SYSTEM_CLOCK });
    connections = connectionsOf(bench, entered);
    await entered.write(connection, secrets.current);
    const signed = { accessToken: "t-1", refreshToken: "r-1", issuer: "i", subject: "alex" };
    const change = { enteredConsentEnd: Date.now() + HOUR };
    record = JSON.stringify(recordOf(signed, connection, secrets.current, change));
    await store.set(tokenKey(connection.id), record);
    assert.equal(await token(), "t-1");
  }

  async function token(): Promise<string | undefined> {
    return (await connections.open(bench.connection.id)).client.copyableToken();
  }

  async function enter(name: keyof typeof OTHER): Promise<void> {
    const services = { dialogs: {} as Dialogs, connections, entered };
    assert.equal(await keepSecrets(services, bench.connection, { [name]: OTHER[name] }), true);
  }

  afterEach(async () => {
    await connections.dispose();
    await bench.close();
    entered.dispose();
  });

  for (const accessModel of ["userPresent", "delegation"] as const) {
    it(`keeps sign-in and consent as a client secret (${accessModel})`, async () => {
      await open(accessModel);
      const { client } = await connections.open(bench.connection.id);
      await enter("clientSecret");
      assert.deepEqual([stored(), await token()], [record, "t-1"]);
      assert.notEqual((await connections.open(bench.connection.id)).client, client);
    });

    it(`ends the sign-in as a key (${accessModel})`, async () => {
      await open(accessModel);
      await enter("subscriptionKey");
      assert.deepEqual([stored(), await token()], [undefined, undefined]);
    });
  }

  it("has a service account ask for another token", async () => {
    await open("serviceAccount");
    await enter("clientSecret");
    assert.deepEqual([stored(), await token()], [undefined, undefined]);
  });
});
