import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ExportRecord,
  ExportRecords,
  isAtWork,
  thisWindow,
} from "../../../../src/features/exports/common/exportRecords";

describe("records of exports", () => {
  let folder: string;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "export-records-")), "exports");
  });

  afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

  const aRecord = (change: Partial<ExportRecord> = {}): ExportRecord => ({
    ...{ version: 1, id: randomUUID(), kind: "list", part: "/there/holdings.csv.part" },
    ...{
      title: "Holdings",
      subject: "Abernathy, Ruth",
      target: "holdings.csv",
      scope: "all",
      isMasked: false,
    },
    ...{ state: "running", pages: 12, rows: 1_200, bytes: 4_000, claimed: 2_000 },
    createdAt: "2026-11-22T01:30:00.000Z",
    window: thisWindow(),
    ...change,
  });

  it("are nothing before the first, and make no folder", async () => {
    assert.deepEqual(await new ExportRecords(folder).all(), []);
    assert.throws(() => statSync(folder), { code: "ENOENT" });
  });

  it("are there for another window, the oldest first, for nobody else to read", async () => {
    const records = new ExportRecords(folder);
    const [late, early] = [aRecord(), aRecord({ createdAt: "2026-11-21T23:59:00.000Z" })];
    await Promise.all([records.set(late), records.set(early)]);
    assert.deepEqual(await new ExportRecords(folder).all(), [early, late]);
    for (const name of readdirSync(folder)) {
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    }
  });

  it("keep the newest state, and go with the export", async () => {
    const records = new ExportRecords(folder);
    const record = aRecord();
    const states = ["running", "paused", "failed"] as const;
    await Promise.all(states.map((state) => records.set({ ...record, state })));
    assert.deepEqual(
      (await records.all()).map(({ state }) => state),
      ["failed"],
    );
    await records.remove(record.id);
    assert.deepEqual(await records.all(), []);
    await records.remove(record.id);
  });

  it("leave out what is none of them", async () => {
    const records = new ExportRecords(folder);
    const record = aRecord();
    await records.set(record);
    const other = randomUUID();
    const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    put(`${other}.json`, JSON.stringify(record));
    put(`${randomUUID()}.json`, "{");
    put(`${randomUUID()}.json`, JSON.stringify({ ...record, rows: -1 }));
    put("settings.json", "{}");
    put(`${randomUUID()}.part`, "{}");
    assert.deepEqual(await records.all(), [record]);
  });

  it("tell whose export still runs", () => {
    const record = aRecord();
    const none = new Set<string>();
    assert.equal(isAtWork(record, new Set([record.id])), true);
    assert.equal(isAtWork(record, none), false, "a process with the number of one that ended");
    const { machine } = thisWindow();
    const parent = { process: process.ppid, machine };
    assert.equal(isAtWork({ ...record, window: parent }, none), true, "another window");
    assert.equal(isAtWork({ ...record, window: parent, state: "paused" }, none), false);
    const ended = { process: 2 ** 22 + 1, machine };
    assert.equal(isAtWork({ ...record, window: ended }, none), false, "it is gone");
    assert.equal(isAtWork({ ...record, window: { process: 1, machine: "other" } }, none), true);
  });
});
