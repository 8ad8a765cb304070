import assert from "node:assert/strict";
import { outcomeOf } from "../../../../src/features/requests/common/outcome";
import type { Attempt } from "../../../../src/platform/base/action";
import { AppError, type ErrorKind } from "../../../../src/platform/base/errors";
import { anAction, anAttempt } from "../../../fakes/action";

const CODE = "requests/outcomeUnknown";

describe("what is known of a write that failed", () => {
  const toldOf = (kind: ErrorKind, attempts: readonly Partial<Attempt>[]): unknown => {
    const action = anAction({
      attempts: attempts.map((attempt, at) => anAttempt({ number: at + 1, ...attempt })),
    });
    const error = new AppError(kind, "some/code", { action });
    const told = outcomeOf(error, CODE);
    return told === error ? "as it is" : (told as AppError).code;
  };
  const busy = { status: 503, failure: "service/unavailable" };

  it("is open after an answer that leaves it open, whatever kept it from leaving again", () => {
    const never = { failure: "network/refused" };
    assert.equal(toldOf("network", [busy, never]), CODE);
    assert.equal(toldOf("canceled", [busy]), CODE);
    assert.equal(toldOf("refused", [busy]), CODE);
    assert.equal(toldOf("credentials", [busy, { status: 401 }]), CODE);
  });

  it("is what the service said last, or that it never left", () => {
    assert.equal(toldOf("service", [busy, busy]), "as it is");
    const never = { failure: "network/refused" };
    assert.equal(toldOf("network", [never]), "as it is");
    assert.equal(toldOf("canceled", [{ status: 429 }]), "as it is");
  });
});
