import "../../../../../src/errorTexts";
import assert from "node:assert/strict";
import { describeError } from "../../../../../src/platform/texts/errorText";
import type {
  DeleteReview,
  WriteResult,
} from "../../../../../src/features/pensions/common/writing/writer";
import { effectWords } from "../../../../../src/features/pensions/texts/reviewQuestion";
import type { PensionRecord } from "../../../../../src/features/pensions/common/writing/records";
import { hashText } from "../../../../../src/features/pensions/common/writing/version";
import { failureOf, grantTokens } from "../../../platform/http/support/bench";
import { type Answer, sendJson } from "../../../platform/http/support/servers";
import { WORDS } from "../words/support";
import {
  codeOf,
  cut,
  inTurn,
  openWriting,
  reset,
  shows,
  status,
  TARGET,
  user,
  type WritingBench,
} from "../support/writingBench";

const V1 = '{"provider":"Aviva","value":100.5,"notes":"first"}';
const MINE = '{"provider":"Aviva","value":111.25,"colour":"red"}';
const LANDED = '{"provider":"Aviva","value":111.250,"lastUpdated":"now"}';

describe("what landed", () => {
  let stage: WritingBench;
  beforeEach(async () => {
    stage = await openWriting();
  });
  afterEach(() => stage.close());

  const write = (as = user(), text = MINE): Promise<WriteResult> =>
    stage.writer.write(stage.request(text), as);
  /** The service holds V1 until it is written, and what is given after that. */
  const holds = (...after: readonly Answer[]): void => {
    stage.service.get = inTurn(shows(V1), shows(V1), ...after);
  };
  /** What is known of the connection is removed before it answers. */
  const forgets =
    (then: Answer): Answer =>
    (request, response) => {
      const { id } = stage.bench.connection;
      void stage.records.forget(id).then(() => then(request, response));
    };
  const outcome = (): string | undefined => stage.record()?.write?.outcome;

  it("is told by the answer and by a read, each for itself", async () => {
    holds(shows(LANDED));
    stage.service.put = shows(MINE);
    const { evidence, landing, landed, verdict, body } = await write();
    assert.equal(Buffer.from(body).toString(), MINE);
    assert.deepEqual([evidence.answer?.ignored, evidence.unread], [[], undefined]);
    assert.deepEqual(evidence.read?.landing.ignored, ["colour"]);
    assert.deepEqual([landing?.ignored, landed?.text, verdict], [["colour"], LANDED, "differs"]);
  });

  for (const [what, put] of [
    ["a receipt", shows('{"accepted":true}')],
    ["nothing", (_, response) => void response.writeHead(204).end()],
    [
      "text",
      (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("Saved."),
    ],
    ["a list", shows("[1]")],
  ] as const satisfies readonly (readonly [string, Answer])[]) {
    it(`is told by the read alone where the answer is ${what}`, async () => {
      holds(shows(LANDED));
      stage.service.put = put;
      const { evidence, verdict } = await write();
      assert.deepEqual([evidence.answer, verdict], [undefined, "differs"]);
      assert.deepEqual(evidence.read?.landing.kept, ["provider", "value"]);
    });

    it(`is not seen where the answer is ${what} and nothing can be read`, async () => {
      stage.service.get = status(405);
      stage.service.put = put;
      const { evidence, verdict, landing, landed, stayed } = await write();
      assert.deepEqual([verdict, landing, landed, stayed], ["notSeen", undefined, undefined, []]);
      assert.deepEqual(evidence, { answer: undefined, read: undefined, unread: "notPossible" });
    });
  }

  for (const [what, shown, expected] of [
    ["is another value, and a field is missing", '{"provider":"Aviva","value":1}', []],
    [
      "keeps what was left out, and a field is missing",
      '{"provider":"Aviva","value":111.25,"notes":"first"}',
      ["notes"],
    ],
  ] as const) {
    it(`is not all of it where the service ${what}`, async () => {
      holds(shows(shown));
      stage.service.put = shows(MINE);
      const { verdict, stayed, landing } = await write();
      assert.deepEqual([verdict, stayed, landing?.ignored], ["differs", expected, ["colour"]]);
    });
  }

  it("is on disk as accepted before it is looked for, with what was sent", async () => {
    let found: PensionRecord | undefined;
    holds((request, response) => {
      void stage.recordOnDisk().then((record) => {
        found = record;
        shows(LANDED)(request, response);
      });
    });
    stage.service.put = shows(LANDED);
    await write();
    assert.deepEqual(
      [found?.write?.outcome, found?.seen?.by, found?.seen?.hash],
      ["landed", "sent", hashText(MINE)],
    );
  });

  it("is told also where what was known of it is forgotten meanwhile", async () => {
    holds(shows(LANDED));
    stage.service.put = forgets(shows(LANDED));
    assert.equal((await write()).verdict, "differs");
    assert.deepEqual([stage.record(), await stage.recordOnDisk()], [undefined, undefined]);
    stage.service.get = inTurn(shows(V1), shows(V1), forgets(shows(MINE)));
    stage.service.put = status(503);
    const failure = await failureOf(write());
    assert.equal(failure.values["shown"], "landed");
    assert.deepEqual([stage.record(), await stage.recordOnDisk()], [undefined, undefined]);
  });

  it("is told by the answer where the read after it fails, or is cancelled", async () => {
    for (const last of [status(500), reset]) {
      holds(last);
      stage.service.put = shows(LANDED);
      const { evidence, verdict } = await write();
      assert.deepEqual([evidence.unread, verdict], ["failed", "differs"]);
    }
    holds(shows(LANDED));
    const aborted = AbortSignal.abort();
    const { evidence } = await write(
      user({ signal: (step) => (step === "checking" ? aborted : undefined) }),
    );
    assert.equal(evidence.unread, "failed");
  });

  it("is nothing where a read shows what was there before, or no pension", async () => {
    holds(shows(V1));
    stage.service.put = shows(LANDED);
    assert.deepEqual([(await write()).verdict, outcome()], ["notThere", "unknown"]);
    holds(status(404));
    const gone = await write();
    assert.deepEqual(
      [gone.verdict, gone.evidence.unread, gone.landing, gone.landed, outcome()],
      ["notThere", "absent", undefined, undefined, "unknown"],
    );
  });

  it("leaves what is compared with as it was where nothing of it is there", async () => {
    const v0 = '{"provider":"Aviva","value":90,"notes":"first"}';
    stage.service.get = shows(v0);
    await stage.writer.review(stage.request(v0), user());
    stage.service.get = shows(V1);
    stage.service.put = shows(MINE);
    assert.equal((await write()).verdict, "notThere");
    const seen = [stage.record()?.seen?.hash, (await stage.recordOnDisk())?.seen?.hash];
    assert.deepEqual(seen, [hashText(v0), hashText(v0)]);
    const again = user({ says: () => false });
    assert.equal(await codeOf(write(again)), "canceled/byUser");
    assert.equal(again.reviews[0]?.comparison?.changedThere, 1);
  });

  for (const code of [404, 410]) {
    it(`is proven by its answer where reads never showed it, and answer ${code} as before`, async () => {
      stage.service.get = status(code);
      stage.service.put = shows(LANDED, undefined, 201);
      const first = user();
      const { evidence, verdict, landing } = await write(first);
      assert.deepEqual(
        [first.reviews[0]?.effect, evidence.read, evidence.unread, verdict, landing?.ignored],
        ["create", undefined, "absent", "differs", ["colour"]],
      );
      assert.deepEqual([outcome(), stage.record()?.isAbsent], ["landed", false]);
      const second = user();
      assert.equal((await write(second)).verdict, "differs");
      const [review] = second.reviews;
      assert.deepEqual(
        [review?.effect, review?.current.kind, review?.seen?.text],
        ["unknown", "unread", LANDED],
        "what a PUT proved counts",
      );
      assert.doesNotMatch(effectWords(review!, WORDS), /shows no such pension/);
    });
  }

  for (const [method, code] of [
    ["PUT", 422],
    ["PUT", 503],
    ["DELETE", 405],
    ["DELETE", 503],
  ] as const) {
    it(`stays proven over a ${method} that is answered ${code}, where reads never show it`, async () => {
      stage.service.get = status(404);
      stage.service.put = shows(LANDED, undefined, 201);
      stage.service.delete = status(code);
      await write();
      if (method === "PUT") {
        stage.service.put = status(code);
      }
      const failure = await failureOf(
        method === "PUT" ? write() : stage.writer.delete(stage.request(MINE), user<DeleteReview>()),
      );
      assert.equal(failure.values["shown"], code === 503 ? "nothing" : undefined);
      await stage.records.refresh();
      stage.service.put = shows(LANDED);
      const as = user();
      assert.equal((await write(as)).evidence.unread, "absent");
      assert.deepEqual([as.reviews[0]?.effect, outcome()], ["unknown", "landed"]);
      assert.equal(stage.record()?.seen?.hash, hashText(LANDED));
    });
  }

  for (const isForgotten of [false, true]) {
    const and = isForgotten ? ", and all that is known is forgotten meanwhile" : "";
    it(`is told by no 404 where nothing could be read before${and}`, async () => {
      stage.service.get = inTurn(status(422), isForgotten ? forgets(status(404)) : status(404));
      stage.service.put = status(503);
      const failure = await failureOf(write(user({ goesOn: true })));
      assert.deepEqual(
        [failure.code, failure.values["shown"]],
        ["pensions/outcomeUnknown", "nothing"],
      );
    });
  }

  it("is none of the service any more where it was deleted from here", async () => {
    stage.service.get = status(404);
    stage.service.put = shows(LANDED);
    await write();
    stage.service.delete = status(204);
    await stage.writer.delete(stage.request(MINE), user<DeleteReview>());
    const as = user();
    await write(as);
    assert.equal(as.reviews[0]?.effect, "create");
  });

  it("names what the payload left out and the service kept", async () => {
    const text = '{"provider":"Aviva","value":111.25}';
    holds(shows('{"provider":"Aviva","value":111.25,"notes":"first"}'));
    stage.service.put = shows(LANDED);
    const { stayed, verdict } = await write(user(), text);
    assert.deepEqual([stayed, verdict], [["notes"], "differs"]);
  });

  it("is all of it where only the service's own fields were added", async () => {
    holds(shows(LANDED));
    stage.service.put = shows(LANDED);
    const { verdict, landing } = await write(user(), '{"provider":"Aviva","value":111.25}');
    assert.deepEqual([verdict, landing?.added], ["landed", ["lastUpdated"]]);
  });

  for (const [what, put, reason] of [
    ["is cut off", cut, "answer/cut"],
    ["never begins", reset, "network/reset"],
    ["is a failure of the service", status(500), "service/500"],
    ["is a failure of a gateway", status(504), "service/504"],
    ["is a page under the name of JSON", shows("<html>"), "answer/notJson"],
  ] as const satisfies readonly (readonly [string, Answer, string])[]) {
    it(`is not known when the answer ${what}`, async () => {
      holds(shows(V1));
      stage.service.put = put;
      const error = await failureOf(write());
      const { code, values } = error;
      assert.deepEqual([code, values["reason"]], ["pensions/outcomeUnknown", reason]);
      assert.deepEqual([values["shown"], outcome()], ["before", "unknown"]);
    });
  }

  it("is known after all where a read shows exactly what was sent", async () => {
    holds(shows('{"notes":"mine","lastUpdated":"now"}'));
    stage.service.put = reset;
    const error = await failureOf(write(user(), '{"notes":"mine"}'));
    assert.deepEqual([error.values["shown"], outcome()], ["landed", "landed"]);
    const there = hashText('{"notes":"mine","lastUpdated":"now"}');
    assert.equal(stage.record()?.seen?.hash, there, "it is compared with what is there now");
    holds(shows('{"notes":"somebody"}'));
    const other = await failureOf(write(user(), '{"notes":"mine"}'));
    assert.deepEqual([other.values["shown"], outcome()], ["other", "unknown"]);
  });

  it("is not looked for where the user cancelled the write that had left", async () => {
    const controller = new AbortController();
    holds(shows(V1));
    stage.service.put = () => controller.abort();
    const as = user({ signal: (step) => (step === "sending" ? controller.signal : undefined) });
    const { code, values } = await failureOf(write(as));
    assert.deepEqual([code, values["shown"]], ["pensions/outcomeUnknown", "nothing"]);
    assert.deepEqual([as.steps, outcome()], [["reading", "sending"], "unknown"]);
  });

  it("keeps status and id of the last answer where the user cancels the wait after it", async () => {
    const controller = new AbortController();
    holds(shows(V1));
    stage.service.put = (_request, response) =>
      sendJson(response, 500, {}, { "x-dt-requestid": "r-79" });
    const as = user({ signal: (step) => (step === "sending" ? controller.signal : undefined) });
    const error = await failureOf(write({ ...as, onWait: () => controller.abort() }));
    assert.deepEqual(
      [error.code, error.values["reason"], error.status, error.requestId],
      ["pensions/outcomeUnknown", "canceled/byUser", 500, "r-79"],
    );
    assert.equal(stage.record()?.write?.status, 500);
  });

  it("is not known where it may not leave again after an answer that leaves it open", async () => {
    for (const [answered, code] of [
      [503, "pensions/outcomeUnknown"],
      [429, "refused/keyChanged"],
    ] as const) {
      const own = await openWriting();
      const { secrets } = own.bench;
      own.service.get = shows(V1);
      own.service.put = inTurn(
        (_request, response) => sendJson(response, answered, {}, { "retry-after": "0" }),
        shows(MINE),
      );
      const onWait = (): void => {
        secrets.current = { ...secrets.current, subscriptionKey: "another" };
      };
      const error = await failureOf(own.writer.write(own.request(MINE), { ...user(), onWait }));
      assert.equal(error.code, code);
      assert.equal(own.calls().filter(({ method }) => method === "PUT").length, 1);
      assert.equal(own.record()?.write?.outcome, answered === 503 ? "unknown" : "refused");
      await own.close();
    }
  });

  it("is not known where an attempt failed before the one that was refused", async () => {
    for (const refusal of [400, 412]) {
      holds(shows(V1));
      stage.service.put = inTurn(status(500), status(refusal));
      assert.equal(await codeOf(write()), "pensions/outcomeUnknown");
      assert.equal(outcome(), "unknown");
    }
  });

  it("is not known where the service points elsewhere for what came of it", async () => {
    holds(shows(V1));
    stage.service.put = status(303);
    const { code, status: answered } = await failureOf(write());
    assert.deepEqual([code, answered, outcome()], ["pensions/outcomeUnknown", 303, "unknown"]);
  });

  for (const code of [400, 403, 404, 415, 422, 429, 501]) {
    it(`is nothing where the service says ${code}, in its own words`, async () => {
      holds(shows(V1));
      stage.service.put = status(code, { why: "no" });
      const as = user();
      const error = await failureOf(write(as));
      assert.deepEqual([error.code, outcome()], [`service/${code}`, "refused"]);
      assert.match(Buffer.from(error.body ?? []).toString(), /no/);
      assert.equal(
        error.values["worked"],
        undefined,
        "only a refused method is asked for elsewhere",
      );
      assert.equal(as.reviews.length, 1, "asked once");
    });
  }

  for (const code of [404, 410]) {
    for (const [what, get] of [
      ["there is none yet", 404],
      ["nothing can be read", 405],
    ] as const) {
      it(`is nothing where the service says ${code} to a PUT, and ${what}`, async () => {
        stage.service.get = status(get);
        stage.service.put = status(code);
        const error = await failureOf(write());
        assert.deepEqual(
          [error.code, error.values["shown"], outcome()],
          [`service/${code}`, undefined, "refused"],
        );
      });
    }
  }

  it("is not the payload where nothing is there any more", async () => {
    holds(status(404));
    stage.service.put = reset;
    const error = await failureOf(write());
    assert.deepEqual([error.values["shown"], outcome()], ["other", "unknown"]);
  });

  it("is not looked for where nothing can be read", async () => {
    stage.service.get = status(405);
    stage.service.put = reset;
    const as = user();
    const error = await failureOf(write(as));
    assert.deepEqual([error.code, error.values["shown"]], ["pensions/outcomeUnknown", "nothing"]);
    assert.deepEqual(as.steps, ["reading", "sending"]);
  });

  it("keeps status, ids and body of an answer that tells nothing", async () => {
    holds(reset);
    stage.service.put = (_request, response) => {
      const headers = { "content-type": "application/json", "x-dt-requestid": "r-77" };
      response.writeHead(200, headers).end(Buffer.from([0x7b, 0xff, 0x7d]));
    };
    const error = await failureOf(write());
    assert.equal(error.code, "pensions/outcomeUnknown");
    assert.deepEqual([error.status, error.requestId], [200, "r-77"]);
    assert.deepEqual(Buffer.from(error.body ?? []), Buffer.from([0x7b, 0xff, 0x7d]));
    stage.service.put = cut;
    holds(reset);
    const lost = await failureOf(write());
    assert.deepEqual([lost.status, lost.requestId], [200, "r-78"]);
  });

  const told = (error: unknown): string => {
    const { what, advice } = describeError(error, WORDS.t);
    return `${what} ${advice}`;
  };

  it("says which method an address does not take, and which one worked there", async () => {
    const path = `/finances/v1/clients/${TARGET.clientId}/pensions/${TARGET.pensionId}`;
    stage.service.put = (_request, response) =>
      void response.writeHead(405, { allow: "GET, HEAD" }).end();
    stage.service.get = shows(V1);
    assert.equal(
      told(await failureOf(write())),
      `The service does not accept PUT at ${path} (405). GET worked at the same address. Ask the operator of the service to allow PUT.`,
    );
    stage.service.get = status(404);
    assert.match(
      told(await failureOf(write())),
      /\(405\)\. It says that it accepts GET, HEAD there\./,
    );
    stage.service.put = status(405);
    assert.match(told(await failureOf(write())), /Ask the operator which methods it accepts/);
  });
});

describe("a token that ends under a PUT", () => {
  /** Grants one token; the next request for one fails with a status, or loses its connection. */
  function grantOnce(then: number | "nothing"): Answer {
    const grant = grantTokens();
    let asked = 0;
    return (request, response) => {
      if (request.path !== "/identity/connect/token" || ++asked === 1) {
        grant(request, response);
      } else if (then === "nothing") {
        response.socket?.destroy();
      } else {
        sendJson(response, then, {});
      }
    };
  }

  for (const [what, then, code] of [
    ["the provider fails", 503, "service/identity"],
    ["the provider cannot be reached", "nothing", "network/identityUnreachable"],
  ] as const) {
    it(`lands nothing where ${what}`, async () => {
      const stage = await openWriting({ identity: grantOnce(then) });
      stage.service.put = status(401);
      assert.equal(await codeOf(stage.writer.write(stage.request(MINE), user())), code);
      assert.equal(stage.record()?.write?.outcome, "refused");
      await stage.close();
    });
  }

  for (const [code, error, sent] of [
    [403, "insufficient_scope", 1],
    [401, "insufficient_scope", 1],
    [403, "invalid_token", 2],
  ] as const) {
    it(`is sent ${sent} times where the service says ${code} ${error}`, async () => {
      const stage = await openWriting();
      const challenge = { "www-authenticate": `Bearer error="${error}", scope="finances.write"` };
      stage.service.put = (_request, response) => sendJson(response, code, {}, challenge);
      const failed = await failureOf(stage.writer.write(stage.request(MINE), user()));
      const refused = sent === 1 ? "insufficientScope" : "tokenRefused";
      assert.equal(failed.code, `credentials/${refused}`);
      assert.equal(stage.calls().filter(({ method }) => method === "PUT").length, sent);
      assert.equal(stage.record()?.write?.outcome, "refused");
      await stage.close();
    });
  }

  it("is not known where it is the repeat whose answer is lost", async () => {
    const stage = await openWriting();
    stage.service.put = inTurn(status(401), reset);
    const code = await codeOf(stage.writer.write(stage.request(MINE), user()));
    assert.equal(code, "pensions/outcomeUnknown");
    await stage.close();
  });

  it("lands nothing where the service is gone when the PUT would leave", async () => {
    const stage = await openWriting();
    stage.service.get = status(405);
    const as = user({ says: () => stage.bench.service.close().then(() => true) });
    assert.equal(await codeOf(stage.writer.write(stage.request(MINE), as)), "network/refused");
    assert.deepEqual(
      [stage.record()?.write?.outcome, stage.record()?.write?.status],
      ["refused", undefined],
    );
    await stage.close();
  });
});
