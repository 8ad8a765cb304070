import type { Translate } from "../../../../platform/texts/words";
import type { ListEndpoint } from "../../../lists/common/listEndpoint";
import type { PagingFact } from "../../../lists/common/findings";
import type { ServiceClient } from "../../../../platform/service/client";
import type { WalkWait } from "../backoff";
import type { DataSetQuery } from "./dataSet";

/** Downloads one list, whole, into a file of JSON lines; throws what a page throws. */
export type DownloadList = (wish: ListDownload) => Promise<DownloadedList>;

export interface ListDownload {
  readonly client: ServiceClient;
  readonly endpoint: ListEndpoint;
  readonly translate: Translate;
  /** Its `path` holds the client. */
  readonly query: DataSetQuery;
  /** Made anew; readable by the user alone. */
  readonly file: string;
  /** Pseudonyms are made under it, before anything is written; absent where nothing is masked. */
  readonly maskingKey?: Uint8Array;
  readonly signal: AbortSignal;
  /** The wait before the next try, as long as it lasts. */
  readonly onWait?: (wait: WalkWait | undefined) => void;
}

/** What came, and how far it is to be trusted. */
export interface DownloadedList {
  readonly pages: number;
  readonly rows: number;
  readonly bytes: number;
  /** Of the file, lower case hexadecimal. */
  readonly sha256: string;
  readonly traceId?: string;
  readonly requestIds: readonly string[];
  /** All of its rows came, as far as pages can show. */
  readonly isWhole: boolean;
  readonly totals: readonly number[];
  readonly repeatedRows: number;
  /** Pages with bytes that were not valid in their encoding. */
  readonly inexactPages: readonly number[];
  readonly findings: readonly PagingFact[];
}
