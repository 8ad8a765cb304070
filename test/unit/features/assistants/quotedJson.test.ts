import assert from "node:assert/strict";
import fc from "fast-check";
import {
  escapeUnseen,
  LIMITS,
  quoteJson,
  quoteWithin,
} from "../../../../src/features/assistants/common/quotedJson";

const asIs = (text: string): string => text;

describe("JSON as it is quoted for models", () => {
  it("keeps numbers to the digit, the order of members and members named twice", () => {
    const source = '{"b": 1204.3300, "a": 1e400, "b": 12345678901234567890123}';
    assert.equal(
      quoteJson(source, LIMITS[0], asIs).text,
      '{"b":1204.3300,"a":1e400,"b":12345678901234567890123}',
    );
  });

  it("cuts what is long, wide, deep or many, and says how much that was", () => {
    const limits = { text: 5, items: 2, members: 2, depth: 2 };
    const source = JSON.stringify({ text: "abcdefgh", list: [1, 2, 3], more: 1, and: { a: {} } });
    const { text, isCut } = quoteJson(source, limits, asIs);
    assert.ok(isCut);
    assert.deepEqual(JSON.parse(text), {
      text: "abcde… (cut, 8 characters)",
      list: [1, 2, "… (cut, 1 more items)"],
      "…": "… (cut, 2 more members)",
    });
    assert.equal(quoteJson("[[[1]]]", limits, asIs).text, '[["… (cut, 1 items)"]]');
  });

  it("is JSON of the same values for any JSON that fits, and never longer than asked for", () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        const quoted = quoteWithin(source, 2_000, asIs);
        assert.ok(quoted === undefined || Buffer.byteLength(quoted.text) <= 2_000);
        if (quoted?.isCut === false) {
          assert.deepEqual(JSON.parse(escapeUnseen(quoted.text)), JSON.parse(source));
        }
      }),
    );
  });

  it("takes secrets out of each string, and stays JSON", () => {
    const redact = (text: string): string => text.replaceAll("key-1234567890", "[redacted]");
    const { text } = quoteJson('{"key-1234567890":"is key-1234567890"}', LIMITS[0], redact);
    assert.equal(text, '{"[redacted]":"is [redacted]"}');
  });

  it("escapes what nobody sees and what reads as markup", () => {
    const hidden = "a\u202eb\u200bc\u{e0041}<tool_call>";
    const text = escapeUnseen(JSON.stringify(hidden));
    assert.match(text, /^[\x20-\x7e]*$/);
    assert.doesNotMatch(text, /[<>]/);
    assert.equal(JSON.parse(text), hidden);
  });
});
