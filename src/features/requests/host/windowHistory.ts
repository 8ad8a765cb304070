import * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import type { HistoryDiskOptions } from "../common/historyDisk";
import { RecordedHistory } from "../common/recordedHistory";
import { readSetting } from "../../../platform/vscode/settings";

const KEEP_BODIES = "financialPlanning.requests.keepBodies";

/** The history as a window has it: its part on disk is loaded with the first call or question. */
export class WindowHistory extends RecordedHistory {
  /** Where its part on disk is. */
  readonly folder: string;
  private readonly listening: vscode.Disposable;

  constructor(onDisk: Omit<HistoryDiskOptions, "clock" | "keepsBodies">) {
    super({
      openDisk: async (listener) => {
        const { openHistoryDisk } = await import("../common/historyDisk");
        const keepsBodies = (): boolean => readSetting(KEEP_BODIES);
        return openHistoryDisk({ ...onDisk, keepsBodies, clock: SYSTEM_CLOCK }, listener);
      },
      onDiskFailure: () => onDisk.log.warn("requests: the history on disk could not be opened"),
    });
    this.folder = onDisk.folder;
    this.listening = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(KEEP_BODIES)) {
        this.bodiesChanged();
      }
    });
  }

  override dispose(): Promise<void> {
    this.listening.dispose();
    return super.dispose();
  }
}
