import assert from "node:assert/strict";
import { fieldPlaces } from "../../../../../src/features/pensions/common/editing/fieldPlace";

const TEXT = `{
  "provider": "A",
  "value": { "amount": 1 },
  "funds": [{ "name": "x" }, { "name": "y", "isin": "z" }],
  "steps": [[{ "at": 1 }]],
  "provider": "B"
}`;

describe("fields of a payload, by the paths of drift", () => {
  const found = (path: string, text = TEXT): string | undefined => {
    const place = fieldPlaces(text)(path);
    return place && `${place.offset} ${text.slice(place.offset, place.offset + place.length)}`;
  };

  it("are found by their names, in objects and in the first item that has them", () => {
    assert.equal(found("value.amount"), `${TEXT.indexOf('"amount"')} "amount"`);
    assert.equal(found("funds[].isin"), `${TEXT.indexOf('"isin"')} "isin"`);
    assert.equal(found("funds[].name"), `${TEXT.indexOf('"name"')} "name"`);
    assert.equal(found("steps[][].at"), `${TEXT.indexOf('"at"')} "at"`);
    assert.equal(found("funds[]"), `${TEXT.indexOf('"funds"')} "funds"`);
    assert.equal(found("provider"), `${TEXT.lastIndexOf('"provider"')} "provider"`);
    assert.equal(found("[].a", '[{}, { "a": 1 }]'), '7 "a"');
  });

  it("are looked for in fifty items of a list, of lists inside it together", () => {
    const list = (count: number): string => `[${"{},".repeat(count)}{"a":1}]`;
    assert.ok(found("[].a", list(49)));
    assert.equal(found("[].a", list(50)), undefined);
    const nested = (count: number): string => `[[${"0,".repeat(count)}0],[{"a":1}]]`;
    assert.ok(found("[][].a", nested(48)));
    assert.equal(found("[][].a", nested(49)), undefined);
  });

  it("may have no name", () => {
    assert.equal(found("", '{"":1}'), undefined);
  });

  it("are nowhere where the payload does not have them, or is no JSON yet", () => {
    for (const path of ["", "other", "value.other", "value[].amount", "provider.x", "[].x"]) {
      assert.equal(found(path), undefined, path);
    }
    assert.equal(found("provider", '{ "provider": '), undefined);
  });
});
