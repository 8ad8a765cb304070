import { createHash, hash } from "node:crypto";
import { LONGEST_KEPT } from "./bodyCache";
import type { Attempt, AttemptBodies, TraceEcho } from "../base/action";
import { findErrorIds } from "./errorIds";
import type { Flight, Recorder } from "./recorder";
import type { ByteSink } from "./content";
import type { Body } from "./body";
import type { Clock } from "../base/clock";
import type { Exchange } from "./door";
import { readRequestId, TRACE_HEADER } from "./failures";
import { findHeader, showableHeader } from "./headers";
import type { HeaderList } from "../base/headers";
import type { SealedRequest } from "./seal";
import type { TransportRequest } from "./transportRequest";

export interface AttemptRecordOptions {
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly request: TransportRequest;
  readonly sealed: SealedRequest;
  readonly flight: Flight;
  readonly reason: Attempt["reason"];
  /** Milliseconds in the queue. */
  readonly queue: number;
  readonly requestHeaders: HeaderList;
}

/** The record of one attempt while it is made: written at its end, once. */
export class AttemptRecord {
  /** Takes what is streamed on its way to the sink of the request. */
  readonly sink: ByteSink | undefined;
  private readonly start: number;
  private readonly number: number;
  private readonly startedAt: number;
  private readonly streamed: Streamed | undefined;
  private isWritten = false;

  constructor(private readonly options: AttemptRecordOptions) {
    const { clock, recorder, request, flight } = options;
    this.start = clock.monotonic();
    this.startedAt = clock.now();
    this.number = recorder.beginAttempt(request.action);
    this.streamed = request.sink === undefined ? undefined : new Streamed(request.sink);
    this.sink = this.streamed?.sink;
    flight.progress({ state: "running", number: this.number, since: this.startedAt });
  }

  answered(answer: Exchange, retry: Attempt["retry"]): void {
    const { request, sealed, recorder } = this.options;
    if (!this.isWritten) {
      const isOfWalk = request.isStepOfWalk === true;
      const bodies = { ...bodiesOf(sealed, answer), ...(isOfWalk ? { isOfWalk } : {}) };
      recorder.giveBodies(request.action, this.number, bodies);
    }
    const { body } = answer;
    const isRefusal = answer.status >= 400 && answer.failure === undefined;
    const errorIds = isRefusal ? findErrorIds(body.bytes, sealed.url) : [];
    const requestId = readRequestId(answer.headers);
    this.write(answer, {
      status: answer.status,
      statusText: showableHeader(answer.statusText),
      responseHeaders: answer.headers,
      ...(this.streamed?.facts(answer) ?? bodyFacts(body)),
      echo: readEcho(answer, request.action.traceId),
      ...(errorIds.length === 0 ? {} : { errorIds }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(answer.failure === undefined ? {} : { failure: answer.failure.code }),
      retry,
    });
  }

  /** No head of an answer came. */
  failed(failure: string): void {
    const { request, sealed, recorder } = this.options;
    if (!this.isWritten && sealed.body !== undefined) {
      recorder.giveBodies(request.action, this.number, { request: sealed.body });
    }
    this.write(undefined, { failure });
  }

  private write(answer: Exchange | undefined, facts: Partial<Attempt>): void {
    if (this.isWritten) {
      return;
    }
    this.isWritten = true;
    const { clock, recorder, request, flight, queue } = this.options;
    const times = {
      queue,
      ...(answer?.connect === undefined ? {} : { connect: answer.connect }),
      ...(answer === undefined ? {} : { firstByte: answer.firstByte }),
      total: clock.monotonic() - this.start,
    };
    recorder.endAttempt(request.action, { ...this.beginning(), times, ...facts }, flight);
  }

  private beginning(): Omit<Attempt, "times"> {
    const { request, sealed, reason, requestHeaders } = this.options;
    const { number, startedAt } = this;
    const { operationId } = request;
    const { method, url, body } = sealed;
    return {
      ...{ number, reason, method, pathTemplate: request.pathTemplate, url, requestHeaders },
      ...(operationId === undefined ? {} : { operationId }),
      ...(body === undefined ? {} : { requestHash: sha256(body) }),
      responseHeaders: [],
      startedAt,
      requestBytes: body?.byteLength ?? 0,
      responseBytes: 0,
      echo: request.action.traceId === undefined ? "notSent" : "missing",
      retry: { retry: false, why: "network" },
    };
  }
}

/** What goes to a sink passes by here, for the record keeps no body and yet knows its hash. */
class Streamed {
  private readonly digest = createHash("sha256");
  private bytes = 0;
  readonly sink: ByteSink;

  constructor(sink: ByteSink) {
    this.sink = async (chunk) => {
      this.digest.update(chunk);
      this.bytes += chunk.byteLength;
      await sink(chunk);
    };
  }

  /** Undefined where the answer did not go to the sink; a part of a body has no hash. */
  facts({ failure }: Exchange): Partial<Attempt> | undefined {
    if (this.bytes === 0) {
      return undefined;
    }
    const whole = failure === undefined ? { responseHash: this.digest.digest("hex") } : {};
    return { responseBytes: this.bytes, ...whole };
  }
}

function bodyFacts({ byteLength, sha256: responseHash }: Body): Partial<Attempt> {
  return byteLength === 0 ? { responseBytes: 0 } : { responseBytes: byteLength, responseHash };
}

function sha256(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

function bodiesOf({ body: request }: SealedRequest, { body, headers }: Exchange): AttemptBodies {
  const responseType = findHeader(headers, "content-type");
  return {
    ...(request === undefined ? {} : { request }),
    // A long one is kept by nobody, and would have to be joined first.
    ...(isKept(body) ? { response: body.bytes } : {}),
    ...(responseType === undefined ? {} : { responseType }),
  };
}

function isKept({ byteLength }: Body): boolean {
  return byteLength > 0 && byteLength <= LONGEST_KEPT;
}

function readEcho({ headers }: Exchange, traceId: string | undefined): TraceEcho {
  if (traceId === undefined) {
    return "notSent";
  }
  const echo = findHeader(headers, TRACE_HEADER);
  return echo === undefined ? "missing" : echo === traceId ? "equal" : "changed";
}
