import assert from "node:assert/strict";
import fc from "fast-check";
import { isAppError } from "../../../../src/platform/base/errors";
import { positionAt } from "../../../../src/platform/json/position";
import { JSON_DEPTH_LIMIT } from "../../../../src/platform/json/scan";
import {
  parseJsonText,
  sourceOf,
  stringValue,
  type JsonNode,
} from "../../../../src/platform/json/jsonText";
import { runs } from "../../../fakes/runs";

describe("parseJsonText", () => {
  it("agrees with JSON.parse on values, whatever the white space", () => {
    const indent = fc.constantFrom(undefined, 2, "\t");
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), indent, (json, space) => {
        const text = JSON.stringify(JSON.parse(json), undefined, space);
        assert.deepEqual(rebuild(text, parseJsonText(text)), JSON.parse(text));
      }),
      { numRuns: runs(500) },
    );
  });

  it("agrees with JSON.parse on what is JSON, for damaged texts too", () => {
    const noise = fc.constantFrom(
      ...Array.from("{}[],:\"\\/0123456789.eE+-truefalsn u\t\n\r\u000b\ufeff\u2028'"),
    );
    const edit = fc.tuple(fc.nat(), noise, fc.boolean());
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.array(edit, { maxLength: 4 }), (json, edits) => {
        let text = json;
        for (const [at, character, replaces] of edits) {
          const index = at % (text.length + 1);
          text = text.slice(0, index) + character + text.slice(index + (replaces ? 1 : 0));
        }
        assert.equal(
          accepts(() => parseJsonText(text)),
          accepts(() => JSON.parse(text)),
          text,
        );
      }),
      { numRuns: runs(3000) },
    );
  });

  it("agrees with JSON.parse on short texts of the grammar's own characters", () => {
    const piece = fc.constantFrom(
      ...Array.from("{}[],:0123.eE+- \n\t"),
      ...['"a"', "true", "null", "-0", "1e5", "01", "1.", '"\\u00e9"', '"\\x"', "//", "/**/", "'"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        assert.equal(
          accepts(() => parseJsonText(text)),
          accepts(() => JSON.parse(text)),
          text,
        );
      }),
      { numRuns: runs(5000) },
    );
  });

  it("keeps lexemes, key order and duplicate keys", () => {
    const text = '{"b": 1204.3300, "2": 9007199254740993, "1": 1e400, "b": -0}';
    const root = parseJsonText(text);
    const read = root.members?.map(({ name, value }) => [name, sourceOf(text, value)]);
    assert.deepEqual(read, [
      ["b", "1204.3300"],
      ["2", "9007199254740993"],
      ["1", "1e400"],
      ["b", "-0"],
    ]);
    const last = root.find("b");
    assert.ok(last);
    assert.equal(sourceOf(text, last), "-0");
    assert.equal(root.find("c"), undefined);
  });

  it("gives names decoded and places of names and containers", () => {
    const text = ' {"n\\u00e9\\n": ["x", {}] } ';
    const root = parseJsonText(text);
    assert.equal(sourceOf(text, root), text.trim());
    const only = root.members?.[0];
    assert.ok(only);
    assert.equal(only.name, "né\n");
    assert.equal(text.slice(only.nameOffset, only.nameOffset + only.nameLength), '"n\\u00e9\\n"');
    assert.equal(sourceOf(text, only.value), '["x", {}]');
  });

  it("decodes strings, lone surrogates included", () => {
    for (const content of ["", "plain", 'a"b\\c/\b\f\n\r\t', "\ud83d", "😀", "\u2028"]) {
      const text = JSON.stringify(content);
      assert.equal(stringValue(text, parseJsonText(text)), content);
    }
    assert.equal(stringValue("1.0", parseJsonText("1.0")), "1.0");
  });

  const refused: readonly (readonly [
    text: string,
    reason: string,
    line: number,
    column: number,
  ])[] = [
    ['{"a": 1,\n  "b" 2}', "expectedColon", 2, 7],
    ['{"a": 1\r\n"b": 2}', "expectedComma", 2, 1],
    ['{"a": 1,}', "trailingComma", 1, 9],
    ["[1,\r 2,\n]", "trailingComma", 3, 1],
    ["// note\n1", "comment", 1, 1],
    ["[1, /* one */ 2]", "comment", 1, 5],
    ["/* open", "comment", 1, 1],
    ['{"a"', "unexpectedEnd", 1, 5],
    ["[1,\n", "unexpectedEnd", 2, 1],
    ['["abc', "unterminatedString", 1, 2],
    ['["a\nb"]', "unterminatedString", 1, 2],
    ['"a\tb"', "controlCharacter", 1, 1],
    ['"\\x"', "invalidEscape", 1, 1],
    ['"\\u12g4"', "invalidUnicode", 1, 1],
    ["[1.]", "invalidNumber", 1, 2],
    ["{a: 1}", "expectedName", 1, 2],
    ["{1: 1}", "expectedName", 1, 2],
    ["[NaN]", "expectedValue", 1, 2],
    ["[,]", "expectedValue", 1, 2],
    ["1 2", "contentAfterEnd", 1, 3],
    ["{}]", "contentAfterEnd", 1, 3],
    ["\ufeff{}", "expectedValue", 1, 1],
  ];
  for (const [text, reason, line, column] of refused) {
    it(`names the place and the reason: ${JSON.stringify(text)}`, () => {
      const error = caught(() => parseJsonText(text));
      const { reason: found, line: atLine, column: atColumn, offset } = error.values;
      assert.deepEqual(
        [error.kind, error.code, found, atLine, atColumn],
        ["payload", "payload/syntax", reason, line, column],
      );
      assert.deepEqual(positionAt(text, Number(offset)), { line, column });
    });
  }

  it("tells a text that was cut off, wherever that was, from one that is wrong", () => {
    const whole = '{"a\\n":[-1.5e-3,true,false,null,"x\\u00e9"],"b":{"c":0.5E+7}}';
    assert.ok(parseJsonText(whole));
    for (let length = 1; length < whole.length; length++) {
      const text = whole.slice(0, length);
      assert.equal(caught(() => parseJsonText(text)).values["isCut"], 1, text);
    }
    for (const text of [
      "<html>",
      "[<",
      "Forbidden",
      '["a\nb"]',
      "[1.]",
      "[tree",
      "{}]",
      "[1 2",
      "[01",
    ]) {
      assert.equal(caught(() => parseJsonText(text)).values["isCut"], undefined, text);
    }
  });

  it("calls blank text empty", () => {
    for (const text of ["", " \n\t", "\r\n"]) {
      assert.equal(caught(() => parseJsonText(text)).code, "payload/empty");
    }
  });

  it("accepts the depth limit and refuses one more, without recursion", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    assert.equal(parseJsonText(nested(JSON_DEPTH_LIMIT)).type, "array");
    const error = caught(() => parseJsonText(nested(JSON_DEPTH_LIMIT + 1)));
    assert.deepEqual(
      [error.code, error.values["limit"], error.values["column"]],
      ["payload/tooDeep", JSON_DEPTH_LIMIT, JSON_DEPTH_LIMIT + 1],
    );
    assert.equal(caught(() => parseJsonText("[".repeat(1_000_000))).code, "payload/tooDeep");
    const objects = '{"a":'.repeat(513);
    assert.equal(caught(() => parseJsonText(objects)).code, "payload/tooDeep");
  });
});

function rebuild(text: string, node: JsonNode): unknown {
  if (node.items !== undefined) {
    return node.items.map((item) => rebuild(text, item));
  }
  if (node.members !== undefined) {
    const object: Record<string, unknown> = {};
    for (const { name, value } of node.members) {
      // Not by assignment: `__proto__` is a name like any other in JSON.
      Object.defineProperty(object, name, {
        value: rebuild(text, value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  }
  return node.type === "string" ? stringValue(text, node) : JSON.parse(sourceOf(text, node));
}

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function caught(read: () => unknown): { kind: string; code: string; values: Values } {
  try {
    read();
  } catch (error) {
    assert.ok(isAppError(error));
    return error;
  }
  return assert.fail("nothing was thrown");
}

type Values = Readonly<Record<string, string | number>>;
