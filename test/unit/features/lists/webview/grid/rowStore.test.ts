import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import {
  CELLS_LIMIT,
  EVERY_ROW,
  ROWS_LIMIT,
  type RowView,
} from "../../../../../../src/features/lists/messages/listQuestions";
import type { ListRows } from "../../../../../../src/features/lists/webview/list/grid/listRows";
import {
  RowStore,
  type SliceQuestion,
} from "../../../../../../src/features/lists/webview/list/grid/rowStore";

type Question = SliceQuestion<RowView>;
type Slice = NonNullable<ListRows["shown"]>["slice"];

const FILTERED: RowView = { ...EVERY_ROW, search: "x" };

describe("RowStore", () => {
  let total = 10_000;
  let revision = 1;
  let asked: Question[] = [];
  let waiting: (() => void)[] = [];
  let events: string[] = [];

  beforeEach(() => {
    total = 10_000;
    revision = 1;
    asked = [];
    waiting = [];
    events = [];
  });

  it("asks for what is in sight first, then for what is around it, and for nothing twice", async () => {
    const store = storeOf();
    store.show({ from: 0, count: 20, columns: ["a", "b"], also: 0 });
    store.want(EVERY_ROW, 1);
    await answerAll();
    assert.deepEqual(
      asked.map(({ from, count }) => [from, count]),
      [
        [0, 20],
        [20, 200],
      ],
    );
    assert.equal(textAt(store, 79), "79");
    for (let from = 0; from < 100; from++) {
      store.show({ from, count: 20, columns: ["a", "b"], also: 0 });
    }
    assert.equal(asked.length, 2);
    store.show({ from: 101, count: 20, columns: ["a", "b"], also: 0 });
    await answerAll();
    assert.deepEqual([asked[2]?.from, asked.length], [220, 3]);
  });

  it("has one question under way, and then asks for what is in sight by then", async () => {
    const store = storeOf();
    store.want(EVERY_ROW, 1);
    for (const from of [500, 2000, 9000]) {
      store.show({ from, count: 20, columns: ["a"], also: 0 });
    }
    assert.equal(asked.length, 1);
    await answerAll();
    assert.equal(textAt(store, 9000), "9000");
    assert.equal(textAt(store, 2000), undefined);
  });

  it("keeps the old rows until those of another view are there, from their beginning", async () => {
    const store = storeOf();
    store.show({ from: 900, count: 20, columns: ["a"], also: 900 });
    store.want(EVERY_ROW, 1);
    await answerAll();
    store.want(FILTERED, 1);
    assert.equal(textAt(store, 900), "900");
    assert.equal(store.isStale, true);
    assert.deepEqual([asked.at(-1)?.from, asked.at(-1)?.view], [0, FILTERED]);
    total = 30;
    await answerAll();
    assert.equal(store.total, 30);
    assert.equal(textAt(store, 900), undefined);
    assert.deepEqual(events.filter((event) => event === "other").length, 2);
  });

  it("drops the answer to a view that nobody wants any more", async () => {
    const store = storeOf();
    store.want(EVERY_ROW, 1);
    store.want(FILTERED, 1);
    await answerOne();
    assert.deepEqual(events, []);
    await answerAll();
    assert.equal(store.shown?.view, FILTERED);
  });

  it("asks again when more is loaded, and takes rows that came without a question", async () => {
    const store = storeOf();
    store.show({ from: 0, count: 20, columns: ["a"], also: 0 });
    store.want(EVERY_ROW, 1);
    await answerAll();
    const before = asked.length;
    revision = 2;
    total = 15;
    store.want(EVERY_ROW, 2, answerTo({ view: EVERY_ROW, from: 0, count: 20, columns: ["a"] }));
    assert.equal(asked.length, before);
    assert.equal(store.total, 15);
    revision = 3;
    store.want(EVERY_ROW, 3);
    assert.equal(asked.length, before + 1);
    assert.equal(textAt(store, 14), "14");
    await answerAll();
    assert.equal(store.isStale, false);
  });

  it("takes no rows that came for a view which another has followed", async () => {
    const store = storeOf();
    store.show({ from: 0, count: 20, columns: ["a"], also: 0 });
    store.want(EVERY_ROW, 1);
    await answerAll();
    const here = answerTo({ view: EVERY_ROW, from: 0, count: 20, columns: ["a"] });
    store.want(FILTERED, 1);
    total = 3;
    revision = 2;
    store.want(FILTERED, 2, { ...here, revision: 2 });
    assert.equal(store.shown?.view, EVERY_ROW);
    await answerAll();
    assert.deepEqual([store.total, textAt(store, 5)], [3, undefined]);
  });

  it("lets go of what is shown otherwise now, and of what was on its way", async () => {
    const store = storeOf();
    store.show({ from: 0, count: 20, columns: ["a"], also: 0 });
    store.want(EVERY_ROW, 1);
    await answerOne();
    assert.equal(textAt(store, 5), "5");
    assert.equal(waiting.length, 1);
    store.forget();
    store.want(EVERY_ROW, 1);
    assert.equal(textAt(store, 5), undefined);
    const seen = events.length;
    await answerOne();
    assert.deepEqual([events.length, textAt(store, 25)], [seen, undefined]);
    await answerAll();
    assert.deepEqual([textAt(store, 5), textAt(store, 25), store.isStale], ["5", "25", false]);
  });

  it("has nothing any more once it is cleared, until something is wanted again", async () => {
    const store = storeOf();
    store.show({ from: 0, count: 20, columns: ["a"], also: 0 });
    store.want(EVERY_ROW, 1);
    await answerOne();
    store.clear();
    await answerAll();
    assert.deepEqual([store.shown, store.total, textAt(store, 5)], [undefined, 0, undefined]);
    const before = asked.length;
    store.show({ from: 0, count: 20, columns: ["a"], also: 0 });
    assert.equal(asked.length, before);
    store.want(EVERY_ROW, 1);
    await answerAll();
    assert.deepEqual([store.total, textAt(store, 5)], [10_000, "5"]);
  });

  it("reads the row of the tab stop too, wherever it is", async () => {
    const store = storeOf();
    store.show({ from: 0, count: 20, columns: ["a"], also: 7000 });
    store.want(EVERY_ROW, 1);
    await answerAll();
    assert.equal(textAt(store, 7000), "7000");
  });

  it("stays within the limits of one question, whatever is in sight", async () => {
    const store = storeOf();
    const columns = Array.from({ length: 1500 }, (_, index) => `c${index}`);
    store.show({ from: 40, count: 900, columns, also: 0 });
    store.want(EVERY_ROW, 1);
    await answerOne();
    await answerOne();
    for (const question of asked) {
      assert.ok(question.count <= ROWS_LIMIT);
      assert.ok(question.count * question.columns.length <= CELLS_LIMIT);
    }
  });

  it("forgets rows that are far from what is in sight", async () => {
    const store = storeOf();
    store.want(EVERY_ROW, 1);
    for (let from = 0; from < 9900; from += 40) {
      store.show({ from, count: 40, columns: ["a"], also: 0 });
      await answerAll();
    }
    assert.equal(textAt(store, 9800), "9800");
    assert.equal(textAt(store, 4000), undefined);
  });

  it("says once that rows could not be read, and asks again only when told or changed", async () => {
    const store = storeOf((question) =>
      Promise.resolve({ ...answerTo(question), rows: [], infos: [] }),
    );
    store.want(EVERY_ROW, 1);
    await turn();
    for (const from of [0, 50, 100]) {
      store.show({ from, count: 20, columns: ["a"], also: 0 });
    }
    await turn();
    assert.equal(events.filter((event) => event === "failure").length, 1);
    assert.equal(asked.length, 1);
    store.retry();
    await turn();
    assert.equal(asked.length, 2);
    store.want(FILTERED, 1);
    await turn();
    assert.equal(asked.length, 3);
  });

  function storeOf(answer = later): ListRows {
    return new RowStore({
      ask: (question) => {
        asked.push(question);
        return answer(question);
      },
      onRows: (isOther) => events.push(isOther ? "other" : "rows"),
      onFailure: () => events.push("failure"),
    });
  }

  function later(question: Question): Promise<Slice> {
    return new Promise((resolve) => {
      waiting.push(() => resolve(answerTo(question)));
    });
  }

  async function answerOne(): Promise<void> {
    waiting.shift()?.();
    await turn();
  }

  async function answerAll(): Promise<void> {
    while (waiting.length > 0) {
      await answerOne();
    }
  }

  function answerTo({ from, count, columns }: Question): Slice {
    const numbers = Array.from(
      { length: Math.max(0, Math.min(count, total - from)) },
      (_, index) => from + index,
    );
    const rows = numbers.map((row) =>
      columns.map(() => ({ kind: "text", text: `${row}` }) as const),
    );
    return { revision, total, all: 10_000, from, columns, rows, infos: numbers };
  }
});

function textAt(store: ListRows, row: number): string | undefined {
  const cell = store.cell(row, "a");
  return cell && "text" in cell ? cell.text : undefined;
}
