import * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import type { Batch } from "../../common/batch";
import type { BatchPlan, PayloadSource } from "../../common/plan";
import { planBatch } from "../../common/planBatch";
import { isTaken } from "../../common/plannedBatch";
import type { Judging } from "../../common/stateOf";
import type { VersionReads } from "../../common/versionReads";
import type { PensionKey } from "../../../pensions/common/writing/records";
import { pensionSchema } from "../../../pensions/common/template";
import { type Report, withProgress } from "../../../../platform/vscode/progress";
import { waitWords } from "../../../../platform/vscode/words";
import type { PendingPensions } from "../pendingPensions";
import type { BatchServices } from "./batchServices";
import { validatePayload } from "../../../pensions/host/validatePayload";
import { saveEdited } from "./saveEdited";
import { countText } from "../../../../platform/vscode/formats";

interface PlanningParts {
  readonly services: BatchServices;
  readonly pending: Pick<PendingPensions, "source">;
  readonly reads: VersionReads;
}

/** What is planned: payload files of one folder. */
interface PlannedFiles extends Pick<BatchPlan, "folder" | "isOfStaged"> {
  readonly files: readonly vscode.Uri[];
  /** What the reading carries; of its own where it is absent. */
  readonly traceId?: string | undefined;
}

interface Calling {
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** Files that are read at the same time. */
const READERS = 16;

/**
 * Reads the service for payload files as they are on disk, and says what applying would do. Asks
 * before it saves what is edited. Throws kind `canceled`, and `input/noPayloads` where none is there.
 */
export async function planFiles(parts: PlanningParts, planned: PlannedFiles): Promise<BatchPlan> {
  const sources = await savedSources(parts, planned.files);
  if (sources.length === 0) {
    throw new AppError("input", "input/noPayloads");
  }
  return planSources(parts, { ...planned, sources });
}

/**
 * The rows of a batch that were not taken, as they would do now; its reads carry its trace id. Where
 * all their files are gone that is a plan as well: of nothing that is left.
 */
export async function planAnew(
  parts: PlanningParts,
  { folder, isOfStaged, traceId, rows }: Batch,
): Promise<BatchPlan> {
  const left = new Map(
    rows.filter(({ outcome }) => !isTaken(outcome)).map((row) => [row.file, row]),
  );
  const pending: PlanningParts["pending"] = {
    source: async (file) => {
      const source = await parts.pending.source(file);
      return source && asPlanned(source, left.get(source.file)?.pension, parts.services);
    },
  };
  const files = [...left.keys()].map((file) => vscode.Uri.parse(file, true));
  const sources = await savedSources({ ...parts, pending }, files);
  return planSources(parts, { folder, isOfStaged, traceId, sources });
}

async function savedSources(
  { services, pending }: Pick<PlanningParts, "services" | "pending">,
  files: readonly vscode.Uri[],
): Promise<readonly PayloadSource[]> {
  await saveEdited(services.dialogs, files);
  return readSources(pending, files);
}

type PlannedSources = Omit<PlannedFiles, "files"> & { readonly sources: readonly PayloadSource[] };

function planSources(parts: PlanningParts, planned: PlannedSources): Promise<BatchPlan> {
  return withProgress(vscode.l10n.t("Planning PUTs of pensions"), (signal, report) =>
    plan(parts, planned, { signal, report }),
  );
}

/**
 * The connection in use is another one after a restart, or when the user looked elsewhere: what was
 * planned for one goes on through that, unless its file was bound to another.
 */
function asPlanned(
  source: PayloadSource,
  planned: PensionKey | undefined,
  { targets, connections }: Pick<BatchServices, "targets" | "connections">,
): PayloadSource {
  const target = targets.of(vscode.Uri.parse(source.file, true));
  const isFollowing = target !== undefined && target.connectionId === undefined;
  const { clientId, pensionId } = source.pension ?? {};
  if (!isFollowing || clientId !== planned?.clientId || pensionId !== planned?.pensionId) {
    return source;
  }
  const isThere = connections().some(({ id }) => id === planned?.connectionId);
  return { ...source, pension: isThere ? planned : undefined, isConnectionGone: !isThere };
}

async function plan(
  { services, reads }: PlanningParts,
  planned: PlannedSources,
  { signal, report }: Calling,
): Promise<BatchPlan> {
  const { records, clock, open } = services;
  const { traceId } = planned;
  return planBatch(planned, {
    ...{ records, reads, clock },
    judging: (connectionId) => judging(services, connectionId),
    reading: {
      ...{ open, signal, traceId, title: vscode.l10n.t("Read pensions") },
      onProgress: (done, of) => report(vscode.l10n.t("{0} of {1}", countText(done), countText(of))),
      onWait: (wait) => report(waitWords(wait)),
    },
  });
}

async function judging(
  { definition: read }: BatchServices,
  connectionId: string | undefined,
): Promise<Judging> {
  const definition = await read(connectionId);
  return { definition, schema: pensionSchema(definition), check: validatePayload };
}

async function readSources(
  pending: PlanningParts["pending"],
  files: readonly vscode.Uri[],
): Promise<readonly PayloadSource[]> {
  const found: PayloadSource[] = [];
  const waiting = files.values();
  const readers = Array.from({ length: READERS }, async () => {
    for (const file of waiting) {
      const source = await pending.source(file);
      if (source !== undefined) {
        found.push(source);
      }
    }
  });
  await Promise.all(readers);
  return found;
}
