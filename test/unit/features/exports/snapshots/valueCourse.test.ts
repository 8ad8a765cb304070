import assert from "node:assert/strict";
import { snapshotName } from "../../../../../src/features/exports/common/snapshots/snapshotName";
import {
  type Measured,
  valueCourse,
} from "../../../../../src/features/exports/common/snapshots/valueCourse";
import * as v from "valibot";
import { valueCourse as valueCourseSchema } from "../../../../../src/features/lists/messages/valueCourse";

function measured(
  at: string,
  sums: Readonly<Record<string, string | null>>,
  change = {},
): Measured {
  const units = Object.entries(sums).map(([unit, sum]) => ({ unit, sum }));
  const columns = [{ key: "/value", label: "value", units }];
  return { at, isNow: false, rows: 2, columns, ...change };
}

describe("values over time", () => {
  it("stand in the order of time, by unit, the chosen column or the one that says most", () => {
    const other = { key: "/units", label: "units", units: [{ unit: "", sum: "3" }] };
    const late = measured("2026-02-01T00:00:00Z", { GBP: "2.50", EUR: "1" });
    const early = measured("2026-01-01T00:00:00Z", { GBP: "0.1" });
    const course = valueCourse([{ ...late, columns: [...late.columns, other] }, early], {
      omitted: 3,
    });
    assert.deepEqual([course.column, course.units, course.omitted], ["/value", ["EUR", "GBP"], 3]);
    assert.deepEqual(
      course.points.map(({ values }) => values.map((value) => value?.text)),
      [
        [undefined, "0.1"],
        ["1", "2.50"],
      ],
    );
    assert.ok(v.is(valueCourseSchema, course));
    const units = valueCourse([{ ...late, columns: [...late.columns, other] }, early], {
      ...{ column: "/units", omitted: 0 },
    });
    assert.deepEqual(
      units.points.map(({ values, note }) => [values[0]?.text, note]),
      [
        [undefined, "noColumn"],
        ["3", undefined],
      ],
    );
  });

  it("keep why there is none, and know the sum of no rows", () => {
    const course = valueCourse(
      [
        measured("2026-01-01T00:00:00Z", { GBP: "1" }),
        measured("2026-01-02T00:00:00Z", {}, { columns: [], note: "masked" }),
        measured("2026-01-03T00:00:00Z", {}, { columns: [], rows: 0 }),
        measured("2026-01-04T00:00:00Z", { GBP: null }),
      ],
      { omitted: 0 },
    );
    assert.deepEqual(
      course.points.map(({ values, note }) => [values[0]?.text ?? null, note]),
      [
        ["1", undefined],
        [null, "masked"],
        ["0", undefined],
        [null, undefined],
      ],
    );
    assert.ok(v.is(valueCourseSchema, course));
    assert.ok(!v.is(valueCourseSchema, { ...course, units: [] }));
    assert.deepEqual(valueCourse([], { omitted: 0 }), {
      ...{ columns: [], units: [], points: [], omitted: 0 },
    });
  });
});

describe("the name of a snapshot", () => {
  it("tells list, a part of the id and the moment, and is no other's", () => {
    const named = { list: "holdings", ids: ["0f8fad5b-d9cb"], at: "2026-11-22T01:30:00.123Z" };
    const taken = new Set<string>();
    const next = (): string => {
      const name = snapshotName(named, (one) => taken.has(one));
      taken.add(name);
      return name;
    };
    assert.deepEqual(
      [next(), next()],
      [
        "holdings-0f8fad5b-2026-11-22T01-30-00Z.jsonl",
        "holdings-0f8fad5b-2026-11-22T01-30-00Z-2.jsonl",
      ],
    );
    const masked = { ...named, ids: ["••••4f2a-••••-••••-••••-••••9b1c77d0"] };
    assert.equal(
      snapshotName(masked, () => false),
      "holdings-4f2a9b1c-2026-11-22T01-30-00Z.jsonl",
    );
  });
});
