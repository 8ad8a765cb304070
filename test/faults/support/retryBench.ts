import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { Networking } from "../../../src/platform/base/connection";
import { hashBody } from "../../../src/platform/http/bodyHash";
import type { ServiceCall } from "../../../src/platform/service/client";
import type { RetryWait } from "../../../src/platform/http/retry";
import {
  CLIENT_ID,
  DEFINITION,
  openBench,
  type Bench,
  type BenchOptions,
} from "../../unit/platform/http/support/bench";
import { sendJson } from "../../unit/platform/http/support/servers";
import { VirtualClock } from "../../unit/platform/http/support/virtualClock";
import { LIMITS, resultOf, type Result } from "./faultRun";
import { count } from "./gates";

export const METHODS = ["GET", "PUT", "DELETE", "POST", "PATCH"] as const;
export type Method = (typeof METHODS)[number];

/** One answer of the service; the last one is given to every request that follows. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export interface RetryRun extends Result {
  readonly bench: Bench;
  readonly clock: VirtualClock;
  /** Waits in milliseconds, each proven on the clock. */
  readonly waits: readonly number[];
}

export interface RetryOptions extends Partial<BenchOptions> {
  readonly networking: Networking;
  readonly method?: Method;
}

const BODY = Buffer.from('{"provider":"Acme"}');
const PATH = { clientId: CLIENT_ID, pensionId: "PEN-1" };

/** One call on a virtual clock, which passes exactly the waits that the call asks for. */
export async function runRetries(
  replies: readonly Reply[],
  { method = "GET", ...options }: RetryOptions,
): Promise<RetryRun> {
  const clock = new VirtualClock();
  const bench = await openBench({
    ...{ clock, limits: LIMITS, random: () => 0.5, definition: definitionWith(method) },
    answer: (_request, response) => {
      const at = bench.service.seen.length - 1;
      const { status, headers = {} } = replies[Math.min(at, replies.length - 1)] ?? { status: 200 };
      const date = new Date(clock.now()).toUTCString();
      const sent = { date, ...headers } as Record<string, string>;
      sendJson(response, status, { answer: at + 1 }, sent);
    },
    ...options,
  });
  const waits: number[] = [];
  const passings: Promise<void>[] = [];
  const onWait = ({ milliseconds }: RetryWait): void => {
    waits.push(milliseconds);
    passings.push(pass(clock, milliseconds));
  };
  const action = bench.client.startAction("Retries");
  const result = await resultOf(bench.client.send(callOf(bench, method), { action, onWait }));
  await Promise.all(passings);
  return { ...result, bench, clock, waits };
}

/** After each run: no timer, and all of it closed. */
export async function endRun({ bench, clock }: RetryRun): Promise<void> {
  count("G10", "wire");
  await bench.close();
  assert.equal(clock.pending, 0);
}

/** The wait is on the clock with its exact length, and a millisecond less is not enough. */
async function pass(clock: VirtualClock, milliseconds: number): Promise<void> {
  await turn();
  assert.equal(clock.dueIn[0], milliseconds);
  if (milliseconds > 0) {
    clock.advance(milliseconds - 1);
    assert.equal(clock.dueIn[0], 1);
    clock.advance(1);
  } else {
    clock.advance(0);
  }
}

function callOf(bench: Bench, method: Method): ServiceCall {
  if (method === "GET") {
    return { operationId: "getPension", path: PATH };
  }
  const call: ServiceCall = { operationId: "putPension", path: PATH, body: BODY };
  const { url } = bench.client.describe(call);
  const target = { connectionId: bench.connection.id, method, url, bodyHash: hashBody(BODY) };
  return { ...call, permit: bench.permits.issue(target) };
}

interface Document {
  readonly paths: Readonly<Record<string, Record<string, unknown>>>;
}

/** The write of a pension, under another method: the definition says which one it is. */
function definitionWith(method: Method): string {
  if (method === "GET") {
    return DEFINITION;
  }
  const document = JSON.parse(DEFINITION) as Document;
  for (const item of Object.values(document.paths)) {
    const { put, ...others } = item;
    if (put !== undefined) {
      delete item["put"];
      Object.assign(item, others, { [method.toLowerCase()]: put });
    }
  }
  return JSON.stringify(document);
}
