import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { FormChoice, FormFieldKind } from "../base/formFields";
import { afterPress } from "./press";

/** What a form says of a field; its name is fit to be an id in the document. */
export interface LabelledField {
  readonly name: string;
  readonly kind: FormFieldKind;
  readonly label: string;
  readonly help: string;
  readonly isOptional: boolean;
  /** Of selections and cards. */
  readonly choices: readonly FormChoice[];
  /** The same choices under headings, "" for those without one. */
  readonly groups?: readonly ChoiceGroup[];
  /** Shown in the editor's font. */
  readonly isCode?: boolean;
  /** Lines of a text area at first. */
  readonly rows?: number;
}

export interface ChoiceGroup {
  readonly label: string;
  readonly choices: readonly Pick<FormChoice, "value" | "label">[];
}

/** A field and what it does; the value is the draft's, always. */
export interface ShownField {
  readonly field: LabelledField;
  readonly value: string;
  /** What is wrong with it; undefined where nothing is, or it is too early to say. */
  readonly problem: string | undefined;
  readonly optional: string;
  readonly onInput: (value: string) => void;
  /** The user has gone on to something else. */
  readonly onLeave: () => void;
  readonly onEnter: () => void;
}

/**
 * A field with its label, help and problem. Native controls: a label, a description and an
 * error can only be tied to a control that is in the same tree as they are.
 */
export function renderField(shown: ShownField): TemplateResult {
  switch (shown.field.kind) {
    case "text":
      return renderLabelled(shown, renderText(shown));
    case "lines":
      return renderLabelled(shown, renderLines(shown));
    case "select":
      return renderLabelled(shown, renderSelect(shown));
    case "cards":
      return renderCards(shown);
  }
}

function renderLabelled(shown: ShownField, control: TemplateResult): TemplateResult {
  const { name, label, isOptional } = shown.field;
  return html`
    <div class="field" data-field=${name}>
      <label for=${name}
        >${label}${isOptional ? html` <span class="dim">(${shown.optional})</span>` : nothing}</label
      >
      ${control} ${renderHelp(shown)} ${renderProblem(shown)}
    </div>
  `;
}

function renderText(shown: ShownField): TemplateResult {
  const { field, value, onLeave, onEnter } = shown;
  const keydown = (event: KeyboardEvent): void => {
    // The Enter that ends the composing of a character is not meant for the form.
    if (event.key === "Enter" && !event.isComposing) {
      onEnter();
    }
  };
  return html`<input
    type="text"
    id=${field.name}
    name=${field.name}
    class=${field.isCode === true || /Url|Prefix$/.test(field.name) ? "address" : ""}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    dir="auto"
    aria-required=${String(!field.isOptional)}
    aria-invalid=${String(shown.problem !== undefined)}
    aria-describedby=${describedBy(shown)}
    .value=${live(value)}
    @input=${(event: Event) => shown.onInput((event.target as HTMLInputElement).value)}
    @blur=${() => afterPress(onLeave)}
    @keydown=${keydown}
  />`;
}

function renderLines(shown: ShownField): TemplateResult {
  const { field, value, onLeave } = shown;
  return html`<textarea
    id=${field.name}
    name=${field.name}
    rows=${field.rows ?? 3}
    autocomplete="off"
    spellcheck="false"
    aria-invalid=${String(shown.problem !== undefined)}
    aria-describedby=${describedBy(shown)}
    .value=${live(value)}
    @input=${(event: Event) => shown.onInput((event.target as HTMLTextAreaElement).value)}
    @blur=${() => afterPress(onLeave)}
  ></textarea>`;
}

function renderSelect(shown: ShownField): TemplateResult {
  const { field, value, onLeave } = shown;
  // An imported value may be none of ours: it is shown, and the check names it.
  const isForeign = !field.choices.some((choice) => choice.value === value);
  const groups = [
    ...(isForeign ? [{ label: "", choices: [{ value, label: value }] }] : []),
    ...(field.groups ?? [{ label: "", choices: field.choices }]),
  ];
  const select = html`<select
    id=${field.name}
    name=${field.name}
    aria-invalid=${String(shown.problem !== undefined)}
    aria-describedby=${describedBy(shown)}
    @change=${(event: Event) => shown.onInput((event.target as HTMLSelectElement).value)}
    @blur=${() => afterPress(onLeave)}
  >
    ${groups.map((group) => renderGroup(group, value))}
  </select>`;
  return field.name === "colour"
    ? html`<div class="beside">
        ${select}<span class="swatch ${value}" aria-hidden="true"></span>
      </div>`
    : select;
}

function renderGroup({ label, choices }: ChoiceGroup, value: string): unknown {
  const options = choices.map(
    (choice) =>
      html`<option value=${choice.value} .selected=${live(choice.value === value)}>
        ${choice.label}
      </option>`,
  );
  return label === "" ? options : html`<optgroup label=${label}>${options}</optgroup>`;
}

function renderCards(shown: ShownField): TemplateResult {
  const { name, label } = shown.field;
  return html`
    <fieldset
      class="field"
      data-field=${name}
      role="radiogroup"
      aria-required="true"
      aria-invalid=${String(shown.problem !== undefined)}
      aria-describedby=${describedBy(shown)}
    >
      <legend>${label}</legend>
      ${renderHelp(shown)}
      <div class="cards">${shown.field.choices.map((choice) => renderCard(shown, choice))}</div>
      ${renderProblem(shown)}
    </fieldset>
  `;
}

function renderCard({ field, value, onInput, onLeave }: ShownField, choice: FormChoice): unknown {
  const id = `${field.name}-${choice.value}`;
  const isChosen = choice.value === value;
  return html`<div class="card ${isChosen ? "chosen" : ""}">
    <input
      type="radio"
      id=${id}
      name=${field.name}
      value=${choice.value}
      aria-describedby="${id}-help"
      .checked=${live(isChosen)}
      @change=${() => onInput(choice.value)}
      @blur=${() => afterPress(onLeave)}
    />
    <label for=${id}>
      ${
        choice.icon === undefined
          ? nothing
          : html`<vscode-icon class="icon ${choice.icon}" name=${choice.icon}></vscode-icon>`
      }
      <span>${choice.label}</span>
    </label>
    <p class="help" id="${id}-help">${choice.help}</p>
  </div>`;
}

/** What the field is for, and what the chosen one of its choices means. */
function renderHelp({ field, value }: ShownField): TemplateResult | typeof nothing {
  const chosen =
    field.kind === "select" ? field.choices.find((choice) => choice.value === value) : undefined;
  const help = [field.help, chosen?.help ?? ""].filter((text) => text !== "").join(" ");
  return help === "" ? nothing : html`<p class="help" id="${field.name}-help">${help}</p>`;
}

function renderProblem({ field, problem }: ShownField): TemplateResult {
  // Always there: a live region that comes with its text is not read out.
  return html`<div class="problem" id="${field.name}-problem" aria-live="polite">
    ${
      problem === undefined
        ? nothing
        : html`<vscode-icon name="error"></vscode-icon><span>${problem}</span>`
    }
  </div>`;
}

function describedBy({ field }: ShownField): string {
  return `${field.name}-help ${field.name}-problem`;
}
