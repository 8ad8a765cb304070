import type { ServerResponse } from "node:http";
import { setImmediate as turn, setTimeout as realDelay } from "node:timers/promises";
import { isAppError } from "../../../../../src/platform/base/errors";
import { hashBody } from "../../../../../src/platform/http/bodyHash";
import type { Action } from "../../../../../src/platform/base/action";
import type { ServiceCall } from "../../../../../src/platform/service/client";
import type { RetryWait } from "../../../../../src/platform/http/retry";
import { runRetries } from "../../../../faults/support/retryBench";
import { openBench, SUBSCRIPTION_KEY, type Bench } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";

/** What a seeded failure came to, and every id that the service gave on the way. */
export interface SeededFailure {
  readonly name: string;
  readonly action: Action;
  readonly ids: readonly string[];
}

/** Client data that requests carry and answers send back. */
export interface SeededData {
  readonly clientId: string;
  readonly pensionId: string;
  /** Body of an answer, full of a client's data. */
  readonly answer: string;
  /** Body of a PUT. */
  readonly pension: string;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of an answer. */
  readonly send?: (response: ServerResponse, data: SeededData) => void;
}

interface Scenario {
  readonly name: string;
  readonly replies: readonly Reply[];
  readonly operationId?: ServiceCall["operationId"];
  /** Time that passes while nothing answers. */
  readonly milliseconds?: number;
  /** Asks the answer for its JSON. */
  readonly reads?: true;
}

const SOON = { "retry-after": "1" };

const SCENARIOS: readonly Scenario[] = [
  { name: "400", replies: [{ status: 400 }], operationId: "listHoldings" },
  { name: "401 twice", replies: [{ status: 401 }, { status: 401 }] },
  {
    name: "401 with a challenge",
    replies: [
      { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } },
      { status: 403 },
    ],
  },
  { name: "403", replies: [{ status: 403 }], operationId: "getClient" },
  { name: "404", replies: [{ status: 404 }], operationId: "getPension" },
  { name: "409", replies: [{ status: 409 }], operationId: "putPension" },
  { name: "412", replies: [{ status: 412 }], operationId: "putPension" },
  { name: "422", replies: [{ status: 422 }], operationId: "putPension" },
  {
    name: "429 once, with a wait",
    replies: [{ status: 429, headers: SOON }, { status: 200 }],
    operationId: "listHoldings",
  },
  { name: "429 until the tries are spent", replies: [{ status: 429, headers: SOON }] },
  {
    name: "429 with a wait past the deadline",
    replies: [{ status: 429, headers: { "retry-after": "7200" } }],
  },
  { name: "500 with back-off", replies: [{ status: 500 }], operationId: "listResults" },
  {
    name: "503, then 500, then an answer",
    replies: [{ status: 503, headers: SOON }, { status: 500 }, { status: 200 }],
  },
  { name: "503 of a PUT", replies: [{ status: 503 }], operationId: "putPension" },
  {
    name: "a cut body",
    replies: [
      {
        status: 200,
        send: (response, { answer }) => {
          response.writeHead(200, { "content-length": answer.length + 900 });
          response.write(answer, () => response.socket?.end());
        },
      },
    ],
  },
  {
    name: "a reset before the head",
    replies: [{ status: 0, send: ({ socket }) => socket?.resetAndDestroy() }],
  },
  {
    name: "no answer in time",
    replies: [{ status: 0, send: () => undefined }],
    milliseconds: 20_000,
  },
  {
    name: "bytes that are not HTTP",
    replies: [{ status: 0, send: ({ socket }, { answer }) => socket?.end(`nonsense ${answer}`) }],
  },
  {
    name: "an answer that is not JSON",
    replies: [
      {
        status: 200,
        send: (response, { answer }) => {
          response.writeHead(200, { "content-type": "text/html" });
          response.end(`<p>${answer}</p>`);
        },
      },
    ],
    reads: true,
  },
  { name: "a redirect", replies: [{ status: 302 }], operationId: "getClient" },
  { name: "502 of a gateway", replies: [{ status: 502 }] },
];

/** Makes every failure happen on real servers; what waits does so on a virtual clock. */
export async function seedFailures(data: SeededData): Promise<readonly SeededFailure[]> {
  const failures: SeededFailure[] = [];
  for (const scenario of SCENARIOS) {
    failures.push(await run(scenario, data));
  }
  failures.push(await postThatIsNotRepeated());
  return failures;
}

async function run(scenario: Scenario, data: SeededData): Promise<SeededFailure> {
  const { name, replies, operationId = "listClients", milliseconds } = scenario;
  const clock = new VirtualClock();
  const ids: string[] = [];
  const bench = await openBench({
    clock,
    answer: (_request, response) => {
      const at = bench.service.seen.length - 1;
      reply(response, { ...replies[Math.min(at, replies.length - 1)]! }, { data, ids });
    },
  });
  try {
    const action = bench.client.startAction(name);
    const onWait = (wait: RetryWait): void => void pass(clock, wait.milliseconds);
    const call = bench.client
      .send(callOf(bench, operationId, data), { action, onWait })
      .then(async (answer) => (scenario.reads === true ? await answer.index() : undefined))
      .catch((error: unknown) => (isAppError(error) ? undefined : Promise.reject(error as Error)));
    if (milliseconds !== undefined) {
      while (bench.service.seen.length === 0) {
        await realDelay(2);
      }
      clock.advance(milliseconds);
    }
    await call;
    return { name, action: bench.actions.at(-1)!, ids: [...ids, action.traceId!] };
  } finally {
    await bench.close();
  }
}

/** Sends back all that must not get into a ticket. */
function reply(
  response: ServerResponse,
  { status, headers = {}, send }: Reply,
  { data, ids }: { readonly data: SeededData; readonly ids: string[] },
): void {
  if (send !== undefined) {
    send(response, data);
    return;
  }
  const id = `rq-${String(ids.length)}-${Math.random().toString(36).slice(2)}`;
  ids.push(id);
  response.writeHead(status, `No ${data.pensionId} ${SUBSCRIPTION_KEY}`, {
    ...{ "content-type": "application/json", "x-dt-requestid": id },
    location: `/crm/v1/clients/${data.clientId}`,
    ...headers,
  });
  response.end(data.answer);
}

async function pass(clock: VirtualClock, milliseconds: number): Promise<void> {
  await turn();
  clock.advance(milliseconds);
}

function callOf(
  bench: Bench,
  operationId: ServiceCall["operationId"],
  { clientId, pensionId, pension }: SeededData,
): ServiceCall {
  const query = { pageSize: 25, pageNumber: 2 };
  const path = { clientId };
  switch (operationId) {
    case "getClient":
      return { operationId, path };
    case "listHoldings":
      return { operationId, path, query };
    case "listResults":
      return { operationId, path, query: { ...query, fields: ["factors"] } };
    case "getPension":
      return { operationId, path: { clientId, pensionId } };
    case "putPension": {
      const body = Buffer.from(pension);
      const call = { operationId, path: { clientId, pensionId }, body };
      const { method, url } = bench.client.describe(call);
      const target = { connectionId: bench.connection.id, method, url, bodyHash: hashBody(body) };
      return { ...call, permit: bench.permits.issue(target) };
    }
    default:
      return { operationId };
  }
}

async function postThatIsNotRepeated(): Promise<SeededFailure> {
  const id = "rq-post";
  const replies = [{ status: 503, headers: { "x-dt-requestid": id } }];
  const run = await runRetries(replies, { networking: "own", method: "POST" });
  const action = run.bench.actions.at(-1)!;
  await run.bench.close();
  return { name: "503 of a POST", action, ids: [id, action.traceId!] };
}
