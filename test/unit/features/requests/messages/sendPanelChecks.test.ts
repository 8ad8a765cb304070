import assert from "node:assert/strict";
import * as v from "valibot";
import { sendDraft, sendToHost } from "../../../../../src/features/requests/messages/sendPanel";

const DRAFT = {
  connectionId: "connection-1",
  operationId: "listClients",
  values: {},
  method: "GET",
  domain: "crm",
  typedPath: "",
  queryString: "",
  body: "",
};

describe("what the host takes from the form of a request", () => {
  for (const [member, most] of [
    ["typedPath", 20_000],
    ["body", 5_000_000],
  ] as const) {
    it(`has a ${member} of ${most} characters at most`, () => {
      const [longest, longer] = [most, most + 1].map((length) => ({
        ...DRAFT,
        [member]: "x".repeat(length),
      }));
      assert.deepEqual([v.is(sendDraft, longest), v.is(sendDraft, longer)], [true, false]);
      assert.equal(v.is(sendToHost.send.parameters, { draft: longer }), false);
    });
  }
});
