import { html, LitElement, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ParameterField, ParameterValues } from "../../messages/listQuery";
import type { FieldsView } from "../../messages/listFields";
import type { FrameTexts } from "../../messages/listTexts";
import { fillText } from "../../../../platform/base/texts";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../platform/webview/styles";
import type { ListAsk } from "./ask";
import { measuredOf } from "./measured";
import { parameterStyles } from "./parameterStyles";
import { requestHost } from "./panelRequest";

type Value = string | readonly string[];

/** The endpoint's own parameters as pickers; nothing is asked before Apply. */
export class Parameters extends LitElement {
  static override readonly properties = {
    ...propertiesOf("fields", "measured", "texts"),
    ...statesOf("openCost", "draft"),
  };

  static override readonly styles = [baseStyles, controlStyles, parameterStyles];

  declare fields: readonly ParameterField[];
  /** What values of one of them cost on this page. */
  declare measured: FieldsView | undefined;
  /** The value whose members are shown, by the parameter's name and its own. */
  declare openCost: string | undefined;
  declare texts: FrameTexts | undefined;
  /** What was changed and not applied, by name. */
  declare draft: Readonly<Record<string, Value>>;
  ask: ListAsk | undefined;

  constructor() {
    super();
    this.fields = [];
    this.draft = {};
    this.openCost = undefined;
  }

  focusFirst(): void {
    this.renderRoot.querySelector<HTMLElement>("input, select")?.focus();
  }

  override render(): TemplateResult | typeof nothing {
    const { texts } = this;
    if (texts === undefined || this.fields.length === 0) {
      return nothing;
    }
    const submit = (event: Event): void => {
      event.preventDefault();
      this.apply();
    };
    return html`
      <form aria-label=${texts.parameters} @submit=${submit}>
        ${this.fields.map((field, index) => this.renderField(field, index, texts))}
        <div class="buttons">
          <vscode-button class="apply" ?disabled=${!this.isChanged} @click=${() => this.apply()}
            >${texts.apply}</vscode-button
          >
          ${
            this.isChanged
              ? html`<vscode-button class="undo" secondary @click=${() => (this.draft = {})}
                  >${texts.undoChanges}</vscode-button
                >`
              : nothing
          }
        </div>
      </form>
    `;
  }

  private renderField(field: ParameterField, index: number, texts: FrameTexts): TemplateResult {
    const id = `field-${index}`;
    return html`
      <div
        class="field"
        data-field=${field.name}
        role=${field.kind === "list" ? "group" : nothing}
        aria-labelledby=${field.kind === "list" ? `${id}-label` : nothing}
      >
        <label class="name" id="${id}-label" for=${id}
          >${field.name}${
            field.isRequired === true
              ? html` <span class="dim">(${texts.required})</span>`
              : nothing
          }</label
        >
        ${field.kind === "choice" ? this.renderChoice(field, id, texts) : nothing}
        ${field.kind === "text" ? this.renderText(field, id, texts) : nothing}
        ${field.kind === "list" ? this.renderList(field, id, texts) : nothing}
        ${
          field.description === ""
            ? nothing
            : html`<p class="help dim" id="${id}-help">${withCode(field.description)}</p>`
        }
      </div>
    `;
  }

  private renderChoice(field: ParameterField, id: string, texts: FrameTexts): TemplateResult {
    const value = textOf(this.chosenOf(field));
    const values = [...new Set(["", ...field.options, value])];
    return html`<select
      id=${id}
      aria-describedby="${id}-help"
      @change=${(event: Event) => this.change(field, (event.target as HTMLSelectElement).value)}
    >
      ${values.map(
        (one) =>
          html`<option value=${one} .selected=${live(one === value)}>
            ${one === "" ? texts.notSet : one}
          </option>`,
      )}
    </select>`;
  }

  private renderText(field: ParameterField, id: string, texts: FrameTexts): TemplateResult {
    return html`
      <input
        id=${id}
        type="text"
        list="${id}-options"
        autocomplete="off"
        spellcheck="false"
        dir="auto"
        placeholder=${texts.notSet}
        aria-describedby="${id}-help"
        .value=${live(textOf(this.chosenOf(field)))}
        @input=${(event: Event) => this.change(field, (event.target as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => this.onEnter(event, () => this.apply())}
      />
      <datalist id="${id}-options">
        ${field.options.map((one) => html`<option value=${one}></option>`)}
      </datalist>
    `;
  }

  /** What the definition names is there to be ticked; all else is typed and can be taken away. */
  private renderList(field: ParameterField, id: string, texts: FrameTexts): TemplateResult {
    const chosen = listOf(this.chosenOf(field));
    const own = chosen.filter((one) => !field.options.includes(one));
    const isMeasured =
      this.measured?.parameter === field.name && this.measured.result !== undefined;
    return html`
      <div class="values ${isMeasured ? "lines" : ""}">
        ${field.options.map((one) =>
          this.withCost(field, one, this.renderOption(field, one, chosen)),
        )}
        ${own.map((one) => this.withCost(field, one, this.renderOwn(field, one, texts)))}
        ${this.renderAdd(field, id, texts)}
      </div>
      <fp-measured
        .field=${field}
        .measured=${this.measured}
        .texts=${texts}
        .ask=${this.ask}
        ?isDraft=${this.isChanged}
      ></fp-measured>
    `;
  }

  private renderAdd(field: ParameterField, id: string, texts: FrameTexts): TemplateResult {
    return html`<span class="add">
      <input
        id=${id}
        type="text"
        autocomplete="off"
        spellcheck="false"
        dir="auto"
        placeholder=${texts.ownValue}
        aria-label=${`${field.name}: ${texts.ownValue}`}
        aria-describedby="${id}-help"
        @keydown=${(event: KeyboardEvent) => this.onEnter(event, () => this.addOwn(field, id))}
      />
      <vscode-button
        icon="add"
        icon-only
        secondary
        aria-label=${texts.addValue}
        title=${texts.addValue}
        @click=${() => this.addOwn(field, id)}
      ></vscode-button>
    </span>`;
  }

  /** What the value costs beside it, as soon as that was measured; a click tells the members. */
  private withCost(field: ParameterField, one: string, picker: TemplateResult): TemplateResult {
    const row = measuredOf(this.measured, field.name, one);
    if (row === undefined) {
      return picker;
    }
    const key = JSON.stringify([field.name, one]);
    const isOpen = this.openCost === key;
    return html`<div class="line">
      ${picker}
      <button
        type="button"
        class="cost"
        aria-expanded=${String(isOpen)}
        aria-label=${`${one}: ${row.summary}`}
        title=${row.details.join("\n")}
        @click=${() => (this.openCost = isOpen ? undefined : key)}
      >
        ${row.summary}
      </button>
      ${
        isOpen
          ? html`<ul class="details">
              ${row.details.map((detail) => html`<li>${detail}</li>`)}
            </ul>`
          : nothing
      }
    </div>`;
  }

  private renderOption(
    field: ParameterField,
    one: string,
    chosen: readonly string[],
  ): TemplateResult {
    const isChosen = chosen.includes(one);
    const toggle = (): void =>
      this.change(field, isChosen ? chosen.filter((other) => other !== one) : [...chosen, one]);
    return html`<label class="option">
      <input type="checkbox" .checked=${live(isChosen)} @change=${toggle} /><bdi>${one}</bdi>
    </label>`;
  }

  private renderOwn(field: ParameterField, one: string, texts: FrameTexts): TemplateResult {
    const remove = (): void => {
      this.change(
        field,
        listOf(this.chosenOf(field)).filter((other) => other !== one),
      );
      this.focusBox(field);
    };
    const label = fillText(texts.removeValue, one);
    return html`<span class="own">
      <bdi>${one}</bdi
      ><vscode-button
        icon="close"
        icon-only
        secondary
        aria-label=${label}
        title=${label}
        @click=${remove}
      ></vscode-button>
    </span>`;
  }

  private addOwn(field: ParameterField, id: string): void {
    const box = this.renderRoot.querySelector<HTMLInputElement>(`#${id}`);
    const added = (box?.value ?? "").split(",").map((one) => one.trim());
    const chosen = listOf(this.chosenOf(field));
    if (box !== null && added.some((one) => one !== "")) {
      box.value = "";
      this.change(field, [...new Set([...chosen, ...added.filter((one) => one !== "")])]);
    }
    box?.focus();
  }

  /** The button that had the focus is gone: the box beside it has it now. */
  private focusBox({ name }: ParameterField): void {
    const index = this.fields.findIndex((field) => field.name === name);
    this.renderRoot.querySelector<HTMLInputElement>(`#field-${index}`)?.focus();
  }

  private onEnter(event: KeyboardEvent, act: () => void): void {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      act();
    }
  }

  private chosenOf({ name, value }: ParameterField): Value {
    // Own members only: a parameter may be called "constructor".
    return Object.hasOwn(this.draft, name) ? (this.draft[name] ?? value) : value;
  }

  private change({ name }: ParameterField, value: Value): void {
    this.draft = { ...this.draft, [name]: value };
  }

  private get isChanged(): boolean {
    return this.fields.some((field) => String(this.chosenOf(field)) !== String(field.value));
  }

  private apply(): void {
    if (!this.isChanged) {
      return;
    }
    const set = this.fields
      .map((field) => [field.name, this.chosenOf(field)] as const)
      .filter(([, value]) => value.length > 0);
    const values: ParameterValues = Object.fromEntries(set);
    this.draft = {};
    requestHost(this, { name: "setParameters", parameters: { values } });
  }
}

function textOf(value: Value): string {
  return typeof value === "string" ? value : value.join(",");
}

function listOf(value: Value): readonly string[] {
  return typeof value === "string" ? (value === "" ? [] : value.split(",")) : value;
}

/** The definition marks code as CommonMark does; a mark without its other half is text. */
function withCode(text: string): readonly unknown[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
