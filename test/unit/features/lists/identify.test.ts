import assert from "node:assert/strict";
import {
  cleanLabel,
  identifyRow,
  type RowKind,
} from "../../../../src/features/lists/common/identify";
import { parseJsonText } from "../../../../src/platform/json/jsonText";

const UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const OTHER = "9b2504e0-4f89-41d3-9a0c-0305e82c3302";

describe("identifyRow", () => {
  const ids: readonly (readonly [row: object, kind: RowKind, id: string | undefined])[] = [
    [{ clientId: UUID, id: "7" }, "client", UUID],
    [{ adviserId: OTHER, clientId: UUID }, "client", UUID],
    [{ clientId: UUID, pensionId: "PEN-0042" }, "pension", "PEN-0042"],
    [{ clientId: UUID, holdingId: "H-1" }, "holding", "H-1"],
    [{ clientId: UUID, key: OTHER }, "holding", OTHER],
    [{ clientId: UUID, fund: "Global" }, "holding", undefined],
    [{ id: 7 }, "client", "7"],
    [{ ref: OTHER, number: "7" }, "client", OTHER],
    [{ policyNumber: "P/77", name: "x" }, "holding", "P/77"],
    [{ Id: "A" }, "client", "A"],
    [{ id: "", uuid: "B" }, "client", "B"],
    [{ id: null, paid: 7, name: "x" }, "client", undefined],
    [{}, "client", undefined],
    [{ client_id: UUID, id: "7" }, "client", UUID],
    [{ CLIENTID: UUID }, "client", UUID],
    [{ type: "clients", attributes: { clientGuid: UUID } }, "client", UUID],
    [{ data: { attributes: { uuid: UUID } } }, "client", UUID],
    [{ client: { guid: UUID } }, "client", UUID],
    [{ _embedded: { id: "C-1" } }, "client", "C-1"],
    [{ postCode: "ZH", client: { guid: UUID } }, "client", UUID],
    [{ client: { id: UUID }, holding_id: "H-1" }, "holding", "H-1"],
    [{ client: { id: UUID }, fund: "x" }, "holding", undefined],
    [{ client_guid: UUID, fund: "x" }, "holding", undefined],
  ];
  for (const [row, kind, id] of ids) {
    it(`${kind} ${JSON.stringify(row)}: ${id ?? "no id"}`, () => {
      assert.equal(identify(row, kind).id?.value, id);
    });
  }

  const labels: readonly (readonly [row: object, label: string | undefined, from: string])[] = [
    [{ name: { firstName: "Ngozi", lastName: "Okafor" } }, "Okafor, Ngozi", "both"],
    [{ firstName: "Ngozi", lastName: "Okafor", title: "Dr" }, "Okafor, Ngozi", "both"],
    [{ name: { lastName: "Okafor" } }, "Okafor", "name.lastName"],
    [{ name: { firstName: " ", lastName: "Okafor" } }, "Okafor", "name.lastName"],
    [{ name: "Okafor & Sons" }, "Okafor & Sons", "name"],
    [{ provider: "Aviva", fund: "Global" }, "Global", "fund"],
    [{ other: "x" }, undefined, ""],
    [{ first_name: "Ngozi", last_name: "Okafor" }, "Okafor, Ngozi", "both"],
    [{ FIRSTNAME: "Ngozi", LASTNAME: "Okafor" }, "Okafor, Ngozi", "both"],
    [{ "given-name": "Ngozi", FamilyName: "Okafor" }, "Okafor, Ngozi", "both"],
    [{ name: { full: "Ngozi Okafor" } }, "Ngozi Okafor", "name.full"],
    [{ Name: { first: "Ngozi", last: "Okafor" } }, "Okafor, Ngozi", "both"],
    [{ attributes: { lastName: "Okafor" } }, "Okafor", "attributes.lastName"],
    [{ data: { name: { surname: "Okafor" } } }, "Okafor", "data.name.surname"],
    [{ client: { display_name: "Ngozi" } }, "Ngozi", "client.display_name"],
    [{ result: { full_name: "Ngozi" } }, "Ngozi", "result.full_name"],
    [{ name: UUID, label: "Okafor" }, "Okafor", "label"],
    [{ name: UUID }, undefined, ""],
  ];
  for (const [row, label, from] of labels) {
    it(`${JSON.stringify(row)} is called ${label ?? "nothing"}`, () => {
      const found = identify(row, "client").label;
      assert.equal(found?.value, label);
      if (from !== "both") {
        assert.equal(found?.from ?? "", from);
      }
    });
  }

  it("keeps number lexemes of ids and describes a person by the date of birth", () => {
    const text = '{"clientId": 9007199254740993, "dateOfBirth": "1961-03-02"}';
    const found = identifyRow(text, parseJsonText(text), "client");
    assert.deepEqual(found, {
      id: { value: "9007199254740993", from: "clientId" },
      description: { value: "1961-03-02", from: "dateOfBirth" },
    });
  });

  it("knows nothing of rows that are no objects", () => {
    assert.deepEqual(identifyRow("[1]", parseJsonText("[1]"), "client"), {});
  });
});

describe("cleanLabel", () => {
  it("gives one line without marks that turn the text around", () => {
    assert.equal(cleanLabel(" a\r\n\tb\u0000c\u202e\u2066d "), "a b cd");
    assert.equal(cleanLabel("x".repeat(121)), `${"x".repeat(119)}…`);
    assert.equal(Array.from(cleanLabel("😀".repeat(500))).length, 120);
  });
});

function identify(row: object, kind: RowKind): ReturnType<typeof identifyRow> {
  const text = JSON.stringify(row);
  return identifyRow(text, parseJsonText(text), kind);
}
