import type { Preconditions } from "../base/call";
import { KEY_HEADER } from "./challenge";
import { TRACE_HEADER } from "./failures";

const JSON_TYPE = "application/json";

/** What the headers of a call are made of. */
export interface HeaderFacts {
  readonly subscriptionKey: string;
  readonly token: string;
  /** Optional (specification, section 4.2). */
  readonly traceId: string | undefined;
  readonly hasBody: boolean;
  readonly preconditions?: Preconditions | undefined;
  /** What the user gave; checked with the address. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** JSON where none is named, as of the body. */
  readonly accept?: string | undefined;
  readonly contentType?: string | undefined;
}

/** The headers of a call of the service, names as the specification spells them (section 4.2). */
export function serviceHeaders(facts: HeaderFacts): Record<string, string> {
  const { subscriptionKey, token, traceId, hasBody, preconditions = {} } = facts;
  const { accept = JSON_TYPE, contentType = JSON_TYPE } = facts;
  const { ifMatch, ifNoneMatch } = preconditions;
  return {
    ...facts.given,
    Authorization: `Bearer ${token}`,
    [KEY_HEADER]: subscriptionKey,
    Accept: accept,
    ...(hasBody ? { "Content-Type": contentType } : {}),
    ...(ifMatch === undefined ? {} : { "If-Match": ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch }),
    ...(traceId === undefined ? {} : { [TRACE_HEADER]: traceId }),
  };
}
