import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { ListRules } from "../../../../src/features/lists/common/listRules";
import { otherQuery } from "../../../../src/features/lists/host/compare/otherSide";
import type { ListQuery } from "../../../../src/features/lists/messages/listQuery";
import { aQuery, endpointOf } from "./support/sessions";

describe("the same list of another connection", () => {
  /** Its page, its size and its connection, where the list itself is at page 3, 20 per page. */
  function asked(own: ListRules, other: ListRules, change: Partial<ListQuery> = {}): unknown {
    const query = aQuery({ pageNumber: 3, pageSize: 20, ...change });
    const rulesOf = (id: string): ListRules => (id === "theirs" ? other : own);
    const choice = { source: "connection", connectionId: "theirs", onlyChanges: false } as const;
    const found = otherQuery(endpointOf("listHoldings"), { query, rulesOf }, choice);
    return [found.pageNumber, found.pageSize, found.connectionId];
  }

  it("is asked for the same page, however either counts its pages", () => {
    assert.deepEqual(asked({}, {}), [3, 20, "theirs"]);
    assert.deepEqual(asked({}, { firstPage: 0 }), [2, 20, "theirs"]);
    assert.deepEqual(asked({ firstPage: 0 }, {}), [4, 20, "theirs"]);
    assert.deepEqual(asked({ firstPage: 0 }, { firstPage: 0 }), [3, 20, "theirs"]);
  });

  it("is asked for as many rows as its rule says, from the page with the first of them", () => {
    assert.deepEqual(asked({}, { pageSize: 10 }), [5, 10, "theirs"]);
    assert.deepEqual(asked({}, { pageSize: 10, firstPage: 0 }), [4, 10, "theirs"]);
    assert.deepEqual(asked({}, { pageSize: null }), [3, 20, "theirs"]);
    assert.deepEqual(asked({}, { pageSize: 50 }, { pageNumber: 1 }), [1, 50, "theirs"]);
  });
});
