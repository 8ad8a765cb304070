import type { PensionRecord } from "../../../../src/features/pensions/common/writing/records";
import type { WriteResult } from "../../../../src/features/pensions/common/writing/writer";
import { parseKeepingNumbers } from "../../../../src/features/sandbox/server/data/losslessJson";
import type { Held } from "./truth";

/** What was said of a write when it was over. */
export interface Said {
  readonly kind: "result" | "unknown" | "refused" | "canceled" | "payload";
  /** Of the error. */
  readonly code: string;
  readonly result: WriteResult | undefined;
  readonly record: PensionRecord | undefined;
}

/** What is so. */
export interface Fact {
  /** Bytes that were to be written, as text. */
  readonly sent: string;
  readonly held: Held | undefined;
  /** PUTs of this write that changed what the service holds. */
  readonly landed: number;
  /** The PUT's answer shows what was not stored. */
  readonly answerLies: boolean;
}

/** Successes that were claimed of what did not land. */
export function falseSuccesses(said: Said, fact: Fact): readonly string[] {
  const { result, record } = said;
  const found: string[] = [];
  const isThere = fact.landed > 0 || holdsAll(fact);
  if (!isThere && record?.write?.outcome === "landed") {
    found.push("the record says landed");
  }
  if (result === undefined) {
    return found;
  }
  const { evidence, landing, verdict } = result;
  if (evidence.read === undefined && evidence.unread === undefined) {
    found.push("a success without a read that does not say why there is none");
  }
  if (!isThere && (verdict === "landed" || verdict === "differs")) {
    found.push(`a success of what did not land: ${verdict}`);
  }
  const isExcused = fact.answerLies && evidence.read === undefined;
  const wrong = isExcused ? [] : (landing?.kept ?? []).filter((path) => !isKept(path, fact));
  return [...found, ...wrong.map((path) => `${path} is said to be kept`)];
}

/** What landed, and was said not to have. */
export function denials({ kind, record }: Said, { landed }: Fact): readonly string[] {
  if (landed === 0) {
    return [];
  }
  const isDenied = kind === "refused" || kind === "canceled" || kind === "payload";
  const outcome = record?.write?.outcome;
  return [
    ...(isDenied ? [`${kind}, and it landed`] : []),
    ...(outcome === undefined || outcome === "refused" || outcome === "deleted"
      ? [`the record says ${String(outcome)}, and it landed`]
      : []),
  ];
}

/** Read by another reader than the product's: numbers as they are written, the last name counts. */
type Members = Readonly<Record<string, unknown>>;

function membersOf(text: string | undefined): Members {
  return text === undefined ? {} : (parseKeepingNumbers(text) as Members);
}

function holdsAll({ sent, held }: Fact): boolean {
  const mine = membersOf(sent);
  const theirs = membersOf(held?.text);
  return (
    held !== undefined &&
    Object.keys(mine).every((name) => !(name in theirs) || same(mine[name], theirs[name]))
  );
}

function isKept(path: string, { sent, held }: Fact): boolean {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  const at = (text: string | undefined): unknown =>
    steps.reduce<unknown>((value, step) => (value as Members | undefined)?.[step], membersOf(text));
  return same(at(sent), at(held?.text));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
