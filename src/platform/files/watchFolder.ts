import { type FSWatcher, mkdirSync, watch } from "node:fs";
import type { Clock } from "../base/clock";

/** Several changes that follow each other closely are told once. */
const SETTLE = 50;

/**
 * Tells of changes that any process makes in a folder, which is made where it is missing. A folder
 * that cannot be watched tells nothing: what others write is found at the next look.
 * @returns what ends the watching
 */
export function watchFolder(folder: string, clock: Clock, onChange: () => void): () => void {
  let watcher: FSWatcher | undefined;
  let cancel: (() => void) | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    watcher = watch(folder, { persistent: false }, () => {
      cancel ??= clock.schedule(SETTLE, () => {
        cancel = undefined;
        onChange();
      });
    });
    watcher.on("error", () => watcher?.close());
  } catch {
    return () => undefined;
  }
  return () => {
    watcher.close();
    cancel?.();
  };
}
