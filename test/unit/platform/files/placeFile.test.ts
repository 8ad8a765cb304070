import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileToPlace, placeFile } from "../../../../src/platform/files/placeFile";
import { onRename, rename } from "../../../fakes/renames";

const SHARED_MEMORY = "/dev/shm";

describe("a file that gets its name", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "place-"));
    writeFileSync(join(folder, "rows.part"), "rows\n");
  });

  afterEach(() => {
    onRename(rename);
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string): string => join(folder, name);
  const read = (name: string): string => readFileSync(at(name), "utf8");
  const names = (): string[] => readdirSync(folder).sort();
  const place = (change: Partial<FileToPlace> = {}): Promise<void> =>
    placeFile({
      ...{ path: at("rows.part"), target: at("rows"), beside: at("rows.manifest") },
      ...{ text: "new", ...change },
    });

  it("has what is said of it beside it, and nothing else is left", async () => {
    await place();
    assert.deepEqual(names(), ["rows", "rows.manifest"]);
    assert.deepEqual([read("rows"), read("rows.manifest")], ["rows\n", "new"]);
  });

  it("is whole under either name after a kill between any two steps", async () => {
    let steps = 0;
    onRename(async (from, to) => {
      for (const isDone of [false, true]) {
        if (isDone) {
          await rename(from, to);
        }
        steps++;
        // What a kill would leave here.
        if (existsSync(at("rows"))) {
          assert.equal(read("rows.manifest"), "new");
          assert.equal(read("rows"), "rows\n");
        } else {
          assert.equal(read("rows.part"), "rows\n");
          assert.ok(!existsSync(at("rows.manifest")) || read("rows.manifest") === "new");
        }
      }
    });
    await place();
    assert.equal(steps, 4);
  });

  it("stays as it was where nothing can be said of it", async () => {
    mkdirSync(at("rows.manifest/inside"), { recursive: true });
    await assert.rejects(place(), { code: /^E(ISDIR|NOTEMPTY|EXIST|PERM)$/ });
    assert.deepEqual(names(), ["rows.manifest", "rows.part"]);
  });

  it("leaves what is said of the file that stays, where its name is not to be had", async () => {
    mkdirSync(at("rows/inside"), { recursive: true });
    await assert.rejects(place(), { code: /^E(ISDIR|NOTEMPTY|EXIST|PERM)$/ });
    assert.deepEqual(names(), ["rows", "rows.part"]);
    writeFileSync(at("rows.manifest"), "old");
    await assert.rejects(place(), { code: /^E(ISDIR|NOTEMPTY|EXIST|PERM)$/ });
    assert.deepEqual(names(), ["rows", "rows.manifest", "rows.part"]);
    assert.equal(read("rows.manifest"), "old");
  });

  it("goes to another disk by a copy that has its name when it is whole", async function () {
    if (!existsSync(SHARED_MEMORY)) {
      this.skip();
    }
    const other = mkdtempSync(join(SHARED_MEMORY, "place-"));
    try {
      await place({ target: join(other, "rows"), beside: join(other, "rows.manifest") });
      assert.deepEqual(readdirSync(other).sort(), ["rows", "rows.manifest"]);
      assert.equal(readFileSync(join(other, "rows"), "utf8"), "rows\n");
      assert.deepEqual(names(), []);
      mkdirSync(join(other, "folder/inside"), { recursive: true });
      writeFileSync(at("rows.part"), "rows\n");
      const taken = place({ target: join(other, "folder"), beside: join(other, "said") });
      await assert.rejects(taken, { code: /^E(ISDIR|NOTEMPTY|EXIST|PERM)$/ });
      assert.deepEqual(readdirSync(other).sort(), ["folder", "rows", "rows.manifest"]);
      assert.deepEqual(names(), ["rows.part"]);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});
