import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { activeDefinition } from "../../../../../src/features/definitions/common/activeDefinition";
import { createDriftWatch } from "../../../../../src/features/definitions/common/drift/driftWatch";
import {
  driftSentence,
  driftSummary,
} from "../../../../../src/features/definitions/texts/driftTexts";
import type {
  DriftFinding,
  DriftWatch,
} from "../../../../../src/features/definitions/common/drift/drift";
import { SYSTEM_CLOCK } from "../../../../../src/platform/base/clock";
import { createRedactor } from "../../../../../src/platform/http/redaction";
import { createNetwork, type Network } from "../../../../../src/platform/service/network";
import { PermitIssuer } from "../../../../../src/platform/guard/permit";
import type { RecordedHistory } from "../../../../../src/features/requests/common/recordedHistory";
import type { ServiceClient } from "../../../../../src/platform/service/client";
import { fillText } from "../../../../../src/platform/base/texts";
import { aConnection } from "../../../../fakes/connection";
import { aHistory } from "../../../../fakes/history";
import { createLocks } from "../../../../fakes/locks";
import { DEFINITION, MemoryLog, MemoryStore } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";
import { type SandboxUnderTest, startSandbox } from "../../../support/sandboxProcess";
import { providerDocument } from "../support/definitions";

const WORDS = { t: fillText, language: "en" };

const ACTIVE = activeDefinition(DEFINITION, [
  { domain: "finances", document: providerDocument("finances.yaml") },
  { domain: "crm", document: providerDocument("crm.json") },
]);

describe("answers of the sandbox, compared with its provider's definitions", () => {
  const clock = new VirtualClock();
  let sandbox: SandboxUnderTest;
  let network: Network;
  let client: ServiceClient;
  let history: RecordedHistory;
  let watch: DriftWatch;
  let connectionId: string;

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  beforeEach(() => {
    history = aHistory();
    network = openNetwork(history);
    const { clients, prefixes, authUrl, baseUrl, subscriptionKeys } = sandbox.facts;
    const { clientId, clientSecret, scopes } = clients.serviceAccount;
    const connection = aConnection({ baseUrl, authUrl, clientId, scopes, prefixes });
    connectionId = connection.id;
    const secrets = { subscriptionKey: subscriptionKeys.development, clientSecret };
    client = network.open({
      ...{ connection, secrets: () => Promise.resolve(secrets), onSession: () => undefined },
    });
    watch = createDriftWatch({
      ...{ history, clock, definition: () => Promise.resolve(ACTIVE) },
      onDidChangeDefinition: () => ({ dispose: () => undefined }),
    });
  });
  afterEach(async () => {
    watch.dispose();
    await sandbox.setFaults([]);
    await network.dispose();
  });

  /** Lists clients, then holdings of the first of them. */
  const listAll = async (): Promise<void> => {
    const action = client.startAction("Holdings");
    const clients = await client.send({ operationId: "listClients" }, { action });
    const { items } = JSON.parse(clients.text) as { items: { clientId: string }[] };
    const path = { clientId: items[0]!.clientId };
    await client.send({ operationId: "listHoldings", path }, { action });
    do {
      clock.advance(1_000);
      await turn();
    } while (clock.pending > 0);
  };

  const summaries = (): readonly string[] =>
    watch.all(connectionId).map((drift) => `${drift.operationId}: ${driftSummary(drift, WORDS)}`);

  it("finds nothing while they are as described", async () => {
    await listAll();
    assert.deepEqual(summaries(), [
      "listClients: as the definition says",
      "listHoldings: as the definition says",
    ]);
  });

  it("finds what is added, missing and of another type", async () => {
    const drifts = [
      { variant: "added" },
      { variant: "missing", field: "currency" },
      { variant: "retyped", field: "units" },
    ] as const;
    await sandbox.setFaults(
      drifts.map((drift) => ({
        path: "*/holdings",
        fault: { kind: "shapeDrift", ...drift },
      })),
    );
    await listAll();
    const drift = watch.of(connectionId, "listHoldings");
    assert.deepEqual(
      drift?.findings.map((finding) => driftSentence({ ...finding, count: 1 }, WORDS)),
      [
        "`items[].units` is string; the definition says number.",
        "`items[].introducedLater` (object) is not in the definition.",
        "The definition requires `items[].currency`, but it was missing.",
      ],
    );
    const [{ count: rows }] = drift.findings as [DriftFinding];
    assert.ok(rows > 1);
    assert.deepEqual(
      drift.findings.map(({ count }) => count),
      [rows, rows, rows],
    );
    assert.deepEqual(summaries(), [
      "listClients: as the definition says",
      "listHoldings: 1 new field, 1 missing field, 1 with another type",
    ]);
    assert.equal(drift.lastActionId, history.last?.id);
  });
});

function openNetwork(history: RecordedHistory): Network {
  return createNetwork({
    ...{ clock: SYSTEM_CLOCK, log: new MemoryLog(), redactor: createRedactor() },
    ...{ permits: new PermitIssuer(), locks: createLocks(), tokens: new MemoryStore() },
    ...{ definition: () => ACTIVE, version: "0.0.0" },
    limits: () => ({
      ...{ attemptMilliseconds: 20_000, actionMilliseconds: 60_000 },
      ...{ bodyBytes: 20_000_000, concurrentRequests: 4 },
    }),
    trace: () => ({ send: true, prefix: "fpx-", pinned: undefined }),
    proxy: () => ({
      ...{ enabled: true, proxy: "", noProxy: [], strictSsl: true, authorization: undefined },
      ...{ systemCertificates: false, environment: {} },
    }),
    onAction: (action) => history.note(action),
    onBodies: (kept) => history.noteBodies(kept),
  });
}
