import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import {
  hostToPlan,
  PLAN_ACTIONS,
  type PlanContent,
  planPanelState,
  planToHost,
} from "../../../../../src/features/sourceControl/messages/planPanel";
import { accepted } from "../../../../../src/platform/base/messageSchemas";
import { planTexts } from "../../../../../src/features/sourceControl/texts/planTexts";
import { fillText } from "../../../../../src/platform/base/texts";
import { aBatch, someContent } from "../../../../e2e/panels/planBed";
import { runs } from "../../../../fakes/runs";

const CONTENT = someContent(aBatch([{ effect: "create" }, { effect: "conflict" }]));

const act = planToHost.act.parameters;
const start = planToHost.start.result;
const show = hostToPlan.show.parameters;

describe("messages of a plan", () => {
  it("lets in the acts that there are, with a short key or none", () => {
    for (const id of PLAN_ACTIONS) {
      assert.ok(v.is(act, { id }) && v.is(act, { id, key: "0a1b" }));
    }
    for (const wrong of [
      ...[
        { id: "put" },
        { id: "apply", key: 1 },
        { id: "apply", key: "" },
        { id: "apply", uri: "x" },
      ],
      ...[{ id: "openPayload", key: "x".repeat(101) }, { key: "0a1b" }, [], null, "apply"],
    ]) {
      assert.equal(v.is(act, wrong), false, JSON.stringify(wrong));
    }
  });

  it("lets nothing random in from the page", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(v.is(act, value), false);
        assert.equal(v.is(show, value), false);
        assert.equal(accepted(planPanelState, value), undefined);
      }),
      { numRuns: runs(500) },
    );
  });

  it("lets in what the host sends, and not with any member gone or of another type", () => {
    assert.ok(v.is(show, CONTENT));
    assert.ok(v.is(hostToPlan.update.parameters, { head: CONTENT.head, lines: [] }));
    assert.ok(v.is(start, { texts: planTexts(fillText), batchId: "b", content: CONTENT }));
    const wrong = variants(CONTENT).filter((content) => v.is(show, content));
    assert.deepEqual(wrong, []);
  });

  it("brings back the batch that was kept, and nothing else", () => {
    assert.deepEqual(accepted(planPanelState, { version: 1, batchId: "b" }), {
      version: 1,
      batchId: "b",
    });
    for (const state of [
      { version: 2, batchId: "b" },
      { version: 1 },
      { version: 1, batchId: "" },
    ]) {
      assert.equal(accepted(planPanelState, state), undefined);
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
