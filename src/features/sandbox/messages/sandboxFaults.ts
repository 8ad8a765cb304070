/** Statuses that a fault can answer with, besides those that have a fault of their own. */
export const FAULT_STATUSES = [403, 404, 405, 409, 410, 412, 429, 500, 501, 503] as const;

/** Shapes in which services tell which fields of a body do not fit. */
export const FIELD_SHAPES = ["pointers", "dotted", "modelState", "problem", "text"] as const;

/**
 * What a PUT that was done answers instead of the pension. `noContent`: 204. `receipt`: an object that
 * is no pension. `echo`: the body as it was sent, with what was not stored. `changed`: one value is
 * stored and answered otherwise. `dropped`: one field is answered and not stored, which only a read
 * shows. `text`: no JSON.
 */
export const PUT_VARIANTS = ["noContent", "receipt", "echo", "changed", "dropped", "text"] as const;
export type PutVariant = (typeof PUT_VARIANTS)[number];

/**
 * How an answer is in another shape than a definition says. `added`: a member more. `missing`: one
 * less. `retyped`: one of another type, a number as text.
 */
export const SHAPE_DRIFTS = ["added", "missing", "retyped"] as const;

export const REFUSALS = ["key", "token", "expired"] as const;

/** Oddities of pages that need nothing more to be said. */
export const PAGE_ODDITIES = [
  "zeroBased",
  "unpaged",
  "repeated",
  "movingTotal",
  "wrongTotal",
  "emptyLast",
  "noTotal",
  "bareArray",
] as const;

/** What services put around the rows of a page. */
export const ENVELOPE_STYLES = [
  "items",
  "data",
  "links",
  "cursor",
  "odata",
  "numbersFromZero",
  "nested3",
] as const;

/** Which calls of the sandbox's service go wrong, and how. Members that are absent do not restrict. */
export interface FaultRule {
  /** Whose rule it is, for the one who set it. */
  readonly name?: string;
  /** Of the definition. */
  readonly operationId?: string;
  /** Path without query; `*` stands for any text. */
  readonly path?: string;
  /** What follows the question mark, as it was sent; `*` stands for any text. */
  readonly query?: string;
  readonly method?: string;
  /** Every n-th of the calls that fit; absent: each. */
  readonly every?: number;
  /** How many calls go wrong until the rule is used up; absent: no end. */
  readonly times?: number;
  readonly fault: Fault;
}

/** What goes wrong. Headers of the specification stay unless the fault is about them. */
export type Fault =
  | StatusFault
  | FieldsFault
  /** 401, with the challenge of the layer that refuses. */
  | { readonly kind: "refused"; readonly layer: (typeof REFUSALS)[number] }
  /** Milliseconds before the head of the answer, and between pieces of its body. */
  | { readonly kind: "slow"; readonly head?: number; readonly chunks?: number }
  /** The head promises the whole body; half of it comes. */
  | { readonly kind: "cut" }
  /** A TCP reset instead of an answer; with `done` after the service has done its work. */
  | { readonly kind: "reset"; readonly done?: boolean }
  /** A page for people under the content type of JSON. */
  | { readonly kind: "notJson" }
  | { readonly kind: "contentType"; readonly value: string }
  | { readonly kind: "noRequestId" }
  | { readonly kind: "trace"; readonly echo: "missing" | "changed" }
  /** A page of rows of at least so many bytes. */
  | { readonly kind: "huge"; readonly bytes: number }
  /** The PUT of a pension is done, and answered in another way than with it. */
  | { readonly kind: "putAnswer"; readonly variant: PutVariant }
  | ShapeDriftFault
  | PagingFault;

/** The rows of a page in another shape, or the whole of any other answer that succeeded. */
export interface ShapeDriftFault {
  readonly kind: "shapeDrift";
  readonly variant: (typeof SHAPE_DRIFTS)[number];
  /**
   * A member at the top. Absent: `introducedLater`, the last member, or the first number. What is
   * not there or null stays so.
   */
  readonly field?: string;
}

export interface StatusFault {
  readonly kind: "status";
  readonly status: (typeof FAULT_STATUSES)[number];
  /** Seconds; absent: no `Retry-After`. */
  readonly retryAfter?: number;
  /** `Retry-After` as an HTTP date instead of seconds (RFC 9110, section 10.2.3). */
  readonly asDate?: boolean;
  /** Whether the service did its work all the same. */
  readonly done?: boolean;
}

/** An oddity of the pages of lists; their rows stay the sandbox's own. Several of them join. */
export type PagingFault = PageOddity | ClampedPages | OtherEnvelope;

interface PageOddity {
  readonly kind: "paging";
  /**
   * `zeroBased`: page 0 is the first. `unpaged`: each page is the whole list. `repeated`: a page
   * begins with the last rows of the one before. `movingTotal`: another total on each page.
   * `wrongTotal`: ten more than there are. `emptyLast`: no total, only full pages, then an empty
   * one. `noTotal`: no total. `bareArray`: the rows and nothing around them.
   */
  readonly variant: (typeof PAGE_ODDITIES)[number];
}

/** Pages of at most `size` rows (10), whatever was asked for; the answer does not say so. */
interface ClampedPages {
  readonly kind: "paging";
  readonly variant: "clamped";
  readonly size?: number;
}

/** The same facts under other names and in other places. */
interface OtherEnvelope {
  readonly kind: "paging";
  readonly variant: "envelope";
  readonly style: (typeof ENVELOPE_STYLES)[number];
}

/** 400 with the fields that do not fit. */
export interface FieldsFault {
  readonly kind: "fields";
  readonly shape: (typeof FIELD_SHAPES)[number];
  /** Two of a pension's illustrative fields where absent. */
  readonly fields?: readonly FaultyField[];
}

export interface FaultyField {
  readonly path: readonly (string | number)[];
  readonly issue: string;
}
