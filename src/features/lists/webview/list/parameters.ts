import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ParameterField, ParameterValues } from "../../messages/listQuery";
import type { FieldsView } from "../../messages/listFields";
import type { FrameTexts } from "../../messages/listTexts";
import { OFFERED_PARAMETERS } from "../../../../platform/base/offeredParameters";
import { fillText } from "../../../../platform/base/texts";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../platform/webview/styles";
import { freeField, refusedParameter } from "../../messages/freeParameters";
import type { ListAsk } from "./ask";
import { measuredOf } from "./measured";
import { parameterStyles } from "./parameterStyles";
import { requestHost } from "./panelRequest";

type Value = string | readonly string[];

/** Names that can be added at most: more no address has. */
const LONGEST_NAME = 200;

/**
 * The endpoint's own parameters as pickers, and those that the user adds by their names; nothing
 * is asked before Apply.
 */
export class Parameters extends LitElement {
  static override readonly properties = {
    ...propertiesOf("fields", "measured", "texts"),
    isLoading: { type: Boolean },
    ...statesOf("openCost", "draft", "added", "isAdding", "problem"),
  };

  static override readonly styles = [baseStyles, controlStyles, parameterStyles];

  declare fields: readonly ParameterField[];
  declare isLoading: boolean;
  /** What values of one of them cost on this page. */
  declare measured: FieldsView | undefined;
  /** The value whose members are shown, by the parameter's name and its own. */
  declare openCost: string | undefined;
  declare texts: FrameTexts | undefined;
  /** What was changed and not applied, by name. */
  declare draft: Readonly<Record<string, Value>>;
  /** Names that were added and have no value that was applied. */
  declare added: readonly string[];
  /** The box for one more name is open. */
  declare isAdding: boolean;
  /** Why the name in that box cannot be added. */
  declare problem: string;
  /** What Apply sent last, as JSON, until its page has come or is not to be had. */
  private sent: string | undefined;
  ask: ListAsk | undefined;

  constructor() {
    super();
    this.fields = [];
    this.isLoading = false;
    this.draft = {};
    this.openCost = undefined;
    this.added = [];
    this.isAdding = false;
    this.problem = "";
  }

  focusFirst(): void {
    this.renderRoot.querySelector<HTMLElement>("input, select, .add-parameter")?.focus();
  }

  /** Those of the endpoint and those that were added; what was taken out is not shown. */
  private get shown(): readonly ParameterField[] {
    const known = new Set(this.fields.map(({ name }) => name));
    const added = this.added.filter((name) => !known.has(name)).map((name) => freeField(name));
    return [...this.fields.filter((field) => !this.isRemoved(field)), ...added];
  }

  private isRemoved({ name, isFree }: ParameterField): boolean {
    const isEmptied = Object.hasOwn(this.draft, name) && this.draft[name]?.length === 0;
    return isFree === true && isEmptied && !this.added.includes(name);
  }

  /** What was applied stays a change until its page has come, and where it does not come. */
  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("fields")) {
      this.sent = this.isLoading ? this.sent : undefined;
      const values = new Map(this.fields.map(({ name, value }) => [name, String(value)]));
      const open = Object.entries(this.draft).filter(
        ([name, value]) => String(value) !== (values.get(name) ?? ""),
      );
      this.draft = Object.fromEntries(open);
      this.added = this.added.filter(
        (name) => !values.has(name) || Object.hasOwn(this.draft, name),
      );
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { texts } = this;
    if (texts === undefined) {
      return nothing;
    }
    const submit = (event: Event): void => {
      event.preventDefault();
      this.apply();
    };
    return html`
      <form aria-label=${texts.parameters} @submit=${submit}>
        ${this.shown.map((field, index) => this.renderField(field, index, texts))}
        ${this.isAdding ? this.renderNewName(texts) : nothing}
        <div class="buttons">
          <vscode-button class="apply" ?disabled=${!this.isChanged} @click=${() => this.apply()}
            >${texts.apply}</vscode-button
          >
          ${
            this.isChanged
              ? html`<vscode-button class="undo" secondary @click=${() => this.undo()}
                  >${texts.undoChanges}</vscode-button
                >`
              : nothing
          }
          <vscode-button
            class="add-parameter"
            icon="add"
            secondary
            aria-expanded=${String(this.isAdding)}
            @click=${() => this.startAdding()}
            >${texts.addParameter}</vscode-button
          >
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
        ${field.isFree === true ? this.renderFree(field, id, texts) : nothing}
        ${
          field.description === ""
            ? nothing
            : html`<p class="help dim" id="${id}-help">${withCode(field.description)}</p>`
        }
      </div>
    `;
  }

  /** That nothing is known of it, and the way to take it out. */
  private renderFree(field: ParameterField, id: string, texts: FrameTexts): TemplateResult {
    const label = fillText(texts.removeParameter, field.name);
    return html`<p class="help free" id="${id}-help">
      <vscode-icon name="info"></vscode-icon> ${texts.notInDefinition}
      <vscode-button
        class="remove-parameter"
        icon="close"
        icon-only
        secondary
        aria-label=${label}
        title=${label}
        @click=${() => this.takeOut(field)}
      ></vscode-button>
    </p>`;
  }

  private renderNewName(texts: FrameTexts): TemplateResult {
    const taken = new Set(this.shown.map(({ name }) => name));
    const offered = OFFERED_PARAMETERS.filter((name) => !taken.has(name));
    return html`<div class="field new">
      <label class="name" for="new-name">${texts.parameterName}</label>
      <span class="add">
        <input
          id="new-name"
          type="text"
          maxlength=${LONGEST_NAME}
          autocomplete="off"
          spellcheck="false"
          dir="auto"
          aria-describedby="new-name-help new-name-problem"
          aria-invalid=${String(this.problem !== "")}
          @keydown=${(event: KeyboardEvent) => this.onNameKey(event)}
        />
        <vscode-button
          icon="add"
          icon-only
          secondary
          aria-label=${texts.addNamed}
          title=${texts.addNamed}
          @click=${() => this.addTyped()}
        ></vscode-button>
        <vscode-button
          icon="close"
          icon-only
          secondary
          aria-label=${texts.cancelAdding}
          title=${texts.cancelAdding}
          @click=${() => this.stopAdding()}
        ></vscode-button>
      </span>
      ${
        offered.length === 0
          ? nothing
          : html`<span class="values offered" role="group" aria-label=${texts.offeredParameters}
              >${offered.map(
                (name) =>
                  html`<vscode-button secondary @click=${() => this.add(name)}
                    >${name}</vscode-button
                  >`,
              )}</span
            >`
      }
      <p class="help dim" id="new-name-help">${texts.offeredHelp}</p>
      <p class="problem" id="new-name-problem" role="alert">${this.problem}</p>
    </div>`;
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
    const index = this.shown.findIndex((field) => field.name === name);
    this.renderRoot.querySelector<HTMLInputElement>(`#field-${index}`)?.focus();
  }

  private startAdding(): void {
    this.isAdding = true;
    this.problem = "";
    this.focusLater("#new-name");
  }

  private stopAdding(): void {
    this.isAdding = false;
    this.problem = "";
    this.focusLater(".add-parameter");
  }

  private onNameKey(event: KeyboardEvent): void {
    this.problem = "";
    this.onEnter(event, () => this.addTyped());
    if (event.key === "Escape") {
      event.preventDefault();
      this.stopAdding();
    }
  }

  private addTyped(): void {
    const box = this.renderRoot.querySelector<HTMLInputElement>("#new-name");
    const name = box?.value.trim() ?? "";
    const { texts } = this;
    const isOwn = this.shown.some((field) => field.name === name);
    // What the endpoint has is filled in where it stands, whatever it is called.
    const refused = isOwn ? undefined : refusedParameter(name);
    if (texts !== undefined && refused !== undefined) {
      this.problem = fillText(
        refused === "paging" ? texts.pagingParameter : texts.credentialParameter,
        name,
      );
    }
    if (name === "" || refused !== undefined) {
      box?.focus();
      return;
    }
    this.add(name);
  }

  /** One that is there already is gone to. */
  private add(name: string): void {
    this.isAdding = false;
    this.problem = "";
    if (!this.shown.some((field) => field.name === name)) {
      this.draft = without(this.draft, name);
      this.added = [...this.added, name];
    }
    this.focusLater(`#field-${this.shown.findIndex((field) => field.name === name)}`);
  }

  /** Goes with Apply, where it was sent before. */
  private takeOut({ name }: ParameterField): void {
    this.added = this.added.filter((other) => other !== name);
    const wasSent = this.fields.some((field) => field.name === name);
    const rest = without(this.draft, name);
    this.draft = wasSent ? { ...rest, [name]: "" } : rest;
    this.focusLater(".add-parameter");
  }

  private undo(): void {
    this.draft = {};
    this.added = [];
    this.focusLater(".add-parameter");
  }

  private focusLater(selector: string): void {
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(selector)?.focus(),
    );
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
    return [...this.fields, ...this.shown].some(
      (field) => String(this.chosenOf(field)) !== String(field.value),
    );
  }

  private apply(): void {
    if (!this.isChanged) {
      return;
    }
    const set = this.shown
      .map((field) => [field.name, this.chosenOf(field)] as const)
      .filter(([, value]) => value.length > 0);
    const values: ParameterValues = Object.fromEntries(set);
    const sent = JSON.stringify(values);
    // Pressed twice it would cancel and repeat what is on its way.
    if (sent === this.sent) {
      return;
    }
    this.sent = sent;
    requestHost(this, { name: "setParameters", parameters: { values } });
  }
}

function without(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
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
