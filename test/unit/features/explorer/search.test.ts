import assert from "node:assert/strict";
import fc from "fast-check";
import { pastedUuid } from "../../../../src/features/explorer/common/pastedId";
import { ClientSearch, type NamedClient } from "../../../../src/features/lists/common/clientSearch";
import { datesOf } from "../../../../src/features/lists/common/typedDate";

const ID = "1f0e9c3a-0000-4000-8000-00000000000b";
const CLIENTS: readonly NamedClient[] = [
  { clientId: ID, label: "Okafor, Ngozi", description: "1961-03-02" },
  { clientId: "b", label: "Müller-Ångström, Zoë", description: "1990-12-07" },
  { clientId: "c", label: "O'Connor, Siobhán" },
  { clientId: "d", label: "de la Cruz, José María", description: "1961-02-03" },
  { clientId: "e", label: "Cruzado, Ana", description: "1961-03-09" },
];

function found(typed: string): string[] {
  return new ClientSearch(CLIENTS).find(typed).map(({ label }) => label.split(",")[0]!);
}

describe("the search for clients", () => {
  it("finds words of a name in any order and case, with accents or without", () => {
    assert.deepEqual(found("ngozi oka"), ["Okafor"]);
    assert.deepEqual(found("zoe muller"), ["Müller-Ångström"]);
    assert.deepEqual(found("SIOBHAN"), ["O'Connor"]);
    assert.deepEqual(found("o’connor"), ["O'Connor"]);
    assert.deepEqual(found("nobody"), []);
  });

  it("shows first whose words begin so, then those that only hold it", () => {
    assert.deepEqual(found("cruz"), ["de la Cruz", "Cruzado"]);
    assert.deepEqual(found("afor"), ["Okafor"]);
  });

  it("finds a date of birth however it is typed", () => {
    for (const typed of ["1961-03-02", "2 Mar 1961", "March 2, 1961", "2nd march 1961"]) {
      assert.deepEqual(found(typed), ["Okafor"], typed);
    }
    // As in Britain first, then the other way round.
    assert.deepEqual(found("02/03/1961"), ["Okafor", "de la Cruz"]);
    assert.deepEqual(found("mar 1961"), ["Okafor", "Cruzado"]);
  });

  it("finds an id, whole or by its beginning, with hyphens or without", () => {
    assert.deepEqual(found(ID.toUpperCase()), ["Okafor"]);
    assert.deepEqual(found("1f0e9c3a"), ["Okafor"]);
    assert.deepEqual(found(ID.replaceAll("-", "").slice(0, 14)), ["Okafor"]);
  });

  it("gives all where nothing is typed, and none that does not fit", () => {
    assert.equal(found("  ").length, CLIENTS.length);
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const all = new ClientSearch(CLIENTS).find(typed);
        assert.equal(new Set(all).size, all.length);
        assert.ok(all.every((client) => CLIENTS.includes(client)));
      }),
    );
  });

  it("is quick enough to follow every key through thousands of clients", () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({
      ...{ clientId: `id-${at}`, label: `Family${at}, Given${at % 100}` },
    }));
    assert.equal(new ClientSearch(many).find("family19999").length, 1);
  });
});

describe("a typed date", () => {
  it("is none where it cannot be one", () => {
    for (const typed of ["", "1961", "13/13/1961", "32 Mar 1961", "2 3 4 Mar 1961", "Marlow"]) {
      assert.deepEqual(datesOf(typed), [], typed);
    }
  });

  it("has its day first, and the other reading after it only where there is one", () => {
    assert.deepEqual(datesOf("25/12/1990"), ["1990-12-25"]);
    assert.deepEqual(datesOf("5.6.1990"), ["1990-06-05", "1990-05-06"]);
    assert.deepEqual(datesOf("7/7/1990"), ["1990-07-07"]);
  });
});

describe("a pasted id", () => {
  it("is taken with what is often around it", () => {
    for (const text of [ID, `{${ID}}`, `"${ID}"`, `urn:uuid:${ID}`, ID.replaceAll("-", "")]) {
      assert.equal(pastedUuid(` ${text.toUpperCase()} `), ID, text);
    }
  });

  it("is refused where it is no UUID", () => {
    for (const text of ["", "PEN-0042", ID.slice(1), `${ID}0`, `${ID}/../x`]) {
      assert.equal(pastedUuid(text), undefined, text);
    }
  });
});
