import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Middleware } from "koa";
import type { ReceivedCall } from "../../messages/receivedCalls";
import type { PagingFault } from "../../messages/sandboxFaults";
import { collectBody } from "../service/body";
import type { OperationFinder } from "../service/operationFinder";
import { describePages } from "../service/pageQuery";
import { maskedBody, maskedHeaders, maskedTarget } from "./masked";
import type { ReceivedCalls } from "./receivedCalls";
import { brokenRules } from "./rules";

interface RecordOptions {
  readonly received: ReceivedCalls;
  readonly finder: OperationFinder;
}

/** Records every call of the service once its answer has ended, however it ended. */
export function recordCalls({ received, finder }: RecordOptions): Middleware {
  return async (context, next) => {
    const begin = beginOf(context.req, received, "service");
    const body = collectBody(context.req);
    context.state["collected"] = body;
    const { method, path, querystring, res } = context;
    const { headers } = context.req;
    res.once("close", () => {
      const { bytes, isTooLarge } = body;
      const text = bytes === 0 ? undefined : body.text;
      const oddities = (context.state["oddities"] as readonly PagingFault[] | undefined) ?? [];
      const sent = { method, path, querystring, headers, bytes, isTooLarge, text };
      const facts = { begin, end: endOf(res, headers), ...sent, oddities };
      received.add(begin.number, serviceCall(facts, finder), text === undefined ? 0 : bytes);
    });
    await next();
    // An answer that needs no body would end the call before it has come, and it would be missed.
    await body.whole().catch(() => undefined);
  };
}

/** Records a call of the identity provider once it has ended; its forms are never kept. */
export function recordIdentityCall(
  received: ReceivedCalls,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const begin = beginOf(request, received, "identity");
  const { headers } = request;
  response.once("close", () => {
    received.add(begin.number, identityCall(begin, endOf(response, headers)));
  });
}

interface ServiceCallFacts {
  readonly begin: Begin;
  readonly end: End;
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly isTooLarge: boolean;
  readonly text: string | undefined;
  /** How pages were counted then. */
  readonly oddities: readonly PagingFault[];
}

/**
 * Works out what there is to know of a call, once somebody asks. A function of its own: inside the
 * middleware it would keep the response alive, and with it the connection, for as long as the call.
 */
function serviceCall(facts: ServiceCallFacts, finder: OperationFinder): () => ReceivedCall {
  const { begin, end, method, path, querystring, headers } = facts;
  const { bytes, isTooLarge, text, oddities } = facts;
  return () => {
    // HEAD is GET without a body (RFC 9110, section 9.3.2).
    const found = finder.find(method === "HEAD" ? "GET" : method, path);
    return {
      ...callOf(begin, end),
      ...(found !== undefined && { operationId: found.operation.id }),
      bodyBytes: bytes,
      ...(text !== undefined && { body: maskedBody(headers["content-type"] ?? "", text) }),
      ...(isTooLarge && { bodyNotKept: true as const }),
      broken: brokenRules({
        ...{ method, path, headers, query: new URLSearchParams(querystring) },
        operation: found && describePages(found.operation, oddities),
        pathValues: found?.pathValues ?? {},
        ...{ body: text, bodyBytes: bytes, isBodyTooLarge: isTooLarge },
      }),
    };
  };
}

function identityCall(begin: Begin, end: End): () => ReceivedCall {
  return () => ({ ...callOf(begin, end), bodyBytes: 0, broken: [] });
}

/** What is known when a call begins; nothing in it keeps the request itself alive. */
interface Begin {
  readonly number: number;
  readonly server: ReceivedCall["server"];
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
}

function beginOf(
  { method = "", url = "", rawHeaders }: IncomingMessage,
  received: ReceivedCalls,
  server: Begin["server"],
): Begin {
  return { number: received.nextNumber(), server, at: Date.now(), method, target: url, rawHeaders };
}

type End = Pick<ReceivedCall, "status" | "requestId" | "traceId"> & {
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
};

function endOf(response: ServerResponse, headers: IncomingHttpHeaders): End {
  const requestId = response.getHeader("x-dt-requestid");
  const traceId = headers["x-dt-traceid"];
  return {
    status: response.headersSent ? response.statusCode : 0,
    ...(typeof requestId === "string" && { requestId }),
    ...(typeof traceId === "string" && { traceId }),
    endedAt: Date.now(),
  };
}

function callOf({ at, target, rawHeaders, ...begin }: Begin, { endedAt, ...end }: End) {
  return {
    ...begin,
    ...end,
    at: new Date(at).toISOString(),
    target: maskedTarget(target),
    headers: maskedHeaders(rawHeaders),
    duration: Math.max(endedAt - at, 0),
  };
}
