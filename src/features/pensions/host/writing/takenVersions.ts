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

/** So many steps back are followed beside the last; the first is one of them, for all below it. */
const MOST = 9;

/** Those that are followed of one pension: their document may be saved as another one. */
interface FollowedVersions {
  document: vscode.TextDocument;
  /** One taken over after the other, each compared with the one before it. */
  readonly chain: readonly TakenVersion[];
  /** How many of them the file has, from the first on: the last of these is compared with. */
  level: number;
  readonly ends: readonly vscode.Disposable[];
}

/**
 * Versions that were taken over, compared with while their files have them: what is undone or never
 * saved is still the service's change alone, also where the file had it in between. By pension, all
 * that were taken over in turn count; those whose file is closed are given up.
 */
export class TakenVersions implements vscode.Disposable {
  private readonly followed = new Map<string, FollowedVersions>();

  constructor(private readonly records: Pick<PensionRecords, "get" | "noteSeen">) {}

  async note(taken: TakenVersion): Promise<void> {
    const { key, document, seen, current } = taken;
    const known = this.followed.get(keyName(key));
    const isWhole = known !== undefined && known.level === known.chain.length;
    if (isWhole && seen.hash === current.hash) {
      // Nothing came since: what came before may still be undone.
      return;
    }
    const before = known?.document === document ? longest(known.chain.slice(0, known.level)) : [];
    const chain = before.at(-1)?.current.hash === seen.hash ? [...before, taken] : [taken];
    this.giveUp(key);
    const isMoved = !document.isDirty && hasAll(taken, document) === true;
    this.follow(key, { document, chain, level: chain.length - (isMoved ? 0 : 1) });
    if (isMoved) {
      await this.records.noteSeen(key, current);
    }
  }

  dispose(): void {
    this.followed.forEach(({ ends }) => ends.forEach((one) => void one.dispose()));
    this.followed.clear();
  }

  private follow(
    key: PensionKey,
    { document, chain, level }: Omit<FollowedVersions, "ends">,
  ): void {
    const { workspace } = vscode;
    const saved = workspace.onDidSaveTextDocument((one) => this.onSaved(followed, key, one));
    const closed = workspace.onDidCloseTextDocument((one) => {
      // Saving an untitled one closes it, too.
      if (one === followed.document && !one.isUntitled) {
        this.giveUp(key);
      }
    });
    const followed: FollowedVersions = { document, chain, level, ends: [saved, closed] };
    this.followed.set(keyName(key), followed);
  }

  private async onSaved(
    followed: FollowedVersions,
    key: PensionKey,
    saved: vscode.TextDocument,
  ): Promise<void> {
    const { document, chain } = followed;
    if (!isSavedAs(document, saved)) {
      // A closed one is what is saved next, or it was not saved.
      if (document.isUntitled && document.isClosed) {
        this.giveUp(key);
      }
      return;
    }
    followed.document = saved;
    // Written or found unchanged meanwhile, it is compared with something newer.
    if (this.records.get(key)?.seen?.hash !== comparedAt(chain, followed.level)?.hash) {
      this.giveUp(key);
      return;
    }
    const level = levelOf(chain, saved) ?? followed.level;
    const compared = comparedAt(chain, level);
    if (level !== followed.level && compared !== undefined) {
      followed.level = level;
      await this.records.noteSeen(key, compared);
    }
  }

  private giveUp(key: PensionKey): void {
    const name = keyName(key);
    this.followed.get(name)?.ends.forEach((one) => void one.dispose());
    this.followed.delete(name);
  }
}

function longest(chain: readonly TakenVersion[]): readonly TakenVersion[] {
  return chain.length > MOST ? [...chain.slice(0, 1), ...chain.slice(1 - MOST)] : chain;
}

/** What the payload is compared with once its file has so many of them. */
function comparedAt(chain: readonly TakenVersion[], level: number): SeenVersion | undefined {
  return level === 0 ? chain[0]?.seen : chain[level - 1]?.current;
}

/**
 * How many of them a document has, from the first on; undefined for half a payload. It has so many
 * where nothing is left to be taken over of the last, seen from any state before it: a field that
 * two of them changed looks like the user's own beside the state between.
 */
function levelOf(
  chain: readonly TakenVersion[],
  document: vscode.TextDocument,
): number | undefined {
  for (let level = chain.length; level > 0; level--) {
    const last = chain[level - 1];
    const has = chain
      .slice(0, level)
      .map((from) => hasAll({ ...from, current: last?.current ?? from.current }, document));
    if (has.includes(undefined)) {
      return undefined;
    }
    if (!has.includes(false)) {
      return level;
    }
  }
  return 0;
}

/** An untitled one is saved as another document, which is known by its text alone. */
function isSavedAs(document: vscode.TextDocument, saved: vscode.TextDocument): boolean {
  return (
    saved === document ||
    (document.isUntitled && isPayload(saved.uri) && saved.getText() === document.getText())
  );
}

/** Whether nothing is left to be taken over; undefined for half a payload, which does not tell. */
function hasAll(
  { seen, current, schema }: TakenVersion,
  document: vscode.TextDocument,
): boolean | undefined {
  const texts = { base: seen.text, mine: document.getText(), theirs: current.text, schema };
  try {
    return takeOver(texts).taken.length === 0;
  } catch {
    return undefined;
  }
}
