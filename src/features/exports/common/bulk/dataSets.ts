import type { Translate } from "../../../../platform/texts/words";
import type { Clock } from "../../../../platform/base/clock";
import type { Locks } from "../../../../platform/files/locks/locks";
import type { ServiceClient } from "../../../../platform/service/client";
import type { ListEndpoint } from "../../../lists/common/listEndpoint";
import type { RunningJob } from "../exportJob";
import type { DownloadList } from "./listDownload";
import type { DataSetProgress, DataSetSpec } from "./dataSet";
import type { DataSetManifest } from "./dataSetManifest";

/** Makes data sets of many clients, each in a folder of its own, and takes them up again. */
export interface DataSets {
  /**
   * A new one; its folder is made, or has to be empty. Nobody is asked before `run`.
   * @throws AppError kind `input`: `exports/dataSetThere`, `exports/notWritten`
   */
  begin(spec: DataSetSpec, source: DataSetSource): Promise<RunningDataSet>;
  /**
   * One that was left behind in the source's folder.
   * @throws AppError kind `input`: `exports/partInUse`, `exports/dataSetGone`,
   * `exports/dataSetDamaged`, `exports/otherMaskingKey`
   */
  resume(source: DataSetSource): Promise<RunningDataSet>;
  /** What a folder holds, without changing it; throws as `resume` does. */
  read(folder: string): Promise<DataSetFacts>;
  /** Deletes what belongs to the data set of that id, and nothing else that lies in its folder. */
  discard(folder: string, id: string): Promise<void>;
}

export interface DataSetsOptions {
  readonly locks: Locks;
  readonly clock: Clock;
  readonly downloadList: DownloadList;
  readonly tool: { readonly name: string; readonly version: string };
}

/** Who is asked, and where it goes; client and endpoint anew for each client. */
export interface DataSetSource {
  client(): Promise<ServiceClient>;
  endpoint(): Promise<ListEndpoint>;
  /** For the titles of its actions. */
  readonly translate: Translate;
  /** A few words for the record, for a page of the list of clients. */
  readonly clientsTitle: (pageNumber: number) => string;
  /** Path of the data set's own folder. */
  readonly folder: string;
  /** Of masked data sets: pseudonyms are made under it. */
  readonly maskingKey?: Uint8Array;
  /** How many clients are asked for at once. */
  readonly atOnce: () => number;
  readonly onChange: () => void;
}

/** One data set while it lasts. */
export interface RunningDataSet extends RunningJob {
  readonly spec: DataSetSpec;
  readonly folder: string;
  readonly progress: DataSetProgress;
  /** There when it is finished. */
  readonly manifest: DataSetManifest | undefined;
}

/** What a data set that was left behind holds. */
export interface DataSetFacts {
  readonly spec: DataSetSpec;
  readonly clients: number;
  readonly refused: number;
  readonly rows: number;
  readonly bytes: number;
  /** ISO 8601, UTC: the last client that was done. */
  readonly lastAt?: string;
}
