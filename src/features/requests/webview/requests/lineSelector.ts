import type { RangeAnswer } from "../../messages/requestsView";
import { type LineSelection, NO_SELECTION, rangeIn, selectionIn, toggled } from "./lineSelection";
import type { LineStore } from "./lineStore";

const NO_LINES = { from: 0, rows: [] };

/** What the lines that are here, and the host, say of those between two. */
type Lines = Pick<LineStore, "answer" | "line" | "range">;

/** Selects lines from an anchor on, or one by one. */
export class LineSelector {
  selected = NO_SELECTION;
  /** Changes with what is selected: an answer about what was meant before is dropped. */
  private selecting = 0;
  /** The action where a selection begins: the focus has moved before a click is told of. */
  private anchor: string | undefined;

  constructor(private readonly onChange: () => void) {}

  clear(): void {
    this.select(NO_SELECTION);
  }

  /** Nothing is selected; what is selected next begins at this action. */
  beginAt(actionId: string | undefined): void {
    this.clear();
    this.anchor = actionId;
  }

  /** As `extendTo`; where nothing is selected it begins at this action. */
  extendFrom(actionId: string | undefined, lines: Lines, end: number): void {
    this.anchor = this.selected.ids.size === 0 ? actionId : this.anchor;
    this.extendTo(lines, end);
  }

  /** All actions from where the selection began; those whose lines are here at once. */
  extendTo(lines: Lines, end: number): void {
    const anchor = this.anchor ?? lines.line(end)?.actionId;
    if (anchor === undefined) {
      return;
    }
    this.anchor = anchor;
    const { selection, isWhole } = rangeIn(lines.answer ?? NO_LINES, anchor, end);
    this.select(selection);
    if (!isWhole) {
      void this.selectBeyond(lines.range(anchor, end));
    }
  }

  toggle(actionId: string): void {
    this.select(toggled(this.selected, this.anchor, actionId));
    this.anchor = actionId;
  }

  private async selectBeyond(asked: Promise<RangeAnswer | undefined>): Promise<void> {
    const { selecting } = this;
    const answer = await asked;
    if (answer !== undefined && selecting === this.selecting) {
      this.select(selectionIn(answer));
    }
  }

  private select(selection: LineSelection): void {
    this.selecting++;
    if (selection !== this.selected) {
      this.selected = selection;
      this.onChange();
    }
  }
}
