import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { findSnapshots } from "../../../../../src/features/exports/common/snapshots/findSnapshots";
import { ValueOverTime } from "../../../../../src/features/exports/host/snapshots/valueOverTime";
import { openTables } from "../../lists/table/support/tables";
import { inFolder, writeSnapshot } from "./support";

describe("values over time of a panel", () => {
  let opened: number;
  let values: ValueOverTime;

  beforeEach(() => {
    opened = 0;
    values = new ValueOverTime(() => {
      opened++;
      return openTables().open();
    });
  });

  afterEach(() => values.dispose());

  /** What is said of the only snapshot, and its sum. */
  async function told(folder: string): Promise<unknown> {
    const { snapshots } = await findSnapshots(folder);
    const asked = { now: undefined, column: undefined, isHidden: false };
    const { points } = await values.course({ snapshots, ...asked });
    return points.map(({ note, values: [value] }) => [note, value?.text]);
  }

  const written = {
    ...{ name: "one.jsonl", at: "2026-01-31T10:00:00Z" },
    lines: ['{"id":"a","value":1.10}', '{"id":"b","value":2.20}'],
  };

  it("read a file that was read well once only", () =>
    inFolder(async (folder) => {
      await writeSnapshot(folder, written);
      assert.deepEqual(await told(folder), [[undefined, "3.30"]]);
      assert.deepEqual(await told(folder), [[undefined, "3.30"]]);
      assert.equal(opened, 1);
    }));

  it("read a file that could not be read, or had other bytes, again when they are to", () =>
    inFolder(async (folder) => {
      const file = await writeSnapshot(folder, written);
      const text = await readFile(file, "utf8");
      const unreadable = [["unreadable", undefined]];
      await writeFile(file, text.replace("}", " "));
      assert.deepEqual(await told(folder), unreadable);
      await writeFile(file, text.replace("1.10", "1.20"));
      assert.deepEqual(await told(folder), unreadable, "another column is asked for");
      values.readFaultyAgain();
      assert.deepEqual(await told(folder), [["otherBytes", "3.40"]]);
      await writeFile(file, text);
      values.readFaultyAgain();
      assert.deepEqual(await told(folder), [[undefined, "3.30"]]);
    }));

  it("read a file again that was being read, which may have been before it was mended", () =>
    inFolder(async (folder) => {
      const file = await writeSnapshot(folder, written);
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace("}", " "));
      const { snapshots } = await findSnapshots(folder);
      const asked = { snapshots, now: undefined, column: undefined, isHidden: false };
      const before = values.course(asked);
      values.readFaultyAgain();
      await before;
      await writeFile(file, text);
      assert.deepEqual(await told(folder), [[undefined, "3.30"]]);
    }));
});
