import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { DefinitionTexts, EndpointLine } from "../messages/definitionsPanel";
import { fillCounts } from "../../../platform/webview/counts";
import { focusFallback } from "../../../platform/webview/focusFallback";
import { propertiesOf, statesOf } from "../../../platform/webview/properties";
import { baseStyles, controlStyles, tableStyles } from "../../../platform/webview/styles";
import { endpointStyles } from "./tableStyles";

/** So many rows are drawn at once; a document with a thousand endpoints stays fluent. */
const STEP = 100;
/** Fewer are found by looking. */
const FILTERED_FROM = 20;

/** The endpoints of a domain: what each is, and where the explorer meets it. */
export class EndpointTable extends LitElement {
  static override readonly properties = {
    ...propertiesOf("endpoints", "texts", "label"),
    ...statesOf("filter", "most"),
  };

  static override readonly styles = [baseStyles, controlStyles, tableStyles, endpointStyles];

  declare endpoints: readonly EndpointLine[];
  declare texts: DefinitionTexts | undefined;
  /** Of what domain they are. */
  declare label: string;
  declare filter: string;
  declare most: number;

  constructor() {
    super();
    this.endpoints = [];
    this.label = "";
    this.filter = "";
    this.most = STEP;
    // The button for more goes with the last step.
    focusFallback(this, "th[tabindex]");
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasFilter) {
      // Without its box nobody sees, or can clear, what hides the rows.
      this.filter = "";
    }
    if (changed.has("filter")) {
      this.most = STEP;
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { texts, endpoints } = this;
    if (texts === undefined) {
      return nothing;
    }
    if (endpoints.length === 0) {
      return html`<p class="dim">${texts.noEndpoints}</p>`;
    }
    const found = this.found();
    return html`
      ${this.hasFilter ? this.renderFilter(found.length, texts) : nothing}
      ${
        found.length === 0
          ? html`<p class="dim">${texts.noMatch}</p>`
          : this.renderTable(found, texts)
      }
      ${found.length > this.most ? this.renderMore(found.length - this.most, texts) : nothing}
    `;
  }

  private get hasFilter(): boolean {
    return this.endpoints.length > FILTERED_FROM;
  }

  private found(): readonly EndpointLine[] {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    return words.length === 0
      ? this.endpoints
      : this.endpoints.filter((line) => {
          const { method, path, summary, places, limits } = line;
          const mark = line.deprecated ? (this.texts?.deprecated ?? "") : "";
          const text = [method, path, summary, places, limits, mark].join(" ").toLowerCase();
          return words.every((word) => text.includes(word));
        });
  }

  private renderFilter(count: number, texts: DefinitionTexts): TemplateResult {
    const type = (event: Event): void => {
      this.filter = (event.target as HTMLInputElement).value;
    };
    return html`<div class="filter">
      <input
        type="text"
        spellcheck="false"
        autocomplete="off"
        aria-label=${`${this.label}: ${texts.filter}`}
        placeholder=${texts.filter}
        @input=${type}
      />
      <span class="dim" role="status"
        >${fillCounts(texts.shown, count, this.endpoints.length)}</span
      >
    </div>`;
  }

  /** Roles are said: in a narrow view rows are laid out as blocks, which would lose them. */
  private renderTable(found: readonly EndpointLine[], texts: DefinitionTexts): TemplateResult {
    return html`<table role="table" aria-label=${`${this.label}: ${texts.endpoints}`}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${texts.endpoint}</th>
          <th role="columnheader" scope="col">${texts.summary}</th>
          <th role="columnheader" scope="col">${texts.met}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${found
          .slice(0, this.most)
          .map((line, index) => renderLine(line, texts, index > 0 && index === this.most - STEP))}
      </tbody>
    </table>`;
  }

  private renderMore(left: number, texts: DefinitionTexts): TemplateResult {
    const more = (): void => {
      this.most += STEP;
    };
    return html`<vscode-button secondary class="more" @click=${more}
      >${fillCounts(texts.more, Math.min(left, STEP))}</vscode-button
    >`;
  }
}

function renderLine(
  line: EndpointLine,
  texts: DefinitionTexts,
  isFirstOfStep: boolean,
): TemplateResult {
  const { method, path, summary, deprecated, places, limits, known } = line;
  return html`<tr role="row">
    <th role="rowheader" scope="row" title=${known} tabindex=${isFirstOfStep ? -1 : nothing}>
      <code><b>${method}</b> ${path}</code>
      ${deprecated ? html`<span class="mark">${texts.deprecated}</span>` : nothing}
    </th>
    <td role="cell">${summary}</td>
    <td role="cell">
      ${places === "" ? html`<span class="dim">${texts.nowhere}</span>` : places}
      ${limits === "" ? nothing : html`<span class="dim limits">${limits}</span>`}
    </td>
  </tr>`;
}
