import assert from "node:assert/strict";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { RecordFolder } from "../../../../src/platform/files/recordFolder";

describe("a folder of records", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-folder-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("has all records for each of two who look at the same time", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.json`);
    names.forEach((name) => writeFileSync(join(folder, name), name));
    // So long unchanged that it is not read again.
    utimesSync(folder, new Date(0), new Date(0));
    const records = new RecordFolder({
      ...{ folder, clock: SYSTEM_CLOCK, decode: (text: string) => text },
      isRecordName: (name) => name.endsWith(".json"),
    });
    const found = await Promise.all([records.all(), records.all()]);
    assert.deepEqual(
      found.map(({ size }) => size),
      [20, 20],
    );
  });
});
