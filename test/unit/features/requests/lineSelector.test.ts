import assert from "node:assert/strict";
import { LineSelector } from "../../../../src/features/requests/webview/requests/lineSelector";
import type {
  LinesAnswer,
  RangeAnswer,
  RequestLine,
} from "../../../../src/features/requests/messages/requestsView";

/** 5,000 actions by their places, of which some are here; the host answers when it is let. */
class Lines {
  from = 0;
  readonly asked: (readonly [anchor: string, line: number])[] = [];
  private readonly answers: ((answer: RangeAnswer | undefined) => void)[] = [];

  get answer(): LinesAnswer {
    const rows = Array.from({ length: 100 }, (_, index) => ({ actionId: `${this.from + index}` }));
    return { from: this.from, rows } as unknown as LinesAnswer;
  }

  line(index: number): RequestLine | undefined {
    return this.answer.rows[index - this.from];
  }

  range(anchor: string, line: number): Promise<RangeAnswer | undefined> {
    this.asked.push([anchor, line]);
    return new Promise((resolve) => this.answers.push(resolve));
  }

  /** Answers a question, of all the first one. */
  async tell(answer: RangeAnswer | undefined, question = 0): Promise<void> {
    this.answers[question]?.(answer);
    await Promise.resolve();
    await Promise.resolve();
  }
}

function between(first: number, last: number): RangeAnswer {
  const total = last - first + 1;
  const length = Math.min(1_000, total);
  return { actionIds: Array.from({ length }, (_, index) => `${first + index}`), total };
}

describe("what selects lines of the requests view", () => {
  const start = () => {
    const lines = new Lines();
    /** How many were selected, and meant, after each change. */
    const changes: (readonly [number, number])[] = [];
    const selector = new LineSelector(() =>
      changes.push([selector.selected.ids.size, selector.selected.meant]),
    );
    return { lines, selector, changes };
  };

  it("keeps what is selected until the host has said what stands further on", async () => {
    const { lines, selector, changes } = start();
    selector.beginAt("0");
    lines.from = 3_900;
    selector.extendTo(lines, 3_998);
    await lines.tell(between(0, 3_998));
    assert.deepEqual(changes, [[1_000, 3_999]]);
    selector.extendFrom("3998", lines, 3_999);
    assert.deepEqual(changes.length, 1);
    selector.extendFrom("3999", lines, 4_000);
    await lines.tell(between(0, 3_999), 1);
    assert.deepEqual(changes.length, 1, "an answer to what is meant no more");
    await lines.tell(between(0, 4_000), 2);
    assert.deepEqual(changes, [
      [1_000, 3_999],
      [1_000, 4_001],
    ]);
    assert.deepEqual(lines.asked.at(-1), ["0", 4_000]);
  });

  it("takes fewer at once where all their lines are here, whatever the host says later", async () => {
    const { lines, selector, changes } = start();
    selector.beginAt("10");
    selector.extendTo(lines, 90);
    selector.extendTo(lines, 120);
    selector.extendTo(lines, 11);
    await lines.tell(between(10, 120));
    assert.deepEqual(changes, [
      [81, 81],
      [90, 90],
      [2, 2],
    ]);
  });

  it("keeps what is selected where the host does not answer", async () => {
    const { lines, selector, changes } = start();
    selector.beginAt("10");
    selector.extendTo(lines, 12);
    lines.from = 200;
    selector.extendTo(lines, 210);
    await lines.tell(undefined);
    assert.deepEqual(changes, [[3, 3]]);
  });

  it("begins where the first key was pressed, though nothing is selected before the answer", () => {
    const { lines, selector, changes } = start();
    lines.from = 200;
    selector.extendFrom("150", lines, 151);
    selector.extendFrom(undefined, lines, 152);
    assert.deepEqual(
      [changes, lines.asked],
      [
        [],
        [
          ["150", 151],
          ["150", 152],
        ],
      ],
    );
    selector.clear();
    lines.from = 100;
    selector.extendFrom("160", lines, 161);
    assert.deepEqual([...selector.selected.ids], ["160", "161"]);
  });

  it("stays as it is shown once a menu was opened, which took that", async () => {
    const { lines, selector, changes } = start();
    selector.beginAt("10");
    selector.extendTo(lines, 12);
    lines.from = 200;
    selector.extendTo(lines, 210);
    assert.deepEqual([...selector.settle()], ["10", "11", "12"]);
    await lines.tell(between(10, 210));
    assert.deepEqual(changes, [[3, 3]]);
    selector.extendTo(lines, 210);
    await lines.tell(between(10, 210), 1);
    assert.equal(selector.settle().size, 201);
  });

  it("begins where the host did, once a filter has hidden where it began", async () => {
    const { lines, selector } = start();
    selector.beginAt("hidden");
    selector.clear();
    selector.extendTo(lines, 20);
    await lines.tell({ actionIds: ["20"], total: 1 });
    assert.deepEqual([...selector.selected.ids], ["20"]);
    selector.extendTo(lines, 22);
    assert.deepEqual([...selector.selected.ids], ["20", "21", "22"]);
    assert.deepEqual(lines.asked, [["hidden", 20]]);
    lines.from = 300;
    selector.extendTo(lines, 300);
    await lines.tell({ actionIds: [], total: 0 }, 1);
    assert.equal(selector.selected.ids.size, 0, "none is left");
    selector.extendTo(lines, 301);
    assert.deepEqual(lines.asked.at(-1), ["20", 301]);
  });

  it("takes the row clicked before with a single one, unless a filter may have hidden it", () => {
    const { lines, selector } = start();
    const after = (anchor: string, isFiltered: boolean): string => {
      selector.beginAt(anchor);
      if (isFiltered) {
        selector.doubt();
      }
      selector.toggle(lines, "20");
      return [...selector.selected.ids].join(" ");
    };
    assert.equal(after("4000", false), "20 4000");
    assert.equal(after("4000", true), "20");
    assert.equal(after("4000", false), "20 4000");
    assert.equal(after("30", true), "20 30");
  });
});
