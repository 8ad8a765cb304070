import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ChangeGroup, ChangesSection, DefinitionTexts } from "../messages/definitionsPanel";
import { fillCounts } from "../../../platform/webview/counts";
import { focusFallback } from "../../../platform/webview/focusFallback";
import { propertiesOf, statesOf } from "../../../platform/webview/properties";
import { renderSentence } from "../../../platform/webview/sentence";
import { baseStyles, documentStyles } from "../../../platform/webview/styles";
import { actEvent } from "./actEvent";
import { changeStyles } from "./changeStyles";

/** So many endpoints are drawn at once. */
const STEP = 50;

/** What is different between two versions, endpoint by endpoint. */
export class ChangeList extends LitElement {
  static override readonly properties = {
    ...propertiesOf("changes", "texts"),
    ...statesOf("most"),
  };

  static override readonly styles = [baseStyles, documentStyles, changeStyles];

  declare changes: ChangesSection | undefined;
  declare texts: DefinitionTexts | undefined;
  declare most: number;

  constructor() {
    super();
    this.most = STEP;
    // The button for more goes with the last step.
    focusFallback(this, "h3[tabindex]");
  }

  /** Brings it into sight, and keys with it. */
  override focus(): void {
    this.renderRoot.querySelector("h2")?.focus();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("changes") && changed.get("changes")?.title !== this.changes?.title) {
      this.most = STEP;
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { changes, texts } = this;
    if (changes === undefined || texts === undefined) {
      return nothing;
    }
    const { title, summary, groups } = changes;
    return html`<section aria-labelledby="changes">
      <h2 id="changes" tabindex="-1">${texts.changes} <span class="title">${title}</span></h2>
      <p class="summary">${summary}</p>
      <div class="acts">
        ${groups.length === 0 ? nothing : this.renderButton("copyChanges", texts.copyMarkdown)}
        ${this.renderButton("closeChanges", texts.close)}
      </div>
      ${groups
        .slice(0, this.most)
        .map((group, index) => renderGroup(group, texts, index > 0 && index === this.most - STEP))}
      ${groups.length > this.most ? this.renderMore(groups.length - this.most, texts) : nothing}
    </section>`;
  }

  private renderButton(id: "copyChanges" | "closeChanges", label: string): TemplateResult {
    const act = (): void => void this.dispatchEvent(actEvent({ id }));
    return html`<vscode-button secondary @click=${act}>${label}</vscode-button>`;
  }

  private renderMore(left: number, texts: DefinitionTexts): TemplateResult {
    const more = (): void => {
      this.most += STEP;
    };
    return html`<vscode-button secondary @click=${more}
      >${fillCounts(texts.more, Math.min(left, STEP))}</vscode-button
    >`;
  }
}

function renderGroup(
  { operation, changes }: ChangeGroup,
  texts: DefinitionTexts,
  isFirstOfStep: boolean,
): TemplateResult {
  return html`<h3 tabindex=${isFirstOfStep ? -1 : nothing}>${operation}</h3>
    <ul aria-label=${operation}>
      ${changes.map(
        ({ breaking, text }) =>
          html`<li class=${breaking ? "breaking" : "other"}>
            <vscode-icon name=${breaking ? "warning" : "info"}></vscode-icon>
            <span class="kind">${breaking ? texts.breaking : texts.other}</span>
            <span class="text">${renderSentence(text)}</span>
          </li>`,
      )}
    </ul>`;
}
