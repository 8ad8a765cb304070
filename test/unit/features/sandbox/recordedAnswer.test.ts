import assert from "node:assert/strict";
import type { Action } from "../../../../src/platform/base/action";
import { isAppError } from "../../../../src/platform/base/errors";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { recordedAnswerOf } from "../../../../src/features/sandbox/common/recordedAnswer";

const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
const BODY = `{"clientId":"${CLIENT}","name":{"firstName":"Ada","lastName":"Lovelace"},"score":7}`;

const ACTION = {
  ...{ id: "a", title: "Client", connectionId: "own", connectionLabel: "Own" },
  ...{ environment: "development", startedAt: 0, progress: { state: "idle" } },
  attempts: [
    {
      ...{ number: 1, method: "GET", operationId: "getClient", status: 200 },
      pathTemplate: "/crm/v1/clients/{clientId}",
      url: `https://api.example/base/crm/v1/clients/${CLIENT}?fields=name`,
      requestHeaders: [["Authorization", "Bearer [redacted]"]],
      responseHeaders: [
        ["Content-Type", "application/json"],
        ["Set-Cookie", "session=[redacted]"],
        ["x-api-token", "[redacted]"],
      ],
    },
    {
      ...{ number: 2, method: "GET", pathTemplate: "/a", url: "https://api.example/a" },
      ...{ requestHeaders: [], responseHeaders: [] },
    },
  ],
} as unknown as Action;

describe("a recorded answer for the sandbox", () => {
  it("is what came, at the path that was asked, without credentials", () => {
    assert.deepEqual(recordedAnswerOf(ACTION, 1, { body: BODY }), {
      ...{ method: "GET", status: 200, operationId: "getClient", query: "fields=name" },
      path: `/base/crm/v1/clients/${CLIENT}`,
      headers: [["Content-Type", "application/json"]],
      body: BODY,
    });
  });

  it("has no name and no id of a client with a masking, the same pseudonym in both", () => {
    const masking = createMasking(new TextEncoder().encode("a key of 32 bytes for this test."));
    const answer = recordedAnswerOf(ACTION, 1, { body: BODY, masking });
    const text = JSON.stringify(answer);
    for (const secret of [CLIENT, "Ada", "Lovelace"]) {
      assert.ok(!text.includes(secret), secret);
    }
    const id = (JSON.parse(answer!.body) as { clientId: string }).clientId;
    assert.ok(answer!.path.endsWith(`/${id}`), `${answer!.path} and ${id}`);
  });

  it("is refused with a masking where its body is no JSON, but not where it is empty", () => {
    const masking = createMasking(new TextEncoder().encode("a key of 32 bytes for this test."));
    for (const body of ["<p>Ada Lovelace, 1815-12-10</p>", BODY.slice(0, -1)]) {
      assert.throws(
        () => recordedAnswerOf(ACTION, 1, { body, masking }),
        (error) => isAppError(error) && error.code === "sandbox/notMaskable",
      );
      assert.equal(recordedAnswerOf(ACTION, 1, { body })?.body, body);
    }
    assert.equal(recordedAnswerOf(ACTION, 1, { body: "", masking })?.body, "");
  });

  it("is none where no answer came", () => {
    assert.equal(recordedAnswerOf(ACTION, 2, { body: "" }), undefined);
    assert.equal(recordedAnswerOf(ACTION, 3, { body: "" }), undefined);
  });
});
