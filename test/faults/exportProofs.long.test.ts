import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { ExportFormat } from "../../src/features/exports/common/export";
import { type ManyRows, ROWS_ENVELOPES } from "../fakes/manyRows";
import { type ManyRowsOptions, type ManyRowsServer, serveManyRows } from "../fakes/manyRowsServer";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { expectExported } from "./support/exports/exportedFile";
import { EXPORTED, type ExportOrder, type ExportSaid } from "./support/exports/exportOrder";
import { IS_LONG } from "../fakes/runs";

const HOLDINGS = IS_LONG ? 200_000 : 800;
const CLIENTS = IS_LONG ? 100_000 : 400;
const PAGE_SIZE = IS_LONG ? 200 : 100;
const WARM_PAGES = IS_LONG ? 3_000 : 100;
const ROWS = IS_LONG ? 100 : 10;
const MEGABYTE = 1_000_000;
/** Whatever a list holds; a generous limit for a machine that is busy with other things. */
const MOST_GROWTH = 100 * MEGABYTE;

type Over = ExportSaid & { readonly type: "over" };

describe("exports of long lists", () => {
  let program: ChildProgram;
  const servers: ManyRowsServer[] = [];
  let orders = 0;

  before(async () => {
    program = await bundleProgram("exportWindow");
  });

  after(async () => {
    await program.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  for (const [index, envelope] of ROWS_ENVELOPES.entries()) {
    it(`are read back byte for byte, in an envelope that is ${envelope}`, async () => {
      const holdings: ManyRows = { kind: "holdings", count: HOLDINGS, envelope };
      const clients: ManyRows = { kind: "clients", count: CLIENTS, envelope };
      const server = await open({ holdings, clients });
      const rows = index % 2 === 0 ? holdings : clients;
      const both = ["jsonl", "json"] as const;
      for (const format of IS_LONG ? both : [both[index >> 1] ?? "json"]) {
        const order = orderOf(server.origin, { kind: rows.kind, format });
        assert.equal((await run(order)).rows, rows.count);
        await expectExported(join(order.folder, EXPORTED), format, rows);
      }
    });
  }

  it("become as many records of CSV, in their order", async () => {
    const server = await open();
    const order = orderOf(server.origin, { format: "csv" });
    await run(order);
    const records = parse<Record<string, string>>(readFileSync(join(order.folder, EXPORTED)), {
      columns: true,
    });
    assert.equal(records.length, HOLDINGS);
    records.forEach(({ holdingId }, index) => assert.equal(holdingId, `HLD-${index}`));
    // Numbers as they were written, of the first row that has such.
    const { price, units, gain } = records[1] ?? {};
    assert.deepEqual([price, units, gain], ["1.10", "1E+2", "-0"]);
    assert.equal(records[2]?.["number"], "12345678901234567890");
  });

  for (const pageSize of IS_LONG ? [1, 25, 1000] : [7, 1000]) {
    it(`come in pages of ${pageSize}, too`, async () => {
      const holdings: ManyRows = { kind: "holdings", count: pageSize === 1 ? 3_000 : HOLDINGS };
      const server = await open({ holdings });
      const order = { ...orderOf(server.origin), pageSize };
      await run(order);
      await expectExported(join(order.folder, EXPORTED), "jsonl", holdings);
    });
  }

  it("come through a storm of refusals", async () => {
    const refusals = { status: 429, headers: { "retry-after": "0" } };
    const server = await open({
      instead: (number) => (number % 5 === 0 || number % 7 === 0 ? refusals : undefined),
    });
    const order = orderOf(server.origin);
    await run(order);
    await expectExported(join(order.folder, EXPORTED), "jsonl", many("holdings", HOLDINGS));
  });

  it("come through the end of one token after another", async () => {
    const server = await open({
      pagesPerToken: 7,
      holdings: many("holdings", 2_000),
    });
    const order = orderOf(server.origin);
    await run({ ...order, pageSize: 100 });
    assert.ok(server.tokens() > 1, "one token was enough");
    await expectExported(join(order.folder, EXPORTED), "jsonl", many("holdings", 2_000));
  });

  it("stay a part where the service is gone, and go on where it is back", async () => {
    const holdings = many("holdings", 2_000);
    const gone = await open({
      holdings,
      instead: (number) => (number > 9 ? { status: 404 } : undefined),
    });
    const order = orderOf(gone.origin);
    const before = await runToRest({ ...order, pageSize: 100 });
    assert.deepEqual([before.state, before.code], ["failed", "service/404"]);
    assert.ok(before.rows >= 600 && before.rows <= 900, String(before.rows));
    const back = await open({ holdings });
    const after = await run({ ...order, origin: back.origin, pageSize: 100 });
    assert.equal(after.rows, 2_000);
    assert.ok(back.pages() < 20, "what was there was asked for again");
    const manifest = await expectExported(join(order.folder, EXPORTED), "jsonl", holdings);
    assert.equal(manifest.traceIds.length, 2);
  });

  it("take no more memory for more pages", async () => {
    const grown: number[] = [];
    for (const pages of IS_LONG ? [1_000, 4_000] : [200]) {
      const clients = many("clients", WARM_PAGES * ROWS);
      const server = await open({ holdings: many("holdings", pages * ROWS), clients });
      const order = { ...orderOf(server.origin), pageSize: ROWS, isWarmed: true };
      const { warm, most, attempts } = await run(order);
      grown.push(most - warm);
      process.stdout.write(`    ${pages} pages: ${told(warm)}, then ${told(most - warm)} more\n`);
      assert.ok(attempts < 1_250, `${attempts} attempts are kept`);
    }
    grown.forEach((growth) => assert.ok(growth < MOST_GROWTH, told(growth)));
  });

  async function open(change: Partial<ManyRowsOptions> = {}): Promise<ManyRowsServer> {
    const server = await serveManyRows({
      ...{ holdings: many("holdings", HOLDINGS), clients: many("clients", CLIENTS) },
      ...change,
    });
    servers.push(server);
    return server;
  }

  function orderOf(
    origin: string,
    change: { readonly kind?: ManyRows["kind"]; readonly format?: ExportFormat } = {},
  ): ExportOrder {
    const folder = join(program.folder, `order-${++orders}`);
    mkdirSync(folder);
    return { origin, kind: "holdings", pageSize: PAGE_SIZE, format: "jsonl", folder, ...change };
  }

  async function run(order: ExportOrder): Promise<Over> {
    const over = await runToRest(order);
    assert.equal(over.state, "finished", JSON.stringify(over));
    return over;
  }

  async function runToRest(order: ExportOrder): Promise<Over> {
    const child = program.start({ ORDER: JSON.stringify(order) });
    let over: Over | undefined;
    child.on("message", (said: ExportSaid) => (over = said.type === "over" ? said : over));
    await once(child, "exit");
    return over ?? assert.fail("the window ended without a word");
  }
});

function many(kind: ManyRows["kind"], count: number): ManyRows {
  return { kind, count };
}

function told(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
