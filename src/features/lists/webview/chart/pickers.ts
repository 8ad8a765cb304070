import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import {
  aggregatesOf,
  changeChoice,
  isPlaceColumn,
  isValueColumn,
  splitChoice,
} from "../../messages/chartChoices";
import { CHART_VALUES_LIMIT } from "../../messages/drawnLimits";
import {
  type Aggregate,
  CHART_KINDS,
  type ChartChoice,
  type ChartKind,
} from "../../messages/listLayout";
import type { ListColumn } from "../../messages/listTable";
import { fillCounts } from "../../../../platform/webview/counts";
import { AGGREGATE_WORDS, type ChartWords, columnName, KIND_WORDS } from "./words";

/** What the pickers show, and what is done with a change. */
interface ShownPickers {
  readonly words: ChartWords;
  readonly choice: ChartChoice;
  readonly pick: (choice: ChartChoice) => void;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Kind, columns and aggregate, each a control of the browser's own. */
export function renderPickers(shown: ShownPickers): TemplateResult {
  const { choice, words, pick } = shown;
  const { texts, columns } = words;
  const change = (part: Parameters<typeof changeChoice>[1]): void =>
    pick(changeChoice(choice, part, columns));
  return html`
    ${renderSelect({
      ...{ id: "kind", label: texts.chartKind, value: choice.kind },
      options: CHART_KINDS.map((value) => ({ value, label: texts[KIND_WORDS[value]] })),
      pick: (kind) => change({ kind: kind as ChartKind }),
    })}
    ${renderSelect({
      ...{ id: "x", label: choice.kind === "donut" ? texts.chartSlices : texts.chartX },
      value: choice.x,
      options: columnOptions(words, choice.x, (one) => isPlaceColumn(one, choice.kind)),
      pick: (x) => change({ x }),
    })}
    ${renderSelect({
      ...{ id: "aggregate", label: texts.chartAggregate, value: choice.aggregate },
      options: aggregatesOf(choice.kind).map((value) => ({
        ...{ value, label: texts[AGGREGATE_WORDS[value]] },
      })),
      pick: (aggregate) => change({ aggregate: aggregate as Aggregate }),
    })}
    ${choice.aggregate === "count" ? nothing : renderValues(shown, (y) => change({ y }))}
    ${choice.kind === "donut" ? nothing : renderSplit(shown)}
  `;
}

function renderSplit({ words, choice, pick }: ShownPickers): TemplateResult {
  const { texts } = words;
  const isOffered = (column: ListColumn): boolean =>
    column.key !== choice.x && isPlaceColumn(column, "bar") && column.kind !== "money";
  return renderSelect({
    ...{ id: "split", label: texts.chartSplit, value: valueOf(choice.series) },
    options: [
      { value: valueOf(undefined), label: texts.chartNoSplit },
      ...columnOptions(words, choice.series, isOffered).map(({ value, label }) => ({
        ...{ value: valueOf(value), label },
      })),
    ],
    pick: (value) => pick(splitChoice(choice, value === "" ? undefined : value.slice(1))),
  });
}

/** The row itself has the empty key, which is not the same as no column. */
function valueOf(key: string | undefined): string {
  return key === undefined ? "" : `.${key}`;
}

/** One column of a donut; of other charts several. */
function renderValues(
  { words, choice }: ShownPickers,
  pick: (y: readonly string[]) => void,
): TemplateResult {
  const { texts, columns } = words;
  // A column of numbers in which one text came is mixed, and drawn without it.
  const offered = [
    ...columns.filter(isValueColumn),
    ...columns.filter((one) => one.kind === "mixed" && !isValueColumn(one)),
  ].map(({ key }) => ({ value: key, label: columnName(words, key) }));
  if (choice.kind === "donut") {
    const [value = ""] = choice.y;
    const options = withOwn(words, offered, choice.y[0]);
    const label = texts.chartValue;
    return renderSelect({ id: "values", label, value, options, pick: (key) => pick([key]) });
  }
  return html`<div class="picker">
    <span id="values-label">${texts.chartValues}</span>
    <details class="many" @keydown=${closeOnEscape} @focusout=${closeOnLeave}>
      <summary aria-describedby="values-label">${pickedText(words, choice.y)}</summary>
      <fieldset aria-labelledby="values-label">
        ${offered.map(({ value, label }) => {
          const isPicked = choice.y.includes(value);
          return html`<label
            ><input
              type="checkbox"
              .checked=${live(isPicked)}
              ?disabled=${!isPicked && choice.y.length >= CHART_VALUES_LIMIT}
              @change=${() => pick(toggled(choice.y, value))}
            />${label}</label
          >`;
        })}
      </fieldset>
    </details>
  </div>`;
}

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
}

function pickedText(words: ChartWords, keys: readonly string[]): string {
  const [first] = keys;
  if (first === undefined) {
    return words.texts.chartNoValues;
  }
  return keys.length === 1
    ? columnName(words, first)
    : fillCounts(words.texts.chartPickedValues, keys.length);
}

function closeOnEscape(event: KeyboardEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key === "Escape" && details.open) {
    event.stopPropagation();
    details.open = false;
    details.querySelector("summary")?.focus();
  }
}

function closeOnLeave(event: FocusEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  const next = event.relatedTarget;
  // A click on a label moves the focus to nowhere first.
  if (next instanceof Node && !details.contains(next)) {
    details.open = false;
  }
}

function columnOptions(
  words: ChartWords,
  own: string | undefined,
  isOffered: (column: ListColumn) => boolean,
): readonly Option[] {
  const offered = words.columns
    .filter(isOffered)
    .map(({ key }) => ({ value: key, label: columnName(words, key) }));
  return withOwn(words, offered, own);
}

/** What was chosen is shown, even where it is not there any more. */
function withOwn(
  words: ChartWords,
  options: readonly Option[],
  own: string | undefined,
): readonly Option[] {
  return own === undefined || options.some(({ value }) => value === own)
    ? options
    : [{ value: own, label: columnName(words, own) }, ...options];
}

interface ShownSelect {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly pick: (value: string) => void;
}

function renderSelect({ id, label, value, options, pick }: ShownSelect): TemplateResult {
  return html`<div class="picker">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(event: Event) => pick((event.target as HTMLSelectElement).value)}>
      ${options.map(
        (option) =>
          html`<option value=${option.value} .selected=${live(option.value === value)}>
            ${option.label}
          </option>`,
      )}
    </select>
  </div>`;
}
