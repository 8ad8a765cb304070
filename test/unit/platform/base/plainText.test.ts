import assert from "node:assert/strict";
import fc from "fast-check";
import { plainText } from "../../../../src/platform/base/plainText";

describe("plainText", () => {
  /** What the editor makes a link of in a notification (its `parseLinkedText`). */
  const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

  /** What it makes an icon of in labels (its `renderLabelWithIcons`). */
  const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;

  it("leaves nothing that the editor takes for a link, and reads the same", () => {
    const part = fc.constantFrom("$", "[", "]", "(", ")", "x", "command:y", "https://z", "](", " ");
    const link = fc.constantFrom(
      "[x](command:y)",
      "[x](https://z)",
      '[x](http://z "y")',
      "[[x](file:/z)](command:y)",
      "[$(x)](command:y)",
    );
    const other = fc.constantFrom(
      "<https://z>",
      '<a href="command:y">x</a>',
      "$(shield)",
      "$(sync~spin)",
    );
    // Two whole links at least, with anything around them.
    const parts = fc.array(fc.oneof(part, link, other));
    fc.assert(
      fc.property(parts, link, parts, link, parts, (...found) => {
        const given = found.flat().join("");
        const text = plainText(given);
        assert.doesNotMatch(text, LINK);
        assert.doesNotMatch(text, ICON);
        assert.equal(text.replaceAll(" ", ""), given.replaceAll(" ", ""));
      }),
    );
    assert.match("[x](command:y)", LINK);
    assert.match("$(shield)", ICON);
  });

  it("shows halves of characters and what turns text round", () => {
    assert.equal(plainText("a\ud800b \udc00"), "a\ufffdb \ufffd");
    assert.equal(plainText("a\u202eb\u202c \u2068c\u2069"), "a\ufffdb\ufffd \ufffdc\ufffd");
    assert.equal(plainText("$1,000 (net) שלום 👩‍👧 $(1,000)"), "$1,000 (net) שלום 👩‍👧 $(1,000)");
  });
});
