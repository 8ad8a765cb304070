import assert from "node:assert/strict";
import {
  type Measurement,
  median,
} from "../../../../../src/features/lists/common/fields/measurement";
import { measurementText } from "../../../../../src/features/lists/common/fields/measurementText";
import {
  describeMeasurement,
  type MeasurementWords,
} from "../../../../../src/features/lists/texts/measurementWords";
import { compareRows } from "../../../../../src/features/lists/common/fields/rowEffect";
import { type ListPage, readPage } from "../../../../../src/features/lists/common/page";
import { parseJsonText } from "../../../../../src/platform/json/jsonText";
import {
  MOST_MEASURED,
  planMeasurement,
} from "../../../../../src/features/lists/messages/listFields";
import type { ParameterField } from "../../../../../src/features/lists/messages/listQuery";
import { fillText } from "../../../../../src/platform/base/texts";
import { aQuery } from "../support/sessions";

function pageOf(value: unknown): ListPage {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return readPage(text, parseJsonText(text));
}

const members = (
  base: unknown,
  page: unknown,
): Readonly<Record<"gained" | "lost" | "changed", readonly string[]>> => {
  const { gained, lost, changed } = compareRows(pageOf(base), pageOf(page));
  const said = (list: typeof gained): readonly string[] =>
    list.map(({ path, rows, filled }) => `${path.join(".")} ${rows}/${filled}`);
  return { gained: said(gained), lost: said(lost), changed: said(changed) };
};

describe("what expansions do to rows", () => {
  it("counts what is filled and what came as null or empty, at any depth", () => {
    const base = [1, 2, 3, 4, 5, 6].map((id) => ({ id }));
    const values = [[{ a: 1 }], [], null, "", { a: null, b: [] }, { a: "x" }];
    const page = base.map((row, index) => ({ ...row, more: values[index] }));
    assert.deepEqual(members(base, page).gained, ["more 6/2"]);
    const { gainedRows, filledRows } = compareRows(pageOf(base), pageOf(page));
    assert.deepEqual([gainedRows, filledRows], [6, 2]);
  });

  it("names the outermost member that is new, inside objects and items too", () => {
    const base = [{ id: 1, risk: { level: 3 }, answers: [{ no: 1 }, { no: 2 }] }];
    const page = [
      {
        ...{ id: 1, risk: { level: 3, words: { short: "low", long: "" } } },
        answers: [
          { no: 1, text: "" },
          { no: 2, text: "yes" },
        ],
      },
    ];
    assert.deepEqual(members(base, page), {
      gained: ["risk.words 1/1", "answers.[].text 1/1"],
      lost: [],
      changed: [],
    });
  });

  it("says what is gone, and what has another value or type", () => {
    const base = [{ id: 1, fund: "F-1", units: 1.5, note: "x", tags: [1, 2] }];
    const page = '[{"tags": [1, 3], "fund": {"id": "F-1"}, "units": 1.50, "id": 1}]';
    assert.deepEqual(members(base, page), {
      gained: [],
      lost: ["note 1/1"],
      changed: ["tags 1/1", "fund 1/1", "units 1/1"],
    });
  });

  it("matches rows by place where no id tells them apart, and not at all where they are fewer", () => {
    const base = [{ n: 1 }, { n: 1 }];
    const more = compareRows(pageOf(base), pageOf(base.map((row) => ({ ...row, f: 1 }))));
    assert.deepEqual([more.matchedBy, more.matched, more.filledRows], ["place", 2, 2]);
    const less = compareRows(pageOf(base), pageOf([{ n: 1 }]));
    assert.deepEqual([less.matchedBy, less.matched, less.missing], ["nothing", 0, 0]);
  });

  it("reads rows of any shape", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`) as unknown;
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`m${n}`, n]));
    assert.deepEqual(members([1, "x", null], [1, "y", null]).changed, [" 1/1"]);
    assert.deepEqual(members([{ id: 1 }], [{ id: 1, deep }]).gained, ["deep 1/1"]);
    assert.ok(members([{ id: 1 }], [{ id: 1, ...wide }]).gained.length < 5_000);
    assert.deepEqual(members([], []), { gained: [], lost: [], changed: [] });
    assert.deepEqual(members([{}], [{ a: 1 }]).changed, [" 1/1"]);
  });
});

const field = (change: Partial<ParameterField>): ParameterField => ({
  ...{ name: "fields", kind: "list", options: ["a", "b"], description: "", value: [], ...change },
});

describe("what is asked for to measure a parameter", () => {
  it("is each value alone, and those that are chosen together", () => {
    assert.deepEqual(planMeasurement(field({ value: ["b", "own"] })), {
      ...{ base: [], combinations: [["a"], ["b"], ["own"], ["b", "own"]] },
      ...{ omitted: 0, rounds: 5, calls: 26 },
    });
    assert.deepEqual(planMeasurement(field({ value: "b,own" }))?.combinations.length, 4);
  });

  it("is bounded, and what is chosen is part of it", () => {
    const options = Array.from({ length: 1_000 }, (_, index) => `v${index}`);
    const plan = planMeasurement(field({ options, value: ["v999", "v998"] }));
    assert.equal(plan?.combinations.length, MOST_MEASURED + 1);
    assert.deepEqual(plan.combinations.slice(-2), [["v999"], ["v999", "v998"]]);
    assert.deepEqual([plan.omitted, plan.rounds, plan.calls], [988, 3, 43]);
  });

  it("is compared with what is chosen where nothing would be refused", () => {
    const required = { isRequired: true };
    assert.equal(planMeasurement(field(required)), undefined);
    const plan = planMeasurement(field({ ...required, value: ["a"] }));
    assert.deepEqual([plan?.base, plan?.combinations], [["a"], [["b"]]]);
  });

  it("is nothing where there are no values to choose among", () => {
    assert.equal(planMeasurement(field({ kind: "text", value: "" })), undefined);
    assert.equal(planMeasurement(field({ options: [] })), undefined);
  });
});

const WORDS: MeasurementWords = {
  ...{ t: fillText, language: "en", time: () => "10:42:07" },
  ...{ describeError: () => "The service said no (400).", maskText: (text) => text },
};

const BASE = [1, 2, 3].map((id) => ({ id }));

function found(change: Partial<Measurement> = {}): Measurement {
  const effect = (page: unknown) => compareRows(pageOf(BASE), pageOf(page));
  const filled = BASE.map((row) => ({ ...row, factors: row.id === 2 ? null : [1] }));
  return {
    ...{ parameter: "fields", query: aQuery({ pageNumber: 2 }), at: Date.UTC(2026, 0, 5, 9) },
    plan: { base: [], combinations: [], omitted: 0, rounds: 5, calls: 16 },
    base: {
      ...{ values: [], cost: { bytes: 4_710, wireBytes: 812, milliseconds: 12.4 } },
      ...{ spread: 8.2, rows: 3, isSteady: true },
    },
    values: [
      {
        ...{ values: ["factors"], isNoise: false, effect: effect(filled) },
        cost: { bytes: 1_229, wireBytes: 101, milliseconds: 14.2 },
      },
      {
        ...{ values: ["=evil|\tx"], isNoise: true, effect: effect(BASE) },
        cost: { bytes: 0, milliseconds: 1.9 },
      },
      { values: ["no"], failure: new Error("x") },
    ],
    ...change,
  };
}

describe("a measurement in words", () => {
  it("says what a value costs and which rows it filled", () => {
    const { about, rows, notes } = describeMeasurement(found(), WORDS);
    assert.equal(
      about,
      "Page 2, 3 rows, measured at 10:42:07: medians of 5 rounds, compared with the page without fields.",
    );
    assert.deepEqual(
      rows.map(({ summary }) => summary),
      [
        "",
        "+1.2 KB · +14 ms · filled 2 of 3 rows",
        "±0 B · time within noise · rows as without",
        "no answer: The service said no (400).",
      ],
    );
    assert.deepEqual(rows[1]?.details, [
      "factors: gained by 3 of 3 rows, filled in 2, null or empty in 1",
    ]);
    assert.deepEqual(
      rows.map(({ cells }) => cells.join(" | ")),
      [
        "without fields | 4.6 KB | 812 B | 12 ms | 3 |  | ",
        "factors | +1.2 KB | +101 B | +14 ms | 3 | 2 of 3 | factors",
        "=evil|\tx | ±0 B | unknown | within noise | 3 |  | ",
        "no |  |  |  |  |  | no answer",
      ],
    );
    assert.deepEqual(notes, [
      "The same call took up to 8 ms more or less each time: smaller differences are noise.",
    ]);
  });

  it("says that the parameter is ignored, that rows changed, and what was left out", () => {
    const [, same] = found().values;
    const { base, plan } = found();
    const odd = describeMeasurement(
      found({
        values: [same!],
        base: { ...base, isSteady: false },
        plan: { ...plan, omitted: 988 },
      }),
      WORDS,
    );
    assert.deepEqual(odd.notes.slice(0, -1), [
      "The service ignores fields: with each of its values the rows are the same as without it.",
      "The rows of the page changed while measuring: differences may come from that.",
      "Values that were not measured: 988.",
    ]);
    const empty = describeMeasurement(found({ values: [], base: { ...base, rows: 0 } }), WORDS);
    assert.match(empty.notes[0] ?? "", /no rows/);
  });

  it("says that rows are others or come in another order", () => {
    const words = (page: unknown): readonly string[] => {
      const effect = compareRows(pageOf(BASE), pageOf(page));
      const cost = { bytes: -3, milliseconds: 900 };
      const one = { values: ["x"], cost, isNoise: false, effect };
      const row = describeMeasurement(found({ values: [one] }), WORDS).rows[1];
      return [row?.summary ?? "", ...(row?.details ?? [])];
    };
    assert.deepEqual(words([...BASE].reverse()), [
      "\u22123 B · +900 ms · in another order",
      "The rows came in another order.",
    ]);
    assert.deepEqual(words([{ id: 2 }, { id: 7 }]), [
      "\u22123 B · +900 ms · other rows: 2 in place of 3",
      "Rows added by the value: 1; removed: 2",
    ]);
    assert.deepEqual(words([{ n: 1 }]), [
      "\u22123 B · +900 ms · other rows: 1 in place of 3",
      "No id tells the rows apart, and their number is 1 instead of 3: they cannot be matched.",
    ]);
  });

  it("masks what names of members hold", () => {
    const words = { ...WORDS, maskText: (text: string) => text.replace("factors", "••") };
    const [, row] = describeMeasurement(found(), words).rows;
    assert.match(row?.details[0] ?? "", /^••: gained/);
    assert.equal(row?.cells.at(-1), "••");
  });

  it("is copied as Markdown with UTC times, nothing in it markup", () => {
    const lines = measurementText(found(), "markdown", WORDS).split("\n");
    assert.match(lines[0] ?? "", /2026-01-05T09:00:00\.000Z/);
    assert.equal(lines[2], "| Value | Size | On the wire | Time | Rows | Filled rows | Members |");
    assert.equal(lines[3], "| --- | ---: | ---: | ---: | ---: | ---: | --- |");
    assert.equal(lines[6]?.split(/(?<!\\)\|/).length, 9, lines[6]);
    assert.match(lines.at(-2) ?? "", /^- The same call/);
  });

  it("is copied as plain numbers for spreadsheets, no text of it a formula", () => {
    const lines = measurementText(found(), "tsv", WORDS).split("\n");
    assert.deepEqual(lines.slice(0, 3), [
      "Value\tBytes\tBytes on the wire\tMilliseconds\tWithin noise\tRows\tFilled rows\tMembers",
      "without fields\t4710\t812\t12\t\t3\t\t",
      "factors\t1229\t101\t14\tno\t3\t2\tfactors",
    ]);
    assert.equal(lines[3], `"'=evil|\tx"\t0\t\t2\tyes\t3\t\t`);
    assert.equal(lines[4], "no\t\t\t\t\t\t\tno answer");
  });

  it("takes the one in the middle, or what lies between the two", () => {
    assert.deepEqual([median([]), median([3]), median([9, 1]), median([9, 1, 2])], [0, 3, 5, 2]);
  });
});
