import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SharedValue } from "../../../../src/platform/files/sharedValue";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createFileLocks } from "../../../../src/platform/files/locks/fileLocks";
import { isListOf, isText } from "../../../../src/platform/base/shapes";
import { MemoryLog } from "../http/support/bench";

type Words = readonly string[];

describe("a value that windows share", () => {
  let root: string;
  let log: MemoryLog;
  const windows: SharedValue<Words>[] = [];

  /** A window of its own, and when it hears of a change of another one. */
  const open = (initial: Words = []) => {
    let tell = (): void => undefined;
    const clock = SYSTEM_CLOCK;
    const window = new SharedValue<Words>({
      ...{ folder: join(root, "shared"), name: "words.json", clock, log, initial },
      locks: createFileLocks({ folder: join(root, "locks"), clock, log }),
      decode: (stored) => (isListOf(stored, isText) ? (stored as Words) : undefined),
      onChange: () => tell(),
    });
    windows.push(window);
    return Object.assign(window, { heard: () => new Promise<void>((resolve) => (tell = resolve)) });
  };
  const add =
    (word: string) =>
    (words: Words): Words => [...words, word];
  const onDisk = (): Words =>
    JSON.parse(readFileSync(join(root, "shared/words.json"), "utf8")) as Words;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "fp-shared-"));
    log = new MemoryLog();
  });

  afterEach(() => {
    windows.splice(0).forEach((window) => window.dispose());
    rmSync(root, { recursive: true, force: true });
  });

  it("has what each of two wrote at the same time", async () => {
    const [one, two] = [open(), open()];
    const words = Array.from({ length: 10 }, (_, index) => `w${index}`);
    await Promise.all(words.map((word, index) => (index % 2 === 0 ? one : two).change(add(word))));
    assert.deepEqual(onDisk().toSorted(), words);
    assert.deepEqual(open().value, onDisk());
  });

  it("holds at once where it was changed, and soon in the others", async () => {
    const [one, two] = [open(), open()];
    const heard = two.heard();
    const changed = one.change(add("a"));
    assert.deepEqual([one.value, two.value, one.isKept], [["a"], [], false]);
    await changed;
    await heard;
    assert.deepEqual([one.value, two.value, one.isKept], [["a"], ["a"], true]);
  });

  it("begins with what was kept elsewhere, once", async () => {
    await open(["old"]).change(add("a"));
    assert.deepEqual(
      [open(["old", "older"]).value, onDisk()],
      [
        ["old", "a"],
        ["old", "a"],
      ],
    );
  });

  it("begins anew after a file that holds something else", async () => {
    await open().change(add("a"));
    for (const text of ["", '{"a":1}', "[1]"]) {
      writeFileSync(join(root, "shared/words.json"), text);
      const window = open(["old"]);
      assert.deepEqual(window.value, ["old"]);
      await window.change(add("b"));
      assert.deepEqual(onDisk(), ["old", "b"]);
    }
  });

  it("holds in its window where the disk takes nothing, and is kept with the next change that it takes", async () => {
    writeFileSync(join(root, "shared"), "a file");
    const window = open();
    await window.change(add("a"));
    assert.deepEqual([window.value, window.isKept], [["a"], false]);
    assert.match(log.lines.join(), /could not be kept/);
    rmSync(join(root, "shared"));
    await window.change(add("b"));
    assert.deepEqual([window.value, window.isKept, onDisk()], [["a", "b"], true, ["a", "b"]]);
  });
});
