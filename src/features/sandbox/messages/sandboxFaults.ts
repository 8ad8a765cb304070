import * as v from "valibot";
import { countTo, described, type Shape, wholeNumber } from "../../../platform/base/messageSchemas";

const MOST_RULES = 100;
const MOST_TIMES = 1_000_000;
const LONGEST_WAIT = 600_000;
const MOST_ROWS = 1000;
const MOST_BYTES = 200_000_000;

/** Statuses that a fault can answer with, besides those that have a fault of their own. */
export const FAULT_STATUSES = [403, 404, 405, 409, 410, 412, 429, 500, 501, 503] as const;

/** Shapes in which services tell which fields of a body do not fit. */
export const FIELD_SHAPES = ["pointers", "dotted", "modelState", "problem", "text"] as const;

const putVariant = described(
  v.picklist(["noContent", "receipt", "echo", "changed", "dropped", "text"]),
  "What is answered instead of the pension. noContent: 204. receipt: an object that is no pension. echo: the body as it was sent, with what was not stored. changed: one value is stored and answered otherwise. dropped: one field is answered and not stored, which only a read shows. text: no JSON.",
);
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

const wait = countTo(LONGEST_WAIT);
const kindOf = <Kind extends string>(kind: Kind, description: string) =>
  described(v.literal(kind), description);

const statusFault = v.strictObject({
  kind: kindOf("status", "A status instead of the answer."),
  status: described(v.picklist(FAULT_STATUSES), "HTTP status."),
  retryAfter: described(
    v.exactOptional(v.pipe(wholeNumber, v.maxValue(LONGEST_WAIT))),
    "Seconds of Retry-After; absent: no such header.",
  ),
  asDate: described(
    v.exactOptional(v.boolean()),
    "Retry-After as an HTTP date instead of seconds (RFC 9110, section 10.2.3).",
  ),
  done: described(
    v.exactOptional(v.boolean()),
    "Whether the service does its work all the same, such as storing a pension.",
  ),
});
export type StatusFault = Shape<typeof statusFault>;

const faultyField = v.strictObject({
  path: described(
    v.array(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
    "Names of members and numbers of items that lead to the field.",
  ),
  issue: described(v.string(), "What the answer says of the field."),
});
export type FaultyField = Shape<typeof faultyField>;

const fieldsFault = v.strictObject({
  kind: kindOf("fields", "400 with the fields that do not fit."),
  shape: described(v.picklist(FIELD_SHAPES), "The shape in which the fields are named."),
  fields: described(
    v.exactOptional(v.array(faultyField)),
    "The fields; absent: two of a pension's illustrative ones.",
  ),
});
export type FieldsFault = Shape<typeof fieldsFault>;

const shapeDriftFault = v.strictObject({
  kind: kindOf(
    "shapeDrift",
    "The rows of a page in another shape, or the whole of any other answer that succeeded.",
  ),
  variant: described(
    v.picklist(["added", "missing", "retyped"]),
    "added: a member more. missing: one less. retyped: one of another type, a number as text.",
  ),
  field: described(
    v.exactOptional(v.string()),
    "A member at the top. Absent: introducedLater, the last member, or the first number. What is not there or null stays so.",
  ),
});
export type ShapeDriftFault = Shape<typeof shapeDriftFault>;

const paging = kindOf(
  "paging",
  "An oddity of the pages of lists; their rows stay the sandbox's own. Several of them join.",
);

const pagingFault = v.variant("variant", [
  v.strictObject({
    kind: paging,
    variant: described(
      v.picklist(PAGE_ODDITIES),
      "zeroBased: page 0 is the first. unpaged: each page is the whole list. repeated: a page begins with the last rows of the one before. movingTotal: another total on each page. wrongTotal: ten more than there are. emptyLast: no total, only full pages, then an empty one. noTotal: no total. bareArray: the rows and nothing around them.",
    ),
  }),
  v.strictObject({
    kind: paging,
    variant: described(
      v.literal("clamped"),
      "Fewer rows than were asked for; the answer does not say so.",
    ),
    size: described(v.exactOptional(countTo(MOST_ROWS)), "Most rows of a page; absent: 10."),
  }),
  v.strictObject({
    kind: paging,
    variant: described(
      v.literal("envelope"),
      "The same facts under other names and in other places.",
    ),
    style: described(v.picklist(ENVELOPE_STYLES), "What is around the rows of a page."),
  }),
]);
export type PagingFault = Shape<typeof pagingFault>;

/** What goes wrong. Headers of the specification stay unless the fault is about them. */
const fault = v.variant("kind", [
  statusFault,
  fieldsFault,
  v.strictObject({
    kind: kindOf("refused", "401, with the challenge of the layer that refuses."),
    layer: described(
      v.picklist(["key", "token", "expired"]),
      "key: the subscription key. token: the access token. expired: a token whose time is over.",
    ),
  }),
  v.strictObject({
    kind: kindOf("slow", "The answer takes its time."),
    head: described(v.exactOptional(wait), "Milliseconds before the head of the answer."),
    chunks: described(v.exactOptional(wait), "Milliseconds between pieces of its body."),
  }),
  v.strictObject({
    kind: kindOf("cut", "The head promises the whole body; half of it comes."),
  }),
  v.strictObject({
    kind: kindOf("reset", "A TCP reset instead of an answer."),
    done: described(
      v.exactOptional(v.boolean()),
      "Whether the service does its work before, such as storing a pension.",
    ),
  }),
  v.strictObject({
    kind: kindOf("notJson", "A page for people under the content type of JSON."),
  }),
  v.strictObject({
    kind: kindOf("contentType", "Another Content-Type; the body stays."),
    // Anything else would not pass as a header.
    value: described(v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/)), "Value of the header."),
  }),
  v.strictObject({
    kind: kindOf("noRequestId", "The answer has no x-dt-requestid."),
  }),
  v.strictObject({
    kind: kindOf("trace", "The trace id does not come back as it was sent."),
    echo: described(
      v.picklist(["missing", "changed"]),
      "missing: it does not come back. changed: another one does.",
    ),
  }),
  v.strictObject({
    kind: kindOf("huge", "A page of rows that is very large."),
    bytes: described(countTo(MOST_BYTES), "Bytes of the body, at least."),
  }),
  v.strictObject({
    kind: kindOf(
      "putAnswer",
      "The PUT of a pension is done, and answered in another way than with it.",
    ),
    variant: putVariant,
  }),
  shapeDriftFault,
  pagingFault,
]);
export type Fault = Shape<typeof fault>;

/**
 * Which calls of the sandbox's service go wrong, and how. Members that are absent do not restrict;
 * none that nobody knows is let in: a misspelt member would do nothing.
 */
const faultRule = v.strictObject({
  name: described(v.exactOptional(v.string()), "Whose rule it is, for the one who set it."),
  operationId: described(
    v.exactOptional(v.string()),
    "Operation of the service's description, such as listHoldings. Absent: any.",
  ),
  path: described(
    v.exactOptional(v.string()),
    "Path without query; * stands for any text. Absent: any.",
  ),
  query: described(
    v.exactOptional(v.string()),
    "What follows the question mark, as it was sent; * stands for any text. Absent: any.",
  ),
  method: described(v.exactOptional(v.string()), "Absent: any."),
  every: described(
    v.exactOptional(countTo(MOST_TIMES)),
    "Every n-th of the calls that fit; absent: each.",
  ),
  chance: described(
    v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    "Probability from 0 to 1 that one of these calls goes wrong; absent: 1. The same seed gives the same calls, if they come in the same order.",
  ),
  times: described(
    v.exactOptional(countTo(MOST_TIMES)),
    "How many calls go wrong until the rule is used up; absent: no end.",
  ),
  fault: described(fault, "What goes wrong. All other headers and ids stay as they are."),
});
export type FaultRule = Shape<typeof faultRule>;

export const faultRules = v.pipe(v.array(faultRule), v.maxLength(MOST_RULES));
