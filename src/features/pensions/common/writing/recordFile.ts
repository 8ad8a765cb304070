import { hash } from "node:crypto";
import * as v from "valibot";
import { isClientId, isPensionId } from "../target";
import { keyName, type LastWrite, type PensionKey, type PensionRecord } from "./records";
import { factsOf } from "./version";
import { tryParseJson } from "../../../../platform/json/tryParseJson";
import { moment } from "../../../../platform/base/messageSchemas";

const hashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const wholeSchema = v.pipe(v.number(), v.safeInteger());
/** A version without its text, as it is kept. */
export const versionSchema = v.strictObject({
  hash: hashSchema,
  at: moment,
  by: v.picklist(["read", "write", "sent"]),
  tag: v.optional(v.string()),
  source: v.strictObject({ actionId: v.string(), attempt: wholeSchema }),
});

const writeSchema = v.strictObject({
  method: v.picklist(["PUT", "DELETE"]),
  outcome: v.picklist(["sending", "landed", "deleted", "refused", "unknown"]),
  bodyHash: hashSchema,
  startedAt: moment,
  actionId: v.string(),
  traceId: v.optional(v.string()),
  status: v.optional(wholeSchema),
});

const recordSchema = v.strictObject({
  connectionId: v.string(),
  clientId: v.pipe(v.string(), v.check(isClientId)),
  pensionId: v.pipe(v.string(), v.check(isPensionId)),
  isAbsent: v.boolean(),
  changedAt: moment,
  seen: v.optional(versionSchema),
  before: v.optional(versionSchema),
  write: v.optional(writeSchema),
  isTaken: v.optional(v.boolean()),
  isShown: v.optional(v.boolean()),
});

const VERSION = 1;
const fileSchema = v.object({ v: v.literal(VERSION), record: recordSchema });

/** Name of a pension's file: an id can hold what no file name may. */
export function recordName(key: PensionKey): string {
  return `${hash("sha256", keyName(key), "hex").slice(0, 32)}.json`;
}

/** A record as its file holds it. */
export function encodeRecord(record: PensionRecord): string {
  return `${JSON.stringify({ v: VERSION, record: inOrder(record) })}\n`;
}

/** Reads a file, every field of it; undefined for anything but a record of that name. */
export function decodeRecord(text: string, name: string): PensionRecord | undefined {
  const { success, output } = v.safeParse(fileSchema, tryParseJson(text), { abortEarly: true });
  return success && recordName(output.record) === name ? inOrder(output.record) : undefined;
}

/** Every member, in one order: alike records are alike to the character. */
function inOrder(record: v.InferOutput<typeof recordSchema>): PensionRecord {
  const { connectionId, clientId, pensionId, isAbsent, changedAt } = record;
  const { seen, before, write, isTaken, isShown } = record;
  return {
    ...{ connectionId, clientId, pensionId, isAbsent, changedAt },
    seen: seen && factsOf(seen),
    before: before && factsOf(before),
    write: write && writeInOrder(write),
    // Windows of an earlier version read no record that has a member more than they know.
    isTaken: isTaken === true ? true : undefined,
    isShown: isShown === true ? true : undefined,
  };
}

function writeInOrder(write: v.InferOutput<typeof writeSchema>): LastWrite {
  const { method, outcome, bodyHash, startedAt, actionId, traceId, status } = write;
  return { method, outcome, bodyHash, startedAt, actionId, traceId, status };
}
