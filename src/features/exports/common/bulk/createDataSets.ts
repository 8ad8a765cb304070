import { AppError } from "../../../../platform/base/errors";
import { withPartLock } from "../partLock";
import { underOneKey } from "../underOneKey";
import type { DataSetSpec } from "./dataSet";
import { isDone, makeFolder, readSpec, removeDataSet, inWords } from "./dataSetFolder";
import { DataSetJournal, readJournal } from "./dataSetJournal";
import { DataSetNames } from "./dataSetNames";
import { DataSetRun } from "./dataSetRun";
import type { DataSetFacts, DataSets, DataSetsOptions, DataSetSource } from "./dataSets";
import { DataSetTotals } from "./dataSetTotals";
import type { HeadLine, WrittenQuery } from "./journalLines";
import { DATA_SET_JOURNAL } from "./partitions";

/** Makes data sets of many clients; loaded with the first of them. */
export function createDataSets(options: DataSetsOptions): DataSets {
  return {
    begin: async (spec, source) => {
      const { folder } = source;
      await makeFolder(folder, spec);
      const head = headOf(spec, source, options);
      try {
        await inWords(() => DataSetJournal.create(`${folder}/${DATA_SET_JOURNAL}`, head));
      } catch (error) {
        await removeDataSet(folder, spec.id);
        throw error;
      }
      return new DataSetRun(spec, underOneKey(source), options, new DataSetTotals());
    },
    resume: async (source) => {
      const { folder } = source;
      const { spec, totals, head } = await withPartLock(options, folder, () => readFolder(folder));
      const names = new DataSetNames(spec.isMasked ? source.maskingKey : undefined);
      if (head?.keyPrint !== names.keyPrint) {
        throw new AppError("input", "exports/otherMaskingKey");
      }
      return new DataSetRun(spec, underOneKey(source), options, totals);
    },
    read: async (folder): Promise<DataSetFacts> => {
      const { spec, totals } = await readFolder(folder);
      const { clients, rows, bytes, lastAt, outcomes } = totals;
      const last = lastAt === undefined ? {} : { lastAt };
      return { spec, clients, refused: outcomes.refused, rows, bytes, ...last };
    },
    // Another window may be at it.
    discard: (folder, id) => withPartLock(options, folder, () => removeDataSet(folder, id)),
  };
}

interface FoundDataSet {
  readonly spec: DataSetSpec;
  readonly totals: DataSetTotals;
  readonly head: HeadLine | undefined;
}

async function readFolder(folder: string): Promise<FoundDataSet> {
  const spec = await readSpec(folder);
  const totals = new DataSetTotals();
  let head: HeadLine | undefined;
  try {
    await readJournal(`${folder}/${DATA_SET_JOURNAL}`, async (line) => {
      head = line.kind === "dataSet" ? line : head;
      if (line.kind !== "client" || (await isDone(folder, line))) {
        totals.add(line);
      }
    });
  } catch (cause) {
    throw new AppError("input", "exports/dataSetDamaged", { cause });
  }
  return { spec, totals, head };
}

function headOf(
  { id, query, isMasked, createdAt }: DataSetSpec,
  { maskingKey }: DataSetSource,
  { tool }: DataSetsOptions,
): HeadLine {
  const known = new DataSetNames(isMasked ? maskingKey : undefined);
  return {
    ...{ kind: "dataSet", journalVersion: 1, id, tool },
    query: writtenQuery(query, known),
    isMasked,
    ...(known.keyPrint === undefined ? {} : { keyPrint: known.keyPrint }),
    createdAt,
  };
}

/** Without the connection's own id, which says nothing elsewhere. */
function writtenQuery(query: DataSetSpec["query"], names: DataSetNames): WrittenQuery {
  const path = Object.entries(query.path).map(([name, value]) => [name, names.shown(name, value)]);
  const parameters = Object.entries(query.parameters).map(([name, value]) => [
    name,
    typeof value === "string"
      ? names.shown(name, value)
      : value.map((one) => names.shown(name, one)),
  ]);
  const { connectionLabel, environment, operationId, pathTemplate, clientParameter } = query;
  return {
    ...{ connectionLabel, environment, operationId, pathTemplate, clientParameter },
    path: Object.fromEntries(path) as WrittenQuery["path"],
    parameters: Object.fromEntries(parameters) as WrittenQuery["parameters"],
    ...{ pageSize: query.pageSize, rules: query.rules },
  };
}
