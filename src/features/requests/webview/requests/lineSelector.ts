import type { RangeAnswer } from "../../messages/requestsView";
import { type LineSelection, NO_SELECTION, rangeIn, selectionIn, toggled } from "./lineSelection";
import type { LineStore } from "./lineStore";

const NO_LINES = { from: 0, rows: [] };

/** What the lines that are here, and the host, say of those between two. */
type Lines = Pick<LineStore, "answer" | "line" | "range">;

/** Selects lines from an anchor on, or one by one. */
export class LineSelector {
  selected = NO_SELECTION;
  /** What the host will say of what is meant now: answers about what was meant before are dropped. */
  private awaited: Promise<RangeAnswer | undefined> | undefined;
  /** The action where a selection begins: the focus has moved before a click is told of. */
  private anchor: string | undefined;
  private isDoubtful = false;

  constructor(private readonly onChange: () => void) {}

  clear(): void {
    this.select(NO_SELECTION);
  }

  /** A filter has changed: nothing is selected, and the anchor may be hidden. */
  doubt(): void {
    this.clear();
    this.isDoubtful = true;
  }

  /** Nothing is selected; what is selected next begins at this action. */
  beginAt(actionId: string | undefined): void {
    this.clear();
    this.setAnchor(actionId);
  }

  /** As `extendTo`; where nothing is selected, nor about to be, it begins at this action. */
  extendFrom(actionId: string | undefined, lines: Lines, end: number): void {
    if (this.selected.ids.size === 0 && this.awaited === undefined) {
      this.setAnchor(actionId);
    }
    this.extendTo(lines, end);
  }

  /**
   * All actions from where the selection began. Where not all their lines are here, what is selected
   * stays until the host answers, and grows by those that are.
   */
  extendTo(lines: Lines, end: number): void {
    const anchor = this.anchor ?? lines.line(end)?.actionId;
    if (anchor === undefined) {
      return;
    }
    this.anchor = anchor;
    const { selection, isWhole } = rangeIn(lines.answer ?? NO_LINES, anchor, end);
    const isMore = [...this.selected.ids].every((id) => selection.ids.has(id));
    if (isWhole || isMore) {
      this.select(selection);
    }
    if (!isWhole) {
      void this.selectBeyond(lines.range(anchor, end));
    }
  }

  toggle({ answer }: Lines, actionId: string): void {
    const isHere = answer?.rows.some((line) => line.actionId === this.anchor) === true;
    const anchor = this.isDoubtful && !isHere ? undefined : this.anchor;
    this.select(toggled(this.selected, anchor, actionId));
    this.setAnchor(actionId);
  }

  /** What is shown as selected. It stays so: whoever acts on it has not what an answer would add. */
  settle(): ReadonlySet<string> {
    this.awaited = undefined;
    return this.selected.ids;
  }

  private setAnchor(actionId: string | undefined): void {
    this.anchor = actionId;
    this.isDoubtful = false;
  }

  private async selectBeyond(asked: Promise<RangeAnswer | undefined>): Promise<void> {
    this.awaited = asked;
    const answer = await asked;
    if (asked !== this.awaited) {
      return;
    }
    this.select(answer === undefined ? this.selected : selectionIn(answer));
    // Another one than was asked about, where a filter has hidden that.
    if (answer?.actionIds[0] !== undefined) {
      this.setAnchor(answer.actionIds[0]);
    }
  }

  private select(selection: LineSelection): void {
    this.awaited = undefined;
    if (selection !== this.selected) {
      this.selected = selection;
      this.onChange();
    }
  }
}
