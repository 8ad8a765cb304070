import assert from "node:assert/strict";
import {
  checkPayload,
  MOST_FINDINGS,
} from "../../../../../src/features/pensions/common/checks/checkPayload";
import { RULE_IDS } from "../../../../../src/features/pensions/common/checks/findings";
import { SENTENCES } from "../../../../../src/features/pensions/texts/findingSentences";
import { payloadTemplate } from "../../../../../src/features/pensions/common/template";
import { DEFINITION } from "./definitions";
import { only, said } from "./support";

const ALL = { definition: DEFINITION, off: [] };

describe("the checks of a payload", () => {
  it("have nothing to say of the template", () => {
    assert.deepEqual(checkPayload(payloadTemplate(DEFINITION), ALL), []);
  });

  it("say all in the order of the text, and nothing that is off", () => {
    const text = '{"valuedOn":"2024-2-3","currency":"gbp","colour":-0,"colour":1}';
    assert.deepEqual(
      checkPayload(text, ALL).map(({ rule }) => rule),
      ["date", "currency", "unknownField", "duplicateField", "number", "unknownField"],
    );
    assert.deepEqual(checkPayload(text, { ...ALL, off: RULE_IDS }), []);
    assert.deepEqual(
      checkPayload(text, only(["number"])).map(({ rule }) => rule),
      ["number"],
    );
  });

  it("stop at two hundred of a rule, and say how many more there are", () => {
    const numbers = (count: number): string =>
      `[${Array.from({ length: count }, () => "-0").join()}]`;
    assert.equal(said("number", numbers(MOST_FINDINGS)).length, 200);
    const findings = said("number", numbers(MOST_FINDINGS + 7));
    assert.deepEqual([findings.length, findings.at(-1)], [201, "more 7 -0"]);
    assert.equal(said("uuid", numbers(MOST_FINDINGS + 7)).length, 0);
  });

  for (const [text, ...expected] of [
    ['{"currency": "gbp", "no', "currency"],
    ['{"currency": "gbp"', ""],
    ['{"currency": "gbp', ""],
    ['{"a": [{"currency": "gbp"}, ', "unknownField", "currency"],
    ['{"currency": "gbp", "notes": }', "currency"],
    ['{"currency": "gbp" "notes": "", "colour": 1}', "currency"],
    ['{"currency": "gbp", // no', "currency"],
    ['{"funds": [{"percentage": 60}', ""],
    ['{"funds": [{"percentage": 60}], "x', "percentages"],
    ["-0 ", "number"],
    ["", ""],
    ["  \n", ""],
    ["nonsense", ""],
    ["[".repeat(600), ""],
  ] as const) {
    it(`look at the readable beginning of ${JSON.stringify(text).slice(0, 50)}`, () =>
      assert.deepEqual(
        checkPayload(text, ALL).map(({ rule }) => rule),
        expected.filter((rule) => rule !== ""),
      ));
  }

  it("remove nothing from an object that has no end yet", () => {
    for (const text of ['{"colour": 1, "no', '{"notes": 1, "notes": 2, ']) {
      const fixes = checkPayload(text, ALL).flatMap((finding) => finding.fixes);
      assert.deepEqual(fixes, [], text);
    }
  });
});

describe("the sentences of the checks", () => {
  it("begin with a capital, end with a mark and have their values in order", () => {
    for (const sentence of Object.values(SENTENCES)) {
      assert.match(sentence, /^[A-Z{].*[.?]$/);
      const places = [...sentence.matchAll(/\{(\d)\}/g)].map(([, index]) => index);
      assert.deepEqual(
        places,
        places.map((_, index) => String(index)),
        sentence,
      );
    }
  });
});
