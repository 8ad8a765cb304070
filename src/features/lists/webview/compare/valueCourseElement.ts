import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import type { CompareTexts } from "../../messages/compareTexts";
import { formatDay, formatMoment } from "../../../../platform/base/spans";
import { fillText } from "../../../../platform/base/texts";
import type { CourseNote, CoursePoint, ValueCourse } from "../../messages/valueCourse";
import type { ListAsk } from "../list/ask";
import { groupDigits } from "../list/grid/digits";
import { countText, documentLanguage, fillCounts } from "../../../../platform/webview/counts";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles, figureStyles } from "../../../../platform/webview/styles";
import { type CoursePicture, coursePicture, type DrawnPoint } from "./coursePicture";
import { courseStyles } from "./courseStyles";

/** What the snapshots of a list add up to, as a small drawing and as numbers. */
export class ValueCourseElement extends LitElement {
  static override readonly properties = {
    ...propertiesOf("version", "texts", "ask", "isMasked"),
    ...statesOf("course", "hasFailed", "column"),
  };

  static override readonly styles = [baseStyles, controlStyles, figureStyles, courseStyles];

  declare version: string;
  declare texts: CompareTexts | undefined;
  declare ask: ListAsk | undefined;
  declare isMasked: boolean;
  declare course: ValueCourse | undefined;
  declare hasFailed: boolean;
  declare column: string | undefined;
  /** What the course is of, as JSON. */
  private asked: string | undefined;
  private readonly sizes = new ResizeObserver(() => this.requestUpdate());

  constructor() {
    super();
    this.isMasked = false;
    this.hasFailed = false;
    this.column = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has("isMasked")) {
      // What was drawn before may not stay until the next answer.
      this.course = undefined;
    }
    const wanted = JSON.stringify([this.version, this.column ?? null, this.isMasked]);
    if (wanted !== this.asked) {
      this.asked = wanted;
      void this.load(wanted);
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { texts, course } = this;
    if (texts === undefined || (course === undefined && !this.hasFailed)) {
      return nothing;
    }
    return html`<details open>
      <summary>${texts.courseTitle}</summary>
      ${
        this.hasFailed || course === undefined
          ? this.renderFailure(texts)
          : this.renderCourse(course, texts)
      }
    </details>`;
  }

  private renderFailure(texts: CompareTexts): TemplateResult {
    const again = (): void => {
      this.hasFailed = false;
      void this.load(this.asked ?? "");
    };
    return html`<p role="alert">
      ${texts.courseFailed}
      <button type="button" @click=${again}>${texts.compareRetry}</button>
    </p>`;
  }

  private async load(wanted: string): Promise<void> {
    const { ask, column } = this;
    try {
      const course = await ask?.compareValues(column === undefined ? {} : { column });
      if (wanted === this.asked) {
        this.course = course;
        this.hasFailed = false;
      }
    } catch {
      // What was asked for before says nothing any more.
      this.hasFailed ||= wanted === this.asked;
    }
  }

  private renderCourse(course: ValueCourse, texts: CompareTexts): TemplateResult {
    const pictures = course.units.map((_, unit) =>
      coursePicture(course, unit, Math.max(200, this.clientWidth - 24)),
    );
    return html`
      ${course.columns.length > 1 ? this.renderPicker(course, texts) : nothing}
      ${
        pictures.every((picture) => picture === undefined)
          ? html`<p role="status">${texts.courseNone}</p>`
          : pictures.map((picture, unit) =>
              picture === undefined
                ? nothing
                : renderPicture(picture, nameOf(course, texts, unit), texts),
            )
      }
      ${course.omitted === 0 ? nothing : html`<p>${fillCounts(texts.courseOmitted, course.omitted)}</p>`}
      <details class="numbers">
        <summary>${texts.courseNumbers}</summary>
        ${renderTable(course, texts)}
      </details>
    `;
  }

  private renderPicker({ columns, column }: ValueCourse, texts: CompareTexts): TemplateResult {
    const pick = (event: Event): void => {
      this.column = (event.target as HTMLSelectElement).value;
    };
    return html`<label
      >${texts.courseColumn}
      <select @change=${pick}>
        ${columns.map(
          ({ key, label }) =>
            html`<option value=${key} ?selected=${key === column}>
              ${label === "" ? texts.courseValue : label}
            </option>`,
        )}
      </select></label
    >`;
  }
}

/** "currentValue.amount (GBP)". */
function nameOf(
  { columns, column, units }: ValueCourse,
  texts: CompareTexts,
  unit: number,
): string {
  const label = columns.find(({ key }) => key === column)?.label ?? "";
  const name = label === "" ? texts.courseValue : label;
  const word = units[unit] ?? "";
  return word === "" ? name : `${name} (${word})`;
}

function renderPicture(picture: CoursePicture, name: string, texts: CompareTexts): TemplateResult {
  const { width, height, points, lines, least, most } = picture;
  const [first, last] = [points[0], points.at(-1)];
  return html`<figure>
    <figcaption>${name}</figcaption>
    <svg
      role="img"
      aria-label=${saidOf(name, points, texts)}
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
    >
      <line class="axis" x1="0" x2=${width} y1=${height - 22} y2=${height - 22}></line>
      ${lines.map((line) => svg`<polyline class="course" points=${line}></polyline>`)}
      ${points.map((point) => renderPoint(point, texts))}
      ${[most, least].map((point) => (point === undefined ? nothing : renderSum(point, width, point === least)))}
      ${first === undefined ? nothing : renderWhen(first, width, height)}
      ${last === undefined || last === first ? nothing : renderWhen(last, width, height)}
    </svg>
  </figure>`;
}

/** What is now has another shape than what was kept: never a colour alone. */
function renderPoint({ x, y, point, text }: DrawnPoint, texts: CompareTexts): TemplateResult {
  const title = `${whenOf(point, texts)}: ${groupDigits(text)}`;
  return point.isNow
    ? svg`<rect class="now" x=${x - 4} y=${y - 4} width="8" height="8"><title>${title}</title></rect>`
    : svg`<circle class="kept" cx=${x} cy=${y} r="4"><title>${title}</title></circle>`;
}

function renderSum({ x, y, text }: DrawnPoint, width: number, isBelow: boolean): TemplateResult {
  return svg`<text class="sum" x=${x} y=${isBelow ? y + 16 : y - 9} text-anchor=${anchorOf(x, width)}>${groupDigits(text)}</text>`;
}

function renderWhen({ x, point }: DrawnPoint, width: number, height: number): TemplateResult {
  return svg`<text class="when" x=${x} y=${height - 7} text-anchor=${anchorOf(x, width)}>${dayOf(point)}</text>`;
}

/** Texts near an edge stay inside. */
function anchorOf(x: number, width: number): "start" | "middle" | "end" {
  return x < width / 3 ? "start" : x > (width * 2) / 3 ? "end" : "middle";
}

function saidOf(name: string, points: readonly DrawnPoint[], texts: CompareTexts): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) {
    return name;
  }
  const start = [name, groupDigits(first.text), whenOf(first.point, texts)];
  return first === last
    ? fillText(texts.courseOne, ...start)
    : fillText(
        texts.courseMany,
        ...[...start, groupDigits(last.text), whenOf(last.point, texts), countText(points.length)],
      );
}

function renderTable(course: ValueCourse, texts: CompareTexts): TemplateResult {
  const { points, units } = course;
  return html`<div class="table" tabindex="0" role="region" aria-label=${texts.courseNumbers}>
    <table>
      <thead>
        <tr>
          <th scope="col">${texts.courseWhen}</th>
          <th scope="col" class="amount">${texts.courseRows}</th>
          ${units.map(
            (_, unit) => html`<th scope="col" class="amount">${nameOf(course, texts, unit)}</th>`,
          )}
          <th scope="col">${texts.courseRemarks}</th>
        </tr>
      </thead>
      <tbody>
        ${points.map(
          (point) =>
            html`<tr>
              <th scope="row">${whenOf(point, texts)}</th>
              <td class="amount">${groupDigits(String(point.rows))}</td>
              ${point.values.map(
                (value) =>
                  html`<td class="amount">
                    ${value === null ? texts.courseNoSum : groupDigits(value.text)}
                  </td>`,
              )}
              <td>${point.note === undefined ? "" : noteWord(point.note, texts)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function noteWord(note: CourseNote, texts: CompareTexts): string {
  return {
    masked: texts.courseMasked,
    hidden: texts.courseHidden,
    unreadable: texts.courseUnreadable,
    otherBytes: texts.courseOtherBytes,
    noColumn: texts.courseNoColumn,
    notWhole: texts.courseNotWhole,
  }[note];
}

function whenOf(point: CoursePoint, texts: CompareTexts): string {
  const moment = formatMoment(Date.parse(point.at), documentLanguage(), "minutes");
  return point.isNow ? `${texts.courseNow} (${moment})` : moment;
}

function dayOf(point: CoursePoint): string {
  return formatDay(Date.parse(point.at), documentLanguage());
}
