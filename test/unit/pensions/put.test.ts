import assert from "node:assert/strict";
import { isAppError } from "../../../src/core/errors";
import { WriteGuard } from "../../../src/core/guard/guard";
import { readPayload } from "../../../src/core/pensions/payload";
import { putPension, type PutResult } from "../../../src/core/pensions/put";
import { type Bench, CLIENT_ID, openBench } from "../http/support/bench";
import { type Answer, sendJson, type Seen } from "../http/support/servers";

const TEXT = '{ "provider": "Aviva", "value": 1.50, "colour": "red" }';
const LANDED = { pensionId: "PEN-1", provider: "Aviva", value: 1.5 };

interface Trial {
  readonly result: PutResult | undefined;
  readonly code: string | undefined;
  readonly reason: unknown;
  readonly puts: readonly Seen[];
}

interface TrialOptions {
  readonly says?: boolean;
  readonly cancelWhenSeen?: boolean;
  readonly before?: (bench: Bench) => Promise<void>;
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
    return { result, code: undefined, reason: undefined, puts };
  } catch (error) {
    assert.ok(isAppError(error), String(error));
    return { result: undefined, code: error.code, reason: error.values["reason"], puts };
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

  it("says what happened when the PUT never left", async () => {
    const { code } = await trial(() => undefined, { before: (bench) => bench.service.close() });
    assert.equal(code, "network/refused");
  });

  it("says what the service said when it refused", async () => {
    const { code } = await trial((_, response) => sendJson(response, 409, { error: "conflict" }));
    assert.equal(code, "service/409");
  });
});

function cut(_: Seen, response: Parameters<Answer>[1]): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
  response.write('{"pensionId":');
  setImmediate(() => response.socket?.destroy());
}
