import type { TotalGuess } from "./guess";

interface SpeakingPage {
  readonly pageNumber: number;
  readonly rows: number;
  /** As many rows as a page can have. */
  readonly isFull: boolean;
  /** Rows that came up to its end, each once. */
  readonly reached: number;
}

/** What the pages of a list say of all its rows, one after the other. */
export class TotalWatch {
  /** Said last, and by which page. */
  private latest: { readonly pageNumber: number; readonly guess: TotalGuess } | undefined;
  /** Said by another page before it. */
  private earlier: number | undefined;
  private least = Infinity;
  private most = -Infinity;
  /** A page said a number that is not that of its own rows. */
  private isOther = false;
  /** A page that could have had more rows said that these are all. */
  private hadRoom = false;
  /** The last number that can be one of the whole list, and whether another page had another. */
  private plausible: number | undefined;
  private moved = false;
  private fell = false;

  add(page: SpeakingPage, guess: TotalGuess | undefined): void {
    if (guess === undefined) {
      return;
    }
    if (this.latest?.pageNumber === page.pageNumber) {
      // Asked anew: the list may have grown meanwhile, which is no oddity.
      this.earlier = undefined;
      [this.least, this.most] = [Infinity, -Infinity];
      [this.plausible, this.moved, this.fell] = [undefined, false, false];
    } else {
      this.earlier = this.latest?.guess.value;
    }
    this.latest = { pageNumber: page.pageNumber, guess };
    this.least = Math.min(this.least, guess.value);
    this.most = Math.max(this.most, guess.value);
    this.isOther ||= guess.value !== page.rows;
    this.hadRoom ||= this.isSure && !page.isFull;
    this.noteChange(page.reached, guess.value);
  }

  get guess(): TotalGuess | undefined {
    return this.latest?.guess;
  }

  get newest(): number | undefined {
    return this.latest?.guess.value;
  }

  /** It cannot just be the number of a full page's own rows. */
  get speaksOfList(): boolean {
    return this.isOther || this.hadRoom;
  }

  /** By its name a number of rows of the list, and not just that of each page's own. */
  get isProven(): boolean {
    return this.isOther && this.isSure;
  }

  /** By its name a number of rows of the list. */
  get isSure(): boolean {
    return this.latest !== undefined && this.latest.guess.isVague !== true;
  }

  /** The last two pages that spoke of it do not agree. */
  get isMoving(): boolean {
    return this.earlier !== undefined && this.earlier !== this.newest;
  }

  /** The range of what was said, where pages did not agree. */
  get range(): { readonly least: number; readonly most: number } | undefined {
    return this.least < this.most ? { least: this.least, most: this.most } : undefined;
  }

  /** Pages said different numbers of the whole list: it changed while they came. */
  get hasMoved(): boolean {
    return this.moved;
  }

  /** It shrank while its pages came: rows behind those that went moved onto pages of before. */
  get hasShrunk(): boolean {
    return this.fell;
  }

  /** What is said of all rows; undefined where nothing is, or pages do not agree. */
  get claim(): number | undefined {
    return this.speaksOfList && !this.isMoving ? this.newest : undefined;
  }

  /** A number that rows have passed already is none of the list. */
  private noteChange(reached: number, value: number): void {
    if (value >= reached) {
      const before = this.plausible ?? value;
      this.moved ||= value !== before;
      this.fell ||= value < before;
      this.plausible = value;
    }
  }
}
