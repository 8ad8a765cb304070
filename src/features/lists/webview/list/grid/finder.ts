import { html, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import type { FindBar, FindEvent, FoundCount } from "./findBar";
import { markText } from "./highlight";
import type { GridHost } from "./gridHost";
import type { GridCell } from "./selection";

type Wish = FindEvent["detail"];

/** Looks for a text in the rows, in sight or not, and leads from one place to the next. */
export class Finder {
  private isOpen = false;
  private text = "";
  private count: FoundCount | undefined;
  /** Where the looking began: more letters look from there again. */
  private origin: GridCell = { row: 1, column: 1 };
  private asked = 0;

  constructor(private readonly grid: GridHost) {}

  open(): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.origin = this.grid.body?.active ?? this.origin;
      this.grid.requestUpdate();
    }
    void this.grid.updateComplete.then(() => this.bar?.focusText());
  }

  render(texts: GridTexts): TemplateResult | typeof nothing {
    return this.isOpen
      ? html`<fp-find-bar
          .texts=${texts}
          .found=${this.count}
          @fp-find=${(event: FindEvent) => void this.find(event.detail)}
          @fp-find-closed=${() => this.close()}
        ></fp-find-bar>`
      : nothing;
  }

  /** To the next or previous place of what was looked for last. */
  step(direction: Wish["direction"]): void {
    if (this.text === "") {
      this.open();
    } else {
      void this.find({ text: this.text, direction, isStep: true }, true);
    }
  }

  /** The rows are others now: what is looked for may be elsewhere. */
  again(): void {
    if (this.isOpen && this.text !== "") {
      this.origin = { row: 1, column: 1 };
      void this.find({ text: this.text, direction: "forward", isStep: false });
    } else {
      this.show(undefined);
    }
  }

  /** Marks what was looked for in the rows that are drawn. */
  mark(rows: Element): void {
    if (this.isOpen) {
      markText(rows, this.text);
    }
  }

  private get bar(): FindBar | null {
    return this.grid.renderRoot.querySelector<FindBar>("fp-find-bar");
  }

  private async find({ text, direction, isStep }: Wish, takesFocus = false): Promise<void> {
    const { grid } = this;
    const { body, ask, store } = grid;
    this.text = text;
    const asked = ++this.asked;
    if (body === undefined || ask === undefined || text === "") {
      this.count = undefined;
      this.show(undefined);
      return;
    }
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
    if (asked !== this.asked || answer === undefined) {
      return;
    }
    this.count = { ordinal: answer.ordinal, matches: answer.matches };
    this.show(
      answer.matches === 0 ? undefined : { row: answer.row + 1, column: answer.column + 1 },
    );
    if (takesFocus) {
      grid.focusCell();
    }
  }

  private show(at: GridCell | undefined): void {
    const { grid } = this;
    if (grid.body !== undefined) {
      grid.body.found = at;
      grid.select(undefined, at ?? grid.body.active);
    }
    grid.requestUpdate();
  }

  private close(): void {
    const { grid } = this;
    this.isOpen = false;
    this.asked++;
    if (grid.body !== undefined) {
      grid.body.found = undefined;
      grid.body.paint();
    }
    markText(grid, "");
    grid.requestUpdate();
    grid.focusCell();
  }
}
