import assert from "node:assert/strict";
import { KeptColumns } from "../../../../src/features/lists/common/keptColumns";
import { FIRST_LAYOUT } from "../../../../src/features/lists/messages/listLayout";

const HOLDINGS = { connectionId: "sandbox", operationId: "listHoldings" };
const COLUMNS = { order: ["/a"], hidden: ["/b"], pinned: [], widths: { "/a": 90 } };

describe("columns of an endpoint's last panel", () => {
  let kept: unknown;
  let writes = 0;
  const columns = new KeptColumns({
    get: () => kept,
    set: (value) => {
      kept = JSON.parse(JSON.stringify(value));
      writes++;
      return Promise.resolve();
    },
  });

  beforeEach(() => {
    kept = undefined;
    writes = 0;
  });

  it("are there for the next, of that connection and operation alone", async () => {
    await columns.keep(HOLDINGS, COLUMNS);
    assert.deepEqual(columns.of(HOLDINGS), COLUMNS);
    assert.deepEqual(columns.of({ ...HOLDINGS, connectionId: "other" }), FIRST_LAYOUT.columns);
    assert.deepEqual(columns.of({ ...HOLDINGS, operationId: "listX" }), FIRST_LAYOUT.columns);
  });

  it("are written when they change, not with every look", async () => {
    await columns.keep(HOLDINGS, FIRST_LAYOUT.columns);
    assert.equal(writes, 0);
    await columns.keep(HOLDINGS, COLUMNS);
    await columns.keep(HOLDINGS, COLUMNS);
    assert.equal(writes, 1);
  });

  it("are as many as 60, the last ones", async () => {
    for (let index = 0; index < 70; index++) {
      await columns.keep({ ...HOLDINGS, connectionId: `c${index}` }, COLUMNS);
    }
    assert.equal((kept as unknown[]).length, 60);
    assert.deepEqual(columns.of({ ...HOLDINGS, connectionId: "c9" }), FIRST_LAYOUT.columns);
    assert.deepEqual(columns.of({ ...HOLDINGS, connectionId: "c10" }), COLUMNS);
  });

  it("are forgotten where they would be too much", async () => {
    await columns.keep(HOLDINGS, COLUMNS);
    const order = Array.from({ length: 2000 }, (_, index) => `/member-number-${index}`);
    await columns.keep(HOLDINGS, { ...COLUMNS, order });
    assert.deepEqual(columns.of(HOLDINGS), FIRST_LAYOUT.columns);
    assert.ok(JSON.stringify(kept).length < 1000);
  });

  it("are as in a new panel where what was kept is damaged", () => {
    for (const damaged of [null, 7, {}, [1], [["x"]], [[JSON.stringify(["sandbox"]), 1]]]) {
      kept = damaged;
      assert.deepEqual(columns.of(HOLDINGS), FIRST_LAYOUT.columns);
    }
    kept = [[JSON.stringify(["sandbox", "listHoldings"]), { order: [1] }]];
    assert.deepEqual(columns.of(HOLDINGS), FIRST_LAYOUT.columns);
  });
});
