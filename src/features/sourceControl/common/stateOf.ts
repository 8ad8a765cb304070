import type { Schema } from "../../../platform/service/definition/schema";
import { AppError, isAppError } from "../../../platform/base/errors";
import { hashBody } from "../../../platform/http/bodyHash";
import { positionAt } from "../../../platform/json/position";
import type { SchemaCheck } from "../../pensions/common/checks/findings";
import { compareThreeWay, type ThreeWay } from "../../pensions/common/compare/threeWay";
import { type Payload, readPayload } from "../../pensions/common/payload";
import type { PayloadSource } from "./plan";
import { acceptedButUnreadable } from "../../pensions/common/writing/records";
import type { KnownState, PayloadGroup, PayloadState } from "./state";

/** What payloads are judged by. */
export interface Judging {
  /** Text of the active definition. */
  readonly definition: string;
  /** Of a payload, by that definition. */
  readonly schema: Schema;
  /** `checkSchema` of `pensions/common/checks/gate`, or what runs it elsewhere. */
  readonly check: (text: string, definition: string) => Promise<SchemaCheck>;
}

/** What a payload is by itself, before anything is known of the service. */
export interface JudgedPayload {
  /** Undefined where it is no JSON object. */
  readonly payload: Payload | undefined;
  /** SHA-256 of the payload's bytes in hex; "" without one. */
  readonly bodyHash: string;
  readonly isUnchecked: boolean;
  /** Why it is invalid, as `PayloadState.problem` has it. */
  readonly problem: AppError | undefined;
}

/**
 * What can be told of a payload alone: text, definition, target. Depends on nothing that changes.
 * `samePlace` is where another payload of the same pension is (`placesOfSame`).
 */
export async function judge(
  source: PayloadSource & { readonly samePlace?: string | undefined },
  { definition, check }: Judging,
): Promise<JudgedPayload> {
  const read = readOrProblem(source.text);
  if (isAppError(read)) {
    return { payload: undefined, bodyHash: "", isUnchecked: false, problem: read };
  }
  const found = await check(source.text, definition);
  return {
    payload: read,
    bodyHash: hashBody(read.bytes),
    isUnchecked: found.unusable,
    problem: schemaProblem(found, source.text) ?? targetProblem(source),
  };
}

/** The same for a payload that was judged already. */
export function stateOfJudged(
  { payload, bodyHash, isUnchecked, problem }: JudgedPayload,
  knownState: KnownState,
  schema: Schema,
): PayloadState {
  const state =
    problem !== undefined || payload === undefined
      ? { ...NOTHING_KNOWN, effect: "invalid" as const, problem }
      : compareWithKnown({ mine: payload.text, bodyHash, schema }, knownState);
  return isUnchecked ? { ...state, isUnchecked } : state;
}

/** The group that a payload stands in; undefined where there is nothing to be shown of it. */
export function groupOf(
  { effect, basis }: Pick<PayloadState, "effect" | "basis">,
  isStaged: boolean,
): PayloadGroup | undefined {
  if (isStaged) {
    return "staged";
  }
  switch (effect) {
    case "nothing":
      return undefined;
    case "conflict":
      return "conflicts";
    case "invalid":
      return "invalid";
    case "unknown":
      return basis === undefined ? "unknown" : "changes";
    case "create":
    case "replace":
      return "changes";
  }
}

const NOTHING_KNOWN = {
  basis: undefined,
  at: undefined,
  comparison: undefined,
  problem: undefined,
} as const;

interface ComparedPayload {
  readonly mine: string;
  readonly bodyHash: string;
  readonly schema: Schema;
}

function compareWithKnown(held: ComparedPayload, knownState: KnownState): PayloadState {
  const { current } = knownState;
  switch (current?.kind) {
    case "present":
      return compareWithCurrent(held, knownState, current);
    case "absent": {
      if (acceptedButUnreadable(knownState)) {
        return compareWithSeen(held, knownState);
      }
      const effect = wasThere(knownState) ? "conflict" : "create";
      return { ...NOTHING_KNOWN, effect, basis: "now", at: current.at };
    }
    default:
      return compareWithSeen(held, knownState);
  }
}

function compareWithCurrent(
  { mine, schema }: ComparedPayload,
  { seen, seenMetadata }: KnownState,
  { text: theirs, hash, at }: { readonly text: string; readonly hash: string; readonly at: number },
): PayloadState {
  const comparison = compareThreeWay({ base: seen?.text, mine, theirs, schema });
  const isForgotten =
    seen === undefined && seenMetadata !== undefined && seenMetadata.hash !== hash;
  const effect =
    comparison.changes === 0
      ? "nothing"
      : isForgotten || hasTheirs(comparison)
        ? "conflict"
        : "replace";
  return { effect, basis: "now", at, comparison, problem: undefined };
}

/** The service could not be read, or was not yet: what it showed last is all there is to go by. */
function compareWithSeen(
  { mine, bodyHash, schema }: ComparedPayload,
  knownState: KnownState,
): PayloadState {
  const { seen, write, isAbsent } = knownState;
  const isUnsettled = write?.outcome === "sending" || write?.outcome === "unknown";
  if (isAbsent && !acceptedButUnreadable(knownState)) {
    return { ...NOTHING_KNOWN, effect: "unknown" };
  }
  if (seen !== undefined) {
    const comparison = compareThreeWay({ base: seen.text, mine, theirs: seen.text, schema });
    const effect = comparison.changes === 0 && !isUnsettled ? "nothing" : "unknown";
    return { effect, basis: "seen", at: seen.at, comparison, problem: undefined };
  }
  // What landed was these very bytes: whatever the service made of them, nothing was edited since.
  return write?.outcome === "landed" && write.bodyHash === bodyHash
    ? { ...NOTHING_KNOWN, effect: "nothing", basis: "seen", at: write.startedAt }
    : { ...NOTHING_KNOWN, effect: "unknown" };
}

/** The service has none, and had one: somebody else took it away. */
function wasThere({ seenMetadata, write }: KnownState): boolean {
  const isDeletedHere = write?.method === "DELETE" && write.outcome !== "refused";
  return !isDeletedHere && seenMetadata !== undefined;
}

function hasTheirs({ fields }: ThreeWay): boolean {
  return fields.some(({ side }) => side === "theirs" || side === "both");
}

function readOrProblem(text: string): Payload | AppError {
  try {
    return readPayload(text);
  } catch (error) {
    if (isAppError(error)) {
      return error;
    }
    throw error;
  }
}

function schemaProblem({ findings, more }: SchemaCheck, text: string): AppError | undefined {
  const [first] = findings;
  if (first === undefined) {
    return undefined;
  }
  const { message, offset } = first;
  const [one = "", other = ""] = first.values;
  const count = findings.length + more;
  return new AppError("payload", "batch/schema", {
    values: { count, message, one, other, ...positionAt(text, offset) },
  });
}

function targetProblem({
  pension,
  isConnectionGone,
  samePlace,
}: PayloadSource & { readonly samePlace?: string | undefined }): AppError | undefined {
  if (isConnectionGone) {
    return new AppError("input", "batch/connectionGone");
  }
  if (pension === undefined) {
    return new AppError("input", "batch/noTarget");
  }
  return samePlace === undefined
    ? undefined
    : new AppError("input", "batch/samePension", { values: { place: samePlace } });
}
