import { clampWidth } from "./columnLayout";
import type { GridColumn } from "./geometry";

/** Padding on both sides of a cell, and the line at its end. */
const PADDING = 25;
/** Beside a column's name: how it is sorted. */
const TOOLS = 18;
const MOST_AT_FIRST = 320;
const LEAST_AT_FIRST = 64;

/** Width of a text in CSS pixels. */
type Ruler = (text: string, isBold: boolean) => number;

/** How wide columns are that the user has not set: by their first rows, and so for good. */
export class ColumnWidths {
  private readonly measured = new Map<string, number>();
  private readonly names = new Map<string, number>();

  constructor(
    private readonly ruler: Ruler,
    /** What values have around them beside the padding of their cells. */
    private readonly around = 0,
  ) {}

  isMeasured({ key }: GridColumn): boolean {
    return this.measured.has(key);
  }

  widthOf(column: GridColumn, name: string): number {
    return this.measured.get(column.key) ?? firstWidth(this.nameWidth(name));
  }

  /** Takes the first texts of a column; later ones change nothing. */
  measure(column: GridColumn, name: string, texts: readonly string[]): void {
    if (texts.length > 0 && !this.measured.has(column.key)) {
      this.measured.set(column.key, firstWidth(this.needed(name, texts)));
    }
  }

  /** Makes room for texts that came after the first. */
  widen({ key }: GridColumn, name: string, texts: readonly string[]): void {
    const width = firstWidth(this.needed(name, texts));
    this.measured.set(key, Math.max(width, this.measured.get(key) ?? 0));
  }

  /** The width at which nothing of these texts is cut. */
  fit(name: string, texts: readonly string[]): number {
    return clampWidth(this.needed(name, texts));
  }

  private needed(name: string, texts: readonly string[]): number {
    // The widest text is hardly ever not among the longest.
    const longest = [...texts].sort((one, other) => other.length - one.length).slice(0, 4);
    const widest = Math.max(0, ...longest.map((text) => this.ruler(text, false)));
    return Math.max(this.nameWidth(name), Math.ceil(widest) + PADDING + this.around);
  }

  private nameWidth(name: string): number {
    let width = this.names.get(name);
    if (width === undefined) {
      width = Math.ceil(this.ruler(name, true)) + PADDING + TOOLS;
      this.names.set(name, width);
    }
    return width;
  }
}

function firstWidth(width: number): number {
  return Math.max(LEAST_AT_FIRST, Math.min(width, MOST_AT_FIRST));
}

/** Measures texts in the font of an element. */
export function rulerFor(element: Element): Ruler {
  const context = document.createElement("canvas").getContext("2d");
  let font = "";
  return (text, isBold) => {
    if (font === "") {
      const { fontSize, fontFamily } = getComputedStyle(element);
      font = `${fontSize} ${fontFamily}`;
    }
    if (context === null) {
      return text.length * 8;
    }
    const wanted = isBold ? `600 ${font}` : font;
    if (context.font !== wanted) {
      context.font = wanted;
    }
    return context.measureText(text.slice(0, 400)).width;
  };
}
