import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../../../../src/platform/files/replaceFile";

describe("a file that is replaced whole", () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "replace-"));
  });

  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it("holds the newest text, and nothing lies beside it", async () => {
    const folder = join(parent, "new");
    await replaceFile(folder, "one.json", "1");
    await replaceFile(folder, "one.json", "2");
    assert.equal(readFileSync(join(folder, "one.json"), "utf8"), "2");
    assert.deepEqual(readdirSync(folder), ["one.json"]);
  });

  it("is readable by its owner alone, and so is a folder that is made for it", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    const folder = join(parent, "new");
    await replaceFile(folder, "one.json", "1");
    const modes = [folder, join(folder, "one.json")].map((path) => statSync(path).mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o600]);
  });
});
