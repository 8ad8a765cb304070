import assert from "node:assert/strict";
import {
  findIdLinks,
  hasIdForm,
  looksLikeId,
} from "../../../../src/features/requests/common/idLinks";
import { KnownIds } from "../../../../src/features/requests/common/knownIds";

const HEX = "0123456789abcdef0123456789abcdef";
const KNOWN = "7c1e0b5a-1111-4222-8333-444455556666";
const OTHER = "8c1e0b5a-1111-4222-8333-444455556666";
/** As of a checksum or a commit. */
const MD5 = "d41d8cd98f00b204e9800998ecf8427e";
const SHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";

function setOf(ids: readonly string[], isPicky = true): KnownIds {
  const known = new KnownIds(isPicky);
  ids.forEach((id) => known.add(id));
  return known;
}

class CountedIds extends KnownIds {
  looks = 0;

  override has(id: string): boolean {
    this.looks++;
    return super.has(id);
  }
}

function found(text: string, ...known: readonly KnownIds[]): readonly string[] {
  const links = findIdLinks(text, known);
  for (const { from, id } of links) {
    assert.equal(text.slice(from, from + id.length), id);
  }
  return links.map(({ id }) => id);
}

describe("ids of calls in texts", () => {
  it("are ids of known calls alone, whole", () => {
    const own = `fpx-${HEX}`;
    const known = setOf([own, KNOWN]);
    assert.deepEqual(found(`x-dt-traceid: ${own}, "${own}"\n${own}.`, known), [own, own, own]);
    assert.deepEqual(found(`${OTHER} ${KNOWN} fpx-${MD5} ${OTHER} ${KNOWN}`, known), [
      KNOWN,
      KNOWN,
    ]);
    for (const text of [HEX, `abc-${HEX}`, `${own}0`, `_${own}`, own.slice(0, -1), `${KNOWN}-1`]) {
      assert.deepEqual(found(text, known), [], text);
    }
  });

  it("are recognised in capital letters, as a log may write them", () => {
    const upper = KNOWN.toUpperCase();
    assert.deepEqual(found(`id=${upper};`, setOf([KNOWN])), [upper]);
    assert.deepEqual(found(`id=${KNOWN};`, setOf([upper])), [KNOWN]);
  });

  it("have whatever prefix trace ids had when they were sent", () => {
    for (const prefix of ["old-", "my.app-", "", "team42"]) {
      const id = `${prefix}${HEX}`;
      assert.deepEqual(found(`trace ${id}, myXapp-${HEX}`, setOf([id])), [id]);
    }
  });

  it("have whatever form a service gives its request ids", () => {
    const forms = [
      "0HMVD9S1:00000007",
      "|a1b2c3d4.e5_1.",
      "AbC+/d9f8g7h6==",
      "req_7f3a91",
      "20260110123456",
    ];
    const known = setOf(forms);
    for (const id of forms) {
      assert.deepEqual(found(`(${id})`, known), [id]);
      assert.deepEqual(found(`x-dt-requestid: ${id}\n`, known), [id]);
    }
    assert.deepEqual(found("0HMVD9S1:00000008 0HMVD9S1:000000071 a1b2c3d4.e5_1.", known), []);
  });

  it("are the longer one where one is the beginning of another", () => {
    const known = setOf(["0HMVD9S1", "0HMVD9S1:00000007", "0HMVD9S1:00000007:1"]);
    assert.deepEqual(found("0HMVD9S1:00000007 0HMVD9S1:00000007:1 0HMVD9S1", known), [
      "0HMVD9S1:00000007",
      "0HMVD9S1:00000007:1",
      "0HMVD9S1",
    ]);
  });

  it("are no everyday words or numbers, unless such a one is pinned", () => {
    const everyday = ["failed", "42", "2026", "validation"];
    const text = "failed 42 times in 2026: validation, see INC-42";
    assert.deepEqual(found(text, setOf([...everyday, "INC-42"])), ["INC-42"]);
    assert.deepEqual(found(text, setOf(["failed"], false), setOf(everyday)), ["failed"]);
  });

  it("are the pinned one, and those that were pinned before, whatever their form", () => {
    const [pinned, known] = [setOf(["ticket.42-a"], false), setOf(["run.7-before"])];
    const text = "see TICKET.42-a now, run.7-before, ticketX42-a";
    assert.deepEqual(found(text, pinned, known), ["TICKET.42-a", "run.7-before"]);
  });

  it("are found behind any number of others", () => {
    const others = Array.from(
      { length: 20_000 },
      (_, index) => `${index.toString(16).padStart(8, "0")}${OTHER.slice(8)}`,
    );
    assert.deepEqual(found([...others, KNOWN].join("\n"), setOf([KNOWN])), [KNOWN]);
  });

  it("are so many at most", () => {
    assert.equal(found(`${KNOWN} `.repeat(5_000), setOf([KNOWN])).length, 2_000);
  });

  it("cost no more to find the more of them begin with the same word", () => {
    const [few, many] = [new CountedIds(), new CountedIds()];
    const text = "a1b2:x ".repeat(1_000);
    for (let index = 0; index < 5_000; index++) {
      many.add(`a1b2:${String(index).padStart(8, "0")}`);
      many.add(`a1b2:${"c".repeat(index % 200)}${index}`);
    }
    few.add("a1b2:00000000");
    assert.deepEqual([found(text, few), found(text, many)], [[], []]);
    assert.ok(many.looks <= 8 * few.looks, `${many.looks} looks, ${few.looks} for one id`);
  });

  it("may be in a text that has something of their form, and in no other", () => {
    for (const text of [`id=${KNOWN}`, `a\nfpx-${HEX}\n`, `${"x\n".repeat(400_000)}${KNOWN}`]) {
      assert.ok(hasIdForm(text, "fpx-"), text.slice(0, 80));
    }
    const others = [KNOWN.toUpperCase(), `old-${HEX}`, `my.app.${HEX}`, "X-DT-RequestId: 17"];
    for (const text of others) {
      assert.ok(hasIdForm(text, "fpx-"), text);
    }
    for (const text of ["", MD5, SHA1, `commit ${SHA1}`, `fpx-${SHA1}`, `${KNOWN}0`]) {
      assert.equal(hasIdForm(text, "fpx-"), false, text);
    }
    assert.deepEqual(
      [MD5, SHA1, `my.app-${HEX}`].map((text) => hasIdForm(text, "")),
      [true, false, true],
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
