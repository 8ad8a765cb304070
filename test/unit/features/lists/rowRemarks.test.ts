import assert from "node:assert/strict";
import type { RowKind } from "../../../../src/features/lists/common/identify";
import { type RowRemark, rowRemarks } from "../../../../src/features/lists/common/rowRemarks";
import { parseJsonText } from "../../../../src/platform/json/jsonText";

const UTF8 = { name: "utf-8", exact: true };
const BROKEN = { name: "utf-8", exact: false, badByteOffset: 3 };

function told(text: string, kind: RowKind = "client", hasId = true, encoding = UTF8): string[] {
  const remarks = rowRemarks({ text, node: parseJsonText(text), kind, encoding, hasId });
  return remarks.map(wordsOf);
}

function wordsOf(remark: RowRemark): string {
  switch (remark.kind) {
    case "shape":
      return JSON.stringify(remark.cell);
    case "nullMember":
      return `null ${remark.path.join(".")}`;
    case "repeated":
      return `${remark.path.join(".")}: ${remark.values.map((one) => ("text" in one ? one.text : one.kind)).join()}`;
    case "inexact":
      return `inexact ${remark.encoding.name}`;
  }
}

describe("what has to be said of a row", () => {
  const cases: readonly (readonly [
    row: string,
    words: readonly string[],
    kind?: RowKind,
    id?: boolean,
  ])[] = [
    ['{"clientId":"a","name":{"firstName":"A"},"x":null}', []],
    ["null", ['{"kind":"null"}']],
    ['"abc"', ['{"kind":"text","text":"abc"}']],
    ["12", ['{"kind":"number","text":"12"}']],
    ["[1,2]", ['{"kind":"items","count":2}']],
    ["{}", ['{"kind":"members","count":0}']],
    ['{"clientId":"a","name":null}', ["null name"]],
    ['{"clientId":"a","attributes":{"Name":null}}', ["null attributes.Name"]],
    // Of pensions and holdings a name is a text; `data` and its like may be any member.
    ['{"id":"a","name":null,"data":null}', [], "pension"],
    ['{"name":"a","data":null,"pension":null}', ["null data", "null pension"], "pension", false],
    ['{"clientId":"a","clientId":null}', ["clientId: a,null"]],
    ['{"a":{"b":1,"b":{"c":2,"c":3}}}', ["a.b: 1,members", "a.b.c: 2,3"]],
    ['{"name":{"firstName":"A"},"name":null}', ["name: members,null"]],
    ['{"a":"x","\\u0061":"y"}', ["a: x,y"]],
  ];
  for (const [row, words, kind, id] of cases) {
    it(`${kind ?? "client"} ${row}: ${words.join("; ")}`, () => {
      assert.deepEqual(told(row, kind, id), words);
    });
  }

  it("is that bytes were replaced in it, where the answer is not valid in its encoding", () => {
    const replaced = '{"clientId":"a","x":"caf\ufffd"}';
    assert.deepEqual(told(replaced, "client", true, BROKEN), ["inexact utf-8"]);
    assert.deepEqual(told('{"clientId":"a"}', "client", true, BROKEN), []);
    assert.deepEqual(told(replaced), []);
  });

  it("ends where nobody reads on", () => {
    const many = Array.from({ length: 50 }, (_, index) => `"a${index}":1,"a${index}":2`).join();
    assert.equal(told(`{${many}}`).length, 10);
    const deep = `${'{"a":'.repeat(400)}{"b":1,"b":2}${"}".repeat(400)}`;
    assert.deepEqual(told(deep), []);
  });
});
