import assert from "node:assert/strict";
import type {
  Finding,
  Fix,
  RuleId,
} from "../../../../../src/features/pensions/common/checks/findings";
import { fixesOfAll } from "../../../../../src/features/pensions/common/editing/fixesOfAll";
import { isReportedByJsonService } from "../../../../../src/features/pensions/common/editing/jsonServiceProblems";

const HERE = "1:2-1:9";

describe("what the JSON service says already", () => {
  const said = (rule: RuleId, code?: string | number, source?: string, place = HERE): boolean =>
    isReportedByJsonService(rule, HERE, [{ source, code, place }]);

  it("is a name that occurs twice, and a value that does not fit its schema", () => {
    assert.ok(said("duplicateField", 520, "json"));
    assert.ok(said("date"));
    assert.ok(said("uuid", 1));
    assert.ok(said("currency", undefined));
    assert.ok(said("date", 1, "Financial Planning schema"));
  });

  it("is not what speaks of another place, another fact, or is somebody else's", () => {
    assert.ok(!said("date", undefined, undefined, "1:2-1:10"));
    assert.ok(!said("date", undefined, "spelling"));
    assert.ok(!said("date", 2), "out of date");
    assert.ok(!said("date", 0x300), "schema not found");
    assert.ok(!said("date", 520), "a name that occurs twice");
    assert.ok(!said("duplicateField", undefined));
    assert.ok(!said("unknownField"));
    assert.ok(!said("secret"));
  });
});

describe("what the JSON service says of one place", () => {
  it("counts where one of it is the same fact", () => {
    const codes = [2, 520, 1];
    const others = codes.map((code) => ({ source: undefined, code, place: HERE }));
    assert.ok(isReportedByJsonService("duplicateField", HERE, others));
    assert.ok(isReportedByJsonService("date", HERE, others));
    assert.equal(isReportedByJsonService("number", HERE, others), false);
  });
});

describe("fixing all that a rule found", () => {
  const fix = (offset: number, kind: Fix["kind"] = "replace"): Fix => ({
    kind,
    value: "x",
    edits: [{ offset, length: 2, text: "x" }],
  });
  const finding = (rule: RuleId, ...fixes: Fix[]): Finding => ({
    ...{ rule, message: "", values: [], offset: 0, length: 1, fixes },
  });

  it("takes the only fix of each", () => {
    const [one, other] = [fix(0), fix(10, "rename")];
    const findings = [finding("date", one), finding("uuid", fix(20)), finding("date", other)];
    assert.deepEqual(fixesOfAll(findings, "date"), [one, other]);
  });

  it("leaves what can be mended in two ways, takes something out, or was changed already", () => {
    const one = fix(0);
    const findings = [
      finding("date", one),
      finding("date", fix(10), fix(10, "rename")),
      finding("date", fix(20, "remove")),
      finding("date"),
      finding("date", fix(1)),
      finding("date", fix(2)),
    ];
    assert.deepEqual(fixesOfAll(findings, "date"), [one]);
  });

  it("takes what stands before another, and not what touches it from there", () => {
    const [before, after] = [fix(7), fix(10)];
    const findings = [after, fix(8), before].map((one) => finding("date", one));
    assert.deepEqual(fixesOfAll(findings, "date"), [after, before]);
  });

  it("leaves a fix of which one part was changed already", () => {
    const [one, both] = [fix(0), { ...fix(0), edits: [...fix(1).edits, ...fix(20).edits] }];
    assert.deepEqual(fixesOfAll([finding("date", one), finding("date", both)], "date"), [one]);
  });
});
