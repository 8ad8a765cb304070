import type { ExportsOptions } from "../exports";
import { ExportThread } from "../exportThread";
import { createListDownload } from "./downloadList";
import { createDataSets } from "./createDataSets";
import type { DataSets } from "./dataSets";

/** Data sets of a window, with a thread of their own that ends when there is nothing to do. */
export function openDataSets(options: ExportsOptions): DataSets {
  const { clock, concurrency } = options;
  const thread = new ExportThread(options);
  return createDataSets({
    ...options,
    downloadList: createListDownload({ thread, clock, concurrency }),
  });
}
