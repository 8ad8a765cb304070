import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { settleChoice } from "../../messages/chartChoices";
import type { ChartTexts } from "../../messages/chartTexts";
import { IMAGE_LIMIT } from "../../messages/chartImage";
import type { ChartData } from "../../messages/listChart";
import type { ChartChoice, ListLayout } from "../../messages/listLayout";
import type { TableFacts } from "../../messages/listQuestions";
import type { ListAsk } from "../list/ask";
import { fillText } from "../../../../platform/base/texts";
import { fillCounts } from "../../../../platform/webview/counts";
import { plainKey } from "../../../../platform/webview/plainKey";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles, figureStyles } from "../../../../platform/webview/styles";
import { chartStyles } from "./chartStyles";
import { renderDataTable } from "./dataTable";
import { drawSvg, Drawing } from "./drawing";
import { stillOf, toPng } from "./image";
import { type ChartLook, readLook, watchLook } from "./look";
import { heightOf, type Picture } from "./picture";
import { renderPickers } from "./pickers";
import {
  type ChartWords,
  headingText,
  pointLines,
  problemText,
  remarkTexts,
  sentence,
  titleText,
} from "./words";

/** Height that pickers, words and the closed table take beside the drawing. */
const AROUND = 190;
const PAGE_STEP = 10;

/** The chart tab: what the rows of the list draw, with its words and its data. */
export class ListChart extends LitElement {
  static override readonly properties = {
    ...propertiesOf("facts", "layout", "texts", "ask", "isMasked"),
    ...statesOf("data", "isAsking", "hasFailed", "message", "at", "isTableOpen", "isTableWhole"),
  };

  static override readonly styles = [baseStyles, controlStyles, figureStyles, chartStyles];

  declare facts: TableFacts | undefined;
  declare layout: ListLayout | undefined;
  declare texts: ChartTexts | undefined;
  declare ask: Pick<ListAsk, "chart" | "saveImage"> | undefined;
  declare isMasked: boolean;
  declare data: ChartData | undefined;
  declare isAsking: boolean;
  declare hasFailed: boolean;
  declare message: string;
  /** The place that is read; undefined while none is. */
  declare at: number | undefined;
  declare isTableOpen: boolean;
  declare isTableWhole: boolean;
  private drawing: Drawing | undefined;
  private look: ChartLook | undefined;
  private asked = "";
  private stopWatching: (() => void) | undefined;
  private readonly sizes = new ResizeObserver(() => this.draw());

  constructor() {
    super();
    this.isMasked = false;
    this.isAsking = false;
    this.hasFailed = false;
    this.message = "";
    this.isTableOpen = false;
    this.isTableWhole = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
    this.stopWatching = watchLook(() => this.readTheme());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    this.stopWatching?.();
    this.drawing?.dispose();
    this.drawing = undefined;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has("isMasked")) {
      // What was drawn before may not stay until the next answer.
      this.data = undefined;
    }
  }

  override updated(changed: PropertyValues): void {
    if (["facts", "layout", "ask", "isMasked"].some((name) => changed.has(name))) {
      void this.askAgain();
    }
    if (["data", "texts", "layout"].some((name) => changed.has(name))) {
      this.draw();
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { words, data } = this;
    if (words === undefined || this.layout === undefined) {
      return nothing;
    }
    const choice = this.choice;
    return html`
      <form aria-label=${words.texts.chartSettings} @submit=${prevent}>
        ${
          choice === undefined
            ? nothing
            : renderPickers({ words, choice, pick: (picked) => this.pick(picked) })
        }
        ${this.isDrawn ? this.renderSaves(words.texts) : nothing}
      </form>
      ${
        data === undefined || !this.isDrawn
          ? nothing
          : html`<h2 dir="auto">${headingText(words, data)}</h2>`
      }
      ${this.renderDrawing(words)}
      ${data === undefined || this.hasFailed ? this.renderFailure(words) : nothing}
      ${data?.problem === undefined ? nothing : this.renderProblem(words, data)}
      ${this.isDrawn && data !== undefined && choice !== undefined ? this.renderBelow(words, data, choice) : nothing}
      <span class="hidden" role="status">${this.message}</span>
    `;
  }

  private get words(): ChartWords | undefined {
    const { texts, facts, layout } = this;
    return (
      texts && facts && { texts, columns: facts.columns, isGrouped: layout?.isGrouped ?? true }
    );
  }

  /** What the pickers show: the user's, or what the explorer chose. */
  private get choice(): ChartChoice | undefined {
    const { layout, data, facts } = this;
    const own = layout?.chart;
    return own === undefined || facts === undefined
      ? data?.choice
      : settleChoice(own, facts.columns);
  }

  private get isDrawn(): boolean {
    return this.data !== undefined && this.data.problem === undefined && !this.hasFailed;
  }

  /** Always there: the drawing library draws into one element, as long as the tab lives. */
  private renderDrawing(words: ChartWords): TemplateResult {
    const { data } = this;
    const choice = data?.choice;
    return html`<div
        class="drawing ${this.isAsking ? "old" : ""}"
        role="application"
        tabindex="0"
        ?hidden=${!this.isDrawn}
        aria-label=${data && choice ? sentence(words, data, choice) : words.texts.chartDrawing}
        aria-describedby="keys"
        aria-busy=${String(this.isAsking)}
        @keydown=${(event: KeyboardEvent) => this.move(event)}
        @blur=${() => this.leave()}
      >
        <div class="canvas" aria-hidden="true"></div>
      </div>
      <span class="hidden" id="keys">${words.texts.chartKeys}</span>`;
  }

  private renderBelow(words: ChartWords, data: ChartData, choice: ChartChoice): TemplateResult {
    const remarks = [
      ...remarkTexts(words, data),
      ...(this.facts?.isGrowing === true ? [words.texts.chartGrowing] : []),
    ];
    return html`
      <p class="reading" role="status" dir="auto">${this.reading(words, data)}</p>
      ${
        remarks.length === 0
          ? nothing
          : html`<ul>
              ${remarks.map((text) => html`<li>${text}</li>`)}
            </ul>`
      }
      ${renderDataTable({
        ...{ words, data, choice, isOpen: this.isTableOpen, isWhole: this.isTableWhole },
        onToggle: (isOpen) => (this.isTableOpen = isOpen),
        onWhole: () => (this.isTableWhole = true),
      })}
    `;
  }

  private reading(words: ChartWords, data: ChartData): string {
    return this.at === undefined
      ? ""
      : [
          fillCounts(words.texts.chartPoint, this.at + 1, data.places.length),
          ...pointLines(words, data, this.at),
        ].join(" · ");
  }

  private renderSaves(texts: ChartTexts): TemplateResult {
    return html`<div class="saves">
      <button type="button" @click=${() => void this.save("svg")}>${texts.chartSaveSvg}</button>
      <button type="button" @click=${() => void this.save("png")}>${texts.chartSavePng}</button>
    </div>`;
  }

  private renderFailure({ texts }: ChartWords): TemplateResult | typeof nothing {
    return this.hasFailed
      ? html`<div class="instead" role="alert">
          <p>${texts.chartFailed}</p>
          <button type="button" @click=${() => void this.askAgain(true)}>
            ${texts.chartAgain}
          </button>
        </div>`
      : nothing;
  }

  private renderProblem(words: ChartWords, { problem, instead }: ChartData): TemplateResult {
    return html`<div class="instead" role="status">
      <p>${problem === undefined ? nothing : problemText(words, problem)}</p>
      ${
        instead === undefined
          ? nothing
          : html`<button type="button" @click=${() => this.pick(instead)}>
              ${fillText(words.texts.chartInstead, titleText(words, instead))}
            </button>`
      }
    </div>`;
  }

  private pick(chart: ChartChoice): void {
    if (this.layout !== undefined) {
      this.layout = { ...this.layout, chart };
      const options = { detail: this.layout, bubbles: true, composed: true };
      this.dispatchEvent(new CustomEvent<ListLayout>("fp-layout", options));
    }
  }

  /** One question at a time: what changed meanwhile is asked when the answer has come. */
  private async askAgain(isForced = false): Promise<void> {
    const { ask, facts, layout, isMasked } = this;
    if (ask === undefined || facts === undefined || layout === undefined) {
      return;
    }
    const own = layout.chart;
    const choice = own === undefined ? {} : { choice: settleChoice(own, facts.columns) };
    const question = { view: layout.view, ...choice };
    const asked = JSON.stringify([question, facts.revision, isMasked]);
    if (this.isAsking || (asked === this.asked && !isForced)) {
      return;
    }
    this.asked = asked;
    this.isAsking = true;
    try {
      const data = await ask.chart(question);
      if (isMasked === this.isMasked) {
        this.at = undefined;
        this.isTableWhole = false;
        this.data = data;
        this.hasFailed = false;
      }
    } catch {
      // The host has written down why.
      this.hasFailed = true;
    }
    this.isAsking = false;
    await this.askAgain();
  }

  private readTheme(): void {
    const look = readLook(this);
    if (JSON.stringify(look) !== JSON.stringify(this.look)) {
      this.look = look;
      this.draw();
    }
  }

  private draw(): void {
    const element = this.renderRoot.querySelector<HTMLElement>(".canvas");
    const picture = this.picture;
    if (element !== null && picture !== undefined && picture.width > 0) {
      this.drawing ??= new Drawing(element);
      this.drawing.show(picture);
    }
  }

  private get picture(): Picture | undefined {
    const { words, data } = this;
    const choice = data?.choice;
    if (words === undefined || data === undefined || choice === undefined || !this.isDrawn) {
      return undefined;
    }
    this.look ??= readLook(this);
    const width = (this.renderRoot.querySelector(".drawing")?.clientWidth ?? 0) | 0;
    const height = heightOf({ choice, data }, this.clientHeight - AROUND);
    return { words, data, choice, look: this.look, width, height, isStill: false };
  }

  private move(event: KeyboardEvent): void {
    const last = (this.data?.places.length ?? 0) - 1;
    const pressed = plainKey(event) ?? "";
    const step = STEPS[pressed];
    if (pressed === "Escape" && this.at !== undefined) {
      event.preventDefault();
      this.leave();
    } else if (step !== undefined && last >= 0) {
      event.preventDefault();
      const from = this.at ?? (step > 0 ? -1 : last + 1);
      this.at = Math.min(Math.max(from + step, 0), last);
      this.drawing?.point(this.at);
    }
  }

  private leave(): void {
    this.at = undefined;
    this.drawing?.leave();
  }

  private async save(format: "svg" | "png"): Promise<void> {
    const { picture, ask, texts } = this;
    if (picture === undefined || ask === undefined || texts === undefined) {
      return;
    }
    const still = stillOf(picture);
    const content = await (format === "svg" ? drawSvg(still) : toPng(still).catch(() => undefined));
    const isRight = content !== undefined && content.length <= IMAGE_LIMIT;
    this.message = isRight ? "" : texts.chartImageFailed;
    if (isRight) {
      // The host shows its failures itself.
      await ask.saveImage({ format, content }).catch(() => undefined);
    }
  }
}

const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
  ...{ PageDown: PAGE_STEP, PageUp: -PAGE_STEP, Home: -Infinity, End: Infinity },
};

function prevent(event: Event): void {
  event.preventDefault();
}
