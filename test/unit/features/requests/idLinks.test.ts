import assert from "node:assert/strict";
import {
  findIdLinks,
  hasIdForm,
  type KnownIds,
  looksLikeId,
} from "../../../../src/features/requests/common/idLinks";

const HEX = "0123456789abcdef0123456789abcdef";
const KNOWN = "7c1e0b5a-1111-4222-8333-444455556666";
const OTHER = "8c1e0b5a-1111-4222-8333-444455556666";
/** As of a checksum or a commit. */
const MD5 = "d41d8cd98f00b204e9800998ecf8427e";
const SHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
const isAny = (): boolean => true;

function ids(text: string, change: Partial<KnownIds> = {}): readonly string[] {
  const known = { prefix: "fpx-", pinned: undefined, isKnown: (id: string) => id === KNOWN };
  const links = findIdLinks(text, { ...known, ...change });
  for (const { from, id } of links) {
    assert.equal(text.slice(from, from + id.length), id);
  }
  return links.map(({ id }) => id);
}

describe("ids of calls in texts", () => {
  it("are trace ids with the prefix in force, whole and alone", () => {
    const own = `fpx-${HEX}`;
    const known = { isKnown: isAny };
    assert.deepEqual(ids(`x-dt-traceid: ${own}, "${own}"\n${own}.`, known), [own, own, own]);
    for (const text of [HEX, `abc-${HEX}`, `fpx-${HEX}0`, `_${own}`, own.slice(0, -1)]) {
      assert.deepEqual(ids(text, known), [], text);
    }
    assert.deepEqual(ids(`my.app-${HEX}`, { ...known, prefix: "my.app-" }), [`my.app-${HEX}`]);
    assert.deepEqual(ids(`myXapp-${HEX}`, { ...known, prefix: "my.app-" }), []);
    assert.deepEqual(ids(HEX, { ...known, prefix: "" }), [HEX]);
  });

  it("are trace ids of known calls alone, whatever they begin with", () => {
    const [own, foreign] = [`fpx-${HEX}`, `fpx-${MD5}`];
    const isKnown = (id: string): boolean => id === own || id === HEX;
    assert.deepEqual(ids(`${foreign} ${own} ${foreign}`, { isKnown }), [own]);
    assert.deepEqual(ids(`${MD5}  a.zip\n${HEX}  b.zip`, { isKnown, prefix: "" }), [HEX]);
    assert.deepEqual(ids(foreign, { isKnown, pinned: foreign }), [foreign]);
  });

  it("are the pinned one, whatever its form", () => {
    assert.deepEqual(ids("see ticket.42-a now", { pinned: "ticket.42-a" }), ["ticket.42-a"]);
    assert.deepEqual(ids("see ticketX42-a now", { pinned: "ticket.42-a" }), []);
  });

  it("are UUIDs by which a call is known, and no others", () => {
    assert.deepEqual(ids(`${OTHER} ${KNOWN} ${OTHER} ${KNOWN}`), [KNOWN, KNOWN]);
  });

  it("are found behind any number of others", () => {
    const others = Array.from(
      { length: 20_000 },
      (_, index) => `${index.toString(16).padStart(8, "0")}${OTHER.slice(8)}`,
    );
    assert.deepEqual(ids([...others, KNOWN].join("\n")), [KNOWN]);
  });

  it("are so many at most", () => {
    assert.equal(ids(`fpx-${HEX} `.repeat(5_000), { isKnown: isAny }).length, 2_000);
  });

  it("may be in a text that has something of their form, and in no other", () => {
    for (const text of [`id=${KNOWN}`, `a\nfpx-${HEX}\n`, `${"x\n".repeat(400_000)}${KNOWN}`]) {
      assert.ok(hasIdForm(text, "fpx-"), text.slice(0, 80));
    }
    for (const text of ["", MD5, SHA1, `commit ${SHA1}`, `fpx-${SHA1}`, `${KNOWN}0`]) {
      assert.equal(hasIdForm(text, "fpx-"), false, text);
    }
    assert.deepEqual(
      [MD5, SHA1, `my.app-${HEX}`].map((text) => hasIdForm(text, "")),
      [true, false, false],
    );
    assert.ok(hasIdForm(`my.app-${HEX}`, "my.app-"));
  });

  it("are worth being offered from the clipboard when they are one word with a digit", () => {
    for (const text of [KNOWN, `fpx-${HEX}`, "0HMVD9-1"]) {
      assert.ok(looksLikeId(text), text);
    }
    for (const text of ["", "short1", "password", "two words 1", "a1".repeat(100)]) {
      assert.equal(looksLikeId(text), false, text);
    }
  });
});
