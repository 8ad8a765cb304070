import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { CompareTexts } from "../../messages/compareTexts";
import type { GridTexts } from "../../messages/gridTexts";
import type {
  CompareAnswer,
  CompareFormat,
  CompareNextAnswer,
  ComparisonView,
} from "../../messages/listComparison";
import type { CompareChoice, CompareSource, ListLayout } from "../../messages/listLayout";
import type { TableFacts } from "../../messages/listQuestions";
import type { FrameTexts } from "../../messages/listTexts";
import { isRpcError } from "../../../../platform/base/rpc";
import { fillText } from "../../../../platform/base/texts";
import type { ListAsk } from "../list/ask";
import { gridStyles } from "../list/grid/gridStyles";
import { countText, fillCounts } from "../../../../platform/webview/counts";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../platform/webview/styles";
import { RowStore } from "../list/grid/rowStore";
import { type CompareCells, type ComparedRows, type CompareView, sliceOf } from "./compareCells";
import { CompareGrid } from "./compareGrid";
import { compareStyles } from "./compareStyles";
import { type HeadActs, renderMatch, renderSides, renderSources } from "./head";
import { renderSnapshots } from "./snapshots";
import { countWords, kindWord, matchWords, remark } from "./words";

/** What is asked for before anything is in sight. */
const FIRST_ROWS = 30;
const FIRST_COLUMNS = 40;

/** The compare tab: rows of two lists side by side, their differences marked. */
export class ListCompare extends LitElement {
  static override readonly properties = {
    ...propertiesOf(
      "facts",
      "layout",
      "comparison",
      "texts",
      "gridTexts",
      "frameTexts",
      "ask",
      "isMasked",
    ),
    ...statesOf("hasFailed", "isSorted", "spoken"),
  };

  static override readonly styles = [baseStyles, controlStyles, gridStyles, compareStyles];

  declare facts: TableFacts | undefined;
  declare layout: ListLayout | undefined;
  declare comparison: ComparisonView | undefined;
  declare texts: CompareTexts | undefined;
  declare gridTexts: GridTexts | undefined;
  declare frameTexts: FrameTexts | undefined;
  declare ask: ListAsk | undefined;
  declare isMasked: boolean;
  declare hasFailed: boolean;
  declare isSorted: boolean;
  declare spoken: string;
  private hadFocus = false;
  readonly store: ComparedRows = new RowStore({
    ask: async ({ view: { match, onlyChanges }, ...slice }) => {
      if (this.ask === undefined) {
        throw new Error("Nobody has the rows");
      }
      const question = { onlyChanges, ...slice, ...(match === undefined ? {} : { match }) };
      return sliceOf(await this.ask.compareRows(question), slice.columns);
    },
    onRows: (isOther) => {
      this.hasFailed = false;
      this.grid.onRows(isOther);
      this.requestUpdate();
    },
    onFailure: (error) => this.noteFailure(error),
  });
  private readonly grid = new CompareGrid(this);
  private wanted: CompareView | undefined;
  private version: string | undefined;
  /** What the rows that are wanted were compared by, as JSON. */
  private choice: string | undefined;
  private revision = 0;
  private readonly acts: HeadActs = {
    choose: (source, pageNumber) => this.choose(source, pageNumber),
    chooseSnapshot: (names) =>
      this.open({ source: "snapshot", onlyChanges: this.onlyChanges, ...names }),
    again: (choice) => this.open(choice),
    step: (step) => void this.ask?.compareStep({ step }).catch(ignore),
  };

  constructor() {
    super();
    this.isMasked = false;
    this.hasFailed = false;
    this.isSorted = false;
    this.spoken = "";
    this.addEventListener("fp-act", this.onAct);
    this.addEventListener("fp-open-request", this.onOpenRequest);
    this.addEventListener("fp-copy", this.onCopy);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.grid.disconnect();
  }

  override willUpdate(changed: PropertyValues): void {
    this.hadFocus = this.shadowRoot?.activeElement instanceof HTMLButtonElement;
    if (changed.has("isMasked")) {
      this.store.forget();
    }
    if (changed.has("comparison")) {
      this.keepChoice();
    }
    const opened = this.comparison?.opened;
    const choice = JSON.stringify(opened?.choice);
    if (opened?.version !== undefined) {
      this.choice = choice;
      this.want(opened.version);
    } else if (opened?.isLoading !== true || choice !== this.choice) {
      // Rows of another comparison, or of one that did not come, would stand under these names.
      this.store.clear();
    }
  }

  override updated(): void {
    this.grid.draw(this.cells);
    // If the focused button was removed, focus the one that loads again.
    if (this.hadFocus && this.shadowRoot?.activeElement === null && document.hasFocus()) {
      const next = [".reload", "button"].map((one) => this.renderRoot.querySelector(one));
      next.find((one) => one instanceof HTMLElement)?.focus();
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { texts, comparison, cells, answer } = this;
    if (texts === undefined || comparison === undefined || cells === undefined) {
      return nothing;
    }
    const { opened } = comparison;
    return html`
      <div class="top">
        ${renderSources(comparison, texts, this.acts)}
        ${
          comparison.snapshots === undefined
            ? nothing
            : renderSnapshots(comparison.snapshots, opened?.choice, texts, this.acts)
        }
        ${
          opened === undefined
            ? this.renderStart(texts)
            : renderSides(opened, texts, this.frameTexts, this.acts)
        }
        ${answer === undefined ? nothing : this.renderTools(answer, texts)}
        ${this.renderCourse(comparison, texts)}
      </div>
      ${this.hasFailed ? this.renderFailure(texts) : nothing}
      ${
        answer === undefined ? nothing : this.grid.render(answer, cells, opened?.isLoading === true)
      }
      <span class="hidden" id="keys">${texts.compareKeys}</span>
      <span class="spoken hidden" role="status">${this.spoken}</span>
    `;
  }

  get onlyChanges(): boolean {
    return this.layout?.compare?.onlyChanges ?? false;
  }

  get match(): readonly string[] | undefined {
    return this.layout?.compare?.match;
  }

  private get answer(): CompareAnswer | undefined {
    return this.store.shown?.slice.answer;
  }

  private get cells(): CompareCells | undefined {
    const { store: rows, texts, gridTexts: cellTexts, layout, facts } = this;
    const kinds = new Map(facts?.columns.map(({ key, kind }) => [key, kind]));
    return (
      texts && cellTexts && { rows, texts, cellTexts, kinds, isGrouped: layout?.isGrouped === true }
    );
  }

  /** Asks for the rows as they are looked at now, and anew where other ones are compared. */
  private want(version: string): void {
    const { match, onlyChanges, store } = this;
    if (version !== this.version) {
      this.version = version;
      this.revision++;
    }
    const wanted = { match, onlyChanges };
    if (JSON.stringify(wanted) !== JSON.stringify(this.wanted)) {
      this.wanted = wanted;
    }
    if (store.shown === undefined) {
      // Nothing is in sight yet: the columns of the list are a good beginning.
      const columns = (this.facts?.columns ?? []).slice(0, FIRST_COLUMNS).map(({ key }) => key);
      store.show({ from: 0, count: FIRST_ROWS, columns, also: 0 });
    }
    store.want(this.wanted ?? wanted, this.revision);
  }

  /** Goes to the next difference, or says that there is none. */
  async next(direction: "forward" | "backward"): Promise<void> {
    const { ask, texts, match, onlyChanges, store } = this;
    if (ask === undefined || texts === undefined || this.answer === undefined) {
      return;
    }
    const question = { onlyChanges, row: this.grid.active.row - 1, direction };
    let found: CompareNextAnswer;
    try {
      found = await ask.compareNext(match === undefined ? question : { ...question, match });
    } catch (error) {
      this.noteFailure(error);
      return;
    }
    if (found.row === -1) {
      this.say(texts.compareNoMore);
      return;
    }
    this.grid.goTo({ row: found.row + 1, column: this.grid.active.column });
    const kind = store.info(found.row);
    const word = kind === undefined ? "" : kindWord(kind, texts);
    const numbers = [found.row + 1, store.total].map(countText);
    this.say(fillText(texts.compareRowOf, ...numbers, word));
  }

  private noteFailure(error: unknown): void {
    // One ended since something else is compared now, which is on its way.
    this.hasFailed = !(isRpcError(error) && error.code.startsWith("canceled/"));
  }

  private say(text: string): void {
    // The same words twice would be said once.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  private renderStart(texts: CompareTexts): TemplateResult | typeof nothing {
    if (this.comparison?.snapshots !== undefined) {
      return nothing;
    }
    const kept = this.layout?.compare;
    const canRepeat = kept !== undefined && kept.source !== "before";
    return canRepeat
      ? html`<p class="line" role="status">
          ${texts.compareKept}
          <button type="button" class="again" @click=${() => this.acts.again(kept)}>
            ${texts.compareAgain}
          </button>
        </p>`
      : html`<p class="line" role="status">${texts.compareStart}</p>`;
  }

  private renderTools(answer: CompareAnswer, texts: CompareTexts): TemplateResult {
    const note = remark(answer, texts);
    const words = matchWords(answer, texts);
    const pick = (match: readonly string[] | undefined): void => this.change({ match });
    return html`
      <div class="line tools">
        ${renderMatch({ answer, words, match: this.match, pick }, texts)}
        <label
          ><input
            class="only-changes"
            type="checkbox"
            .checked=${this.onlyChanges}
            @change=${() => this.change({ onlyChanges: !this.onlyChanges })}
          />
          ${texts.compareOnlyChanges}</label
        >
        ${this.renderButton("previous", "arrow-up", texts.comparePrevious, () => this.next("backward"))}
        ${this.renderButton("next", "arrow-down", texts.compareNext, () => this.next("forward"))}
        ${this.renderButton("copy-markdown", "markdown", texts.compareCopyMarkdown, () => this.copy("markdown"))}
        ${this.renderButton("copy-json", "json", texts.compareCopyJson, () => this.copy("json"))}
        ${this.renderText(texts)}
      </div>
      <p class="line counts" role="status">${countWords(answer, texts)}</p>
      ${note === undefined ? nothing : html`<p class="line remark">${note}</p>`}
    `;
  }

  private renderCourse(
    { snapshots }: ComparisonView,
    texts: CompareTexts,
  ): TemplateResult | typeof nothing {
    return snapshots?.courseVersion === undefined
      ? nothing
      : html`<fp-value-course
          .version=${snapshots.courseVersion}
          .texts=${texts}
          .ask=${this.ask}
          .isMasked=${this.isMasked}
        ></fp-value-course>`;
  }

  private renderText(texts: CompareTexts): TemplateResult {
    return html`<button type="button" class="as-text" @click=${() => this.openText()}>
        <vscode-icon name="diff"></vscode-icon> ${texts.compareText}
      </button>
      <label
        ><input
          type="checkbox"
          class="sorted"
          .checked=${this.isSorted}
          @change=${() => (this.isSorted = !this.isSorted)}
        />
        ${texts.compareSorted}</label
      >`;
  }

  private renderButton(
    name: string,
    icon: string,
    label: string,
    act: () => Promise<void>,
  ): TemplateResult {
    return html`<button
      type="button"
      class="icon ${name}"
      aria-label=${label}
      title=${label}
      @click=${() => void act()}
    >
      <vscode-icon name=${icon}></vscode-icon>
    </button>`;
  }

  private renderFailure(texts: CompareTexts): TemplateResult {
    const again = (): void => {
      this.hasFailed = false;
      this.store.retry();
    };
    return html`<p class="line" role="alert">
      ${texts.compareFailed}
      <button type="button" @click=${again}>${texts.compareRetry}</button>
    </p>`;
  }

  private choose(source: CompareSource, pageNumber?: number): void {
    const { match, onlyChanges } = this;
    this.open({
      ...{ source, onlyChanges },
      ...(match === undefined ? {} : { match }),
      ...(pageNumber === undefined ? {} : { pageNumber }),
    });
  }

  private open(choice: CompareChoice): void {
    // The host shows its failures itself.
    void this.ask?.compareWith({ choice }).catch(ignore);
  }

  private openText(): void {
    void this.ask?.openDifference({ isSorted: this.isSorted }).catch(ignore);
  }

  private async copy(format: CompareFormat): Promise<void> {
    const { ask, texts, match } = this;
    if (ask !== undefined && texts !== undefined) {
      const question = match === undefined ? { format } : { format, match };
      const text = await ask.compareCopy(question).then(
        ({ rows }) => fillCounts(texts.compareCopied, rows),
        () => texts.compareCopyFailed,
      );
      this.say(text);
    }
  }

  /** What was chosen is kept with its names, and with how it is looked at. */
  private keepChoice(): void {
    const choice = this.comparison?.opened?.choice;
    if (choice === undefined || this.layout === undefined) {
      return;
    }
    this.lay(withMatch({ ...choice, onlyChanges: this.onlyChanges }, this.match));
  }

  private change(
    change: Partial<{ match: readonly string[] | undefined; onlyChanges: boolean }>,
  ): void {
    const choice = this.layout?.compare ?? this.comparison?.opened?.choice;
    if (choice !== undefined) {
      const match = "match" in change ? change.match : choice.match;
      this.lay(
        withMatch({ ...choice, onlyChanges: change.onlyChanges ?? choice.onlyChanges }, match),
      );
    }
  }

  private lay(compare: CompareChoice): void {
    const { layout } = this;
    if (layout !== undefined && JSON.stringify(layout.compare) !== JSON.stringify(compare)) {
      this.layout = { ...layout, compare };
      const options = { detail: this.layout, bubbles: true, composed: true };
      this.dispatchEvent(new CustomEvent("fp-layout", options));
    }
  }

  /** The panel around would take these for its own list's. */
  private readonly onAct = (event: Event): void => {
    event.stopPropagation();
    const id: unknown = event instanceof CustomEvent ? (event.detail as { id?: unknown }).id : "";
    if (typeof id === "string") {
      void this.ask?.compareAct({ id }).catch(ignore);
    }
  };

  private readonly onOpenRequest = (event: Event): void => {
    event.stopPropagation();
    this.acts.step("openRequest");
  };

  private readonly onCopy = (event: Event): void => {
    event.stopPropagation();
    const what: unknown =
      event instanceof CustomEvent ? (event.detail as { what?: unknown }).what : undefined;
    this.acts.step(what === "traceId" ? "copyTraceId" : "copyRequestId");
  };
}

/** A choice with the columns that rows are matched by, or found by shape. */
function withMatch(
  { source, pageNumber, clientId, clientLabel, connectionId, ...rest }: CompareChoice,
  match: readonly string[] | undefined,
): CompareChoice {
  return {
    ...{ source, onlyChanges: rest.onlyChanges },
    ...(rest.snapshot === undefined ? {} : { snapshot: rest.snapshot }),
    ...(rest.against === undefined ? {} : { against: rest.against }),
    ...(pageNumber === undefined ? {} : { pageNumber }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientLabel === undefined ? {} : { clientLabel }),
    ...(connectionId === undefined ? {} : { connectionId }),
    ...(match === undefined ? {} : { match }),
  };
}

function ignore(): void {
  return undefined;
}
