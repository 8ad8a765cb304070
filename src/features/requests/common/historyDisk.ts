import { AppError } from "../../../platform/base/errors";
import { watchFolder } from "../../../platform/files/watchFolder";
import type { Clock } from "../../../platform/base/clock";
import type { Redactor } from "../../../platform/base/redactor";
import type { Locks } from "../../../platform/files/locks/locks";
import type { Log } from "../../../platform/base/log";
import type { SecretStore } from "../../../platform/base/secretStore";
import { decryptText, encryptText } from "./bodyCipher";
import { BodyKey } from "./bodyKey";
import { EncryptedBodyStore, type EncryptedBodyLimits } from "./encryptedBodyStore";
import type { EncryptedTexts } from "./encryptedTexts";
import { HistoryFile, type HistoryLimits } from "./historyFile";
import type { Action, AttemptBodies } from "../../../platform/base/action";
import type { KeptBodies } from "../../../platform/http/recorder";

/** What the disk tells of, whoever wrote it. */
export interface DiskListener {
  readonly onActions: (actions: readonly Action[]) => void;
  /** Everything that began until then was forgotten. */
  readonly onCleared: (at: number) => void;
}

export interface HistoryDiskOptions {
  /** Shared by all windows of this machine and user; made when first needed. */
  readonly folder: string;
  readonly store: SecretStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Whether the user wants bodies on disk; asked at each of them. */
  readonly keepsBodies: () => boolean;
  readonly limits?: HistoryLimits;
  readonly bodyLimits?: EncryptedBodyLimits;
}

/** The part of the history that outlives its window. */
export interface HistoryDisk extends EncryptedTexts {
  /** Takes the newest state of an action; attempts that have ended are written, in batches. */
  write(action: Action): void;
  keep(kept: KeptBodies): void;
  bodies(actionId: string, attempt: number): Promise<AttemptBodies | undefined>;
  /** Reads what other windows have written since. */
  refresh(): Promise<void>;
  /** Forgets everything, for all windows. @throws AppError `requests/notCleared` */
  clear(): Promise<void>;
  /** To be called when the user has changed whether bodies are kept. */
  bodiesChanged(): Promise<void>;
  /** Writes what waits and ends. */
  dispose(): Promise<void>;
}

/** Opens the history on disk and reads what is there. */
export async function openHistoryDisk(
  options: HistoryDiskOptions,
  listener: DiskListener,
): Promise<HistoryDisk> {
  const { folder, clock, log, keepsBodies } = options;
  const bodyKey = new BodyKey(options);
  const bodyStore = openBodyStore(options, bodyKey);
  const onRewritten = (ids: ReadonlySet<string>): void => void bodyStore.keepOnly(ids);
  const file = new HistoryFile({ ...options, ...listener, onRewritten });
  const bodiesChanged = async (): Promise<void> => {
    // It may have been switched off where no window saw it.
    if (!keepsBodies() && (await bodyStore.isUsed())) {
      await bodyStore
        .clear()
        .catch(() => log.warn("requests: the bodies on disk could not be deleted"));
    }
  };
  const stopWatching = watchFolder(folder, clock, () => void file.refresh());
  await file.refresh();
  await bodiesChanged();
  return {
    write: (action) => file.write(action),
    keep: (kept) => {
      if (keepsBodies()) {
        void bodyStore.set(kept);
      }
    },
    bodies: (actionId, attempt) => bodyStore.get(actionId, attempt),
    encryptText: async (actionId, text) => {
      const key = await bodyKey.make();
      return key && encryptText(key, actionId, text);
    },
    decryptText: async (actionId, encrypted) => {
      const key = await bodyKey.find();
      return key && decryptText(key, actionId, encrypted);
    },
    refresh: () => file.refresh(),
    clear: () => clearAll(bodyStore, file),
    bodiesChanged,
    dispose: async () => {
      stopWatching();
      await Promise.all([file.flush(), bodyStore.dispose()]);
    },
  };
}

/** What fails in one of them does not keep the other. */
async function clearAll(bodyStore: EncryptedBodyStore, file: HistoryFile): Promise<void> {
  for (const done of await Promise.allSettled([bodyStore.clear(), file.clear()])) {
    if (done.status === "rejected") {
      throw new AppError("internal", "requests/notCleared", { cause: done.reason });
    }
  }
}

function openBodyStore(options: HistoryDiskOptions, key: BodyKey): EncryptedBodyStore {
  const { folder, bodyLimits } = options;
  return new EncryptedBodyStore({
    ...{ ...options, folder: `${folder}/bodies`, key },
    limits: bodyLimits,
  });
}
