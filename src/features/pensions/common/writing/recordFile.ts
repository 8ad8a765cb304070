import { hash } from "node:crypto";
import {
  hasOnly,
  isFlag,
  isMoment,
  isRecord,
  isText,
  oneOf,
} from "../../../../platform/base/shapes";
import { isClientId, isPensionId } from "../target";
import {
  keyName,
  type LastWrite,
  type PensionKey,
  type PensionRecord,
  type VersionMetadata,
} from "./records";
import { factsOf } from "./version";

const VERSION = 1;
const OUTCOMES = ["sending", "landed", "deleted", "refused", "unknown"] as const;

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
  const stored = parse(text);
  const record = isRecord(stored) && stored["v"] === VERSION ? stored["record"] : undefined;
  if (!isStored(record) || recordName(record) !== name) {
    return undefined;
  }
  return inOrder(record);
}

/** Every member, in one order: alike records are alike to the character. */
function inOrder(record: PensionRecord): PensionRecord {
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

function writeInOrder(write: LastWrite): LastWrite {
  const { method, outcome, bodyHash, startedAt, actionId, traceId, status } = write;
  return { method, outcome, bodyHash, startedAt, actionId, traceId, status };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStored(value: unknown): value is PensionRecord {
  const members = {
    ...{ connectionId: isText, isAbsent: isFlag, changedAt: isMoment },
    clientId: (id: unknown) => isText(id) && isClientId(id),
    pensionId: (id: unknown) => isText(id) && isPensionId(id),
  };
  const optional = {
    seen: isFacts,
    before: isFacts,
    write: isWrite,
    isTaken: isFlag,
    isShown: isFlag,
  };
  return hasOnly(value, members, optional);
}

function isFacts(value: unknown): value is VersionMetadata {
  const by = (name: unknown): boolean => oneOf(name, ["read", "write", "sent"]);
  return hasOnly(value, { hash: isHash, at: isMoment, by, source: isSource }, { tag: isText });
}

function isSource(value: unknown): boolean {
  return hasOnly(value, { actionId: isText, attempt: Number.isSafeInteger }, {});
}

function isWrite(value: unknown): value is LastWrite {
  const members = {
    method: (name: unknown) => oneOf(name, ["PUT", "DELETE"]),
    outcome: (name: unknown) => oneOf(name, OUTCOMES),
    ...{ bodyHash: isHash, startedAt: isMoment, actionId: isText },
  };
  return hasOnly(value, members, { traceId: isText, status: Number.isSafeInteger });
}

function isHash(value: unknown): boolean {
  return isText(value) && /^[0-9a-f]{64}$/.test(value);
}
