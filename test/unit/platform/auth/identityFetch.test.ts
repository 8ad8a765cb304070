import assert from "node:assert/strict";
import type { CustomFetchOptions } from "openid-client";
import {
  createIdentityFetch,
  type IdentityFetch,
} from "../../../../src/platform/auth/identityFetch";
import { AppError } from "../../../../src/platform/base/errors";
import { NO_BODY } from "../../../../src/platform/http/body";
import type { Door, Exchange } from "../../../../src/platform/http/door";
import type { SealedRequest } from "../../../../src/platform/http/seal";
import { failureOf } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";

const URL_ASKED = "https://login.example/identity/connect/token";
const ANSWER: Exchange = {
  ...{ status: 200, statusText: "", headers: [["x-of", "provider"]], body: NO_BODY },
  ...{ failure: undefined, firstByte: 1 },
};

describe("openid-client at our door", () => {
  let sent: SealedRequest[];
  let answer: Partial<Exchange>;
  let identity: IdentityFetch;

  beforeEach(() => {
    sent = [];
    answer = {};
    const door: Door = {
      sentHeaders: () => [],
      exchange: (request) => {
        sent.push(request);
        return Promise.resolve({ ...ANSWER, ...answer });
      },
      close: () => Promise.resolve(),
    };
    const limits = { attemptMilliseconds: 1_000, bodyBytes: 1_000 };
    const { signal } = new AbortController();
    identity = createIdentityFetch({ door, clock: new VirtualClock(), limits, signal });
  });

  const ask = (body: unknown, method = "POST"): Promise<Response> =>
    identity.fetch(URL_ASKED, { method, headers: {}, body } as CustomFetchOptions);

  it("sends forms and nothing else, as the text that they are", async () => {
    const form = new URLSearchParams({ grant_type: "refresh_token", code_verifier: "v" });
    for (const body of [form, form.toString()]) {
      await ask(body);
      assert.equal(Buffer.from(sent.pop()?.body ?? []).toString(), form.toString());
      assert.deepEqual(identity.seen.form, { grantType: "refresh_token", hasProofKey: true });
    }
    for (const body of [undefined, null]) {
      await ask(body, "GET");
      assert.equal(sent.pop()?.body, undefined);
      assert.equal(identity.seen.form, undefined);
    }
    await ask(new URLSearchParams({ token: "t" }));
    assert.equal(identity.seen.form, undefined);
    sent.length = 0;
    const error = await failureOf(ask(new Uint8Array([1])));
    assert.deepEqual(
      [error.code, sent.length, identity.seen.failure],
      ["refused/method", 0, error],
    );
  });

  for (const status of [200, 204, 205, 304, 404, 599]) {
    it(`hands on ${status}, with a body where it may have one`, async () => {
      answer = { status, body: { ...NO_BODY, bytes: Buffer.from("text") } };
      const response = await ask(undefined, "GET");
      const text = [204, 205, 304].includes(status) ? "" : "text";
      assert.deepEqual([response.status, await response.text()], [status, text]);
      assert.equal(response.headers.get("x-of"), "provider");
      assert.equal(identity.seen.answer?.status, status);
    });
  }

  for (const status of [100, 199, 600, 999]) {
    it(`takes ${status} for no answer`, async () => {
      answer = { status };
      const error = await failureOf(ask(undefined, "GET"));
      assert.deepEqual([error.code, error.values], ["answer/identity", { reason: "answer" }]);
    });
  }

  it("keeps why an answer broke off", async () => {
    answer = { failure: new AppError("network", "network/stalled") };
    assert.equal(await failureOf(ask(undefined, "GET")), answer.failure);
    assert.deepEqual(identity.seen, { failure: answer.failure });
  });
});
