import * as v from "valibot";
import { textOf, wholeNumber, type Shape } from "../../../platform/base/messageSchemas";

const MOST_CHARACTERS = 2_000_000;
const text = textOf(MOST_CHARACTERS);

/** A rule of the service's description that a call broke, or an advice that it did not follow. */
const brokenRule = v.object({
  /** Section of the description, and what it is about: `4.2 subscription key`. */
  rule: text,
  level: v.picklist(["broken", "advice"]),
  /** The description's own sentence. */
  sentence: text,
  /** What this call did instead. */
  found: text,
});
export type BrokenRule = Shape<typeof brokenRule>;

/** A call that reached the sandbox, whoever sent it; secrets are fingerprints in it. */
export const receivedCall = v.object({
  /** From 1, in the order in which calls came. */
  number: wholeNumber,
  /** ISO 8601, UTC, with milliseconds. */
  at: text,
  /** Which of the two servers: the service or the identity provider. */
  server: v.picklist(["service", "identity"]),
  method: text,
  /** Path and query as they were sent; values that are secret are fingerprints. */
  target: text,
  /** Of the definition; absent where no operation is there. */
  operationId: v.exactOptional(text),
  /** In the order and case in which they were sent. */
  headers: v.array(v.tuple([text, text])),
  /**
   * As it was sent; a form has fingerprints in the place of secrets. Absent where none was sent,
   * for bodies of the identity provider, for what is no text, and where it is not kept any more.
   */
  body: v.exactOptional(text),
  /**
   * It was larger than what is read, or bodies of newer calls took its room; all else of the call
   * is as it was.
   */
  bodyNotKept: v.exactOptional(v.literal(true)),
  /** Bytes of the body that were read. */
  bodyBytes: wholeNumber,
  /** 0 where the connection ended before an answer was begun. */
  status: wholeNumber,
  requestId: v.exactOptional(text),
  traceId: v.exactOptional(text),
  /** Milliseconds from its head to the end of its answer. */
  duration: wholeNumber,
  broken: v.array(brokenRule),
});
export type ReceivedCall = Shape<typeof receivedCall>;
