import type { Entry, Har, Header, QueryString } from "har-format";
import { findHeader } from "../../../platform/http/headers";
import type { HeaderList } from "../../../platform/base/headers";
import { isoInstant } from "../../../platform/http/instant";
import type { Action, Attempt } from "../../../platform/base/action";
import {
  sharableHeaders,
  sharableQuery,
  sharableType,
  sharableUrl,
} from "../../../platform/http/sharable";

interface HarOptions {
  /** Of the extension. */
  readonly version: string;
  readonly redact: (text: string) => string;
}

/**
 * HAR 1.2 of actions as JSON text, one entry an attempt. Redacted: no path values, no query
 * values but paging and fields, no secrets, no bodies; of bodies there are size and SHA-256.
 */
export function writeHar(actions: readonly Action[], { version, redact }: HarOptions): string {
  const har: Har = {
    log: {
      version: "1.2",
      creator: { name: "Financial Planning API Explorer", version },
      pages: [],
      entries: actions.flatMap((action) =>
        action.attempts.map((attempt) => entryOf(action, attempt)),
      ),
      comment: "Redacted: no secrets, no client data, no bodies. Sizes of answers are decoded.",
    },
  };
  const clean = (_name: string, value: unknown): unknown =>
    typeof value === "string" ? redact(value) : value;
  return `${JSON.stringify(har, clean, 2)}\n`;
}

function entryOf(action: Action, attempt: Attempt): Entry {
  const timings = timingsOf(attempt);
  const { blocked, connect, send, wait, receive } = timings;
  const spent = [blocked, connect, send, wait, receive].filter((part) => part > 0);
  const own: Readonly<Record<`_${string}`, unknown>> = {
    _action: {
      ...{ id: action.id, environment: action.environment, traceId: action.traceId },
      assistantTool: action.assistantTool,
    },
    _attempt: { number: attempt.number, reason: attempt.reason, failure: attempt.failure },
    _requestId: attempt.requestId,
    _errorIds: attempt.errorIds,
    _traceEcho: attempt.echo,
    _retry: attempt.retry,
  };
  return {
    startedDateTime: isoInstant(attempt.startedAt - blocked),
    time: spent.reduce((sum, part) => sum + part, 0),
    request: requestOf(attempt),
    response: responseOf(attempt),
    cache: {},
    timings,
    ...own,
  };
}

function requestOf(attempt: Attempt): Entry["request"] {
  const { method, requestHeaders, requestHash } = attempt;
  return {
    method,
    url: sharableUrl(attempt),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headersOf(requestHeaders),
    queryString: sharableQuery(attempt).map(({ name, value = `{${name}}` }): QueryString => ({
      name,
      value,
    })),
    ...(requestHash === undefined
      ? {}
      : {
          postData: {
            mimeType: mimeTypeOf(requestHeaders),
            text: "",
            comment: hashComment(requestHash),
          },
        }),
    headersSize: -1,
    bodySize: sizeOf(attempt.requestBytes),
  };
}

function responseOf(attempt: Attempt): Entry["response"] {
  const { status, responseHeaders, responseBytes, responseHash, failure } = attempt;
  return {
    // Nothing came: the number that browsers export then.
    status: status ?? 0,
    // The service's own words can be anything; the number says it all.
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headersOf(responseHeaders),
    content: {
      size: sizeOf(responseBytes),
      mimeType: mimeTypeOf(responseHeaders),
      ...(responseHash === undefined ? {} : { comment: hashComment(responseHash) }),
    },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
    ...(failure === undefined ? {} : { comment: `No whole answer: ${failure}` }),
  };
}

type HarTimings = Readonly<
  Record<"blocked" | "connect" | "ssl" | "send" | "wait" | "receive", number>
>;

/** `firstByte` counts from the start of the attempt, opening the connection included. */
function timingsOf({ times }: Attempt): HarTimings {
  const { queue, connect, firstByte, total } = times;
  const opening = connect === undefined ? 0 : duration(connect);
  const head = firstByte === undefined ? duration(total) : duration(firstByte);
  return {
    blocked: duration(queue),
    // TLS is part of it.
    connect: connect === undefined ? -1 : opening,
    ssl: -1,
    send: 0,
    wait: Math.max(0, head - opening),
    receive: firstByte === undefined ? 0 : Math.max(0, duration(total) - head),
  };
}

function headersOf(headers: HeaderList): Header[] {
  return sharableHeaders(headers).map(([name, value]) => ({ name, value }));
}

function mimeTypeOf(headers: HeaderList): string {
  return sharableType(findHeader(headers, "content-type") ?? "application/octet-stream");
}

function hashComment(hash: string): string {
  return `Left out. SHA-256: ${hash}`;
}

/** So that sums stay numbers, whatever a clock said. */
const LONGEST = 1e12;

/** Milliseconds, to the microsecond; whatever is no duration is none. */
function duration(milliseconds: number): number {
  const usable = Number.isFinite(milliseconds) ? Math.min(LONGEST, Math.max(0, milliseconds)) : 0;
  return Math.round(usable * 1000) / 1000;
}

function sizeOf(bytes: number): number {
  return Number.isFinite(bytes) ? Math.max(0, Math.round(bytes)) : 0;
}
