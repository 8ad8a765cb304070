import assert from "node:assert/strict";
import { listQuery } from "../../../../../src/features/lists/messages/listQuery";
import { accepted } from "../../../../../src/platform/base/messageSchemas";

const QUERY = {
  ...{ connectionId: "sandbox", operationId: "finances:GET /clients/{id}/pensions" },
  ...{ path: { id: "b20d9f7b-88e5-4fe2-a24b-8b18fc2b97c3" }, parameters: {} },
  ...{ pageNumber: 1, pageSize: 25, mode: "page", copy: 0 },
};

describe("queries of lists", () => {
  it("keep what their path is filled with, and none that is too long", () => {
    assert.deepEqual(accepted(listQuery, QUERY)?.path, QUERY.path);
    for (const path of [{ id: "x".repeat(201) }, { id: "" }, { id: 7 }]) {
      assert.equal(accepted(listQuery, { ...QUERY, path }), undefined);
    }
  });

  it("have pages of any size that a number holds", () => {
    for (const pageSize of [1, 1001, 5_000_000]) {
      assert.equal(accepted(listQuery, { ...QUERY, pageSize })?.pageSize, pageSize);
    }
    for (const pageSize of [0, -1, 1.5, 2 ** 53, Infinity, "25"]) {
      assert.equal(accepted(listQuery, { ...QUERY, pageSize }), undefined);
    }
  });
});
