import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  Connections,
  type ConnectionsOptions,
} from "../../src/features/connections/host/connections";
import { StoredConnections } from "../../src/features/connections/host/storedConnections";
import type { Connection } from "../../src/platform/base/connection";
import { writeConnectionFile } from "../../src/features/connections/common/connectionFile";
import type { EnteredSecretsOptions } from "../../src/features/connections/common/enteredSecrets";
import type { TypedMemento } from "../../src/platform/vscode/state";
import { grantTokens, tokenRequests } from "../unit/platform/http/support/bench";
import {
  sendJson,
  serve,
  type Answer,
  type TestServer,
} from "../unit/platform/http/support/servers";
import { activateExplorer, eventually, message, type TestHandle } from "./support/explorer";
import { startOperator, type Operator } from "./support/operator";

const SECRETS = {
  subscriptionKey: "0f5c2a9e7b134d68a1c3e5f708192a3b",
  clientSecret: "s3cret+/=&with signs",
};

describe("connections that several windows share", () => {
  let explorer: TestHandle;
  let options: ConnectionsOptions;
  let state: TypedMemento;
  let operator: Operator;
  let identity: TestServer;
  let folder: string;

  before(async () => {
    explorer = await activateExplorer();
    options = Reflect.get(explorer.connections, "options") as ConnectionsOptions;
    state = Reflect.get(options.records, "state") as TypedMemento;
    folder = mkdtempSync(join(tmpdir(), "windows-"));
  });

  beforeEach(async () => {
    operator = await startOperator();
    identity = await serve(revoking(grantTokens()));
    explorer.dialogs.takeShown();
  });

  afterEach(async () => {
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
    await Promise.all([operator.close(), identity.close()]);
  });

  after(() => rmSync(folder, { recursive: true }));

  async function saved(): Promise<Connection> {
    const connection = operator.connection({ authUrl: identity.origin });
    await explorer.connections.save(connection);
    await explorer.entered.write(connection, SECRETS);
    return connection;
  }

  async function withOtherWindow(
    work: (other: Connections, records: StoredConnections) => Promise<void>,
  ): Promise<void> {
    const records = new StoredConnections(state, options.log);
    const other = new Connections({ ...options, records });
    try {
      await work(other, records);
    } finally {
      await other.dispose();
      records.dispose();
    }
  }

  /** Which tokens the service was called with, in order. */
  const used = (): readonly (string | undefined)[] =>
    operator.service.seen.map(({ headers }) => headers.authorization);
  /** Which tokens the provider was told to revoke, in order. */
  const revoked = (): readonly (string | null)[] =>
    identity.seen
      .filter(({ path }) => path.endsWith("/revocation"))
      .map(({ body }) => new URLSearchParams(body).get("token"));

  function storedToken({ id }: Connection): Thenable<string | undefined> {
    const { store } = Reflect.get(explorer.entered, "options") as EnteredSecretsOptions;
    return store.get(`financialPlanning.token.${id}`);
  }

  it("made in one: the other shows it when it is refreshed", async () => {
    const connection = operator.connection({ authUrl: identity.origin });
    await withOtherWindow(async (other) => {
      await other.save(connection);
      assert.equal(explorer.connections.find(connection.id), undefined);
      await vscode.commands.executeCommand("financialPlanning.connections.refresh");
      assert.equal(explorer.connections.find(connection.id)?.label, connection.label);
    });
  });

  it("edited and signed in to in one: the other neither deletes nor revokes that token", async () => {
    const connection = await saved();
    await withOtherWindow(async (other, records) => {
      await listClients(other, connection);
      const edited = { ...connection, tokenParameters: [["audience", "planning"]] as const };
      await explorer.connections.save(edited);
      await listClients(explorer.connections, connection);
      const kept = await storedToken(connection);
      assert.match(kept ?? "", /"token-2"/);
      assert.deepEqual(revoked(), ["token-1"], "the window that edits it gives the old one back");
      // As with the focus.
      records.refresh();
      await listClients(other, connection);
      assert.equal(await storedToken(connection), kept);
      assert.deepEqual(used(), ["Bearer token-1", "Bearer token-2", "Bearer token-2"]);
      assert.deepEqual([revoked(), tokenRequests(identity).length], [["token-1"], 2]);
    });
  });

  it("edited in the window that signed in: the other goes on with what comes then", async () => {
    const connection = await saved();
    await withOtherWindow(async (other, records) => {
      await listClients(explorer.connections, connection);
      await listClients(other, connection);
      await explorer.connections.save({ ...connection, scopes: ["crm.read"] });
      records.refresh();
      await eventually("the old token to be given back", () => revoked()[0] ?? undefined);
      await listClients(other, connection);
      await listClients(explorer.connections, connection);
      assert.deepEqual(used(), [
        ...["Bearer token-1", "Bearer token-1"],
        ...["Bearer token-2", "Bearer token-2"],
      ]);
      assert.deepEqual(revoked(), ["token-1"]);
    });
  });

  describe("an import", () => {
    const list = (): Connection[] => [operator.connection(), operator.connection({ label: "Two" })];

    /** Imports two connections while the state of the editor takes this many changes. */
    async function importWhile(most: number): Promise<number> {
      const uri = vscode.Uri.file(join(folder, "two.fp-connections.json"));
      writeFileSync(uri.fsPath, writeConnectionFile(list()));
      explorer.dialogs.script(uri.toString(), "Import");
      let writes = 0;
      const set = state.set.bind(state);
      state.set = async (key, value) => {
        if (key === "connections.records" && ++writes > most) {
          throw new Error("the disk is full");
        }
        await set(key, value);
      };
      try {
        await vscode.commands.executeCommand("financialPlanning.connection.import");
      } finally {
        Reflect.deleteProperty(state, "set");
      }
      return writes;
    }

    it("stores all of them with one write", async () => {
      assert.equal(await importWhile(1), 1);
      const labels = explorer.connections.stored.map(({ label }) => label);
      assert.deepEqual(labels, ["Acme development", "Two"]);
    });

    it("stores none of them when it fails, and says so", async () => {
      assert.equal(await importWhile(0), 1);
      await message(explorer, /internal error occurred/);
      assert.deepEqual(explorer.connections.stored, []);
    });

    it("asks for the secrets of those that it leads elsewhere, once they are stored", async () => {
      const connection = await saved();
      const uri = vscode.Uri.file(join(folder, "elsewhere.fp-connections.json"));
      const baseUrl = "https://elsewhere.example";
      const changed = [operator.connection({ label: "New" }), { ...connection, baseUrl }];
      writeFileSync(uri.fsPath, writeConnectionFile(changed));
      explorer.dialogs.script(uri.toString(), "Import", "Change base URL");
      await vscode.commands.executeCommand("financialPlanning.connection.import");
      await message(explorer, /^The addresses of Acme development were changed/);
      assert.deepEqual(
        explorer.connections.stored.map(({ label, baseUrl: base }) => [label, base]),
        [
          ["Acme development", baseUrl],
          ["New", operator.service.origin],
        ],
      );
    });
  });
});

/** A provider with a document that names where tokens are revoked. */
function revoking(grant: Answer): Answer {
  return (request, response) => {
    const issuer = `http://${request.headers.host ?? ""}/identity`;
    if (request.path.endsWith("/.well-known/openid-configuration")) {
      sendJson(response, 200, {
        ...{ issuer, authorization_endpoint: `${issuer}/connect/authorize` },
        ...{ token_endpoint: `${issuer}/connect/token` },
        ...{ revocation_endpoint: `${issuer}/connect/revocation` },
      });
    } else if (request.path.endsWith("/revocation")) {
      sendJson(response, 200, {});
    } else {
      grant(request, response);
    }
  };
}

async function listClients(connections: Connections, { id }: Connection): Promise<void> {
  const { client } = await connections.open(id);
  await client.send({ operationId: "listClients" }, { action: client.startAction("Clients") });
}
