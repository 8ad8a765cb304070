import assert from "node:assert/strict";
import { BeforeReload } from "../../../../src/features/lists/common/beforeReload";
import type { LoadedPage } from "../../../../src/features/lists/common/pageLoad";
import type { ListState } from "../../../../src/features/lists/common/session";
import type { RowTable } from "../../../../src/features/lists/common/table/rowTables";
import type { ListQuery } from "../../../../src/features/lists/messages/listQuery";

const QUERY: ListQuery = {
  ...{ connectionId: "sandbox", operationId: "listClients", path: {}, parameters: {}, copy: 0 },
  ...{ pageNumber: 1, pageSize: 50, mode: "page" },
};

/** As much of a table as is kept; copies are lost with it, as all tables of one thread are. */
class Table {
  isLost = false;
  readonly copies: Table[] = [];

  copy(): Table {
    const made = new Table();
    this.copies.push(made);
    return made;
  }

  dispose(): void {
    this.isLost = true;
  }

  breakThread(): void {
    [this, ...this.copies].forEach((one) => (one.isLost = true));
  }
}

describe("what a list showed before its last reload", () => {
  const begin = () => {
    const table = new Table();
    const before = new BeforeReload(table as unknown as RowTable);
    let loaded = { query: QUERY } as LoadedPage;
    const reload = (): void => {
      before.update({ loading: QUERY, loaded } as ListState);
      // The thread takes what comes.
      table.isLost = false;
      before.update({ loading: QUERY, loaded } as ListState);
      loaded = { query: QUERY } as LoadedPage;
      before.update({ loaded } as ListState);
    };
    return { table, before, reload };
  };

  it("is kept as a copy of its rows", () => {
    const { table, before, reload } = begin();
    reload();
    assert.equal(before.rows?.table, table.copies[0]);
  });

  it("is not the empty copy of a table whose thread broke", () => {
    const { table, before, reload } = begin();
    table.breakThread();
    reload();
    assert.deepEqual([before.rows, table.copies], [undefined, []]);
  });

  it("is gone with the thread, and there again after the next reload", () => {
    const { table, before, reload } = begin();
    reload();
    table.breakThread();
    assert.equal(before.rows, undefined);
    reload();
    assert.equal(before.rows, undefined);
    table.isLost = false;
    reload();
    assert.notEqual(before.rows, undefined);
  });
});
