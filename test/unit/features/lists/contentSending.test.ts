import assert from "node:assert/strict";
import type { RowTable } from "../../../../src/features/lists/common/table/rowTables";
import { ContentSender } from "../../../../src/features/lists/host/contentSender";
import { FIRST_LAYOUT } from "../../../../src/features/lists/messages/listLayout";
import type { ListContent } from "../../../../src/features/lists/messages/listMessages";
import {
  EVERY_ROW,
  type RowsQuestion,
  type TableFacts,
} from "../../../../src/features/lists/messages/listQuestions";
import { holdingsView } from "../../../e2e/panels/samples";
import { VirtualClock } from "../../platform/http/support/virtualClock";

const QUESTION: RowsQuestion = { view: EVERY_ROW, from: 40, count: 20, columns: ["/a", "/gone"] };

describe("content that is sent to a list panel", () => {
  it("does not tell of a page that is here soon, and sends its rows with the view", async () => {
    const { sender, clock, sent, place } = await shown();
    place.isLoading = true;
    sender.refreshLater();
    clock.advance(100);
    place.facts = facts(2);
    place.isLoading = false;
    sender.refresh();
    await settled();
    clock.advance(1_000);
    await settled();
    assert.deepEqual(sent.map(summary), ["rows 2"]);
  });

  it("tells of a page that takes its time, once", async () => {
    const { sender, clock, sent, place } = await shown();
    place.isLoading = true;
    sender.refreshLater();
    clock.advance(150);
    sender.refreshLater();
    clock.advance(50);
    await settled();
    clock.advance(1_000);
    await settled();
    assert.deepEqual(sent.map(summary), ["loading"]);
  });

  it("sends rows at once also where the next page is on its way already", async () => {
    const { sender, sent, place } = await shown();
    place.isLoading = true;
    place.facts = facts(2);
    sender.refreshLater();
    await settled();
    assert.deepEqual(sent.map(summary), ["rows 2 loading"]);
  });

  it("sends a panel that has not asked yet the rows at the top, as it is laid out", async () => {
    const asked: RowsQuestion[] = [];
    const columns = ["/a", "/b", "/c"].map((key) => ({ ...COLUMN, key }));
    const view = { ...EVERY_ROW, search: "x" };
    const sender = new ContentSender({
      table: {
        ask: (_: string, question: RowsQuestion) => {
          asked.push(question);
          return Promise.resolve({ text: "[]" });
        },
      } as unknown as RowTable,
      view: () => holdingsView(),
      layout: () => ({
        ...FIRST_LAYOUT,
        view,
        columns: { ...FIRST_LAYOUT.columns, order: ["/c", "/b"], hidden: ["/b"] },
      }),
      facts: () => ({ ...facts(1), columns }),
      send: () => undefined,
      clock: new VirtualClock(),
    });
    assert.notEqual((await sender.whole()).rows, undefined);
    assert.deepEqual(asked, [{ view, from: 0, count: 200, columns: ["/c", "/a"] }]);
  });

  it("says nothing after its panel was closed", async () => {
    const { sender, clock, sent } = await shown();
    sender.refreshLater();
    sender.dispose();
    clock.advance(1_000);
    await settled();
    assert.deepEqual(sent, []);
    assert.equal(clock.pending, 0);
  });
});

interface Place {
  facts: TableFacts;
  isLoading: boolean;
}

/** A panel that has the rows of a first page. */
async function shown(): Promise<{
  readonly sender: ContentSender;
  readonly clock: VirtualClock;
  readonly sent: readonly ListContent[];
  readonly place: Place;
}> {
  const clock = new VirtualClock();
  const sent: ListContent[] = [];
  const place: Place = { facts: facts(1), isLoading: false };
  const sender = new ContentSender({
    table: { ask: answerRows } as unknown as RowTable,
    view: () => holdingsView({ isLoading: place.isLoading }),
    layout: () => FIRST_LAYOUT,
    facts: () => place.facts,
    send: (content) => sent.push(content),
    clock,
  });
  sender.note(QUESTION);
  await sender.whole();
  return { sender, clock, sent, place };
}

const COLUMN = { key: "/a", label: "a", isNumeric: false, kind: "text" as const };

function facts(revision: number): TableFacts {
  return { revision, rows: 100, columns: [COLUMN], omittedColumns: 0, isGrowing: false };
}

function answerRows(name: string, question: RowsQuestion): Promise<unknown> {
  assert.equal(name, "rowsJson");
  assert.deepEqual(question.columns, ["/a"]);
  const { from, columns } = question;
  const answer = { revision: 2, total: 100, all: 100, from, columns, rows: [], numbers: [] };
  return Promise.resolve({ text: JSON.stringify(answer) });
}

function summary({ view, table, rows }: ListContent): string {
  const told = [
    rows === undefined ? "" : `rows ${table?.revision ?? "?"}`,
    view.isLoading ? "loading" : "",
  ];
  return told.filter((word) => word !== "").join(" ");
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
