import assert from "node:assert/strict";
import {
  isReadablePath,
  pathReadings,
  segmentsOf,
} from "../../../../src/platform/http/pathReadings";

describe("a path as servers may read it", () => {
  const segments: readonly (readonly [path: string, ...(readonly [string, string])[]])[] = [
    ["/a/b", ["a", "a"], ["b", "b"]],
    ["//a///b//", ["a", "a"], ["b", "b"]],
    ["a\\b", ["a", "a"], ["b", "b"]],
    ["/a;x=1;y/b,c", ["a;x=1;y", "a"], ["b,c", "b"]],
    ["/a;x\ny/b", ["a;x\ny", "a"], ["b", "b"]],
    ["/ +a b+ /c", [" +a b+ ", "a b"], ["c", "c"]],
    ["/a. ./.b", ["a. .", "a"], [".b", ".b"]],
    ["/%41%20/%zz", ["A ", "A"], ["%zz", "%zz"]],
    ["/a%2Fb", ["a/b", "a/b"]],
    ["/a/../b", ["b", "b"]],
    ["/a/%2e%2E/b", ["b", "b"]],
    ["/a/+.. /b", ["b", "b"]],
    ["/a/..;x/b", ["b", "b"]],
    ["/../a", ["a", "a"]],
    ["/a/./b", ["a", "a"], ["b", "b"]],
    ["/a/.../+/ /;x/b", ["a", "a"], ["b", "b"]],
    ["/a..b/..c", ["a..b", "a..b"], ["..c", "..c"]],
    [""],
  ];
  for (const [path, ...found] of segments) {
    it(`has the segments of ${JSON.stringify(path)}`, () => {
      const expected = found.map(([decoded, bare]) => ({ decoded, bare }));
      assert.deepEqual(segmentsOf(path), expected);
    });
  }

  const readings: readonly (readonly [path: string, ...string[]])[] = [
    ["/a/b", "a/b"],
    ["/%2541", "%41", "A"],
    ["/a?b#c", "a?b#c", "a"],
    ["/a%3Fb", "a?b", "a"],
    ["/a%23b", "a#b", "a"],
    ["/a%00b", "a\0b", "ab", "a"],
    ["/a%E2%80%8Bb", "a\u200bb", "ab"],
    ["/a%EF%BC%8Fb", "a\uff0fb", "a/b"],
    ["/a%2F..%2Fb", "a/../b", "b"],
    ["/%C3%A9/%ff", "é/%ff"],
    ["/%C3%A9%ff", "%C3%A9%ff"],
  ];
  for (const [path, ...found] of readings) {
    it(`reads ${path}`, () => {
      const read = pathReadings(path).map((each) => each.map(({ decoded }) => decoded).join("/"));
      assert.deepEqual([...new Set(read)].toSorted(), found.toSorted());
    });
  }

  it("is decoded eight times, and no more", () => {
    const read = (times: number): readonly string[] =>
      pathReadings(`/%${"25".repeat(times)}41`).map((each) => each[0]?.bare ?? "");
    assert.ok(read(8).includes("A"));
    assert.ok(!read(9).includes("A"));
  });

  it("is readable where each escape is one of UTF-8", () => {
    for (const path of ["/a", "/a%20b", "/%C3%A9", "/%25zz"]) {
      assert.ok(isReadablePath(path), path);
    }
    for (const path of ["/%", "/%z1", "/%2", "/%ff", "/%C3", "/%E9a"]) {
      assert.ok(!isReadablePath(path), path);
    }
  });
});
