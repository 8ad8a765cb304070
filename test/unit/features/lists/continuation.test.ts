import assert from "node:assert/strict";
import { parseJsonText } from "../../../../src/platform/json/jsonText";
import { describeFinding } from "../../../../src/features/lists/texts/findingTexts";
import { FINDING_ACTIONS, rulesAfter } from "../../../../src/features/lists/common/findings";
import { decodeListRules } from "../../../../src/features/lists/common/listRulesSchema";
import {
  readPage,
  type ListPage,
  type PageContext,
} from "../../../../src/features/lists/common/page";
import { listShapes } from "../../../../src/features/lists/common/shapes";
import { PAGING_FINDINGS } from "../../../../src/features/lists/messages/listQuery";

const pageOf = (text: string, context: PageContext = {}): ListPage =>
  readPage(text, parseJsonText(text), context);
const beside = (members: string, context?: PageContext): ListPage =>
  pageOf(`{${members}, "items": [{}, {}]}`, context);

describe("whether pages follow, by an envelope", () => {
  const found: readonly (readonly [members: string, more?: boolean, before?: boolean])[] = [
    ['"hasMore": true', true],
    ['"has_more": false', false],
    ['"hasNextPage": true, "hasPreviousPage": false', true, false],
    ['"isLast": true', false],
    ['"last": false, "first": true', true, false],
    ['"next": "https://x/2"', true],
    ['"next": null', false],
    ['"next": ""', false],
    ['"next": 3, "prev": 1', true, true],
    ['"nextPageToken": "abc"', true],
    ['"nextCursor": null', false],
    ['"@odata.nextLink": "https://x"', true],
    ['"continuationToken": "abc"', true],
    ['"meta": {"pagination": {"next_cursor": "abc"}}', true],
    ['"_links": {"self": {"href": "/1"}, "next": {"href": "/2"}}', true, false],
    ['"_links": {"self": {"href": "/1"}, "prev": {"href": "/0"}}', false, true],
    ['"_links": {"self": {"href": "/1"}}'],
    ['"links": {"next": null, "last": "/9"}', false, false],
    ['"links": [{"rel": "next", "href": "/2"}]', true, false],
    ['"links": [{"rel": "prev", "href": "/2"}]', false, true],
    ['"links": ["self"]'],
    ['"nextReview": "2027-01-01"'],
    ['"lastName": "Abernathy"'],
    ['"last": {"href": "/9"}'],
  ];
  for (const [members, more, before] of found) {
    it(members, () => {
      const page = beside(members);
      assert.deepEqual([page.more?.value, page.before?.value], [more, before]);
    });
  }

  const numbers: readonly (readonly [members: string, name: keyof ListPage, value: unknown])[] = [
    ['"pageNumber": 0', "pageNumber", 0],
    ['"number": 0, "size": 20', "pageNumber", 0],
    ['"number": 12', "pageNumber", undefined],
    ['"page": {"number": 2, "size": 20}', "pageNumber", 2],
    ['"size": 20', "pageSize", 20],
    ['"pageSize": 0', "pageSize", undefined],
    ['"offset": 40', "offset", 40],
    ['"startIndex": 1', "offset", 1],
    ['"total_pages": 7', "pages", 7],
    ['"meta": {"pagination": {"pageCount": 7}}', "pages", 7],
  ];
  for (const [members, name, value] of numbers) {
    it(`${members} gives ${name} ${String(value)}`, () => {
      const guess = beside(members)[name] as { value: unknown } | undefined;
      assert.equal(guess?.value, value);
    });
  }

  it("says of a count that it may be that of the page alone", () => {
    assert.deepEqual(beside('"count": 9').total, { value: 9, from: "count", isVague: true });
    assert.deepEqual(beside('"count": 9, "total": 8').total, { value: 8, from: "total" });
  });
});

describe("the rules of a list", () => {
  const text = '{"a": {"rows": [{}, {}, {}], "n": 7}, "items": [{}], "total": 1}';

  it("lead to rows and total where the shapes mislead", () => {
    const rules = { rows: ["a", "rows"], total: ["a", "n"] };
    const page = pageOf(text, { rules });
    assert.deepEqual([page.rows.length, page.total], [3, { value: 7, from: "a.n" }]);
    assert.equal(pageOf(text).rows.length, 1);
    assert.equal(pageOf(text, { rules: { total: null } }).total, undefined);
    assert.equal(pageOf(text, { rules: { total: ["a", "gone"] } }).total, undefined);
  });

  it("lead nowhere rather than elsewhere", () => {
    for (const rows of [["gone"], ["a"], [], ["a", "n", "x"]]) {
      assert.throws(() => pageOf(text, { rules: { rows } }), { code: "answer/notAList" });
    }
    assert.equal(pageOf("[1]", { rules: { rows: [] } }).rows.length, 1);
  });

  it("are chosen among what an answer holds", () => {
    assert.deepEqual(listShapes(text, parseJsonText(text)), {
      lists: [
        { path: ["items"], rows: 1 },
        { path: ["a", "rows"], rows: 3 },
      ],
      numbers: [
        { path: ["total"], value: 1 },
        { path: ["a", "n"], value: 7 },
      ],
    });
    const bare = "[[1], 2]";
    assert.deepEqual(listShapes(bare, parseJsonText(bare)).lists, [{ path: [], rows: 2 }]);
  });

  it("are read back as they were kept, and what is damaged is forgotten", () => {
    const rules = { rows: [], total: null, firstPage: 0, isUnpaged: true, pageSize: 25 } as const;
    for (const kept of [rules, { ...rules, pageSize: null }, { ...rules, pageSize: 20_000 }]) {
      assert.deepEqual(decodeListRules(JSON.parse(JSON.stringify(kept))), kept);
    }
    const damaged = {
      rows: "x",
      total: [1],
      firstPage: 2,
      isUnpaged: "yes",
      pageSize: 0,
      other: 1,
    };
    for (const kept of [damaged, undefined, null, [], "x"]) {
      assert.deepEqual(decodeListRules(kept), {});
    }
  });

  it("follow from what was found, beside those that there are", () => {
    // Another page size is no rule.
    const ids = FINDING_ACTIONS.filter((id) => id !== "list.takeGivenSize");
    assert.deepEqual(
      ids.map((id) => rulesAfter(id, { rows: [] })),
      [
        { rows: [], firstPage: 0 },
        { rows: [] },
        { rows: [], isUnpaged: true },
        { rows: [], total: null },
      ],
    );
    assert.equal(rulesAfter("list.other", {}), undefined);
    assert.deepEqual(rulesAfter("list.smallerPages", { rows: [] }, 25), { rows: [], pageSize: 25 });
    assert.equal(rulesAfter("list.smallerPages", {}), undefined);
    assert.deepEqual(rulesAfter("list.defaultPageSize", { rows: [] }), {
      rows: [],
      pageSize: null,
    });
  });

  it("are taken back one by one", () => {
    const rules = { rows: [], total: null, firstPage: 0, isUnpaged: true, pageSize: 25 } as const;
    const { firstPage, isUnpaged, total, pageSize, ...others } = rules;
    const cases: readonly (readonly [string, object])[] = [
      ["list.countFromOne", { ...others, total, isUnpaged, pageSize }],
      ["list.askForPages", { ...others, total, firstPage, pageSize }],
      ["list.believeTotal", { ...others, firstPage, isUnpaged, pageSize }],
      ["list.usualPageSize", { ...others, total, firstPage, isUnpaged }],
    ];
    for (const [id, after] of cases) {
      assert.deepEqual(rulesAfter(id, rules), after);
    }
  });
});

describe("findings in words", () => {
  const t = (message: string, ...values: (string | number)[]): string =>
    message.replace(/\{(\d)\}/g, (_whole, index: string) => String(values[Number(index)]));
  const values = {
    ...{ page: 3, rows: 2, size: 10, asked: 100, given: 10 },
    ...{ said: 0, total: 110, counted: 95, least: 100, most: 106 },
  };

  it("have a sentence each, with all of its numbers", () => {
    const texts = PAGING_FINDINGS.map((kind) => describeFinding({ kind, values }, t, String).text);
    for (const text of texts) {
      assert.match(text, /^[A-Z0-9].*\.$/);
      assert.doesNotMatch(text, /\{|undefined|NaN/);
    }
    assert.equal(
      describeFinding({ kind: "fewerThanTotal", values }, t, (value) => `<${value}>`).text,
      "The service's number of all rows is <110>, but the list ended after <95>.",
    );
    assert.equal(
      describeFinding({ kind: "fewerThanTotal", values: { total: 110, page: 5 } }, t, String).text,
      "The service's number of all rows is 110, but page 5 is empty.",
    );
    assert.equal(
      describeFinding({ kind: "sizeLowered", values, isLoss: true }, t, String).text,
      "A page size of 100 was asked for, the service gives 10: rows may lie between its pages.",
    );
  });

  it("have a button where something can be done", () => {
    const actionId = "list.countFromZero";
    assert.deepEqual(describeFinding({ kind: "countsFromZero", values, actionId }, t, String), {
      kind: "countsFromZero",
      text: "One page of rows seems to be missing: the service may count its pages from 0.",
      action: { id: actionId, label: "Count pages from 0" },
    });
  });
});
