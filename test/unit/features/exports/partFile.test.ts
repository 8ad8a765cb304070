import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PartFile } from "../../../../src/features/exports/common/partFile";

describe("the file of an export that is being written", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "fp-part-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is not written any more where another file took its place", () => {
    const path = join(folder, "clients.csv.part");
    const file = PartFile.create(path, undefined);
    file.add(Buffer.from("one\n"));
    file.flush();
    const other = join(folder, "other");
    writeFileSync(other, "other\n");
    renameSync(other, path);
    file.add(Buffer.from("two\n"));
    assert.throws(() => file.flush(), { code: "exports/partGone" });
    assert.equal(readFileSync(path, "utf8"), "other\n");
    file.close();
  });
});
