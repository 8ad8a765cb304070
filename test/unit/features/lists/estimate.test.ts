import assert from "node:assert/strict";
import {
  consentRisk,
  estimateWalk,
  SOON_MILLISECONDS,
} from "../../../../src/features/lists/common/estimate";
import { Pace } from "../../../../src/features/exports/common/pace";

describe("the estimate of a walk", () => {
  const facts = { rows: 1_000, pageSize: 100, millisecondsPerPage: 200, atOnce: 3 };

  it("asks for one page first, then for several at once", () => {
    assert.equal(estimateWalk(facts), (1 + 3) * 200);
    assert.equal(estimateWalk({ ...facts, atOnce: 1 }), 10 * 200);
    assert.equal(estimateWalk({ ...facts, rows: 1 }), 200);
    assert.equal(estimateWalk({ ...facts, rows: 0 }), 200);
  });

  it("says nothing where rows or times are not known", () => {
    assert.equal(estimateWalk({ ...facts, rows: undefined }), undefined);
    assert.equal(estimateWalk({ ...facts, millisecondsPerPage: undefined }), undefined);
    assert.equal(estimateWalk({ ...facts, pageSize: 0 }), undefined);
  });

  it("is compared with the end of the consent", () => {
    const now = 1_000_000;
    assert.deepEqual(consentRisk(facts, now + 799, now), {
      ...{ kind: "passes", estimate: 800, left: 799 },
    });
    assert.equal(consentRisk(facts, now + 800, now), undefined);
    assert.deepEqual(consentRisk(facts, now - 1, now), {
      ...{ kind: "passes", estimate: 800, left: 0 },
    });
    assert.equal(consentRisk(facts, undefined, now), undefined);
  });

  it("says of a walk of unknown length only that the end is near", () => {
    const unknown = { pageSize: 100, atOnce: 4 };
    const near = 5_000 + SOON_MILLISECONDS;
    assert.deepEqual(consentRisk(unknown, near, 5_000), { kind: "soon", left: SOON_MILLISECONDS });
    assert.equal(consentRisk(unknown, near + 1, 5_000), undefined);
  });
});

describe("the pace of an export", () => {
  it("tells what is left by the rows that came lately", () => {
    const pace = new Pace();
    pace.note(0, 0);
    assert.equal(pace.left(1_000), undefined);
    pace.note(500, 100);
    assert.equal(pace.left(1_000), undefined, "too short a while");
    pace.note(2_000, 400);
    assert.equal(pace.left(1_000), 3_000);
    assert.equal(pace.left(undefined), undefined);
    assert.equal(pace.left(400), undefined);
  });

  it("forgets how it was before a wait, but not that there was one", () => {
    const pace = new Pace();
    pace.note(0, 0);
    pace.note(10_000, 1_000);
    pace.note(100_000, 1_100);
    assert.equal(pace.left(1_200), 90_000);
    pace.note(101_000, 2_100);
    pace.note(131_000, 32_100);
    assert.equal(pace.left(62_100), 30_000);
  });

  it("is not slowed by notes without a row", () => {
    const pace = new Pace();
    pace.note(0, 0);
    pace.note(1_000, 100);
    pace.note(1_500, 100);
    assert.equal(pace.left(200), 1_000);
  });
});
