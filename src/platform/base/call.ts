import type { Domain } from "./connection";
import type { WritePermit } from "./permit";

export type QueryValue = string | number | readonly string[];

/** What can be sent: an operation of the definition, or a path that no definition has. */
export type AnyCall = OperationCall | TypedCall;

/** One call of the service, named by its operation; the definition says where it goes. */
export interface OperationCall {
  /** Of the definition; `definition/unknownOperation` when it has none. */
  readonly operationId: string;
  /** Path parameters by name, not encoded; commas separate the items of an array. */
  readonly path?: Readonly<Record<string, string>>;
  /** Query parameters by name; arrays become one comma-separated value. */
  readonly query?: Readonly<Record<string, QueryValue | undefined>>;
  /** Query parameters that the definition does not have, as typed: they follow its own. */
  readonly queryString?: string;
  /** Header parameters by name: those that the definition has and `isGivenHeader` lets pass. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly permit?: WritePermit;
  readonly preconditions?: Preconditions;
}

/** What has to hold at the service for a write to be done (RFC 9110, section 13.1). */
export interface Preconditions {
  /** An entity tag as it came: what is there now is still that version. */
  readonly ifMatch?: string;
  /** There is nothing yet. */
  readonly ifNoneMatch?: "*";
}

/** A call whose path the user typed: the specification shows only some of the endpoints. */
export interface TypedCall {
  /** Upper case: one of `TYPED_METHODS`. */
  readonly method: string;
  readonly domain: Domain;
  /** Below the domain's prefix, with its slash; escapes as typed. */
  readonly typedPath: string;
  /** What follows the question mark, as typed. */
  readonly queryString?: string;
  readonly body?: Uint8Array;
  readonly permit?: WritePermit;
}
