import { RecordedHistory } from "../../src/features/requests/common/recordedHistory";
import type { Action } from "../../src/platform/base/action";

/** The history of a window that has no disk, with these actions, oldest first. */
export function aHistory(actions: readonly Action[] = []): RecordedHistory {
  const history = new RecordedHistory({
    openDisk: () => Promise.reject(new Error("There is none.")),
    onDiskFailure: () => undefined,
  });
  for (const action of actions) {
    history.note(action);
  }
  return history;
}
