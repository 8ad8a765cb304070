import { html, LitElement, nothing, type TemplateResult } from "lit";
import {
  type FieldsView,
  type MeasuredColumn,
  type MeasuredFormat,
  type MeasuredRow,
  type MeasuredView,
  planMeasurement,
  sameValues,
} from "../../messages/listFields";
import type { ParameterField } from "../../messages/listQuery";
import type { FrameTexts } from "../../messages/listTexts";
import { fillText } from "../../../../platform/base/texts";
import { fillCounts } from "../../../../platform/webview/counts";
import { focusFallback } from "../../../../platform/webview/focusFallback";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { ignore } from "../../../../platform/webview/startPanel";
import {
  baseStyles,
  controlStyles,
  figureStyles,
  progressStyles,
} from "../../../../platform/webview/styles";
import type { ListAsk } from "./ask";
import { measuredStyles } from "./measuredStyles";
import { requestHost } from "./panelRequest";

const COPIED_MILLISECONDS = 1500;

/** What the values of one parameter cost on this page: measuring it, and all figures of it. */
export class Measured extends LitElement {
  static override readonly properties = {
    ...propertiesOf("field", "measured", "texts"),
    isDraft: { type: Boolean },
    ...statesOf("copied"),
  };

  static override readonly styles = [
    baseStyles,
    controlStyles,
    figureStyles,
    progressStyles,
    measuredStyles,
  ];

  declare field: ParameterField | undefined;
  /** Of whatever parameter. */
  declare measured: FieldsView | undefined;
  declare texts: FrameTexts | undefined;
  /** Something was changed and not applied: it would not be what is measured. */
  declare isDraft: boolean;
  declare copied: MeasuredFormat | undefined;
  ask: Pick<ListAsk, "copyMeasurement"> | undefined;

  constructor() {
    super();
    this.isDraft = false;
    this.copied = undefined;
    focusFallback(this, ".measure, .stop");
  }

  override render(): TemplateResult | typeof nothing {
    const { field, texts, measured } = this;
    const plan = field && planMeasurement(field);
    if (field === undefined || plan === undefined || texts === undefined) {
      return nothing;
    }
    const own = measured?.parameter === field.name ? measured : undefined;
    return html`
      ${
        own?.running === undefined
          ? this.renderMeasure(field.name, plan.calls, texts)
          : this.renderRunning(field.name, own.running, texts)
      }
      ${own?.result === undefined ? nothing : this.renderResult(field.name, own.result, texts)}
    `;
  }

  private renderMeasure(parameter: string, calls: number, texts: FrameTexts): TemplateResult {
    const isElsewhere = this.measured?.running !== undefined;
    const isOff = this.isDraft || isElsewhere;
    return html`<div class="acts">
      <vscode-button
        class="measure"
        icon="dashboard"
        secondary
        ?disabled=${isOff}
        aria-disabled=${String(isOff)}
        title=${texts.measureHelp}
        @click=${() => requestHost(this, { name: "measureFields", parameters: { parameter, step: "start" } })}
        >${fillCounts(texts.measure, calls)}</vscode-button
      >
      ${this.isDraft ? html`<span class="dim">${texts.measureApplyFirst}</span>` : nothing}
    </div>`;
  }

  private renderRunning(
    parameter: string,
    { done, calls }: NonNullable<FieldsView["running"]>,
    texts: FrameTexts,
  ): TemplateResult {
    return html`<div class="acts">
      <vscode-button
        class="stop"
        icon="debug-stop"
        secondary
        @click=${() => requestHost(this, { name: "measureFields", parameters: { parameter, step: "stop" } })}
        >${texts.measureStop}</vscode-button
      >
      <progress
        aria-label=${fillText(texts.measuring, parameter)}
        max=${calls}
        value=${Math.min(done, calls)}
      ></progress>
      <span class="dim">${fillCounts(texts.measuringCalls, done, calls)}</span>
      <span class="hidden" role="status">${fillText(texts.measuring, parameter)}</span>
    </div>`;
  }

  private renderResult(
    parameter: string,
    { about, notes, columns, rows }: MeasuredView,
    texts: FrameTexts,
  ): TemplateResult {
    const label = fillText(texts.measured, parameter);
    return html`<details open>
      <summary>${label}</summary>
      <p class="about" role="status">${about}</p>
      <div class="scroll" tabindex="0" role="region" aria-label=${label}>
        ${renderTable(columns, rows)}
      </div>
      ${
        notes.length === 0
          ? nothing
          : html`<ul class="notes">
              ${notes.map((note) => html`<li>${note}</li>`)}
            </ul>`
      }
      <div class="acts">
        ${this.renderCopy("markdown", texts.copyAsMarkdown)}
        ${this.renderCopy("tsv", texts.copyForSpreadsheets)}
        <span class="hidden" role="status">${this.copied === undefined ? "" : texts.copied}</span>
      </div>
    </details>`;
  }

  private renderCopy(format: MeasuredFormat, label: string): TemplateResult {
    return html`<vscode-button
      class=${format}
      icon=${this.copied === format ? "check" : "copy"}
      secondary
      @click=${() => this.copy(format)}
      >${label}</vscode-button
    >`;
  }

  private copy(format: MeasuredFormat): void {
    this.ask?.copyMeasurement({ format }).then(() => {
      this.copied = format;
      setTimeout(() => (this.copied = undefined), COPIED_MILLISECONDS);
    }, ignore);
  }
}

/** What was measured of one value alone. */
export function measuredOf(
  measured: FieldsView | undefined,
  parameter: string,
  value: string,
): MeasuredRow | undefined {
  return measured?.parameter === parameter
    ? measured.result?.rows.slice(1).find(({ values }) => sameValues(values, [value]))
    : undefined;
}

function renderTable(
  columns: readonly MeasuredColumn[],
  rows: readonly MeasuredRow[],
): TemplateResult {
  return html`<table>
    <thead>
      <tr>
        ${columns.map(
          (column) =>
            html`<th scope="col" class=${column.isNumeric ? "number" : ""}>${column.label}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ cells }) =>
          html`<tr>
            ${cells.map((cell, index) =>
              index === 0
                ? html`<th scope="row"><bdi>${cell}</bdi></th>`
                : html`<td class=${columns[index]?.isNumeric === true ? "number" : ""}>
                    <bdi>${cell}</bdi>
                  </td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
