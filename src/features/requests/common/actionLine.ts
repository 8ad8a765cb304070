import * as v from "valibot";
import { isRecord } from "../../../platform/base/shapes";
import type { Redactor } from "../../../platform/base/redactor";
import { keptAttempts } from "../../../platform/http/keptAttempts";
import { withSharedHeaders } from "../../../platform/http/sharedHeaders";
import { type Action, type Attempt, storedActionSchema } from "../../../platform/base/action";

const VERSION = 1;
/** Of one line: an action with more attempts keeps the newest of them. */
const LONGEST_LINE = 1_000_000;

/** First line of the file: tells a file that was written anew from one that has grown. */
export interface HistoryHeader {
  readonly generation: string;
  /** When everything was last forgotten, in milliseconds since the epoch; 0: never. */
  readonly clearedAt: number;
}

/** What a line of the file is. */
type HistoryLine =
  | { readonly kind: "action"; readonly action: Action }
  /** Written by a later version: left alone. */
  | { readonly kind: "newer" }
  /** Torn by the end of a process, or of somebody else. */
  | { readonly kind: "foreign" };

/** The header as a line, its end included. */
export function encodeHeader({ generation, clearedAt }: HistoryHeader): string {
  return `${JSON.stringify({ v: VERSION, generation, clearedAt })}\n`;
}

/** Undefined for anything but a header, of whatever version. */
export function decodeHeader(line: string): HistoryHeader | undefined {
  const value = parse(line);
  if (!isRecord(value)) {
    return undefined;
  }
  const { generation, clearedAt } = value as Partial<Record<keyof HistoryHeader, unknown>>;
  return typeof generation === "string" && typeof clearedAt === "number"
    ? { generation, clearedAt }
    : undefined;
}

/**
 * Some attempts of an action as a line, its end included. Lines of one action add up; what it
 * does now belongs to its window and is not written.
 */
export function encodeAction(
  action: Action,
  attempts: readonly Attempt[],
  redact: Redactor["redact"],
): string {
  const stored = { ...action, attempts: [], progress: undefined };
  // Nothing but the member itself reads like that: inside texts quotes are escaped.
  const text = JSON.stringify({ v: VERSION, action: stored }).replace(
    '"attempts":[]',
    () => `"attempts":[${newest(attempts).join(",")}]`,
  );
  return endedLine(text, redact);
}

/** What stands on a line of the file, its end not included, as a line once more. */
export function endedLine(text: string, redact: Redactor["redact"]): string {
  // Secrets can have been entered since the record was made.
  const clean = redact(text) === text ? text : redactValues(text, redact);
  return `${clean}\n`;
}

/** As many of the newest as a line has room for, at least one, each as JSON. */
function newest(attempts: readonly Attempt[]): readonly string[] {
  const texts: string[] = [];
  let room = LONGEST_LINE;
  for (const attempt of attempts.toReversed()) {
    const text = JSON.stringify(attempt);
    room -= text.length + 1;
    if (room < 0 && texts.length > 0) {
      break;
    }
    texts.push(text);
  }
  return texts.reverse();
}

/** Value by value: inside JSON as a whole a pattern could take a quote for a part of a secret. */
function redactValues(text: string, redact: Redactor["redact"]): string {
  const clean: unknown = JSON.parse(text, (_name, value: unknown) =>
    typeof value === "string" ? redact(value) : value,
  );
  return JSON.stringify(clean);
}

/** Reads a line, every field of it. */
export function decodeLine(line: string): HistoryLine {
  const value = parse(line);
  if (!isRecord(value)) {
    return { kind: "foreign" };
  }
  const version = value["v"];
  if (typeof version === "number" && version > VERSION) {
    return { kind: "newer" };
  }
  const action = value["action"];
  if (version !== VERSION || !v.is(storedActionSchema, action)) {
    return { kind: "foreign" };
  }
  const attempts = action.attempts.map(withSharedHeaders);
  return { kind: "action", action: { ...action, attempts, progress: { state: "idle" } } };
}

/** Both together: each attempt once, by its number; what else is said is the newer one's. */
export function mergeActions(older: Action | undefined, newer: Action): Action {
  return older === undefined ? newer : joinActions([older, newer]);
}

/** States of one action, the oldest first, as `mergeActions` puts two of them together. */
export function joinActions(states: readonly [Action, ...Action[]]): Action {
  const [first] = states;
  const newest = states.at(-1) ?? first;
  const attempts = new Map(
    states.flatMap((state) => state.attempts.map((attempt) => [attempt.number, attempt])),
  );
  const sorted = [...attempts.values()].sort((one, other) => one.number - other.number);
  return { ...newest, attempts: keptAttempts(sorted) };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
