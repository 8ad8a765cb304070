import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { RowTable } from "../../../../src/features/lists/common/table/rowTables";
import { ContentSender } from "../../../../src/features/lists/host/contentSender";
import { FIRST_LAYOUT } from "../../../../src/features/lists/messages/listLayout";
import type { ListContent, ListView } from "../../../../src/features/lists/messages/listMessages";
import { VirtualClock } from "../../platform/http/support/virtualClock";
import { EVERY_ROW, type TableFacts } from "../../../../src/features/lists/messages/listQuestions";

const FACTS: TableFacts = {
  ...{ revision: 1, rows: 1, omittedColumns: 0, isGrowing: false },
  columns: [{ key: "/a", label: "a", isNumeric: false, kind: "text" }],
};

describe("ContentSender", () => {
  let shown = "real";
  let waiting: (() => void)[] = [];
  let sent: ListContent[] = [];

  beforeEach(() => {
    [shown, waiting, sent] = ["real", [], []];
  });

  /** Rows are read when they are asked for, and come when the test lets them. */
  function senderOf(): ContentSender {
    const ask = (): Promise<{ readonly text: string }> => {
      const cell = { kind: "text", text: shown } as const;
      const rows = { columns: ["/a"], rows: [[cell]], numbers: [0] };
      const text = JSON.stringify({ revision: 1, total: 1, all: 1, from: 0, ...rows });
      return new Promise((resolve) => {
        waiting.push(() => resolve({ text }));
      });
    };
    const sender = new ContentSender({
      table: { ask } as unknown as RowTable,
      view: () => ({ query: { mode: "page" } }) as ListView,
      layout: () => FIRST_LAYOUT,
      facts: () => FACTS,
      send: (content) => sent.push(content),
      clock: new VirtualClock(),
    });
    sender.note({ view: EVERY_ROW, from: 0, count: 1, columns: ["/a"] });
    return sender;
  }

  async function answerAll(): Promise<void> {
    while (waiting.length > 0) {
      waiting.shift()?.();
      await turn();
    }
  }

  const told = (): readonly string[] => sent.map(({ rows }) => rows ?? "null");

  it("sends rows once, and again when they look otherwise", async () => {
    const sender = senderOf();
    sender.refresh();
    await answerAll();
    sender.refresh();
    await answerAll();
    shown = "masked";
    sender.redraw();
    await answerAll();
    assert.equal(told().length, 3);
    assert.match(told()[0] ?? "", /real/);
    assert.equal(told()[1], "null");
    assert.match(told()[2] ?? "", /masked/);
  });

  it("never sends rows that were asked for before they look otherwise", async () => {
    const sender = senderOf();
    sender.refresh();
    shown = "masked";
    sender.redraw();
    await answerAll();
    assert.doesNotMatch(told().join(""), /real/);
    assert.match(told().at(-1) ?? "", /masked/);
  });

  it("numbers what it makes, so that an answer that comes late is known to be older", async () => {
    const sender = senderOf();
    sender.refresh();
    await answerAll();
    // Made, and not yet on its way: a failure is shown before it arrives.
    const beginning = sender.whole();
    await answerAll();
    const begun = beginning.then((content) => content);
    sender.refresh();
    await answerAll();
    const { number = 0 } = await begun;
    assert.ok(number > (sent[0]?.number ?? Infinity));
    assert.ok(number < (sent.at(-1)?.number ?? 0));
  });

  it("gives a panel that begins no such rows either", async () => {
    const sender = senderOf();
    const beginning = sender.whole();
    shown = "masked";
    sender.redraw();
    await answerAll();
    assert.match(JSON.stringify((await beginning).rows), /masked/);
  });
});
