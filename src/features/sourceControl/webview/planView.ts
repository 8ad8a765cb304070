import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { PlanContent, PlanCount, PlanHead, PlanLine, PlanTexts } from "../messages/planPanel";
import { fillText } from "../../../platform/base/texts";
import { fillCounts } from "../../../platform/webview/counts";
import { propertiesOf, statesOf } from "../../../platform/webview/properties";
import { baseStyles, documentStyles } from "../../../platform/webview/styles";
import { actEvent } from "./actEvent";
import { markStyles, renderMark } from "./mark";
import { viewStyles } from "./viewStyles";

/** What screen readers are told of progress, at most so often. */
const TOLD_MILLISECONDS = 1_000;

/** A plan, or what became of it: where it goes, what it does, line by line. */
export class PlanView extends LitElement {
  static override readonly properties = {
    ...propertiesOf("content", "texts"),
    ...statesOf("pressed", "announced"),
  };

  static override readonly styles = [baseStyles, documentStyles, markStyles, viewStyles];

  declare content: PlanContent | undefined;
  declare texts: PlanTexts | undefined;
  /** The count that filters: its kind and word. */
  declare pressed: string;
  declare announced: string;
  private telling: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.pressed = "";
    this.announced = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.telling);
  }

  override willUpdate(): void {
    const { counts, progress } = this.content?.head ?? { counts: [], progress: undefined };
    if (!counts.some((count) => nameOf(count) === this.pressed)) {
      this.pressed = "";
    }
    if (progress !== undefined) {
      this.telling ??= setTimeout(() => {
        this.telling = undefined;
        this.announced = this.content?.head.progress?.text ?? "";
      }, TOLD_MILLISECONDS);
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { content, texts } = this;
    if (content === undefined || texts === undefined) {
      return nothing;
    }
    const { head, lines } = content;
    const shown = lines.filter((line) => this.isShown(line));
    return html`<main>
      <header>
        <h1 title=${head.title}>${head.title}</h1>
        <span class="targets">${head.targets.map(renderMark)}</span>
        <div class="acts" role="group" aria-label=${texts.actions}>${renderActions(head)}</div>
      </header>
      <p class="summary" role="status">${head.summary}</p>
      ${renderProgress(head)}
      <span class="hidden" role="status">${this.announced}</span>
      ${head.traceId === "" ? nothing : renderTrace(head, texts)}
      ${
        lines.length === 0
          ? html`<p>${texts.empty}</p>`
          : html`<div class="counts" role="group" aria-label=${texts.counts}>
                ${head.counts.map((count) => this.renderCount(count))}
                <span class="dim"
                  >${
                    shown.length === lines.length
                      ? nothing
                      : fillCounts(texts.shown, shown.length, lines.length)
                  }</span
                >
              </div>
              <fp-plan-table .lines=${shown} .texts=${texts}></fp-plan-table>`
      }
    </main>`;
  }

  private isShown(line: PlanLine): boolean {
    return (
      this.pressed === "" ||
      this.pressed === `effect ${line.effect.word}` ||
      this.pressed === `outcome ${line.outcome.word}`
    );
  }

  private renderCount(count: PlanCount): TemplateResult {
    const name = nameOf(count);
    const isPressed = this.pressed === name;
    const press = (): void => {
      this.pressed = isPressed ? "" : name;
    };
    return html`<button
      type="button"
      class="count"
      aria-pressed=${isPressed ? "true" : "false"}
      title=${fillText(this.texts?.filter ?? "", count.word)}
      @click=${press}
    >
      <b>${fillCounts("{0}", count.count)}</b> ${renderMark(count)}
    </button>`;
  }
}

function nameOf({ of, word }: PlanCount): string {
  return `${of} ${word}`;
}

function renderActions({ actions }: PlanHead): TemplateResult[] {
  return actions.map(({ id, label }, index) => {
    const act = (event: Event): void => {
      event.currentTarget?.dispatchEvent(actEvent({ id }));
    };
    return html`<vscode-button data-id=${id} ?secondary=${index > 0} @click=${act}
      >${label}</vscode-button
    >`;
  });
}

/** A native bar: its value is told to screen readers by itself. */
function renderProgress({ progress }: PlanHead): TemplateResult | typeof nothing {
  return progress === undefined
    ? nothing
    : html`<div class="progress">
        <progress max=${progress.of} .value=${progress.done} aria-label=${progress.text}></progress>
        <span class="dim">${progress.text}</span>
      </div>`;
}

function renderTrace({ traceId }: PlanHead, { trace, copyTraceId }: PlanTexts): TemplateResult {
  const act = (event: Event): void => {
    event.currentTarget?.dispatchEvent(actEvent({ id: "copyTraceId" }));
  };
  return html`<p class="trace">
    <span class="dim">${trace}</span> <code>${traceId}</code>
    <button type="button" class="flat" title=${copyTraceId} aria-label=${copyTraceId} @click=${act}>
      <span class="icon copy" aria-hidden="true"></span>
    </button>
  </p>`;
}
