import type { Translate } from "../../../platform/texts/words";
import type { ServiceClient } from "../../../platform/service/client";
import type { ListEndpoint } from "../../lists/common/listEndpoint";
import type { ExportForm, ExportProgress, ExportSpec } from "./export";
import type { RunningJob } from "./exportJob";
import type { ExportManifest } from "./exportManifest";
import type { Clock } from "../../../platform/base/clock";
import type { Locks } from "../../../platform/files/locks/locks";
import type { Log } from "../../../platform/base/log";

/** Makes exports and takes them up again. One thread cuts, masks, writes and converts for all. */
export interface Exports {
  /** A new export; nothing is asked for or written before `run`. */
  begin(spec: ExportSpec, source: ExportSource): RunningExport;
  /**
   * One that was left behind, by the path of its part. What a kill left half written is cut off.
   * @throws AppError kind `input`: `exports/partInUse`, `exports/partGone`, `exports/partDamaged`
   */
  resume(part: string, source: ExportSource): Promise<RunningExport>;
  /** What a part holds, without changing it; throws as `resume` does, but not where it is in use. */
  readPart(part: string): Promise<PartFacts>;
  /** Works with a part while no other window may; throws kind `input` `exports/partInUse`. */
  hold<Result>(part: string, work: () => Promise<Result>): Promise<Result>;
  /** Deletes the part of the export of that id, and its journal; leaves those of another one. */
  discard(part: string, id: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Who is asked for the pages of `all`; asked anew at each page, as both may change meanwhile. */
export interface ExportSource {
  client(): Promise<ServiceClient>;
  endpoint(): Promise<ListEndpoint>;
  /** For the titles of its actions. */
  readonly translate: Translate;
  /** JSON lines of rows that a panel has, some at a time; of scopes `loaded` and `view`. */
  readonly lines?: AsyncIterable<string>;
  /** Pseudonyms are made under it; of masked exports. */
  readonly maskingKey?: Uint8Array;
  /** Path of the part file: beside its target where that is a file of this machine. */
  readonly part: string;
  readonly onChange: () => void;
}

/** One export while it lasts; it converts at the end of its run. */
export interface RunningExport extends RunningJob {
  readonly spec: ExportSpec;
  readonly progress: ExportProgress;
  /** Of the run that lasts, or was last. */
  readonly traceIds: readonly string[];
  /** There when it is finished. */
  readonly result: ExportResult | undefined;
}

/** The whole export, in its own form, still under the name of a part: its owner puts it in place. */
export interface ExportResult {
  /** Path of the file that is whole. */
  readonly path: string;
  /** All but the name of the file, which its owner knows. */
  readonly manifest: ExportManifest;
}

/** What a part that was left behind holds. */
export interface PartFacts {
  readonly spec: ExportSpec;
  readonly pages: number;
  readonly rows: number;
  readonly bytes: number;
  readonly claimed?: number;
  /** ISO 8601, UTC: the last page that came. */
  readonly lastAt?: string;
}

/** Made of JSON lines: `sha256` in lower case hexadecimal. */
export interface Converted {
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
  readonly flattening?: ExportManifest["flattening"];
}

export interface ConvertOptions {
  /** Path of the JSON lines; each ends with a line feed. */
  readonly from: string;
  /** Path of the file to make; what is there is replaced. */
  readonly to: string;
  readonly form: ExportForm;
  /** The share that is done, 0 to 1, now and then. */
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal;
}

export interface ExportsOptions {
  /** Path of `exportWorker.js`. */
  readonly worker: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  /** Requests of one walk at once; asked anew each time. The transport's queue decides. */
  readonly concurrency: () => number;
  /** What manifests say of their maker. */
  readonly tool: ExportManifest["tool"];
}
