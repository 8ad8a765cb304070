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

/** One that is followed: its document may be saved as another one. */
interface FollowedVersion {
  taken: TakenVersion;
  /** True once its pension is compared with what was taken over. */
  isMoved: boolean;
  readonly ends: readonly vscode.Disposable[];
}

/**
 * Versions that were taken over, compared with while their files have them: what is undone or never
 * saved is still the service's change alone, also where the file had it in between. By pension, the
 * newest counts; one whose file is closed is given up.
 */
export class TakenVersions implements vscode.Disposable {
  private readonly followed = new Map<string, FollowedVersion>();

  constructor(private readonly records: Pick<PensionRecords, "get" | "noteSeen">) {}

  async note(taken: TakenVersion): Promise<void> {
    const { key, document, seen, current } = taken;
    if (this.followed.get(keyName(key))?.isMoved === true && seen.hash === current.hash) {
      // Nothing came since: what came before may still be undone.
      return;
    }
    this.giveUp(key);
    const isMoved = !document.isDirty && hasAll(taken) === true;
    this.follow(taken, isMoved);
    if (isMoved) {
      await this.records.noteSeen(key, current);
    }
  }

  dispose(): void {
    this.followed.forEach(({ ends }) => ends.forEach((one) => void one.dispose()));
    this.followed.clear();
  }

  private follow(taken: TakenVersion, isMoved: boolean): void {
    const { workspace } = vscode;
    const saved = workspace.onDidSaveTextDocument((one) => this.onSaved(followed, one));
    const closed = workspace.onDidCloseTextDocument((one) => {
      // Saving an untitled one closes it, too.
      if (one === followed.taken.document && !one.isUntitled) {
        this.giveUp(taken.key);
      }
    });
    const followed: FollowedVersion = { taken, isMoved, ends: [saved, closed] };
    this.followed.set(keyName(taken.key), followed);
  }

  private async onSaved(followed: FollowedVersion, saved: vscode.TextDocument): Promise<void> {
    const { key, document, seen, current } = followed.taken;
    if (!isSavedAs(document, saved)) {
      // A closed one is what is saved next, or it was not saved.
      if (document.isUntitled && document.isClosed) {
        this.giveUp(key);
      }
      return;
    }
    followed.taken = { ...followed.taken, document: saved };
    const [from, to] = followed.isMoved ? [current, seen] : [seen, current];
    // Written or found unchanged meanwhile, it is compared with something newer.
    if (this.records.get(key)?.seen?.hash !== from.hash) {
      this.giveUp(key);
    } else if (hasAll(followed.taken) === !followed.isMoved) {
      followed.isMoved = !followed.isMoved;
      await this.records.noteSeen(key, to);
    }
  }

  private giveUp(key: PensionKey): void {
    const name = keyName(key);
    this.followed.get(name)?.ends.forEach((one) => void one.dispose());
    this.followed.delete(name);
  }
}

/** An untitled one is saved as another document, which is known by its text alone. */
function isSavedAs(document: vscode.TextDocument, saved: vscode.TextDocument): boolean {
  return (
    saved === document ||
    (document.isUntitled && isPayload(saved.uri) && saved.getText() === document.getText())
  );
}

/** Whether nothing is left to be taken over; undefined for half a payload, which does not tell. */
function hasAll({ document, seen, current, schema }: TakenVersion): boolean | undefined {
  const texts = { base: seen.text, mine: document.getText(), theirs: current.text, schema };
  try {
    return takeOver(texts).taken.length === 0;
  } catch {
    return undefined;
  }
}
