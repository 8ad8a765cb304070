import assert from "node:assert/strict";
import {
  findIdLinks,
  type KnownIds,
  looksLikeId,
} from "../../../../src/features/requests/common/idLinks";

const HEX = "0123456789abcdef0123456789abcdef";
const KNOWN = "7c1e0b5a-1111-4222-8333-444455556666";
const OTHER = "8c1e0b5a-1111-4222-8333-444455556666";

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
    assert.deepEqual(ids(`x-dt-traceid: ${own}, "${own}"\n${own}.`), [own, own, own]);
    for (const text of [HEX, `abc-${HEX}`, `fpx-${HEX}0`, `_${own}`, own.slice(0, -1)]) {
      assert.deepEqual(ids(text), [], text);
    }
    assert.deepEqual(ids(`my.app-${HEX}`, { prefix: "my.app-" }), [`my.app-${HEX}`]);
    assert.deepEqual(ids(`myXapp-${HEX}`, { prefix: "my.app-" }), []);
    assert.deepEqual(ids(HEX, { prefix: "" }), [HEX]);
  });

  it("are the pinned one, whatever its form", () => {
    assert.deepEqual(ids("see ticket.42-a now", { pinned: "ticket.42-a" }), ["ticket.42-a"]);
    assert.deepEqual(ids("see ticketX42-a now", { pinned: "ticket.42-a" }), []);
  });

  it("are UUIDs by which a call is known, and no others, each looked up once", () => {
    const asked: string[] = [];
    const isKnown = (id: string): boolean => asked.push(id) > 0 && id === KNOWN;
    assert.deepEqual(ids(`${OTHER} ${KNOWN} ${OTHER} ${KNOWN}`, { isKnown }), [KNOWN, KNOWN]);
    assert.deepEqual(asked, [OTHER, KNOWN]);
  });

  it("are looked for within bounds", () => {
    let asked = 0;
    const many = Array.from(
      { length: 5_000 },
      (_, index) => `${index.toString(16).padStart(8, "0")}${OTHER.slice(8)}`,
    );
    assert.deepEqual(ids(many.join("\n"), { isKnown: () => asked++ < 0 }), []);
    assert.equal(asked, 2_000);
    assert.equal(ids(`fpx-${HEX} `.repeat(5_000)).length, 2_000);
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
