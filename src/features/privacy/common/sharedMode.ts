import { readFile } from "node:fs/promises";
import { replaceFile } from "../../../platform/files/replaceFile";
import { watchFolder } from "../../../platform/files/watchFolder";
import type { Clock } from "../../../platform/base/clock";

interface SharedModeOptions {
  /** Of this machine's user, the same in all windows. */
  readonly folder: string;
  readonly clock: Clock;
  /** Another window, or this one, turned the mode on or off. */
  readonly onChange: (isOn: boolean) => void;
}

/** Tells all windows of this machine whether privacy mode is on. */
export interface SharedMode {
  /** Never rejects: without a disk the others hear of it from their editor. */
  announce(isOn: boolean): Promise<void>;
  dispose(): void;
}

const NAME = "mode.txt";
/** The mode, and when it was told, in milliseconds. */
const WORDS = /^(on|off) (\d{1,16})$/;

/**
 * Windows hear of a changed setting when their own editor reads it, which can be late or, in a
 * browser of its own, only when it is opened anew: too late for whoever shares the screen. What
 * was told before this began counts for nothing; then the setting was read.
 */
export function shareMode({ folder, clock, onChange }: SharedModeOptions): SharedMode {
  let isOver = false;
  /** Of the newest word that was told or heard here: a watcher may bring an older one after it. */
  let newest = clock.now() - 1;
  let writing: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    const text = await readFile(`${folder}/${NAME}`, "utf8").catch(() => "");
    const [, word, at = "0"] = WORDS.exec(text) ?? [];
    if (!isOver && word !== undefined && Number(at) > newest) {
      newest = Number(at);
      onChange(word === "on");
    }
  };
  const stop = watchFolder(folder, clock, () => void look());
  return {
    announce: async (isOn) => {
      newest = Math.max(newest + 1, clock.now());
      const text = `${isOn ? "on" : "off"} ${newest}`;
      writing = writing.then(() => replaceFile(folder, NAME, text)).catch(() => undefined);
      await writing;
    },
    dispose: () => {
      isOver = true;
      stop();
    },
  };
}
