import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { PlanAction, PlanLine, PlanTexts } from "../messages/planPanel";
import { shortenId } from "../../../platform/base/statusLine";
import { fillText } from "../../../platform/base/texts";
import { plainKey } from "../../../platform/webview/plainKey";
import { propertiesOf, statesOf } from "../../../platform/webview/properties";
import { tableStyles } from "../../../platform/webview/styles";
import { renderSentence } from "../../../platform/webview/sentence";
import { actEvent } from "./actEvent";
import { markStyles, renderMark } from "./mark";
import { planTableStyles } from "./tableStyles";

/** What a line offers, with the word for it and its icon. */
const LINE_ACTIONS = [
  { id: "openChange", icon: "diff" },
  { id: "openPayload", icon: "go-to-file" },
  { id: "openRequest", icon: "globe" },
] as const;

/**
 * The payloads of a plan. One line has the keys; its buttons can be reached from it. No base
 * styles: what all parts inherit in that way makes drawing thousands of them slow.
 */
export class PlanTable extends LitElement {
  static override readonly properties = {
    ...propertiesOf("lines", "texts"),
    ...statesOf("current"),
  };

  static override readonly styles = [tableStyles, markStyles, planTableStyles];

  declare lines: readonly PlanLine[];
  declare texts: PlanTexts | undefined;
  /** Key of the line that has the keys, or had them last. */
  declare current: string;
  private isToFocus = false;

  constructor() {
    super();
    this.lines = [];
    this.current = "";
  }

  override willUpdate(): void {
    if (!this.lines.some(({ key }) => key === this.current)) {
      this.current = this.lines[0]?.key ?? "";
    }
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("current") && this.isToFocus) {
      this.isToFocus = false;
      this.renderRoot.querySelector<HTMLElement>("tr[tabindex='0']")?.focus();
    }
  }

  /** Roles are said: in a narrow view lines are laid out as blocks, which would lose them. */
  override render(): TemplateResult | typeof nothing {
    const { texts, lines } = this;
    if (texts === undefined) {
      return nothing;
    }
    const head = [texts.effect, texts.pension, texts.target, texts.changes, texts.outcome];
    return html`<table
      role="grid"
      aria-label=${texts.lines}
      aria-rowcount=${lines.length + 1}
      @keydown=${this.onKey}
    >
      <thead role="rowgroup">
        <tr role="row">
          ${head.map((word) => html`<th role="columnheader" scope="col">${word}</th>`)}
          <th role="columnheader" scope="col"><span class="hidden">${texts.acts}</span></th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${repeat(
          lines,
          ({ key }) => key,
          (line) => this.renderLine(line, texts),
        )}
      </tbody>
    </table>`;
  }

  private renderLine(line: PlanLine, texts: PlanTexts): TemplateResult {
    const { key, pension, client, connection, environment, effect } = line;
    const { changes, reason, outcome, note } = line;
    const isCurrent = key === this.current;
    return html`<tr
      role="row"
      class=${outcome.tone === "busy" ? "busy" : ""}
      tabindex=${isCurrent ? 0 : -1}
      data-key=${key}
      @focusin=${this.onFocus}
      @dblclick=${this.onOpen}
    >
      <td role="gridcell" class="effect">${renderMark(effect)}</td>
      <th role="rowheader" scope="row" class="pension" title=${line.place}>
        <bdi class="id">${pension}</bdi> <bdi class="dim">${client}</bdi>
      </th>
      <td role="gridcell" class="target">
        ${renderMark(environment)}
        ${connection === environment.word ? nothing : html`<bdi class="dim">${connection}</bdi>`}
      </td>
      <td role="gridcell" class="changes">
        ${renderSentence(changes)}
        ${reason === "" ? nothing : html`<span class="note">${renderSentence(reason)}</span>`}
      </td>
      <td role="gridcell" class="outcome">
        ${renderMark(outcome)}
        ${note === "" ? nothing : html`<span class="note">${renderSentence(note)}</span>`}
        ${line.requestId === "" ? nothing : renderRequest(line, texts, isCurrent)}
      </td>
      <td role="gridcell" class="acts">
        ${LINE_ACTIONS.filter(({ id }) => id !== "openRequest" || line.requestId !== "").map(
          ({ id, icon }) => renderButton(line, { id, icon, isCurrent, text: texts[id] }),
        )}
      </td>
    </tr>`;
  }

  private readonly onFocus = (event: Event): void => {
    this.current = keyOf(event) ?? this.current;
  };

  private readonly onOpen = (event: Event): void => {
    const key = keyOf(event);
    if (key !== undefined) {
      this.dispatchEvent(actEvent({ id: "openChange", key }));
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const pressed = plainKey(event) ?? "";
    const isOnLine = event.target instanceof HTMLTableRowElement;
    if (pressed === "Enter" && isOnLine) {
      event.preventDefault();
      this.onOpen(event);
      return;
    }
    const index = this.lines.findIndex(({ key }) => key === this.current);
    const next = placeAfter(pressed, index, this.lines.length);
    if (next !== undefined) {
      event.preventDefault();
      this.isToFocus = true;
      const key = this.lines[next]?.key ?? "";
      if (key === this.current) {
        this.isToFocus = false;
        this.renderRoot.querySelector<HTMLElement>("tr[tabindex='0']")?.focus();
      }
      this.current = key;
    }
  };
}

const PAGE = 20;

/** Where a key leads from a line; undefined for any other key. */
function placeAfter(key: string, index: number, count: number): number | undefined {
  const wanted: Readonly<Record<string, number>> = {
    ...{ ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 },
    ...{ PageUp: index - PAGE, PageDown: index + PAGE },
  };
  const place = Object.hasOwn(wanted, key) ? wanted[key] : undefined;
  return place === undefined ? undefined : Math.max(0, Math.min(count - 1, place));
}

function keyOf({ currentTarget, target }: Event): string | undefined {
  const element = currentTarget instanceof HTMLTableRowElement ? currentTarget : target;
  return element instanceof HTMLElement ? element.closest("tr")?.dataset["key"] : undefined;
}

function renderRequest(
  line: PlanLine,
  { request, copyRequestId }: PlanTexts,
  isCurrent: boolean,
): TemplateResult {
  return html`<span class="request"
    ><span class="dim">${request}</span>
    <code title=${line.requestId}>${shortenId(line.requestId)}</code>${renderButton(line, {
      ...{ id: "copyRequestId", icon: "copy", isCurrent, text: copyRequestId },
    })}</span
  >`;
}

interface LineButton {
  readonly id: PlanAction;
  readonly icon: string;
  readonly isCurrent: boolean;
  readonly text: string;
}

function renderButton(
  { key, pension }: PlanLine,
  { id, icon, isCurrent, text }: LineButton,
): TemplateResult {
  const act = (event: Event): void => {
    event.currentTarget?.dispatchEvent(actEvent({ id, key }));
  };
  const label = fillText(text, pension);
  return html`<button
    type="button"
    tabindex=${isCurrent ? 0 : -1}
    title=${label}
    aria-label=${label}
    @click=${act}
  >
    <span class="icon ${icon}" aria-hidden="true"></span>
  </button>`;
}
