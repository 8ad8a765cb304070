import type { Clock } from "../../http/clock";
import type { PagingFact } from "../findings";
import { pagingFindings } from "../findings";
import type { ManifestPage } from "./exportManifest";
import type { ExportSource } from "./exports";
import type { ExportThread } from "./exportThread";
import { PageWalk, type WalkedQuery } from "./pageWalk";

export interface WalkListOptions {
  readonly query: WalkedQuery;
  /** Who is asked for the pages; asked anew at each page. */
  readonly source: Pick<ExportSource, "client" | "endpoint">;
  /** Path of the file of JSON lines; made anew, readable by the user alone. */
  readonly file: string;
  /** Pseudonyms are made under it, before anything is written; absent where nothing is masked. */
  readonly maskingKey?: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Pages, rows and waits so far. */
  readonly onProgress?: ((progress: WalkListProgress) => void) | undefined;
}

export interface WalkListProgress {
  readonly pages: number;
  readonly rows: number;
  readonly bytes: number;
  /** The last wait before a retry, in milliseconds, while it lasts. */
  readonly waiting?: number;
}

/** A list that came whole. */
export interface WalkedList {
  readonly pages: readonly ManifestPage[];
  readonly rows: number;
  readonly bytes: number;
  /** Of the file, lower case hexadecimal. */
  readonly sha256: string;
  readonly traceIds: readonly string[];
  readonly repeatedRows: number;
  /** Pages with bytes that were not valid in their encoding. */
  readonly inexactPages: readonly number[];
  readonly findings: readonly PagingFact[];
}

/** What walks of one window share. */
export interface WalkTools {
  readonly thread: ExportThread;
  readonly clock: Clock;
  /** Requests of one walk at once. */
  readonly concurrency: () => number;
}

/**
 * Brings one list, whole, into a file of JSON lines, without a journal: what does not come whole
 * is begun anew. Throws what a page throws, or what the disk says (`exports/…`).
 */
export async function walkList(
  { thread, clock, concurrency }: WalkTools,
  { query, source, file, maskingKey, signal, onProgress }: WalkListOptions,
): Promise<WalkedList> {
  const lines = thread.port();
  try {
    const opened = await lines.ask("open", { path: file, rules: query.rules, maskingKey });
    const { takesPages } = await source.endpoint();
    const walk: PageWalk = new PageWalk({
      ...{ query, source, lines, opened, takesPages, clock },
      width: concurrency,
      onChange: () => onProgress?.(progressOf(walk)),
    });
    await walk.run(signal);
    const { sha256, bytes } = await lines.ask("finish", {});
    const { pages, rows, traceIds, inexactPages, audit } = walk;
    return {
      ...{ pages, rows, bytes, sha256, traceIds, inexactPages },
      ...{ repeatedRows: audit.repeatedRows, findings: pagingFindings(audit) },
    };
  } finally {
    await lines.ask("close", {}).catch(() => undefined);
  }
}

function progressOf({ pages, rows, bytes, waiting }: PageWalk): WalkListProgress {
  return { pages: pages.length, rows, bytes, ...(waiting === undefined ? {} : { waiting }) };
}
