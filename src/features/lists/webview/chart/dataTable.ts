import { html, nothing, type TemplateResult } from "lit";
import type { ChartData } from "../../messages/listChart";
import type { ChartChoice } from "../../messages/listLayout";
import { fillCounts } from "../../../../platform/webview/counts";
import {
  type ChartWords,
  columnName,
  headingText,
  nameText,
  NO_NAME,
  seriesName,
  valueText,
} from "./words";

/** Rows that are there at once; a button brings the rest. */
const FIRST_ROWS = 200;

interface ShownTable {
  readonly words: ChartWords;
  readonly data: ChartData;
  readonly choice: ChartChoice;
  readonly isOpen: boolean;
  readonly isWhole: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onWhole: () => void;
}

/** Everything that is drawn, with its exact values; built when it is opened. */
export function renderDataTable(shown: ShownTable): TemplateResult {
  const { words, isOpen, onToggle } = shown;
  const toggle = (event: Event): void => onToggle((event.currentTarget as HTMLDetailsElement).open);
  return html`<details class="data" .open=${isOpen} @toggle=${toggle}>
    <summary>${words.texts.chartData}</summary>
    ${isOpen ? renderTable(shown) : nothing}
  </details>`;
}

function renderTable({ words, data, choice, isWhole, onWhole }: ShownTable): TemplateResult {
  const { texts } = words;
  const places = isWhole ? data.places : data.places.slice(0, FIRST_ROWS);
  const [unit] = data.remarks.units.length === 1 ? data.remarks.units : [];
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${texts.chartData}>
      <table>
        <caption class="hidden">
          ${headingText(words, data)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${columnName(words, choice.x)}</th>
            ${data.series.map(
              (series) =>
                html`<th scope="col" class="value">
                  ${seriesName(words, series, data)}${unit === undefined ? nothing : ` (${unit})`}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${places.map((_place, at) => renderPlace(words, data, at))}
        </tbody>
      </table>
    </div>
    ${
      places.length < data.places.length
        ? html`<button type="button" @click=${onWhole}>
            ${fillCounts(texts.chartDataMore, data.places.length)}
          </button>`
        : nothing
    }
  `;
}

function renderPlace(words: ChartWords, data: ChartData, at: number): TemplateResult {
  const name = nameText(words, data.places[at] ?? NO_NAME, data.remarks.otherPlaces);
  return html`<tr>
    <th scope="row">${name}</th>
    ${data.series.map(({ values }) => html`<td>${valueText(words, values[at] ?? null)}</td>`)}
  </tr>`;
}
