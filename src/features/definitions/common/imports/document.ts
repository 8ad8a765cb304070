import type { JsonRecord } from "../../../../platform/service/definition/reading";

/** An OpenAPI document of the provider as it was read: whatever it was, now it is 3.1. */
export interface ReadDocument {
  /** OpenAPI 3.1; `$ref`s are kept, cycles too. Those that lead out of it stand as they stood. */
  readonly document: JsonRecord;
  /** As the document says it: "2.0", "3.0.3", "3.1.0". */
  readonly openapi: string;
  readonly syntax: "json" | "yaml";
  /** `info.title` and `info.version`; empty where it has none. */
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  readonly notes: readonly DocumentNote[];
}

/** A `ReadDocument` as it comes out of its thread: as text, which crosses over without being walked. */
export interface ImportedDocument extends Omit<ReadDocument, "document"> {
  /** OpenAPI 3.1, JSON. */
  readonly json: string;
  /** `url` of each of `servers`, in their order. */
  readonly servers: readonly string[];
  /** Method in upper case and path as the document has it, in its order. */
  readonly endpoints: readonly DocumentEndpoint[];
}

interface DocumentEndpoint {
  readonly method: string;
  readonly path: string;
}

/** A part of a document that is left out or left open; no error. */
export interface DocumentNote {
  /**
   * `externalReference`: leads out of the document and is never fetched; what it describes stays
   * open. `lostReference`: leads to nothing in it. `operationId`: one that is used twice.
   * `duplicateKey`: a name that an object has twice; the last one counts, as in `JSON.parse`.
   * `skipped`: a part that is no OpenAPI (a path item that is a list …) and is passed over.
   */
  readonly kind: "externalReference" | "lostReference" | "operationId" | "duplicateKey" | "skipped";
  /** The reference, the operationId or the JSON Pointer. */
  readonly subject: string;
  /** JSON Pointers (RFC 6901) into the text as it came, of the first places, at most ten. */
  readonly places: readonly string[];
  /** Of all places. */
  readonly count: number;
}

/** Where in its text a document is bad. Both from 1; columns count UTF-16 units. */
export interface DocumentPosition {
  readonly line: number;
  readonly column: number;
}
