import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../../../../src/platform/files/replaceFile";
import { onRename, rename } from "../../../fakes/renames";

describe("a file that is replaced whole", () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "replace-"));
  });

  afterEach(() => {
    onRename(rename);
    rmSync(parent, { recursive: true, force: true });
  });

  const read = (): string => readFileSync(join(parent, "one.json"), "utf8");

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

  // What Windows answers as long as another window, or a virus scanner, has the old file open.
  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    it(`waits for who reads the old one: ${code}`, async () => {
      await replaceFile(parent, "one.json", "1");
      let refusals = 2;
      onRename(async (from, to) => {
        if (refusals-- > 0) {
          throw Object.assign(new Error("in use"), { code });
        }
        await rename(from, to);
      });
      await replaceFile(parent, "one.json", "2");
      assert.deepEqual([read(), readdirSync(parent)], ["2", ["one.json"]]);
    });
  }

  for (const [code, tries] of [
    ["EBUSY", 6],
    ["ENOSPC", 1],
  ] as const) {
    it(`stays as it was where its place is not to be had: ${code}, tries: ${tries}`, async () => {
      await replaceFile(parent, "one.json", "1");
      let made = 0;
      onRename(() => {
        made++;
        return Promise.reject(Object.assign(new Error("refused"), { code }));
      });
      await assert.rejects(replaceFile(parent, "one.json", "2"), { code });
      assert.equal(made, tries);
      assert.deepEqual([read(), readdirSync(parent)], ["1", ["one.json"]]);
    });
  }
});
