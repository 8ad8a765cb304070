import assert from "node:assert/strict";
import { Pseudonyms } from "../../../../src/features/assistants/common/pseudonyms";
import { isAppError } from "../../../../src/platform/base/errors";
import { createCodes } from "../../../../src/features/privacy/common/codes";
import { Masks } from "../../../../src/features/privacy/common/masks";
import { createMasking } from "../../../../src/features/privacy/common/masking";

const ID = "9b1c77d0-4f2a-4b6c-8d3e-5a7f9c1e2b40";

describe("pseudonyms that assistants were given", () => {
  const masking = createMasking(new Uint8Array(32));
  let pseudonyms: Pseudonyms;

  beforeEach(() => {
    pseudonyms = new Pseudonyms(masking);
  });

  it("stand for what they were given for, wherever that stood", () => {
    const text = JSON.stringify({ items: [{ clientId: ID, name: { lastName: "Okafor" } }] });
    const masked = JSON.parse(pseudonyms.maskJson(text)) as {
      items: [{ clientId: string; name: { lastName: string } }];
    };
    const [{ clientId, name }] = masked.items;
    assert.notEqual(clientId, ID);
    assert.equal(pseudonyms.resolve(clientId), ID);
    assert.equal(pseudonyms.resolve(name.lastName), "Okafor");
    assert.equal(clientId, masking.maskLabel(ID, "id"), "as privacy mode has it");
    assert.equal(
      pseudonyms.resolve(pseudonyms.maskLabel("Okafor, Ngozi", "person")),
      "Okafor, Ngozi",
    );
  });

  it("are refused where they were not given away, and anything else means itself", () => {
    const other = new Pseudonyms(createMasking(new Uint8Array(32).fill(1))).maskLabel(ID, "id");
    assert.throws(
      () => pseudonyms.resolve(other),
      (error) => isAppError(error) && error.code === "assistants/unknownPseudonym",
    );
    assert.equal(pseudonyms.resolve(ID), ID);
  });

  it("are found in a payload: as texts, as names of members and as numbers", () => {
    const amount = Number(masking.maskJson('{"value":18733.19}').slice(9, -1));
    assert.ok(amount > 999_900_000_000);
    for (const value of [{ a: [{ b: "•4F2A" }] }, { "•4F2A": 1 }, { value: amount }, [amount]]) {
      assert.ok(pseudonyms.isIn(value), JSON.stringify(value));
    }
    const masks = new Masks(createCodes(new Uint8Array(32)));
    for (const lexeme of [
      "4711",
      "-4711",
      "0",
      "1e5",
      "1.5",
      "-18733.19",
      "0.1234",
      "1.23456789",
    ]) {
      const masked = masks.numberLexeme(lexeme);
      assert.ok(pseudonyms.isIn({ value: JSON.parse(masked) as unknown }), masked);
    }
    assert.ok(!pseudonyms.isIn({ provider: "Aviva", value: 18733.19, list: [null, true] }));
  });
});
