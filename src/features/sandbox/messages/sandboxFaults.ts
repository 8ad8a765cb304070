import * as v from "valibot";
import { countTo, type Shape, wholeNumber } from "../../../platform/base/messageSchemas";

const MOST_RULES = 100;
const MOST_TIMES = 1_000_000;
const LONGEST_WAIT = 600_000;
const MOST_ROWS = 1000;
const MOST_BYTES = 200_000_000;

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
const putVariant = v.picklist(["noContent", "receipt", "echo", "changed", "dropped", "text"]);
export type PutVariant = Shape<typeof putVariant>;

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

/** Milliseconds, or seconds. */
const wait = countTo(LONGEST_WAIT);

const statusFault = v.strictObject({
  kind: v.literal("status"),
  status: v.picklist(FAULT_STATUSES),
  /** Seconds; absent: no `Retry-After`. */
  retryAfter: v.exactOptional(v.pipe(wholeNumber, v.maxValue(LONGEST_WAIT))),
  /** `Retry-After` as an HTTP date instead of seconds (RFC 9110, section 10.2.3). */
  asDate: v.exactOptional(v.boolean()),
  /** Whether the service did its work all the same. */
  done: v.exactOptional(v.boolean()),
});
export type StatusFault = Shape<typeof statusFault>;

const faultyField = v.strictObject({
  path: v.array(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
  issue: v.string(),
});
export type FaultyField = Shape<typeof faultyField>;

/** 400 with the fields that do not fit. */
const fieldsFault = v.strictObject({
  kind: v.literal("fields"),
  shape: v.picklist(FIELD_SHAPES),
  /** Two of a pension's illustrative fields where absent. */
  fields: v.exactOptional(v.array(faultyField)),
});
export type FieldsFault = Shape<typeof fieldsFault>;

/** The rows of a page in another shape, or the whole of any other answer that succeeded. */
const shapeDriftFault = v.strictObject({
  kind: v.literal("shapeDrift"),
  /** `added`: a member more. `missing`: one less. `retyped`: one of another type, a number as text. */
  variant: v.picklist(["added", "missing", "retyped"]),
  /**
   * A member at the top. Absent: `introducedLater`, the last member, or the first number. What is
   * not there or null stays so.
   */
  field: v.exactOptional(v.string()),
});
export type ShapeDriftFault = Shape<typeof shapeDriftFault>;

/** An oddity of the pages of lists; their rows stay the sandbox's own. Several of them join. */
const pagingFault = v.variant("variant", [
  v.strictObject({
    kind: v.literal("paging"),
    /**
     * `zeroBased`: page 0 is the first. `unpaged`: each page is the whole list. `repeated`: a page
     * begins with the last rows of the one before. `movingTotal`: another total on each page.
     * `wrongTotal`: ten more than there are. `emptyLast`: no total, only full pages, then an empty
     * one. `noTotal`: no total. `bareArray`: the rows and nothing around them.
     */
    variant: v.picklist(PAGE_ODDITIES),
  }),
  /** Pages of at most `size` rows (10), whatever was asked for; the answer does not say so. */
  v.strictObject({
    kind: v.literal("paging"),
    variant: v.literal("clamped"),
    size: v.exactOptional(countTo(MOST_ROWS)),
  }),
  /** The same facts under other names and in other places. */
  v.strictObject({
    kind: v.literal("paging"),
    variant: v.literal("envelope"),
    style: v.picklist(ENVELOPE_STYLES),
  }),
]);
export type PagingFault = Shape<typeof pagingFault>;

/** What goes wrong. Headers of the specification stay unless the fault is about them. */
const fault = v.variant("kind", [
  statusFault,
  fieldsFault,
  /** 401, with the challenge of the layer that refuses. */
  v.strictObject({
    kind: v.literal("refused"),
    layer: v.picklist(["key", "token", "expired"]),
  }),
  /** Milliseconds before the head of the answer, and between pieces of its body. */
  v.strictObject({
    kind: v.literal("slow"),
    head: v.exactOptional(wait),
    chunks: v.exactOptional(wait),
  }),
  /** The head promises the whole body; half of it comes. */
  v.strictObject({ kind: v.literal("cut") }),
  /** A TCP reset instead of an answer; with `done` after the service has done its work. */
  v.strictObject({ kind: v.literal("reset"), done: v.exactOptional(v.boolean()) }),
  /** A page for people under the content type of JSON. */
  v.strictObject({ kind: v.literal("notJson") }),
  // Anything else would not pass as a header.
  v.strictObject({
    kind: v.literal("contentType"),
    value: v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/)),
  }),
  v.strictObject({ kind: v.literal("noRequestId") }),
  v.strictObject({ kind: v.literal("trace"), echo: v.picklist(["missing", "changed"]) }),
  /** A page of rows of at least so many bytes. */
  v.strictObject({ kind: v.literal("huge"), bytes: countTo(MOST_BYTES) }),
  /** The PUT of a pension is done, and answered in another way than with it. */
  v.strictObject({ kind: v.literal("putAnswer"), variant: putVariant }),
  shapeDriftFault,
  pagingFault,
]);
export type Fault = Shape<typeof fault>;

/**
 * Which calls of the sandbox's service go wrong, and how. Members that are absent do not restrict;
 * none that nobody knows is let in: a misspelt member would do nothing.
 */
const faultRule = v.strictObject({
  /** Whose rule it is, for the one who set it. */
  name: v.exactOptional(v.string()),
  /** Of the definition. */
  operationId: v.exactOptional(v.string()),
  /** Path without query; `*` stands for any text. */
  path: v.exactOptional(v.string()),
  /** What follows the question mark, as it was sent; `*` stands for any text. */
  query: v.exactOptional(v.string()),
  method: v.exactOptional(v.string()),
  /** Every n-th of the calls that fit; absent: each. */
  every: v.exactOptional(countTo(MOST_TIMES)),
  /** How many calls go wrong until the rule is used up; absent: no end. */
  times: v.exactOptional(countTo(MOST_TIMES)),
  fault,
});
export type FaultRule = Shape<typeof faultRule>;

export const faultRules = v.pipe(v.array(faultRule), v.maxLength(MOST_RULES));
