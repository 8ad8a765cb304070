import assert from "node:assert/strict";
import fc from "fast-check";
import {
  PLAN_ACTIONS,
  type PlanContent,
} from "../../../../../src/features/sourceControl/messages/planPanel";
import {
  decodePlanState,
  HOST_TO_PLAN_CHECKS,
  isPlanStart,
  PLAN_CHECKS,
} from "../../../../../src/features/sourceControl/messages/planPanelChecks";
import { planTexts } from "../../../../../src/features/sourceControl/texts/planTexts";
import { fillText } from "../../../../../src/platform/base/texts";
import { aBatch, someContent } from "../../../../e2e/panels/planBed";
import { runs } from "../../../../fakes/runs";

const CONTENT = someContent(aBatch([{ effect: "create" }, { effect: "conflict" }]));

describe("messages of a plan", () => {
  it("lets in the acts that there are, with a short key or none", () => {
    for (const id of PLAN_ACTIONS) {
      assert.ok(PLAN_CHECKS.act({ id }) && PLAN_CHECKS.act({ id, key: "0a1b" }));
    }
    for (const act of [
      ...[
        { id: "put" },
        { id: "apply", key: 1 },
        { id: "apply", key: "" },
        { id: "apply", uri: "x" },
      ],
      ...[{ id: "openPayload", key: "x".repeat(101) }, { key: "0a1b" }, [], null, "apply"],
    ]) {
      assert.equal(PLAN_CHECKS.act(act), false, JSON.stringify(act));
    }
  });

  it("lets nothing random in from the page", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(PLAN_CHECKS.act(value), false);
        assert.equal(HOST_TO_PLAN_CHECKS.show(value), false);
        assert.equal(decodePlanState(value), undefined);
      }),
      { numRuns: runs(500) },
    );
  });

  it("lets in what the host sends, and not with any member gone or of another type", () => {
    assert.ok(HOST_TO_PLAN_CHECKS.show(CONTENT));
    assert.ok(HOST_TO_PLAN_CHECKS.update({ head: CONTENT.head, lines: [] }));
    assert.ok(isPlanStart({ texts: planTexts(fillText), batchId: "b", content: CONTENT }));
    const wrong = variants(CONTENT).filter((content) => HOST_TO_PLAN_CHECKS.show(content));
    assert.deepEqual(wrong, []);
  });

  it("brings back the batch that was kept, and nothing else", () => {
    assert.deepEqual(decodePlanState({ version: 1, batchId: "b" }), { version: 1, batchId: "b" });
    for (const state of [
      { version: 2, batchId: "b" },
      { version: 1 },
      { version: 1, batchId: "" },
    ]) {
      assert.equal(decodePlanState(state), undefined);
    }
  });
});

/** The content with one member of it, at any depth, replaced by what it cannot be. */
function variants(content: PlanContent): unknown[] {
  const found: unknown[] = [];
  const walk = (value: unknown, rebuild: (changed: unknown) => unknown): void => {
    found.push(rebuild(Symbol.iterator), rebuild(undefined));
    if (typeof value !== "object" || value === null) {
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      walk(member, (changed) =>
        rebuild(
          Array.isArray(value)
            ? value.map((item: unknown, index) => (String(index) === name ? changed : item))
            : { ...value, [name]: changed },
        ),
      );
    }
  };
  walk(content, (changed) => changed);
  return found;
}
