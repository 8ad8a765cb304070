import { readFile } from "node:fs/promises";
import { replaceFile } from "../files/replaceFile";
import { watchFolder } from "../files/watchFolder";
import type { Clock } from "../http/clock";

export interface SharedModeOptions {
  /** Of this machine's user, the same in all windows. */
  readonly folder: string;
  readonly clock: Clock;
  /** Another window, or this one, turned the mode on or off. */
  readonly onChange: (isOn: boolean) => void;
}

/** Tells all windows of this machine whether privacy mode is on. */
export interface SharedMode {
  /** Never rejects: without a disk the others hear of it from their editor. */
  tell(isOn: boolean): Promise<void>;
  dispose(): void;
}

const NAME = "mode.txt";
const WORDS = { on: true, off: false } as const;

/**
 * Windows hear of a changed setting when their own editor reads it, which can be late or, in a
 * browser of its own, only when it is opened anew: too late for whoever shares the screen. What
 * was told before this began counts for nothing; then the setting was read.
 */
export function shareMode({ folder, clock, onChange }: SharedModeOptions): SharedMode {
  let isOver = false;
  const look = async (): Promise<void> => {
    const word = await readFile(`${folder}/${NAME}`, "utf8").catch(() => "");
    if (!isOver && (word === "on" || word === "off")) {
      onChange(WORDS[word]);
    }
  };
  const stop = watchFolder(folder, clock, () => void look());
  return {
    tell: (isOn) => replaceFile(folder, NAME, isOn ? "on" : "off").catch(() => undefined),
    dispose: () => {
      isOver = true;
      stop();
    },
  };
}
