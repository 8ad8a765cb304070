import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { PanelNotice } from "../../../../platform/base/panelNotice";
import {
  type LinesAnswer,
  NO_FILTER,
  type RequestsTexts,
  type ViewFilter,
} from "../../messages/requestsView";
import { fillCounts } from "../../../../platform/webview/counts";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles } from "../../../../platform/webview/styles";
import { type FilterBar, FilterEvent } from "./filterBar";
import type { LineList } from "./lineList";
import { LineStore, type LineStoreOptions } from "./lineStore";

export const RESET = "reset";

/** The requests view: a filter over the lines, or why there are none. */
export class RequestsViewElement extends LitElement {
  static override readonly properties = {
    ...propertiesOf("texts", "empty"),
    ...statesOf("answer", "filter", "copied"),
  };

  static override readonly styles = [
    baseStyles,
    css`
      :host {
        display: grid;
        /* Where filter and lines have not the room, the whole view scrolls. */
        grid-template-rows: max-content minmax(96px, 1fr);
        height: 100vh;
        overflow: hidden auto;
      }

      .lines {
        position: relative;
        min-height: 0;
      }

      .instead {
        position: absolute;
        overflow: auto;
        inset: 0;
      }

      [hidden] {
        display: none;
      }
    `,
  ];

  declare texts: RequestsTexts | undefined;
  declare empty: PanelNotice | undefined;
  declare answer: LinesAnswer | undefined;
  declare filter: ViewFilter;
  declare copied: boolean;
  readonly store: LineStore;

  constructor(questions: Pick<LineStoreOptions, "ask" | "askRange">) {
    super();
    this.filter = NO_FILTER;
    this.copied = false;
    this.store = new LineStore({
      ...questions,
      find: () => this.list?.mark() ?? [],
      onAnswer: (answer, query) => {
        this.answer = answer;
        this.list?.receive(answer, query);
      },
    });
  }

  setFilter(filter: ViewFilter): void {
    this.filter = filter;
    this.store.setFilter(filter);
    this.list?.toTop();
    this.dispatchEvent(new FilterEvent("fp-filter-set", { detail: filter }));
  }

  confirmCopied(): void {
    this.copied = true;
    setTimeout(() => {
      this.copied = false;
    }, 1500);
  }

  focusFilter(): void {
    this.bar?.focusText();
  }

  focusLines(): void {
    this.list?.focusLine();
  }

  /** Nobody asked for the focus: what is looked at stays in sight. */
  focusFirst(): void {
    this.list?.focusRow();
  }

  override render(): TemplateResult | typeof nothing {
    const { texts, answer } = this;
    if (texts === undefined) {
      return nothing;
    }
    const instead = this.instead(texts);
    return html`
      <fp-filter-bar
        .filter=${this.filter}
        .answer=${answer}
        .texts=${texts}
        @fp-filter=${(event: FilterEvent) => this.setFilter(event.detail)}
        @fp-to-lines=${() => this.focusLines()}
      ></fp-filter-bar>
      <main class="lines" aria-label=${texts.requests}>
        <h1 class="hidden">${texts.requests}</h1>
        <fp-line-list
          .store=${this.store}
          .texts=${texts}
          ?hidden=${instead !== undefined}
        ></fp-line-list>
        ${
          instead === undefined
            ? nothing
            : html`<div class="instead">
                <fp-notice kind="empty" .notice=${instead}></fp-notice>
              </div>`
        }
        <span class="hidden" role="status">${this.copied ? texts.copied : ""}</span>
      </main>
    `;
  }

  override updated(changed: PropertyValues): void {
    const isFirst = changed.has("answer") && changed.get("answer") === undefined;
    // Nothing in the view has the focus yet: the arrow keys may as well work at once.
    if (isFirst && document.hasFocus() && document.activeElement === document.body) {
      void this.list?.updateComplete.then(() => this.focusLines());
    }
  }

  private instead(texts: RequestsTexts): PanelNotice | undefined {
    const { answer } = this;
    if (answer === undefined || answer.total > 0) {
      return undefined;
    }
    return answer.all === 0
      ? this.empty
      : {
          what: texts.noneMatches,
          advice: fillCounts(texts.noneMatchesAdvice, answer.all),
          actions: [{ id: RESET, label: texts.resetFilter }],
        };
  }

  private get list(): LineList | null {
    return this.renderRoot.querySelector<LineList>("fp-line-list");
  }

  private get bar(): FilterBar | null {
    return this.renderRoot.querySelector<FilterBar>("fp-filter-bar");
  }
}
