import type { Schema } from "../../../platform/service/definition/schema";
import { isAppError, isCanceled, type AppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { CallTarget, ServiceClient } from "../../../platform/service/client";
import { callOf } from "../../pensions/common/writing/pendingWrite";
import type { PensionKey, PensionRecords } from "../../pensions/common/writing/records";
import type { CurrentVersion } from "../../pensions/common/writing/writer";
import { knownStateOf } from "./knownState";
import { placesOfSame } from "./placesOfSame";
import type { BatchPlan, PayloadSource, PlanRow } from "./plan";
import { judge, type JudgedPayload, type Judging, stateOfJudged } from "./stateOf";
import type { KnownState, PayloadState } from "./state";
import type { ReadManyOptions, VersionReads } from "./versionReads";

/** What is to be planned. */
interface PlanRequest {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly sources: readonly PayloadSource[];
  /** Whether they are what was staged. */
  readonly isOfStaged: boolean;
}

/** What plans are made with. */
export interface PlanParts {
  /** By which payloads are judged that go through a connection. */
  readonly judging: (connectionId: string | undefined) => Promise<Judging>;
  readonly records: PensionRecords;
  readonly reads: VersionReads;
  readonly clock: Clock;
  /** How the service is read: connections, progress, cancel, trace id. */
  readonly reading: ReadManyOptions;
}

interface Judged {
  readonly source: PayloadSource;
  readonly judged: JudgedPayload;
  readonly schema: Schema;
}

/**
 * Reads the service for all payloads that could be sent, once each, and says what applying would do,
 * in the order of their paths. What could not be read counts as not known, whatever was read before.
 * Throws kind `canceled`, and what the disk or the schema gate throws.
 */
export async function planBatch(
  { folder, sources, isOfStaged }: PlanRequest,
  parts: PlanParts,
): Promise<BatchPlan> {
  const { clock, reads, reading: options } = parts;
  const madeAt = clock.now();
  const judged = await judgeAll(sources, parts);
  const keys = judged.flatMap(({ source, judged: { problem } }) =>
    problem === undefined && source.pension !== undefined ? [source.pension] : [],
  );
  const reading = keys.length === 0 ? undefined : await reads.read(keys, options);
  const clients = await openAll(keys, options);
  // Another reading may have changed what is known while this one ran.
  await parts.records.refresh();
  const rows: PlanRow[] = [];
  for (const one of judged) {
    rows.push(await rowOf(one, { parts, clients, madeAt }));
  }
  return { folder, madeAt, isOfStaged, rows, ...(reading === undefined ? {} : { reading }) };
}

async function judgeAll(
  sources: readonly PayloadSource[],
  { judging }: PlanParts,
): Promise<Judged[]> {
  const same = placesOfSame(sources);
  const found: Judged[] = [];
  for (const source of sources.toSorted(byPlace)) {
    const by = await judging(source.pension?.connectionId);
    const judged = await judge({ ...source, samePlace: same.get(source.file) }, by);
    found.push({ source, judged, schema: by.schema });
  }
  return found;
}

/** By UTF-16 units: the same on every machine. */
function byPlace({ place: one }: PayloadSource, { place: other }: PayloadSource): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

type Opened = ServiceClient | AppError;

async function openAll(
  keys: readonly PensionKey[],
  { open }: Pick<ReadManyOptions, "open">,
): Promise<ReadonlyMap<string, Opened>> {
  const found = new Map<string, Opened>();
  for (const connectionId of new Set(keys.map((key) => key.connectionId))) {
    found.set(connectionId, await openOrProblem(connectionId, open));
  }
  return found;
}

async function openOrProblem(connectionId: string, open: ReadManyOptions["open"]): Promise<Opened> {
  try {
    return (await open(connectionId)).client;
  } catch (error) {
    if (isAppError(error) && !isCanceled(error)) {
      return error;
    }
    throw error;
  }
}

interface Surroundings {
  readonly parts: PlanParts;
  readonly clients: ReadonlyMap<string, Opened>;
  readonly madeAt: number;
}

async function rowOf(
  { source, judged, schema }: Judged,
  surroundings: Surroundings,
): Promise<PlanRow> {
  const { file, place, pension } = source;
  const goesTo = targetOf(source, judged, surroundings);
  if (pension === undefined || isAppError(goesTo)) {
    const problem = isAppError(goesTo) ? goesTo : judged.problem;
    const state = stateOfJudged({ ...judged, problem }, UNKNOWN, schema);
    const nothing = { payload: undefined, bodyHash: "", current: undefined, goesTo: undefined };
    return { file, place, pension, state, ...nothing };
  }
  const { parts, madeAt } = surroundings;
  const knownState = await knownStateOf(parts.records, since(parts.reads, madeAt), pension);
  const state: PayloadState = stateOfJudged(judged, knownState, schema);
  const { payload, bodyHash } = judged;
  return { file, place, pension, state, payload, bodyHash, current: knownState.current, goesTo };
}

const UNKNOWN: KnownState = {
  ...{ current: undefined, seen: undefined, seenMetadata: undefined, write: undefined },
  isAbsent: false,
};

/** Where it would go, or why it goes nowhere. */
function targetOf(
  { pension }: PayloadSource,
  { payload, problem }: JudgedPayload,
  { clients }: Surroundings,
): CallTarget | AppError | undefined {
  if (problem !== undefined || pension === undefined) {
    return problem;
  }
  const { connectionId, clientId, pensionId } = pension;
  const client = clients.get(connectionId);
  if (client === undefined || isAppError(client)) {
    return client;
  }
  try {
    return client.describe(callOf({ target: { clientId, pensionId } }, payload));
  } catch (error) {
    if (isAppError(error)) {
      return error;
    }
    throw error;
  }
}

/** What was read for this plan, and nothing older. */
function since(reads: VersionReads, at: number): Pick<VersionReads, "get"> {
  const isFresh = (version: CurrentVersion | undefined): boolean => (version?.at ?? -1) >= at;
  return {
    get: (key) => {
      const version = reads.get(key);
      return isFresh(version) ? version : undefined;
    },
  };
}
