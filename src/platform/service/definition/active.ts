import type { Domain } from "../../base/connection";

/** A provider's definition that is the active one of its domain. */
export interface ActiveDefinition {
  readonly domain: Domain;
  /** OpenAPI 3.1, JSON, as `DefinitionStore.document` gives it. */
  readonly document: string;
}

/** How far the explorer goes with an operation. */
export interface Coverage {
  readonly operationId: string;
  readonly method: string;
  /** Template with the documented prefix of its domain. */
  readonly path: string;
  readonly summary: string;
  readonly domain: Domain;
  readonly deprecated: boolean;
  /**
   * Where it is met: in the tree, as a list panel, as payload files, in "Send Request…".
   * Empty where none of them can make the call.
   */
  readonly places: readonly CoveragePlace[];
  /** Why a place is missing: its body is no JSON, a parameter is a cookie … */
  readonly limits: readonly CoverageLimit[];
  /** `both`: described by the specification and by the provider; `description`: by ours alone. */
  readonly known: "both" | "provider" | "description";
}

export type CoveragePlace = "tree" | "list" | "payloads" | "send";
export type CoverageLimit = "bodyNotJson" | "cookieParameter" | "method" | "answerNotJson";
