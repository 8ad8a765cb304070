import assert from "node:assert/strict";
import { readdress } from "../../../../src/features/pensions/common/duplicate";

const FROM = { clientId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", pensionId: "PEN-1" };
const TO = { clientId: "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b", pensionId: "PEN-2" };

describe("readdress", () => {
  it("changes the ids of the one pension, wherever they are members, and nothing else", () => {
    const text = `{\r\n  "clientId" : "${FROM.clientId.toUpperCase()}",
      "pensionId": "PEN\\u002d1", "value": 1.10, "value": 1e400,
      "note": "PEN-1 of ${FROM.clientId}",
      "links": [{ "pensionId": "PEN-1" }, { "pensionId": "PEN-9", "clientId": "${TO.clientId}" }],
      "PensionId": "PEN-1", "other": { "clientId": 7, "pensionId": ["PEN-1"] } }`;
    const { text: now, changed } = readdress(text, FROM, TO);
    assert.deepEqual(changed, ["clientId", "pensionId"]);
    assert.equal(
      now,
      text
        .replace(FROM.clientId.toUpperCase(), TO.clientId)
        .replace("PEN\\u002d1", "PEN-2")
        .replace('{ "pensionId": "PEN-1" }', '{ "pensionId": "PEN-2" }'),
    );
  });

  it("leaves an id that stays", () => {
    const text = JSON.stringify(FROM);
    const { text: now, changed } = readdress(text, FROM, { ...FROM, clientId: TO.clientId });
    assert.deepEqual(changed, ["clientId"]);
    assert.deepEqual(JSON.parse(now), { ...FROM, clientId: TO.clientId });
  });

  it("finds ids below members that have the name of one", () => {
    const text = '{"clientId":{"pensionId":"PEN-1"},"pensionId":[{"pensionId":"PEN-1"}]}';
    const { text: now, changed } = readdress(text, FROM, TO);
    assert.deepEqual([now, changed], [text.replaceAll("PEN-1", "PEN-2"), ["pensionId"]]);
  });

  it("leaves what is called otherwise, or is no text", () => {
    const from = { clientId: "1", pensionId: "2" };
    const text = '{"clientId":1,"pensionId":2,"owner":"1","plan":"2"}';
    assert.deepEqual(readdress(text, from, TO), { text, changed: [] });
  });

  it("leaves the id of the client where it stands as that of a pension", () => {
    const text = `{"pensionId":"${FROM.clientId}"}`;
    assert.deepEqual(readdress(text, FROM, TO), { text, changed: [] });
  });

  for (const text of ["", "{", '{ "provider": "A" }', '["PEN-1"]', '"PEN-1"']) {
    it(`leaves ${JSON.stringify(text)} as it is`, () =>
      assert.deepEqual(readdress(text, FROM, TO), { text, changed: [] }));
  }
});
