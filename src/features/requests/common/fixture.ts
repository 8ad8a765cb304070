import type { Action, Attempt } from "../../../platform/base/action";
import { type Masking, NO_MASKING } from "../../../platform/base/masking";
import { isoInstant } from "../../../platform/http/instant";
import { LEFT_OUT, sharableHeaders, sharableQuery } from "../../../platform/http/sharable";
import { maskPath } from "./maskAction";

interface FactsOptions {
  /** Name of the file that has the answer. */
  readonly body: string;
  /** Masks what is private in path and query; `NO_MASKING` leaves it. */
  readonly masking: Masking;
  readonly redact: (text: string) => string;
}

/** They tell of one connection or of bytes on the wire: the file has the decoded answer. */
const WIRE_HEADERS =
  /^(?:connection|keep-alive|transfer-encoding|content-encoding|content-length|date|trailer|upgrade)$/i;

/** "holdings-200" of `listHoldings`: how the file of a fixture is proposed to be called. */
export function fixtureName({ operationId = "answer", status }: Attempt): string {
  const name = operationId.replace(/^(?:list|get)(?=.)/, "").toLowerCase();
  const tame = name.replace(/[^\p{L}\p{N}_-]+/gu, "-");
  return status === undefined ? tame : `${tame}-${status}`;
}

/** Where the facts of a call are put: `holdings-200.call.json` beside `holdings-200.json`. */
export function factsName(body: string): string {
  return `${body.replace(/(?<=.)\.[^.]*$/, "")}.call.json`;
}

/** What a call was, for who reads its answer as a fixture: no secret, no address of a host. */
export function writeFixtureFacts(
  action: Action,
  attempt: Attempt,
  { body, masking, redact }: FactsOptions,
): string {
  const { operationId, method, status, requestId, startedAt, responseHeaders } = attempt;
  const facts = {
    ...{ body, isMasked: masking !== NO_MASKING },
    ...{ method, operationId, path: pathOf(attempt, masking), query: queryOf(attempt, masking) },
    ...{ status, headers: headersOf(responseHeaders) },
    ...{ traceId: action.traceId, requestId, time: isoInstant(startedAt) },
  };
  const clean = (_name: string, value: unknown): unknown =>
    typeof value === "string" ? redact(value) : value;
  return `${JSON.stringify(facts, clean, 2)}\n`;
}

function pathOf(attempt: Attempt, masking: Masking): string {
  return masking === NO_MASKING
    ? (URL.parse(attempt.url)?.pathname ?? attempt.pathTemplate)
    : (maskPath(attempt, masking).split("?")[0] ?? "");
}

/** As pairs: a name may stand more than once. */
function queryOf(attempt: Attempt, masking: Masking): readonly NameAndValue[] {
  const shared = sharableQuery(attempt);
  return [...(URL.parse(attempt.url)?.searchParams ?? [])].map(([name, text], place) => {
    const isShared = shared[place]?.name === name && shared[place].value !== undefined;
    const value = isShared ? text : masking.maskValue({ path: [name], kind: "text", text });
    return { name: masking.maskText(name), value };
  });
}

/** Those that the house gives away; of others a value can tell of a client, or be a secret. */
function headersOf(headers: Attempt["responseHeaders"]): readonly NameAndValue[] {
  return sharableHeaders(headers)
    .filter(([name, value]) => value !== LEFT_OUT && !WIRE_HEADERS.test(name))
    .map(([name, value]) => ({ name: name.toLowerCase(), value }));
}

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}
