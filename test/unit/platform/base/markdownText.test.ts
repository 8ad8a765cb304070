import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownText } from "../../../../src/platform/base/markdownText";

/** Where GitHub's Markdown starts a link by itself, and where CommonMark starts anything. */
const STARTS = /https?:\/\/|ftp:\/\/|www\.|[^\\]@|[^\\][[\]<>`*_~#&]/i;

describe("markdownText", () => {
  const cases: readonly (readonly [text: string, markdown: string])[] = [
    ["Abernathy, Ruth", "Abernathy\\, Ruth"],
    ["http://evil.example/x", "http\\:\\/\\/evil\\.example\\/x"],
    ["www.evil.example", "www\\.evil\\.example"],
    ["ruth@evil.example", "ruth\\@evil\\.example"],
    ["[x](command:y)", "\\[x\\]\\(command\\:y\\)"],
    ["<img src=x>", "\\<img src\\=x\\>"],
    ["&#104;ttp", "\\&\\#104\\;ttp"],
    ["a\r\n\r\n# b\u2028- c\t  d", "a \\# b \\- c d"],
    ["    code", "code"],
    ["\\", "\\\\"],
    ["a\u202eb \u2066c", "a\ufffdb \ufffdc"],
    ["\ud800x", "\ufffdx"],
    ["$(shield)", "\\$\\(shield\\)"],
    ["Zoë 👩‍👧 שלום", "Zoë 👩‍👧 שלום"],
  ];
  for (const [text, markdown] of cases) {
    it(`writes ${JSON.stringify(text)}`, () => assert.equal(markdownText(text), markdown));
  }

  it("leaves nothing to start a link or a block from, and loses nothing but white space", () => {
    const part = fc.constantFrom(
      "http://",
      "www.",
      "a@b.example",
      "\\",
      "`",
      "](",
      "\r",
      "<a",
      "&",
    );
    const text = fc
      .array(fc.oneof(part, fc.string({ unit: "grapheme" })))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, (value) => {
        const markdown = markdownText(value);
        assert.doesNotMatch(markdown, STARTS);
        assert.doesNotMatch(markdown, /[\r\n\t]/);
        const back = markdown.replace(/\\(.)/gu, "$1");
        assert.equal(back, value.replace(/[\s\u0085]+/g, " ").trim());
      }),
    );
  });
});
