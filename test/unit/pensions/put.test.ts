import assert from "node:assert/strict";
import { type AppError, isAppError } from "../../../src/core/errors";
import { WriteGuard } from "../../../src/core/guard/guard";
import { readPayload } from "../../../src/core/pensions/payload";
import { putPension, type PutResult } from "../../../src/core/pensions/put";
import { type Bench, CLIENT_ID, grantTokens, openBench } from "../http/support/bench";
import { type Answer, sendJson, type Seen } from "../http/support/servers";

const TEXT = '{ "provider": "Aviva", "value": 1.50, "colour": "red" }';
const LANDED = { pensionId: "PEN-1", provider: "Aviva", value: 1.5 };

interface Trial {
  readonly result: PutResult | undefined;
  readonly code: string | undefined;
  readonly reason: unknown;
  readonly error: AppError | undefined;
  readonly puts: readonly Seen[];
}

interface TrialOptions {
  readonly says?: boolean;
  readonly cancelWhenSeen?: boolean;
  readonly before?: (bench: Bench) => Promise<void>;
  /** Also cancels what the identity provider is asked. */
  readonly identity?: (controller: AbortController) => Answer;
}

async function trial(answer: Answer, options: TrialOptions = {}): Promise<Trial> {
  const controller = new AbortController();
  const bench = await openBench({
    answer: (request, response) => {
      if (options.cancelWhenSeen) {
        controller.abort();
      }
      answer(request, response);
    },
    ...(options.identity === undefined ? {} : { identity: options.identity(controller) }),
  });
  const puts = bench.service.seen;
  try {
    await options.before?.(bench);
    const result = await putPension({
      connection: bench.connection,
      client: bench.client,
      guard: new WriteGuard(bench.permits, () => true),
      target: { clientId: CLIENT_ID, pensionId: "PEN-1" },
      payload: readPayload(TEXT),
      title: "PUT pension",
      confirm: () => Promise.resolve(options.says ?? true),
      whileSending: (task) => task(controller.signal),
    });
    return { result, code: undefined, reason: undefined, error: undefined, puts };
  } catch (error) {
    assert.ok(isAppError(error), String(error));
    return { result: undefined, code: error.code, reason: error.values["reason"], error, puts };
  } finally {
    await bench.close();
  }
}

describe("putPension", () => {
  it("sends the text's bytes and tells what landed", async () => {
    const { result, puts } = await trial((_, response) => sendJson(response, 201, LANDED));
    assert.equal(puts.length, 1);
    assert.equal(puts[0]!.body, TEXT);
    assert.equal(result?.status, 201);
    assert.deepEqual(result.landing, {
      kept: ["provider", "value"],
      changed: [],
      ignored: ["colour"],
      added: ["pensionId"],
    });
  });

  it("sends nothing when the user declines", async () => {
    const { code, puts } = await trial((_, response) => sendJson(response, 200, LANDED), {
      says: false,
    });
    assert.deepEqual([code, puts.length], ["canceled/byUser", 0]);
  });

  it("knows nothing of what landed where the answer holds no pension", async () => {
    const { result } = await trial((_, response) => {
      response.writeHead(204).end();
    });
    assert.deepEqual([result?.status, result?.landing], [204, undefined]);
  });

  for (const [what, answer, reason] of [
    ["is cut off", cut, "answer/cut"],
    ["never begins", (_, response) => void response.socket?.destroy(), "network/reset"],
    [
      "is not UTF-8",
      (_, response) => void response.writeHead(200).end(Buffer.from([0x7b, 0xff, 0x7d])),
      "answer/notUtf8",
    ],
  ] as const satisfies readonly (readonly [string, Answer, string])[]) {
    it(`says that the outcome is unknown when the answer ${what}`, async () => {
      const outcome = await trial(answer);
      assert.deepEqual(
        [outcome.code, outcome.reason, outcome.puts.length],
        ["pensions/outcomeUnknown", reason, 1],
      );
    });
  }

  it("says so too when the user cancels a PUT that was sent", async () => {
    const { code, puts } = await trial(() => undefined, { cancelWhenSeen: true });
    assert.deepEqual([code, puts.length], ["pensions/outcomeUnknown", 1]);
  });

  it("keeps status, ids and body of an answer that tells nothing", async () => {
    const { error } = await trial((_, response) => {
      response.writeHead(200, { "x-dt-requestid": "r-77" }).end(Buffer.from([0x7b, 0xff, 0x7d]));
    });
    assert.equal(error?.code, "pensions/outcomeUnknown");
    assert.deepEqual([error.status, error.requestId], [200, "r-77"]);
    assert.deepEqual(Buffer.from(error.body ?? []), Buffer.from([0x7b, 0xff, 0x7d]));
    const lost = await trial(cut);
    assert.deepEqual([lost.error?.status, lost.error?.requestId], [200, "r-78"]);
  });

  it("knows that nothing landed when no new token came after a 401", async () => {
    const outcome = await trial(refuse, { identity: () => grantOnce(503) });
    assert.deepEqual([outcome.code, outcome.puts.length], ["service/identity", 1]);
    const lost = await trial(refuse, { identity: () => grantOnce("nothing") });
    assert.deepEqual([lost.code, lost.puts.length], ["network/identityUnreachable", 1]);
  });

  it("knows it too when the user cancels after a 401, before the repeat", async () => {
    const outcome = await trial(refuse, {
      identity: (controller) => grantOnce("nothing", () => controller.abort()),
    });
    assert.deepEqual([outcome.code, outcome.puts.length], ["canceled/byUser", 1]);
  });

  it("knows nothing when it is the repeat after a 401 whose answer is lost", async () => {
    const outcome = await trial((request, response) => {
      if (request.headers.authorization === "Bearer token-1") {
        sendJson(response, 401, {});
      } else {
        response.socket?.destroy();
      }
    });
    assert.deepEqual([outcome.code, outcome.puts.length], ["pensions/outcomeUnknown", 2]);
  });

  it("knows that nothing landed when an error's own body was cut", async () => {
    const outcome = await trial((_, response) => {
      response.writeHead(400, { "content-length": 100 }).write("{");
      setImmediate(() => response.socket?.destroy());
    });
    assert.equal(outcome.code, "service/400");
  });

  it("says what happened when the PUT never left", async () => {
    const { code } = await trial(() => undefined, { before: (bench) => bench.service.close() });
    assert.equal(code, "network/refused");
  });

  it("says what the service said when it refused", async () => {
    const { code } = await trial((_, response) => sendJson(response, 409, { error: "conflict" }));
    assert.equal(code, "service/409");
  });
});

function refuse(_: Seen, response: Parameters<Answer>[1]): void {
  sendJson(response, 401, {});
}

/** Grants one token; the next request for one fails with a status, or loses its connection. */
function grantOnce(then: number | "nothing", before: () => void = () => undefined): Answer {
  const grant = grantTokens();
  let asked = 0;
  return (request, response) => {
    if (request.path !== "/identity/connect/token" || ++asked === 1) {
      grant(request, response);
      return;
    }
    before();
    if (then === "nothing") {
      response.socket?.destroy();
    } else {
      sendJson(response, then, {});
    }
  };
}

function cut(_: Seen, response: Parameters<Answer>[1]): void {
  const length = { "content-type": "application/json", "content-length": 100 };
  response.writeHead(200, { ...length, "x-dt-requestid": "r-78" });
  response.write('{"pensionId":');
  setImmediate(() => response.socket?.destroy());
}
