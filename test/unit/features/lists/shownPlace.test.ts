import assert from "node:assert/strict";
import type { ListState } from "../../../../src/features/lists/common/session";
import { shownPlace } from "../../../../src/features/lists/common/shownPlace";
import type { ListQuery } from "../../../../src/features/lists/messages/listQuery";
import { describePaging } from "../../../../src/features/lists/messages/paging";
import { aQuery } from "./support/sessions";

const growing = { revision: 2, rows: 4, columns: [], omittedColumns: 0, isGrowing: true };
const paging = describePaging({
  ...{ pageNumber: 1, pageSize: 10, rows: 10, total: 35, isCounted: true, isUnpaged: false },
});

function placeOf(loading: Partial<ListQuery> | undefined, change: Partial<ListState> = {}) {
  const state = { query: aQuery(), paging, growing, ...change } as ListState;
  const asked = loading && aQuery(loading);
  const { query, paging: shown } = shownPlace({ ...state, loading: asked }, false);
  const { pageNumber, firstRow, lastRow, lastPage, totalBasis } = shown ?? {};
  return [query.pageNumber, query.mode, pageNumber, firstRow, lastRow, lastPage, totalBasis];
}

describe("the place of the rows on screen", () => {
  it("is that of a page whose first rows are there, counted by what is known", () => {
    assert.deepEqual(placeOf({ pageNumber: 2 }), [2, "page", 2, 11, 14, 4, "counted"]);
    const larger = placeOf({ pageNumber: 2, pageSize: 20 });
    assert.deepEqual(larger, [2, "page", 2, 21, 24, 2, "counted"]);
  });

  it("counts by the size that the service gives where the same is asked of it", () => {
    const clamped = { ...paging, pageSize: 4 };
    const [, , pageNumber, firstRow] = placeOf({ pageNumber: 2 }, { paging: clamped });
    assert.deepEqual([pageNumber, firstRow], [2, 5]);
  });

  it("is that of before until then, and of the same page all along", () => {
    const before = [1, "page", 1, 1, 10, 4, "counted"];
    assert.deepEqual(placeOf({ pageNumber: 2 }, { growing: undefined }), before);
    assert.deepEqual(placeOf(undefined), before);
    assert.deepEqual(placeOf({}), before);
  });

  it("has no count of rows that other parameters may leave out, nor of a walk", () => {
    const other = placeOf({ parameters: { status: ["open"] } });
    assert.deepEqual(other.slice(2), [1, 1, 4, undefined, undefined]);
    assert.deepEqual(placeOf({ mode: "all" }).slice(0, 3), [1, "all", undefined]);
  });

  it("is not made up where no page has come yet", () => {
    assert.deepEqual(placeOf({ pageNumber: 3 }, { paging: undefined }).slice(0, 3), [
      ...[3, "page", undefined],
    ]);
  });
});
