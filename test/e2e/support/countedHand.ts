import type { Locator } from "playwright-core";
import type { Workbench } from "./workbench";

/**
 * Seconds of the Keystroke-Level Model (Card, Moran and Newell 1980) for a person who is no
 * skilled typist: a key, a move of the mouse to a target, a hand that changes between mouse and
 * keyboard, and a thought before a step.
 */
const KEY_S = 0.5;
const POINT_S = 1.1;
const HOME_S = 0.4;
const THINK_S = 1.35;
/** Silent reading of a language that is not one's own. */
const WORDS_A_MINUTE = 150;

/** Pixels. */
const LABEL_START = { x: 4, y: 8 };

export interface CountedTime {
  readonly steps: number;
  /** What a person needs: reading, thinking, pointing and typing. */
  readonly handSeconds: number;
}

/** Does what a person does, and counts what it costs the person. */
export class CountedHand {
  private steps = 0;
  private seconds = 0;
  private isAtKeys = false;

  constructor(private readonly window: Workbench) {}

  get time(): CountedTime {
    return { steps: this.steps, handSeconds: this.seconds };
  }

  /** Reads a text that is in sight. */
  read(text: string): void {
    this.seconds += (60 * text.split(/\s+/).filter(Boolean).length) / WORDS_A_MINUTE;
  }

  async click(target: Locator): Promise<void> {
    this.think(false);
    this.seconds += POINT_S + KEY_S;
    await target.click();
  }

  /** Clicks where a label begins: its middle may be cut off, and would be scrolled into sight. */
  async clickLabel(label: Locator): Promise<void> {
    this.think(false);
    this.seconds += POINT_S + KEY_S;
    await label.click({ position: LABEL_START });
  }

  /** One key, or several held together. */
  async press(keys: string): Promise<void> {
    this.think(true);
    this.seconds += KEY_S * keys.split("+").length;
    await this.window.page.keyboard.press(keys);
  }

  /** Types a text where the focus is. */
  async type(text: string): Promise<void> {
    this.think(true);
    this.seconds += KEY_S * text.length;
    await this.window.page.keyboard.type(text);
  }

  private think(isAtKeys: boolean): void {
    this.steps += 1;
    this.seconds += THINK_S + (this.isAtKeys === isAtKeys ? 0 : HOME_S);
    this.isAtKeys = isAtKeys;
  }
}
