import { clampWidth } from "./columnLayout";
import { columnAt, type Geometry, type GridColumn, stayingWidth } from "./geometry";
import type { GridBody } from "./gridBody";
import type { GridCell } from "./selection";

/** What the hand does to the grid. */
interface PointerActs {
  readonly body: () => Pick<GridBody<GridColumn>, "placeAt" | "placeOf" | "scrollBy"> | undefined;
  readonly geometry: () => Geometry;
  /** Columns counted from 1, as in `GridCell`. */
  readonly press: (at: GridCell, how: { readonly shift: boolean; readonly ctrl: boolean }) => void;
  readonly drag: (to: GridCell) => void;
  readonly open: (at: GridCell) => void;
  readonly sort: (column: number, isAdded: boolean) => void;
  readonly showMenu: (column: number, anchor: DOMRect) => void;
  readonly resize: (column: number, width: number | undefined, isDone: boolean) => void;
  /** Where a column would go: before that of this place, from 0; undefined: it goes nowhere. */
  readonly showDrop: (place: number | undefined) => void;
  readonly reorder: (column: number, by: number) => void;
}

interface Gesture {
  readonly move: (event: PointerEvent) => void;
  /** `hasMoved`: it was a drag, else a click. */
  readonly end: (event: PointerEvent, hasMoved: boolean) => void;
  readonly cancel?: () => void;
}

const DRAG_FROM = 4;
const EDGE = 24;
const SCROLL_STEP = 18;

/** Clicks and drags: selecting, sorting, the width and the place of a column. */
export class GridPointer {
  private gesture: Gesture | undefined;
  private start = { x: 0, y: 0 };
  private hasMoved = false;
  private scrolling = 0;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly acts: PointerActs,
  ) {}

  readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !(event.target instanceof Element)) {
      return;
    }
    const head = event.target.closest<HTMLElement>("[data-column]");
    this.gesture =
      head === null ? this.pressCell(event) : this.pressHead(event, head, event.target);
    this.start = { x: event.clientX, y: event.clientY };
    this.hasMoved = false;
  };

  readonly onMove = (event: PointerEvent): void => {
    const { gesture, start } = this;
    if (gesture === undefined) {
      return;
    }
    // The button was released where nobody heard of it: outside of the grid, before a drag began.
    if (event.buttons === 0) {
      return this.onCancel();
    }
    const far = Math.max(Math.abs(event.clientX - start.x), Math.abs(event.clientY - start.y));
    if (!this.hasMoved && far >= DRAG_FROM) {
      this.hasMoved = true;
      this.scroller.setPointerCapture(event.pointerId);
    }
    if (this.hasMoved) {
      gesture.move(event);
    }
  };

  readonly onUp = (event: PointerEvent): void => {
    const { gesture } = this;
    this.stop();
    gesture?.end(event, this.hasMoved);
  };

  readonly onCancel = (): void => {
    const { gesture } = this;
    this.stop();
    gesture?.cancel?.();
  };

  dispose(): void {
    this.stop();
  }

  private stop(): void {
    this.gesture = undefined;
    cancelAnimationFrame(this.scrolling);
    this.scrolling = 0;
  }

  private pressCell(event: PointerEvent): Gesture | undefined {
    const at = this.acts.body()?.placeOf(event.target);
    if (at === undefined) {
      return undefined;
    }
    const { shiftKey: shift, ctrlKey, metaKey } = event;
    const ctrl = ctrlKey || metaKey;
    this.acts.press(at, { shift, ctrl });
    const opens = (event.target as Element).closest(".opens") !== null && !shift && !ctrl;
    return {
      move: (moved) => this.dragTo(moved, at),
      end: (_, hasMoved) => {
        if (opens && !hasMoved) {
          this.acts.open(at);
        }
      },
    };
  }

  /** Selects up to the pointer; beyond the edge it scrolls on for as long as it is there. */
  private dragTo(event: PointerEvent, from: GridCell): void {
    const body = this.acts.body();
    const select = (): void => {
      const to = body?.placeAt(event.clientX, event.clientY);
      if (to !== undefined) {
        this.acts.drag(from.column === 0 ? { ...to, column: 0 } : to);
      }
    };
    select();
    cancelAnimationFrame(this.scrolling);
    const step = (): void => {
      const box = this.scroller.getBoundingClientRect();
      const x = beyond(event.clientX, box.left + EDGE, box.right - EDGE);
      const y = beyond(event.clientY, box.top + EDGE, box.bottom - EDGE);
      if ((x !== 0 || y !== 0) && this.gesture !== undefined) {
        body?.scrollBy(x * SCROLL_STEP, y * SCROLL_STEP);
        select();
        this.scrolling = requestAnimationFrame(step);
      }
    };
    this.scrolling = requestAnimationFrame(step);
  }

  private pressHead(event: PointerEvent, head: HTMLElement, target: Element): Gesture | undefined {
    // Its bars are clicked for themselves.
    if (target.closest(".profile") !== null) {
      return undefined;
    }
    const column = Number(head.dataset["column"]);
    const { shiftKey, ctrlKey, metaKey } = event;
    if (target.closest(".resize") !== null) {
      return this.resizing(column, event.clientX);
    }
    if (target.closest(".menu") !== null) {
      return {
        move: () => undefined,
        end: () => this.acts.showMenu(column, head.getBoundingClientRect()),
      };
    }
    return {
      move: (moved) => {
        if (column > 0) {
          this.acts.showDrop(this.dropAt(moved.clientX));
        }
      },
      end: (ended, hasMoved) => {
        this.acts.showDrop(undefined);
        if (hasMoved && column > 0) {
          const drop = this.dropAt(ended.clientX);
          this.acts.reorder(column, drop > column - 1 ? drop - column : drop - column + 1);
        } else if (!hasMoved && (ctrlKey || metaKey || column === 0)) {
          this.acts.press({ row: 0, column }, { shift: false, ctrl: true });
        } else if (!hasMoved) {
          this.acts.sort(column, shiftKey);
        }
      },
      cancel: () => this.acts.showDrop(undefined),
    };
  }

  private resizing(column: number, startX: number): Gesture {
    const before = this.acts.geometry().widths[column - 1] ?? 0;
    const width = (event: PointerEvent): number => clampWidth(before + event.clientX - startX);
    return {
      move: (event) => this.acts.resize(column, width(event), false),
      end: (event, hasMoved) => {
        if (hasMoved) {
          this.acts.resize(column, width(event), true);
        }
      },
      cancel: () => this.acts.resize(column, before, true),
    };
  }

  /** Before which column, from 0, something dropped at this point of the window would go. */
  private dropAt(clientX: number): number {
    const geometry = this.acts.geometry();
    const x = clientX - this.scroller.getBoundingClientRect().left;
    const at = x < stayingWidth(geometry) ? x : x + this.scroller.scrollLeft;
    const index = columnAt(geometry, at);
    const middle = (geometry.starts[index] ?? 0) + (geometry.widths[index] ?? 0) / 2;
    return at > middle ? index + 1 : index;
  }
}

function beyond(at: number, low: number, high: number): number {
  return at < low ? -1 : at > high ? 1 : 0;
}
