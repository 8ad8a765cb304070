import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Networking } from "../../../src/platform/base/connection";
import { type AppError, isAppError } from "../../../src/platform/base/errors";
import {
  listClients,
  openBench,
  tokenRequests,
  type Bench,
} from "../../unit/platform/http/support/bench";
import { delivered } from "../../unit/platform/http/support/loopback";
import { serveRaw, type TestServer } from "../../unit/platform/http/support/servers";
import { VirtualClock } from "../../unit/platform/http/support/virtualClock";
import { count } from "./gates";
import { closed, quiet, until } from "./leftovers";
import { outcomeAt, sendWhole, type Outcome, type Place, type WireFault } from "./wireFault";

export const LIMITS = { attemptMilliseconds: 20_000, actionMilliseconds: 60_000 };

const LIST = JSON.stringify(Array.from({ length: 50 }, (_v, id) => ({ id })));
const TOKEN = JSON.stringify({ access_token: "t-1", token_type: "Bearer", expires_in: 3600 });

/** What one call came to. */
export interface Result {
  readonly text?: string;
  readonly error?: AppError;
}

/** A call's end, whatever it is; anything but an AppError is a failed test. */
export async function resultOf(work: Promise<{ readonly text: string }>): Promise<Result> {
  try {
    return { text: (await work).text };
  } catch (error) {
    if (isAppError(error)) {
      return { error };
    }
    throw error;
  }
}

/**
 * Lets pass what a call waits for between its tries, and nothing else; for calls whose waits
 * were made to last no time.
 */
export async function withoutWaiting<Value>(
  call: Promise<Value>,
  clock: VirtualClock,
): Promise<Value> {
  let isOver = false;
  const over = call.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) {
    await turn();
    if (clock.dueIn[0] === 0) {
      clock.advance(0);
    }
  }
  return await over;
}

/** One fault at one place on one sender, from the first byte to the last socket. */
export async function runFault(
  fault: WireFault,
  place: Place,
  networking: Networking,
): Promise<void> {
  const run = await openRun(fault, place, networking);
  const { bench, clock } = run;
  try {
    count("G8", "begun");
    const call = resultOf(listClients(bench.client));
    await run.reached();
    await passTime(fault, place, clock);
    const result = await call;
    count("G8", "settled");
    expectOutcome(result, outcomeAt(fault, place, networking), fault.text ?? LIST, place);
    expectNoRepeat(bench, place, result);
    await run.faultyClosed();
    assert.equal((await listClients(bench.client)).text, LIST, "the next call");
    await expectNothingLeft(bench, clock);
    count("G8", "cases");
    count("G8", place);
  } finally {
    await bench.close();
  }
}

interface Run {
  readonly bench: Bench;
  readonly clock: VirtualClock;
  reached(): Promise<void>;
  faultyClosed(): Promise<void>;
}

async function openRun(fault: WireFault, place: Place, networking: Networking): Promise<Run> {
  const clock = new VirtualClock();
  let faulty: Socket | undefined;
  const answer = (at: Place, socket: Socket, good: string): void => {
    if (at === place && faulty === undefined) {
      faulty = socket;
      fault.send(socket, fault.text ?? good);
    } else {
      sendWhole(socket, good);
    }
  };
  const service = await serveRaw((socket) => answer("service", socket, LIST));
  const identityServer = await serveRaw((socket, { path }) =>
    path === "/identity/connect/token"
      ? answer("token", socket, TOKEN)
      : answer("discovery", socket, metadata(identityServer)),
  );
  const bench = await openBench({ clock, networking, service, identityServer, limits: LIMITS });
  return {
    ...{ bench, clock },
    reached: () => until(() => faulty !== undefined, "the fault"),
    faultyClosed: async () => {
      if (faulty !== undefined && (fault.waits === true || faulty.writableEnded)) {
        await closed(faulty);
      }
    },
  };
}

function metadata({ origin }: TestServer): string {
  const issuer = `${origin}/identity`;
  const endpoints = { token_endpoint: `${issuer}/connect/token` };
  return JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    ...endpoints,
  });
}

/** Only what waits for ever may take time, and exactly as much as its limit says. */
export async function passTime(fault: WireFault, place: Place, clock: VirtualClock): Promise<void> {
  if (fault.waits === true) {
    await delivered();
    clock.advance(10_000);
    // A connect has had its time by now; what follows from that comes first.
    await turn();
    clock.advance(place === "discovery" ? 0 : LIMITS.attemptMilliseconds - 10_000);
  }
}

function expectOutcome(result: Result, expected: Outcome, text: string, place: Place): void {
  const { error } = result;
  assert.equal(error?.code ?? "whole", expected);
  if (error === undefined) {
    assert.equal(result.text, place === "service" ? text : LIST);
    return;
  }
  assert.equal(error.cause, undefined);
  assert.equal(error.kind, kindOf(expected));
  if (place === "service") {
    const last = error.action?.attempts.at(-1);
    assert.equal(
      last?.failure,
      expected.startsWith("service/") ? error.values["bodyFailure"] : expected,
    );
  }
}

function kindOf(code: string): string {
  return code.split("/")[0] ?? "";
}

/** Nothing is tried again on its own; a token request least of all. */
function expectNoRepeat(bench: Bench, place: Place, { error }: Result): void {
  const tokens = tokenRequests(bench.identity).filter(({ method }) => method === "POST").length;
  if (place === "service") {
    assert.equal(bench.service.seen.length, 1);
    assert.equal(error === undefined ? 1 : error.action?.attempts.length, 1);
  } else {
    assert.equal(tokens, place === "token" || error === undefined ? 1 : 0);
    assert.equal(bench.service.seen.length, error === undefined ? 1 : 0);
    count("G10", "token once", place === "token" ? 1 : 0);
  }
}

/** After the client is closed: no connection, no timer. */
export async function expectNothingLeft(bench: Bench, clock: VirtualClock): Promise<void> {
  await bench.client.dispose();
  await quiet(bench.service, bench.identity);
  const left = clock.pending + bench.service.open.size + bench.identity.open.size;
  count("G8", "left", left);
  assert.equal(left, 0);
}
