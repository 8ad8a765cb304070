import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createExportNotes,
  type ExportNote,
  isAtWork,
  thisWindow,
} from "../../../../src/features/exports/common/exportNotes";

describe("notes of exports", () => {
  let folder: string;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "export-notes-")), "exports");
  });

  afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

  const aNote = (change: Partial<ExportNote> = {}): ExportNote => ({
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
    assert.deepEqual(await createExportNotes(folder).all(), []);
    assert.throws(() => statSync(folder));
  });

  it("are there for another window, the oldest first, for nobody else to read", async () => {
    const notes = createExportNotes(folder);
    const [late, early] = [aNote(), aNote({ createdAt: "2026-11-21T23:59:00.000Z" })];
    await Promise.all([notes.keep(late), notes.keep(early)]);
    assert.deepEqual(await createExportNotes(folder).all(), [early, late]);
    for (const name of readdirSync(folder)) {
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    }
  });

  it("keep the newest state, and go with the export", async () => {
    const notes = createExportNotes(folder);
    const note = aNote();
    const states = ["running", "paused", "failed"] as const;
    await Promise.all(states.map((state) => notes.keep({ ...note, state })));
    assert.deepEqual(
      (await notes.all()).map(({ state }) => state),
      ["failed"],
    );
    await notes.drop(note.id);
    assert.deepEqual(await notes.all(), []);
    await notes.drop(note.id);
  });

  it("leave out what is none of them", async () => {
    const notes = createExportNotes(folder);
    const note = aNote();
    await notes.keep(note);
    const other = randomUUID();
    const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    put(`${other}.json`, JSON.stringify(note));
    put(`${randomUUID()}.json`, "{");
    put(`${randomUUID()}.json`, JSON.stringify({ ...note, rows: -1 }));
    put("settings.json", "{}");
    put(`${randomUUID()}.part`, "{}");
    assert.deepEqual(await notes.all(), [note]);
  });

  it("tell whose export still runs", () => {
    const note = aNote();
    const none = new Set<string>();
    assert.equal(isAtWork(note, new Set([note.id])), true);
    assert.equal(isAtWork(note, none), false, "a process with the number of one that ended");
    const { machine } = thisWindow();
    const parent = { process: process.ppid, machine };
    assert.equal(isAtWork({ ...note, window: parent }, none), true, "another window");
    assert.equal(isAtWork({ ...note, window: parent, state: "paused" }, none), false);
    const ended = { process: 2 ** 22 + 1, machine };
    assert.equal(isAtWork({ ...note, window: ended }, none), false, "it is gone");
    assert.equal(isAtWork({ ...note, window: { process: 1, machine: "other" } }, none), true);
  });
});
