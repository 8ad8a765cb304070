import type { Clock } from "../../../../platform/base/clock";
import type { ExportThread, LinesPort } from "../exportThread";
import { auditOf } from "../makeManifest";
import { PageWalk } from "../pageWalk";
import type { DownloadList, DownloadedList, ListDownload } from "./listDownload";

interface DownloadParts {
  readonly thread: ExportThread;
  readonly clock: Clock;
  /** Requests of one list at once; asked anew each time. */
  readonly concurrency: () => number;
}

/** Walks a list as exports do, into a file without a journal: it is short, or begun anew. */
export function createListDownload(parts: DownloadParts): DownloadList {
  return async (wish) => {
    const lines = parts.thread.port();
    try {
      return await downloadList(parts, lines, wish);
    } finally {
      await lines.ask("close", {}).catch(() => undefined);
    }
  };
}

async function downloadList(
  { clock, concurrency }: DownloadParts,
  lines: LinesPort,
  { client, endpoint, translate, query, file, maskingKey, signal, onWait }: ListDownload,
): Promise<DownloadedList> {
  const { rules, pageSize } = query;
  const opened = await lines.ask("open", { path: file, rules, pageSize, maskingKey });
  const walk: PageWalk = new PageWalk({
    ...{ query, lines, opened, takesPages: endpoint.takesPages, clock, width: concurrency },
    source: {
      client: () => Promise.resolve(client),
      endpoint: () => Promise.resolve(endpoint),
      translate,
    },
    onChange: () => onWait?.(walk.wait),
  });
  await walk.run(signal);
  const finished = await lines.ask("finish", {});
  const { isWhole, totals, repeatedRows, inexactPages, findings } = auditOf(walk, finished);
  const [traceId] = walk.traceIds;
  return {
    ...{ pages: walk.pages.length, rows: walk.rows },
    ...{ bytes: finished.bytes, sha256: finished.sha256 },
    ...(traceId === undefined ? {} : { traceId }),
    requestIds: walk.pages.flatMap(({ requestId }) => requestId ?? []),
    ...{ isWhole, totals, repeatedRows, inexactPages, findings },
  };
}
