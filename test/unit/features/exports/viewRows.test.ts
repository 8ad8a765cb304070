import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ListState } from "../../../../src/features/lists/common/session";
import {
  exportablePanel,
  type ExportablePanel,
} from "../../../../src/features/lists/host/exportable";
import { FIRST_LAYOUT, type ListLayout } from "../../../../src/features/lists/messages/listLayout";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { endpointOf } from "../lists/support/sessions";
import { sorted, tableOf } from "../lists/table/support/tables";
import { type ExportBench, openExports, ran } from "./support/exportBench";

const ROWS = [1, 2, 3, 4].map((n) => ({
  n,
  name: `row ${n}`,
  value: { amount: n * 1.5, unit: "€" },
}));

describe("rows in view, as a panel shows them", () => {
  let bench: ExportBench;
  let service: Bench;

  beforeEach(async () => {
    bench = openExports();
    service = await openBench({
      answer: () => assert.fail("nobody is asked for rows that are there"),
    });
  });

  afterEach(async () => {
    await bench.close();
    await service.close();
  });

  const filters = [{ column: "/n", operator: "atLeast" as const, value: "2" }];
  const LAID_OUT: ListLayout = {
    ...FIRST_LAYOUT,
    view: { ...sorted("/n", "descending"), filters },
    columns: {
      ...FIRST_LAYOUT.columns,
      order: ["/value/unit", "/name", "/n", "/value/amount"],
      hidden: ["/name"],
    },
  };

  async function panelOf(layout: ListLayout): Promise<ExportablePanel> {
    const query = {
      ...{ connectionId: "connection-1", operationId: "listHoldings", path: {}, parameters: {} },
      ...({ pageNumber: 1, pageSize: 10, mode: "page", copy: 0 } as const),
    };
    const state = { query, loaded: { page: { facts: { rows: 4 } } } } as unknown as ListState;
    return exportablePanel({ query, table: await tableOf(ROWS), layout, state });
  }

  it("become CSV in its order, filtered, without the columns that are hidden", async () => {
    const panel = await panelOf(LAID_OUT);
    assert.deepEqual(await panel.rows(), { loaded: 4, view: 3 });
    const columns = await panel.columns();
    const form = { format: "csv", byteOrderMark: false, guardFormulas: true, columns } as const;
    const one = bench.exports.begin(
      bench.spec({ scope: "view", form }),
      bench.source(service.client, { lines: panel.lines("view") }),
    );
    await ran(one);
    assert.equal(
      readFileSync(one.result!.path, "utf8"),
      "value.unit,n,value.amount\r\n€,4,6.0\r\n€,3,4.5\r\n€,2,3.0\r\n".replaceAll(".0\r", "\r"),
    );
    assert.deepEqual(
      one.result!.manifest.flattening?.columns.map(({ path }) => path),
      [["value", "unit"], ["n"], ["value", "amount"]],
    );
    assert.equal(one.result!.manifest.scope, "view");
  });

  it("are none of their own where the panel shows every row as it came", async () => {
    const panel = await panelOf(FIRST_LAYOUT);
    assert.deepEqual(await panel.rows(), { loaded: 4 });
    assert.deepEqual(await panel.columns(), [
      ["n"],
      ["name"],
      ["value", "amount"],
      ["value", "unit"],
    ]);
    const one = bench.exports.begin(
      bench.spec({ scope: "loaded" }),
      bench.source(service.client, {
        lines: panel.lines("loaded"),
        endpoint: () => Promise.resolve(endpointOf("listHoldings")),
      }),
    );
    await ran(one);
    assert.equal(bench.text(), ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""));
  });
});
