import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import type { ExportManifest } from "../../src/features/exports/common/exportManifest";
import { JOURNAL_ENDING } from "../../src/features/exports/common/journal";
import {
  ENVELOPE_STYLES,
  PAGE_ODDITIES,
  type PagingFault,
} from "../../src/features/sandbox/messages/sandboxFaults";
import { EVERY_ROW } from "../../src/features/lists/messages/listQuestions";
import { type Bench, openBench } from "../unit/platform/http/support/bench";
import { type ExportBench, openExports, ran } from "../unit/features/exports/support/exportBench";
import { openSession } from "../unit/features/lists/support/sessions";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { IS_LONG } from "../fakes/runs";

const ODDITIES: readonly PagingFault[] = [
  ...PAGE_ODDITIES.map((variant) => ({ kind: "paging" as const, variant })),
  { kind: "paging", variant: "clamped", size: 7 },
];
const ENVELOPES: readonly PagingFault[] = ENVELOPE_STYLES.map((style) => ({
  ...{ kind: "paging" as const, variant: "envelope" as const, style },
}));

describe("an export of an odd list", () => {
  let sandbox: SandboxUnderTest;
  let bench: Bench;
  let exports: ExportBench;
  let ruth: string;

  before(async () => {
    sandbox = await startSandbox({ maximumPageSize: 1000 });
    bench = await openSandboxBench(sandbox);
    exports = openExports();
    ruth = await clientOf(bench, "Abernathy");
  });

  afterEach(() => sandbox.setFaults([]));

  after(async () => {
    await exports.close();
    await bench.close();
    await sandbox.stop();
  });

  const pairs: readonly (readonly [string, readonly PagingFault[]])[] = [
    ["nothing odd", []],
    ...ODDITIES.map((oddity) => [oddity.variant, [oddity]] as const),
    ...ENVELOPES.map((style) => [nameOf(style), [style]] as const),
    ...(IS_LONG ? ODDITIES.flatMap((one) => ENVELOPES.map((other) => joined(one, other))) : []),
  ];
  for (const [name, faults] of pairs) {
    it(`has what a panel walks: ${name}`, async () => {
      await sandbox.setFaults(faults.map((fault) => ({ fault })));
      const whole = await exported(25);
      assert.deepEqual(whole, await walked(25));
      assert.notEqual(whole.ids.length, 0);
    });
  }

  for (const pageSize of [1, 25, 1000]) {
    it(`has all of it in pages of ${pageSize}`, async () => {
      const { ids } = await exported(pageSize);
      assert.deepEqual([ids.length, new Set(ids).size], [37, 37]);
    });
  }

  async function exported(pageSize: number): Promise<Walked> {
    const spec = exports.spec({}, { pageSize, path: { clientId: ruth } });
    const one = await ran(exports.exports.begin(spec, exports.source(bench.client)));
    const rows = readFileSync(exports.part, "utf8").split("\n").slice(0, -1);
    await one.dispose();
    [exports.part, exports.part + JOURNAL_ENDING].forEach((path) => rmSync(path));
    const ids = rows.map((row) => (JSON.parse(row) as { readonly holdingId: string }).holdingId);
    const { audit, file } = one.result?.manifest as ExportManifest;
    assert.equal(file.rows, ids.length);
    return { ids, findings: audit.findings.map(({ kind }) => kind) };
  }

  async function walked(pageSize: number): Promise<Walked> {
    const { session, table } = openSession(bench.client, {
      query: { path: { clientId: ruth }, pageSize },
    });
    await session.loadAll();
    assert.equal(session.state.walk?.state, "finished");
    const { columns } = await table.ask("facts", {});
    const column = columns.find(({ label }) => label === "holdingId")?.key ?? "";
    const { rows } = await table.ask("rows", {
      ...{ view: EVERY_ROW, from: 0, count: 500, columns: [column] },
    });
    const ids = rows.map(([cell]) => (cell !== undefined && "text" in cell ? cell.text : ""));
    session.dispose();
    return { ids, findings: session.state.findings.map(({ kind }) => kind) };
  }
});

interface Walked {
  readonly ids: readonly string[];
  readonly findings: readonly string[];
}

function nameOf(fault: PagingFault): string {
  return "style" in fault ? `envelope ${fault.style}` : fault.variant;
}

function joined(one: PagingFault, other: PagingFault): readonly [string, readonly PagingFault[]] {
  return [`${nameOf(one)}, ${nameOf(other)}`, [one, other]];
}

async function openSandboxBench({ facts }: SandboxUnderTest): Promise<Bench> {
  const { baseUrl, authUrl, prefixes, subscriptionKeys } = facts;
  const { clientId, clientSecret, scopes } = facts.clients.serviceAccount;
  const bench = await openBench({ connection: { baseUrl, authUrl, prefixes, clientId, scopes } });
  bench.secrets.current = { subscriptionKey: subscriptionKeys.development, clientSecret };
  return bench;
}

async function clientOf({ client }: Bench, lastName: string): Promise<string> {
  const action = client.startAction("Clients");
  const query = { pageSize: 25 };
  const { text } = await client.send({ operationId: "listClients", query }, { action });
  const { items } = JSON.parse(text) as {
    readonly items: readonly { readonly clientId: string; readonly name: { lastName: string } }[];
  };
  return items.find(({ name }) => name.lastName === lastName)?.clientId ?? "";
}
