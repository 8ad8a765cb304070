import assert from "node:assert/strict";
// First: it stands in for the editor.
import { window } from "../../../fakes/editorSurfaces";
import type * as vscode from "vscode";
import { encodeConnection } from "../../../../src/features/connections/common/connectionRecord";
import { changeSignIn } from "../../../../src/features/connections/host/changeSignIn";
import {
  Connections,
  type ConnectionsOptions,
} from "../../../../src/features/connections/host/connections";
import { StoredConnections } from "../../../../src/features/connections/host/storedConnections";
import type { Connection } from "../../../../src/platform/base/connection";
import { TypedMemento } from "../../../../src/platform/vscode/state";
import { aConnection } from "../../../fakes/connection";
import { MemoryLog } from "../../platform/http/support/bench";

const ACME = aConnection({ id: "acme" });
const RECORDS = "connections.records";

describe("a change of a stored connection", () => {
  /** What all windows share. */
  let kept: Map<string, unknown>;
  let writes: number;
  let records: StoredConnections;
  let connections: Connections;
  /** Called when it is looked up whether somebody is signed in, which the answer waits for. */
  let onLookUp: () => Promise<void>;

  beforeEach(() => {
    const untold = () => ({ dispose: () => undefined });
    window["onDidChangeWindowState"] = untold;
    kept = new Map<string, unknown>();
    writes = 0;
    onLookUp = () => Promise.resolve();
    keep(ACME);
    const memento = {
      get: (key: string, initial: unknown) => kept.get(key) ?? initial,
      update: (key: string, value: unknown) => {
        writes++;
        return Promise.resolve(void kept.set(key, value));
      },
    };
    const log = new MemoryLog();
    records = new StoredConnections(new TypedMemento(memento as unknown as vscode.Memento), log);
    const source = { current: undefined, isStarting: false, obstacle: undefined };
    const options = {
      ...{ log, records, isTrusted: () => true, onDidTrust: untold },
      source: { ...source, onDidChange: untold },
      entered: { onDidChangeElsewhere: untold, wasEntered: () => false, forget: () => undefined },
      tokens: { has: () => onLookUp().then(() => false) },
    };
    connections = new Connections(options as unknown as ConnectionsOptions);
  });

  afterEach(async () => {
    await connections.dispose();
    records.dispose();
    Reflect.deleteProperty(window, "onDidChangeWindowState");
  });

  /** As another window leaves them. */
  function keep(...stored: readonly Connection[]): void {
    kept.set(RECORDS, stored.map(encodeConnection));
  }

  it("keeps what was stored while it was looked up whether somebody is signed in", async () => {
    onLookUp = () => connections.save({ ...ACME, label: "Acme two" });
    await connections.edit("acme", (stored) => ({ ...stored, scopes: ["crm.read"] }));
    assert.deepEqual(connections.stored, [{ ...ACME, label: "Acme two", scopes: ["crm.read"] }]);
  });

  it("brings nothing back that was removed meanwhile", async () => {
    onLookUp = () => records.remove("acme");
    const edit = connections.edit("acme", (stored) => ({ ...stored, scopes: [] }));
    await assert.rejects(edit, { code: "input/connectionGone" });
    assert.deepEqual(connections.stored, []);
  });

  it("keeps what another window stored and this one has not read yet", async () => {
    keep({ ...ACME, label: "Acme two" });
    await connections.setNetworking("acme", "editor");
    await connections.setResultsPrefix("acme", "/results");
    await changeSignIn(connections, "acme", "basic");
    assert.deepEqual(connections.stored, [
      {
        ...{ ...ACME, label: "Acme two", networking: "editor", clientAuthentication: "basic" },
        prefixes: { ...ACME.prefixes, profiling: "/results" },
      },
    ]);
  });

  it("writes nothing where it changes nothing", async () => {
    await connections.edit("acme", () => undefined);
    assert.equal(writes, 0);
  });

  it("is for connections of the user's own that are there", async () => {
    for (const [id, code] of [
      ["gone", "input/connectionGone"],
      ["sandbox", "input/notStored"],
    ] as const) {
      const edit = connections.edit(id, (stored) => stored);
      await assert.rejects(edit, { code });
    }
  });
});
