import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { sendJson, type Seen } from "../../unit/platform/http/support/servers";
import type { VirtualClock } from "../../unit/platform/http/support/virtualClock";
import { LIMITS } from "./faultRun";

/** How a call goes wrong at the service, and what it must come to. */
export interface SoakFault {
  readonly name: string;
  /** Answers the request of this number, counted from 0 for each call. */
  readonly answer: (response: ServerResponse, request: number) => void;
  readonly requests: number;
  readonly code?: string;
}

const good = (response: ServerResponse): void => sendJson(response, 200, []);

/** A status once, after which all is well. */
function once(status: number, headers: Readonly<Record<string, string>> = {}): SoakFault {
  return {
    ...{ name: `${status} once`, requests: 2 },
    answer: (response: ServerResponse, request: number): void =>
      request === 0 ? sendJson(response, status, {}, headers) : good(response),
  };
}

/** A status each time. */
function always(status: number, requests: number): SoakFault {
  return {
    ...{ name: `${status} always`, requests, code: `service/${status}` },
    answer: (response: ServerResponse): void => sendJson(response, status, {}),
  };
}

export const SOUND: SoakFault = { name: "none", requests: 1, answer: good };

export const FAULTS: readonly SoakFault[] = [
  once(503, { "retry-after": "2" }),
  once(429, { "retry-after": "7" }),
  once(500),
  once(401, { "www-authenticate": 'Bearer error="invalid_token"' }),
  always(500, 4),
  always(404, 1),
  {
    ...{ name: "cut", requests: 1, code: "answer/cut" },
    answer: (response: ServerResponse): void => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("[", () => response.destroy());
    },
  },
  { name: "silent", requests: 1, code: "network/attemptTimeout", answer: () => undefined },
];

/** A call under way, and until when nothing but time moves it on. */
export interface SoakCall {
  readonly fault: SoakFault;
  requests: number;
  waitsUntil: number;
}

/** The calls under way by their numbers; the service and the clock go by them. */
export class SoakStage {
  readonly calls = new Map<number, SoakCall>();
  requests = 0;
  private isOver = false;

  constructor(private readonly clock: VirtualClock) {}

  /** The number of a call is in its query or in the pension's id. */
  readonly answer = ({ path }: Seen, response: ServerResponse): void => {
    const call = this.calls.get(Number(/(?:pageNumber=|PEN-)(\d+)/.exec(path)?.[1]));
    this.requests++;
    if (call === undefined) {
      sendJson(response, 418, {});
      return;
    }
    if (call.fault.name === "silent") {
      call.waitsUntil = this.clock.now() + LIMITS.attemptMilliseconds;
    }
    call.fault.answer(response, call.requests++);
  };

  /** Lets time pass only while every call waits for it: none is late for another one's sake. */
  async run(work: Promise<unknown>): Promise<void> {
    const over = work.finally(() => (this.isOver = true));
    over.catch(() => undefined);
    while (!this.isOver) {
      await turn();
      const waits = [...this.calls.values()].map((call) => call.waitsUntil - this.clock.now());
      if (waits.length > 0 && waits.every((wait) => wait > 0)) {
        this.clock.advance(Math.min(...waits));
      }
    }
    await over;
  }
}
