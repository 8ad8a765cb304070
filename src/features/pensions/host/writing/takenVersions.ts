import * as vscode from "vscode";
import type { Schema } from "../../../../platform/service/definition/schema";
import { isPayload } from "../payloadPatterns";
import { takeOver } from "../../common/compare/takeOver";
import {
  keyName,
  type PensionKey,
  type PensionRecords,
  type SeenVersion,
} from "../../common/writing/records";

/** A version that was taken over into a document. */
interface TakenVersion {
  readonly key: PensionKey;
  readonly document: vscode.TextDocument;
  /** What the payload was compared with before. */
  readonly seen: SeenVersion;
  /** What it is compared with once its file has it. */
  readonly current: SeenVersion;
  readonly schema: Schema;
}

/**
 * Versions that were taken over, until their files have them: what is undone or never saved is still
 * the service's change alone. By pension, the newest counts; one whose file is closed is given up.
 */
export class TakenVersions implements vscode.Disposable {
  private readonly waiting = new Map<string, vscode.Disposable>();

  constructor(private readonly records: Pick<PensionRecords, "get" | "noteSeen">) {}

  async note(taken: TakenVersion): Promise<void> {
    const { key, document, current } = taken;
    this.giveUp(key);
    if (!document.isDirty && hasAll(taken)) {
      await this.records.noteSeen(key, current);
    } else {
      this.wait(taken);
    }
  }

  dispose(): void {
    this.waiting.forEach((one) => void one.dispose());
    this.waiting.clear();
  }

  private wait(taken: TakenVersion): void {
    const { key, document, seen, current } = taken;
    const { workspace } = vscode;
    const saved = workspace.onDidSaveTextDocument((one) => {
      // Written or found unchanged meanwhile, it is compared with something newer.
      const isOver = this.records.get(key)?.seen?.hash !== seen.hash;
      if (!isSavedAs(document, one)) {
        // A closed one is what is saved next, or it was not saved.
        if (document.isUntitled && document.isClosed) {
          this.giveUp(key);
        }
        return;
      }
      if (!isOver && !hasAll(taken)) {
        return;
      }
      this.giveUp(key);
      if (!isOver) {
        void this.records.noteSeen(key, current);
      }
    });
    const closed = workspace.onDidCloseTextDocument((one) => {
      // Saving an untitled one closes it, too.
      if (one === document && !one.isUntitled) {
        this.giveUp(key);
      }
    });
    const dispose = (): void => [saved, closed].forEach((one) => void one.dispose());
    this.waiting.set(keyName(key), { dispose });
  }

  private giveUp(key: PensionKey): void {
    const name = keyName(key);
    this.waiting.get(name)?.dispose();
    this.waiting.delete(name);
  }
}

/** An untitled one is saved as another document, which is known by its text alone. */
function isSavedAs(document: vscode.TextDocument, saved: vscode.TextDocument): boolean {
  return (
    saved === document ||
    (document.isUntitled && isPayload(saved.uri) && saved.getText() === document.getText())
  );
}

/** Whether nothing is left to be taken over; half a payload does not tell. */
function hasAll({ document, seen, current, schema }: TakenVersion): boolean {
  const texts = { base: seen.text, mine: document.getText(), theirs: current.text, schema };
  try {
    return takeOver(texts).taken.length === 0;
  } catch {
    return false;
  }
}
