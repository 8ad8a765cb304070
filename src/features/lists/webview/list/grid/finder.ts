import { html, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import type { FindBar, FindEvent, FoundCount } from "./findBar";
import { type Found, PathFinding } from "./pathFinding";
import { markText } from "./highlight";
import type { GridHost } from "./gridHost";
import type { GridCell } from "./selection";

type Wish = FindEvent["detail"];

/** What follows what was found: the user goes there, with the focus or without, or stays. */
type Following = "go" | "focus" | "stay";

/** Looks for a text, or by a JSONPath query, in the rows, in sight or not, and leads from one place to the next. */
export class Finder {
  isOpen = false;
  private text = "";
  private count: FoundCount | undefined;
  /** Where the looking began: more letters look from there again. */
  private origin: GridCell = { row: 1, column: 1 };
  private asked = 0;
  private isPath = false;
  private isLooking = false;
  private readonly path: PathFinding;

  constructor(private readonly grid: GridHost) {
    this.path = new PathFinding(grid);
  }

  open(): void {
    const isNew = !this.isOpen;
    if (isNew) {
      this.isOpen = true;
      this.origin = this.grid.body?.active ?? this.origin;
      this.grid.requestUpdate();
    }
    // A new bar has forgotten what was looked for last.
    void this.grid.updateComplete.then(() => this.bar?.focusText(isNew ? this.text : undefined));
  }

  render(texts: GridTexts): TemplateResult | typeof nothing {
    return this.isOpen
      ? html`<fp-find-bar
          .texts=${texts}
          .found=${this.count}
          .isPath=${this.isPath}
          .isLooking=${this.isLooking}
          @fp-find=${(event: FindEvent) => void this.find(event.detail)}
          @fp-copy-matches=${() => void this.path.copy(this.text)}
          @fp-matching-columns=${() => this.path.showColumns()}
          @fp-find-closed=${() => this.close()}
        ></fp-find-bar>`
      : nothing;
  }

  /** To the next or previous place of what was looked for last. */
  step(direction: Wish["direction"]): void {
    if (this.text === "") {
      this.open();
    } else {
      void this.find({ text: this.text, isPath: this.isPath, direction, isStep: true }, "focus");
    }
  }

  /** The rows are others now: what is looked for may be elsewhere, and where it was says nothing. */
  again(following: Following): void {
    const { grid, text, isPath } = this;
    if (this.isOpen && text !== "") {
      const first = { row: 1, column: 1 };
      this.origin = following === "stay" ? (grid.body?.active ?? first) : first;
      void this.find({ text, isPath, direction: "forward", isStep: false }, following);
    } else {
      this.forget();
    }
  }

  /** Privacy mode was turned on: what was looked for may be what it hides. */
  forgetValues(): void {
    const { grid, bar } = this;
    const hadFocus = bar !== null && grid.shadowRoot?.activeElement === bar;
    Object.assign(this, { isOpen: false, text: "", isPath: false });
    this.forget();
    markText(grid, "");
    if (hadFocus && document.hasFocus()) {
      grid.focusCell();
    }
  }

  /** Marks what was looked for in the rows that are drawn. */
  mark(rows: Element): void {
    if (this.isOpen) {
      markText(rows, this.isPath ? "" : this.text);
    }
  }

  private get bar(): FindBar | null {
    return this.grid.renderRoot.querySelector<FindBar>("fp-find-bar");
  }

  private async find(wish: Wish, following: Following = "go"): Promise<void> {
    const { grid } = this;
    const { text, isPath } = wish;
    Object.assign(this, { text, isPath });
    const asked = ++this.asked;
    if (!isPath || !wish.isStep) {
      this.path.clear();
    }
    if (grid.body === undefined || grid.ask === undefined || text === "") {
      this.isLooking = false;
      this.count = undefined;
      this.show(undefined);
      return;
    }
    const found = await (isPath ? this.findPath(wish, asked) : this.findText(wish));
    if (asked !== this.asked || found === undefined) {
      return;
    }
    this.isLooking = false;
    this.count = found.count;
    this.show(found.at, following);
    // Who has gone elsewhere meanwhile stays there.
    const isFree = grid.isFocusInside() || document.activeElement === document.body;
    if (following === "focus" && isFree) {
      grid.focusCell();
    }
  }

  private async findPath(
    { text, direction, isStep }: Wish,
    asked: number,
  ): Promise<Found | undefined> {
    if (isStep && this.path.isFound) {
      return this.path.step(direction);
    }
    this.isLooking = true;
    this.grid.requestUpdate();
    return this.path.find(text, this.origin, () => asked === this.asked);
  }

  private async findText({ text, direction, isStep }: Wish): Promise<Found | undefined> {
    const { body, ask, store } = this.grid;
    if (body === undefined || ask === undefined) {
      return undefined;
    }
    const { grid } = this;
    const start = isStep ? body.active : this.origin;
    const answer = await ask
      .find({
        view: store.shown?.view ?? grid.view,
        columns: grid.columns.shown.map(({ key }) => key),
        ...{ text, direction, isInclusive: !isStep },
        row: Math.max(0, start.row - 1),
        column: Math.max(0, start.column - 1),
      })
      .catch(() => undefined);
    return (
      answer && {
        count: { ordinal: answer.ordinal, matches: answer.matches },
        at: answer.matches === 0 ? undefined : { row: answer.row + 1, column: answer.column + 1 },
      }
    );
  }

  private show(at: GridCell | undefined, following: Following = "go"): void {
    const { grid } = this;
    const { body } = grid;
    if (body !== undefined) {
      body.found = at;
      if (following === "stay") {
        body.paint();
      } else {
        grid.select(undefined, at ?? body.active);
      }
    }
    grid.requestUpdate();
  }

  /** Nothing is marked or counted any more, nor what is still on its way. */
  private forget(): void {
    const { grid } = this;
    this.asked++;
    this.isLooking = false;
    this.count = undefined;
    this.path.clear();
    if (grid.body !== undefined) {
      grid.body.found = undefined;
      grid.body.paint();
    }
    grid.requestUpdate();
  }

  private close(): void {
    const { grid } = this;
    this.isOpen = false;
    // The rows may be others when it is opened again.
    this.forget();
    markText(grid, "");
    grid.focusCell();
  }
}
