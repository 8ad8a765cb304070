import assert from "node:assert/strict";
import { TextIndex } from "../../../../src/platform/http/textIndex";

const MOST_ALIKE = 16;

describe("many texts that are looked for at once", () => {
  it("are as many as there may be, the one that was added longest ago gives way", () => {
    const index = indexOf(2, "first-one", "second-one");
    assert.deepEqual(found(index, "first-one", "second-one"), [true, true]);
    index.add("first-one");
    index.add("third-one");
    assert.deepEqual(found(index, "first-one", "second-one", "third-one"), [true, false, true]);
  });

  it("may repeat themselves, of which sixteen are kept", () => {
    const texts = Array.from({ length: MOST_ALIKE + 1 }, (_, more) => "a".repeat(6 + more));
    const [first = "", second = "", ...others] = texts;
    const index = indexOf(100, ...texts.slice(0, MOST_ALIKE));
    assert.equal(index.replaceIn(first, "-"), "-");
    others.slice(-1).forEach((text) => index.add(text));
    assert.deepEqual([index.replaceIn(first, "-"), index.replaceIn(second, "-")], [first, "-"]);
    // Forgotten altogether: it can be remembered again.
    index.add(first);
    assert.deepEqual([index.replaceIn(first, "-"), index.replaceIn(second, "-")], ["-", "-"]);
    assert.equal(index.replaceIn("a".repeat(22), "-"), "-");
  });

  it("stay when another that is alike gives way", () => {
    const index = indexOf(2, "aaaaaa", "aaaaaaa", "aaaaaaaa");
    assert.equal(index.replaceIn("aaaaaa", "-"), "aaaaaa");
    assert.equal(index.replaceIn("aaaaaaa", "-"), "-");
    assert.equal(index.replaceIn("aaaaaaaa", "-"), "-");
  });

  it("are replaced by the longest that begins at a place", () => {
    // Long and short are looked for by the same characters, as all others are common.
    const others = [1, 2, 3].map((number) => `${number}defghij-common-tail`);
    const index = indexOf(9, ...others, "abcdefghij-common-tail", "abcdefghij");
    assert.equal(index.replaceIn("abcdefghij-common-tail", "-"), "-");
    assert.equal(index.replaceIn("abcdefghij-common", "-"), "--common");
  });

  it("are none at first", () => {
    assert.equal(new TextIndex(2).replaceIn("anything at all", "-"), "anything at all");
  });
});

function indexOf(most: number, ...texts: readonly string[]): TextIndex {
  const index = new TextIndex(most);
  texts.forEach((text) => index.add(text));
  return index;
}

function found(index: TextIndex, ...texts: readonly string[]): readonly boolean[] {
  return texts.map((text) => index.replaceIn(`x ${text} y`, "-") === "x - y");
}
