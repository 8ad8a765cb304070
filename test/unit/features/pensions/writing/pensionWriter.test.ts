import assert from "node:assert/strict";
import type {
  DeleteReview,
  WriteResult,
} from "../../../../../src/features/pensions/common/writing/writer";
import { AppError } from "../../../../../src/platform/base/errors";
import { hashText } from "../../../../../src/features/pensions/common/writing/version";
import { failureOf } from "../../../platform/http/support/bench";
import { sendJson } from "../../../platform/http/support/servers";
import {
  codeOf,
  deleter,
  inTurn,
  openWriting,
  shows,
  status,
  user,
  type WritingBench,
} from "../support/writingBench";

const V1 = '{"provider":"Aviva","value":100.5,"notes":"first","lastUpdated":"monday"}';
const V2 = '{"provider":"Aviva","value":100.5,"notes":"theirs","lastUpdated":"tuesday"}';
const MINE = '{ "provider": "Aviva", "value": 111.250, "notes": "first" }';
const LANDED = '{"provider":"Aviva","value":111.25,"notes":"first","lastUpdated":"wednesday"}';

/** Values of `lastUpdated`, `pensionId` and `clientId`. */
type Members = readonly [string, string, string];

describe("PensionWriter.write", () => {
  let stage: WritingBench;
  beforeEach(async () => {
    stage = await openWriting();
  });
  afterEach(() => stage.close());

  const write = (text = MINE, as = user()): Promise<WriteResult> =>
    stage.writer.write(stage.request(text), as);
  const methods = (): readonly string[] => stage.calls().map(({ method }) => method);
  const puts = () => stage.calls().filter(({ method }) => method === "PUT");
  /** The user opened it when it was this. */
  const open = async (text: string): Promise<void> => {
    stage.service.get = shows(text);
    await stage.writer.review(stage.request(text), user());
    stage.bench.service.seen.length = 0;
  };

  it("reads, asks, looks again, writes the text's bytes, and reads what landed", async () => {
    await open(V1);
    stage.service.get = inTurn(shows(V1), shows(V1), shows(LANDED));
    stage.service.put = shows(LANDED);
    const asked = user();
    const result = await write(MINE, asked);
    assert.deepEqual(methods(), ["GET", "GET", "PUT", "GET"]);
    assert.deepEqual(asked.steps, ["reading", "sending", "checking"]);
    assert.equal(puts()[0]?.body, MINE);
    const [review] = asked.reviews;
    assert.deepEqual(
      [review?.effect, review?.reason, review?.comparison?.changes, review?.seen?.text],
      ["replace", "asked", 1, V1],
    );
    assert.deepEqual(
      [result.verdict, result.landing?.kept, result.landing?.added, result.before?.text],
      ["landed", ["provider", "value", "notes"], ["lastUpdated"], V1],
    );
    assert.equal(stage.record()?.write?.outcome, "landed");
    assert.equal(stage.record()?.seen?.hash, result.landed?.hash);
  });

  it("keeps reads out of the action of the write", async () => {
    stage.service.put = shows(LANDED, undefined, 201);
    const { action, effect } = await write();
    assert.deepEqual([action.title, action.attempts.length], ["PUT pension", 1]);
    assert.equal(
      stage.bench.actions.filter(({ title }) => title === "Read pension").length > 0,
      true,
    );
    assert.equal(effect, "create");
  });

  it("sends nothing when the user declines, and remembers no version that they did not agree to", async () => {
    await open(V1);
    stage.service.get = shows(V2);
    const asked = user({ says: () => false });
    assert.equal(await codeOf(write(MINE, asked)), "canceled/byUser");
    assert.deepEqual([methods(), stage.record()?.write], [["GET"], undefined]);
    const again = user({ says: () => false });
    await codeOf(write(MINE, again));
    const sides = again.reviews[0]?.comparison?.fields.map(({ side, path }) => `${side} ${path}`);
    assert.deepEqual(sides, ["mine value", "theirs notes"]);
  });

  it("asks again where the service holds something else by the time the write would leave", async () => {
    await open(V1);
    stage.service.get = inTurn(shows(V1), shows(V2), shows(V2), shows(LANDED));
    stage.service.put = shows(LANDED);
    const asked = user();
    await write(MINE, asked);
    const reasons = asked.reviews.map(({ reason }) => reason);
    assert.deepEqual([reasons, puts().length], [["asked", "changedMeanwhile"], 1]);
    assert.equal(asked.reviews[1]?.comparison?.changedThere, 1);
  });

  for (const [what, before, after, effect] of [
    ["is gone", shows(V1), status(404), "create"],
    ["was created", status(404), shows(V1), "replace"],
  ] as const) {
    it(`asks again where the pension ${what} by the time the write would leave`, async () => {
      stage.service.get = inTurn(before, after);
      stage.service.put = shows(LANDED);
      const asked = user();
      await write(MINE, asked);
      const [, second] = asked.reviews;
      assert.deepEqual([second?.reason, second?.effect], ["changedMeanwhile", effect]);
    });
  }

  it("asks once more where a plan showed another one, and writes what was said yes to then", async () => {
    stage.service.get = shows(V1);
    const { current } = await stage.writer.review(stage.request(MINE), user());
    stage.service.get = shows(V2);
    stage.service.put = shows(LANDED);
    const asked = user();
    await stage.writer.write({ ...stage.request(MINE), confirmed: current }, asked);
    assert.deepEqual(
      asked.reviews.map(({ reason }) => reason),
      ["asked", "changedMeanwhile"],
    );
    assert.equal(puts().length, 1);
  });

  for (const what of ["all of it is stopped", "the user cancels"] as const) {
    it(`sends nothing where ${what} during the second look`, async () => {
      const controllers = { stop: new AbortController(), cancel: new AbortController() };
      stage.service.get = inTurn(shows(V1), () =>
        controllers[what === "the user cancels" ? "cancel" : "stop"].abort(),
      );
      const asked = user({
        signal: (step) => (step === "sending" ? controllers.cancel.signal : undefined),
      });
      const dialog = { ...asked, stop: controllers.stop.signal };
      assert.match(await codeOf(write(MINE, dialog)), /^canceled\//);
      assert.deepEqual([puts(), stage.record()?.write], [[], undefined]);
    });
  }

  it("takes what the service sets itself for no change", async () => {
    stage.service.get = inTurn(shows(V1), shows(V1.replace("monday", "now")), shows(LANDED));
    stage.service.put = shows(LANDED);
    const asked = user();
    await write(MINE, asked);
    assert.equal(asked.reviews.length, 1);
  });

  describe("where the service takes what its definition marks read-only", () => {
    const HELD = MINE.replace(" }", ', "lastUpdated": "monday" }');
    const both = (lastUpdated: string, pensionId: string): string =>
      `{"provider":"Aviva","value":100.5,"notes":"first","lastUpdated":"${lastUpdated}","pensionId":"${pensionId}"}`;
    const three = ([lastUpdated, pensionId, clientId]: Members): string =>
      both(lastUpdated, pensionId).replace("}", `,"clientId":"${clientId}"}`);
    /** Says yes to all; `change` is done by somebody else after the first question. */
    const during = (change: () => void) =>
      user({ says: (_review, round) => (round === 1 && change(), true) });
    beforeEach(() => {
      stage.service.put = (request, response) => {
        stage.service.get = shows(request.body);
        shows(request.body)(request, response);
      };
    });

    it("asks again for a member that the payload holds and somebody else wrote", async () => {
      await open(V1);
      const asked = during(() => (stage.service.get = shows(V1.replace("monday", "closed"))));
      await write(HELD, asked);
      assert.deepEqual(
        asked.reviews.map(({ reason }) => reason),
        ["asked", "changedMeanwhile"],
      );
      const fields = asked.reviews[1]?.comparison?.fields.map(
        ({ side, path }) => `${side} ${path}`,
      );
      assert.deepEqual(fields, ["mine value", "theirs lastUpdated"]);
      assert.deepEqual(methods(), ["GET", "GET", "GET", "GET", "PUT", "GET"]);
    });

    it("goes on where it is another one at each read", async () => {
      await open(V1);
      let count = 0;
      const asked = during(() => {
        stage.service.get = (request, response) =>
          shows(V1.replace("monday", `read ${count++}`))(request, response);
      });
      await write(HELD, asked);
      assert.deepEqual([asked.reviews.length, puts().length], [1, 1]);
    });

    it("asks again for what was written beside a member that moves by itself", async () => {
      stage.service.get = shows(both("0", "open"));
      let count = 1;
      const asked = during(() => {
        stage.service.get = (request, response) =>
          shows(both(`${count++}`, "closed"))(request, response);
      });
      await write(HELD.replace(" }", ', "pensionId": "open" }'), asked);
      assert.deepEqual(
        asked.reviews.map(({ reason }) => reason),
        ["asked", "changedMeanwhile"],
      );
    });

    it("asks again where another one is written between both looks", async () => {
      await open(V1);
      const asked = during(() => {
        const [closed, theirs] = [V1.replace("monday", "closed"), shows(V2)];
        stage.service.get = inTurn(shows(closed), theirs);
      });
      await write(HELD, asked);
      assert.equal(asked.reviews[1]?.comparison?.changedThere, 2);
    });

    it("asks again where it is gone at the second look", async () => {
      await open(V1);
      const asked = during(() => {
        stage.service.get = inTurn(shows(V1.replace("monday", "closed")), status(404));
      });
      await write(HELD, asked);
      const [, second] = asked.reviews;
      assert.deepEqual([second?.reason, second?.effect], ["changedMeanwhile", "create"]);
    });

    it("asks again where what is to be written is there at the second look", async () => {
      await open(V1);
      const asked = during(() => {
        const [closed, written] = ["closed", "written"].map((text) => V1.replace("monday", text));
        const theirs = written!.replace("100.5", "111.25");
        stage.service.get = inTurn(shows(closed!), shows(theirs));
      });
      await write(HELD, asked);
      const [, second] = asked.reviews;
      assert.deepEqual([second?.reason, second?.comparison?.changedThere], ["changedMeanwhile", 2]);
    });

    for (const [what, first, second] of [
      ["another member moves for it", ["0", "closed", "c"], ["1", "closed", "c"]],
      ["another member moves with it", ["1", "open", "c"], ["2", "closed", "c"]],
      ["one of two moves with another one", ["1", "closed", "c"], ["2", "closed", "d"]],
    ] as const) {
      it(`asks again for a member that was written where ${what}`, async () => {
        stage.service.get = shows(three(["0", "open", "c"]));
        const asked = during(() => {
          stage.service.get = inTurn(shows(three(first)), shows(three(second)));
        });
        await write(HELD.replace(" }", ', "pensionId": "open", "clientId": "c" }'), asked);
        assert.deepEqual(
          asked.reviews.map(({ reason }) => reason),
          ["asked", "changedMeanwhile"],
        );
      });
    }

    it("asks again before a deletion, which takes all of it", async () => {
      stage.service.get = shows(V1);
      stage.service.delete = status(204);
      const reasons: string[] = [];
      const says = ({ reason }: DeleteReview): boolean => {
        stage.service.get = shows(V1.replace("monday", "closed"));
        return reasons.push(reason) > 0;
      };
      await stage.writer.delete({ ...stage.request("{}"), title: "Delete" }, deleter({ says }));
      assert.deepEqual(reasons, ["asked", "changedMeanwhile"]);
    });
  });

  it("ends with an error where the pension is another one each time", async () => {
    let count = 0;
    stage.service.get = (request, response) =>
      shows(`{"notes":"version ${count++}"}`)(request, response);
    const asked = user();
    assert.equal(await codeOf(write(MINE, asked)), "pensions/keepsChanging");
    assert.deepEqual([asked.reviews.length, puts().length], [5, 0]);
  });

  it("asks again with the refusal when the service says 409 or 412, then with what is there now", async () => {
    for (const code of [409, 412]) {
      stage.bench.service.seen.length = 0;
      stage.service.get = inTurn(shows(V1), shows(V1), shows(V2), shows(V2), shows(LANDED));
      stage.service.put = inTurn(status(code, { why: "taken" }), shows(LANDED));
      const asked = user();
      await write(MINE, asked);
      const second = asked.reviews[1];
      assert.deepEqual(
        [second?.reason, second?.refusal?.status, second?.current.kind],
        ["refused", code, "present"],
      );
      assert.match(Buffer.from(second?.refusal?.body ?? []).toString(), /taken/);
      assert.equal(puts().length, 2);
    }
  });

  it("ends with the service's own error where it says no each time", async () => {
    stage.service.get = shows(V1);
    stage.service.put = status(409, { why: "never" });
    const failure = await failureOf(write());
    assert.deepEqual([failure.code, puts().length], ["service/409", 5]);
    assert.deepEqual(stage.record()?.write?.outcome, "refused");
  });

  it("writes over the tag of its last look, and takes another tag on the same values for no change", async () => {
    stage.service.get = inTurn(shows(V1, '"one"'), shows(V1, '"two"'), shows(LANDED, '"three"'));
    stage.service.put = shows(LANDED, '"three"');
    const asked = user();
    await write(MINE, asked);
    assert.deepEqual(
      asked.reviews.map(({ reason }) => reason),
      ["asked"],
    );
    assert.deepEqual(
      puts().map(({ headers }) => headers["if-match"]),
      ['"two"'],
    );
    assert.equal(puts()[0]?.headers["if-none-match"], undefined);
  });

  it("names no tag that could never be met", async () => {
    for (const tag of ['W/"weak"', "bare", '"a\u00e9"']) {
      stage.service.get = shows(V1, tag);
      stage.service.put = shows(LANDED);
      await write();
    }
    assert.deepEqual(
      puts().map(({ headers }) => headers["if-match"]),
      [undefined, undefined, undefined],
    );
  });

  it("creates only where there is nothing yet, at a service that knows tags", async () => {
    const there = shows(LANDED, '"one"');
    stage.service.get = inTurn(status(404), status(404), there, status(404), status(404), there);
    stage.service.put = shows(LANDED, '"one"', 201);
    await write();
    await write();
    const conditions = puts().map(({ headers }) => headers["if-none-match"]);
    assert.deepEqual(conditions, [undefined, "*"]);
  });

  it("goes by the tag of the last answer where nothing can be read, once", async () => {
    stage.service.get = status(405);
    stage.service.put = inTurn(shows(LANDED, '"one"'), status(412), shows(LANDED, '"three"'));
    await write();
    const asked = user();
    const result = await write(MINE, asked);
    assert.deepEqual(
      puts().map(({ headers }) => headers["if-match"]),
      [undefined, '"one"', undefined],
    );
    assert.deepEqual(
      asked.reviews.map(({ reason, effect }) => [reason, effect]),
      [
        ["asked", "unknown"],
        ["refused", "unknown"],
      ],
    );
    assert.deepEqual(result.evidence.unread, "notPossible");
  });

  it("goes on without a read that failed only if the user does", async () => {
    stage.service.get = status(503);
    stage.service.put = shows(LANDED);
    const stops = user();
    assert.equal(await codeOf(write(MINE, stops)), "canceled/byUser");
    assert.deepEqual([stops.readErrors[0]?.status, puts().length], [503, 0]);
    const goes = user({ goesOn: true });
    const { evidence } = await write(MINE, goes);
    assert.deepEqual([goes.reviews[0]?.effect, evidence.unread], ["unknown", "failed"]);
  });

  it("goes on without a second look that failed only if the user does", async () => {
    stage.service.get = inTurn(shows(V1), status(503));
    stage.service.put = shows(LANDED);
    const stops = user();
    assert.equal(await codeOf(write(MINE, stops)), "canceled/byUser");
    assert.deepEqual([stops.readErrors[0]?.status, puts().length], [503, 0]);
    stage.service.get = inTurn(shows(V1), status(503));
    const goes = user({ goesOn: true });
    await write(MINE, goes);
    assert.deepEqual(
      goes.reviews.map(({ reason, current }) => [reason, current.kind]),
      [
        ["asked", "present"],
        ["changedMeanwhile", "unread"],
      ],
    );
  });

  it("sends all of it under the trace id of the request", async () => {
    stage.service.get = shows(V1);
    stage.service.put = shows(LANDED);
    const request = { ...stage.request(MINE), traceId: "fpx-one" };
    const { action, status: code, statusText } = await stage.writer.write(request, user());
    assert.deepEqual([action.traceId, code, statusText], ["fpx-one", 200, "OK"]);
    const reads = stage.bench.actions.filter(({ title }) => title === "Read pension");
    assert.deepEqual(new Set(reads.map(({ traceId }) => traceId)), new Set(["fpx-one"]));
  });

  it("leaves the end of a token, the network and a cancel to their own errors", async () => {
    const { service } = stage;
    service.get = status(401);
    assert.match(await codeOf(write()), /^credentials\//);
    service.get = (_request, response) => void response.socket?.destroy();
    assert.equal(await codeOf(write()), "network/reset");
    const aborted = AbortSignal.abort();
    assert.match(await codeOf(write(MINE, user({ signal: () => aborted }))), /^canceled\//);
    assert.equal(puts().length, 0);
  });

  it("leaves a right that the access has not to its own error, also where it is missing for the read", async () => {
    const challenge = { "www-authenticate": 'Bearer error="insufficient_scope"' };
    stage.service.get = (_request, response) => sendJson(response, 403, {}, challenge);
    assert.equal(await codeOf(write()), "credentials/insufficientScope");
    assert.equal(puts().length, 0);
  });

  it("asks nobody, reads nothing, where nothing may be written", async () => {
    const locked = await openWriting({ isTrusted: () => false });
    const asked = user();
    assert.equal(
      await codeOf(locked.writer.write(locked.request(MINE), asked)),
      "refused/untrusted",
    );
    assert.deepEqual([asked.steps, locked.calls()], [[], []]);
    await locked.close();
  });

  for (const [what, code, end] of [
    ["replaced", "canceled/disposed", () => stage.bench.client.dispose()],
    // As a wait for a token does when the sign-in ends, here or in another window.
    [
      "signed out",
      "canceled/signedOut",
      () => Promise.reject(new AppError("canceled", "canceled/signedOut")),
    ],
  ] as const) {
    it(`says that nothing was written where the connection was ${what} over the question`, async () => {
      stage.service.get = shows(V1);
      const says = async (): Promise<boolean> => {
        await end();
        return true;
      };
      const failure = await failureOf(write(MINE, user({ says })));
      assert.deepEqual([failure.kind, failure.code], ["refused", "refused/connectionReplaced"]);
      const { id, label } = stage.bench.connection;
      assert.deepEqual(failure.values, { connectionId: id, connectionLabel: label });
      assert.equal((failure.cause as AppError).code, code);
      assert.deepEqual([puts().length, stage.record()?.write], [0, undefined]);
    });
  }

  it("lets one window after the other write", async () => {
    stage.service.get = shows(V1);
    stage.service.put = shows(LANDED);
    const asked = Promise.withResolvers<boolean>();
    const says = (): Promise<boolean> => {
      if (methods().length === 3) {
        asked.resolve(true);
      }
      return asked.promise;
    };
    // All have read it before one goes on.
    await Promise.all([1, 2, 3].map(() => write(MINE, user({ says }))));
    const alone = ["GET", "PUT", "GET"];
    assert.deepEqual(methods().slice(3), [...alone, ...alone, ...alone]);
  });

  it("knows the version to go back to, and takes it as a payload", async () => {
    await open(V1);
    stage.service.get = inTurn(shows(V1), shows(V1), shows(LANDED));
    stage.service.put = shows(LANDED);
    await write();
    const { connection, target } = stage.request("{}");
    const before = await stage.writer.before({ connectionId: connection.id, ...target });
    assert.equal(before?.text, V1);
  });
});

describe("PensionWriter.dryRun and review", () => {
  let stage: WritingBench;
  beforeEach(async () => {
    stage = await openWriting({ isTrusted: () => false });
  });
  afterEach(() => stage.close());

  it("show the exact request with its precondition, and send nothing but a read", async () => {
    stage.service.get = shows(V1, '"one"');
    const { plan, review } = await stage.writer.dryRun(stage.request(MINE), user());
    assert.deepEqual([plan.method, plan.url], ["PUT", review.goesTo.url]);
    assert.deepEqual(new Map(plan.headers).get("If-Match"), '"one"');
    assert.equal(review.effect, "replace");
    await stage.writer.review(stage.request(MINE), user());
    assert.deepEqual(
      stage.calls().map(({ method }) => method),
      ["GET", "GET"],
    );
    assert.equal(stage.record()?.write, undefined);
  });

  it("leave what payloads are compared with where one is only looked at", async () => {
    const [before, after] = ["monday", "tuesday"].map(
      (day) => `{"provider":"Aviva","value":1,"lastUpdated":"${day}"}`,
    );
    stage.service.get = shows(before!);
    const first = await stage.writer.read(stage.request("{}"), user());
    assert.deepEqual([first.current.kind, first.seen], ["present", undefined]);
    stage.service.get = shows(after!);
    const second = await stage.writer.read(stage.request("{}"), user());
    assert.equal(second.seen?.text, before);
    assert.equal(stage.record()?.seen?.hash, hashText(before!));
    // A payload may hold what the schema says that only the service sets, and would write over it.
    const { comparison } = await stage.writer.review(stage.request(before!), user());
    assert.deepEqual(
      comparison?.fields.map(({ path, side }) => [path, side]),
      [["lastUpdated", "theirs"]],
    );
    assert.equal(stage.record()?.write, undefined);
  });

  it("go on without a read that failed", async () => {
    stage.service.get = status(500);
    const asked = user();
    const review = await stage.writer.review(stage.request(MINE), asked);
    assert.deepEqual([review.current.kind, review.effect], ["unread", "unknown"]);
    assert.deepEqual(asked.readErrors, []);
  });
});
