import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type {
  DefinitionAction,
  DefinitionDomain,
  DefinitionsContent,
  DefinitionTexts,
} from "../messages/definitionsPanel";
import { Clock } from "../../../platform/webview/clock";
import { propertiesOf } from "../../../platform/webview/properties";
import { baseStyles, documentStyles } from "../../../platform/webview/styles";
import { actEvent } from "./actEvent";
import { MINUTE, renderSection } from "./section";
import { viewStyles } from "./viewStyles";

/** What each domain follows, with its versions, endpoints and answers. */
export class DefinitionsViewElement extends LitElement {
  static override readonly properties = propertiesOf("content", "texts");

  static override readonly styles = [baseStyles, documentStyles, viewStyles];

  declare content: DefinitionsContent | undefined;
  declare texts: DefinitionTexts | undefined;
  /** Ages are drawn by it. */
  private readonly clock = new Clock(this, MINUTE);
  /** What had the keys before it was drawn again. */
  private focused: { readonly element: Element; readonly section: string } | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    this.clock.read();
    const element = this.shadowRoot?.activeElement ?? undefined;
    // Changes stand before all domains, and are those of one.
    const section =
      element?.closest("section")?.getAttribute("aria-labelledby") ??
      changed.get("content")?.changes?.domain;
    this.focused = element && section !== undefined ? { element, section } : undefined;
  }

  /** A button that is gone, as of a version or of changes, leaves the keys to its domain. */
  override updated(): void {
    const { focused } = this;
    if (focused?.element.isConnected === false) {
      this.shadowRoot?.getElementById(focused.section)?.focus({ preventScroll: true });
    }
  }

  /** Brings a place into sight once it is drawn, and the keys there. */
  async reveal(place: DefinitionDomain | "changes"): Promise<void> {
    await this.updateComplete;
    const selector = place === "changes" ? "fp-change-list" : `#${place}`;
    const found = this.renderRoot.querySelector<HTMLElement>(selector);
    if (found instanceof LitElement) {
      await found.updateComplete;
    }
    found?.scrollIntoView({ block: "start" });
    found?.focus({ preventScroll: true });
  }

  override render(): TemplateResult | typeof nothing {
    const { content, texts } = this;
    if (content === undefined || texts === undefined) {
      return nothing;
    }
    const { isEmpty, problem, changes, domains } = content;
    const drawing = { texts, now: this.clock.now };
    return html`<main>
      <header>
        <h1 title=${texts.title}>${texts.title}</h1>
        <div class="acts" role="group" aria-label=${texts.imports}>
          ${this.renderImport("importFile", texts.importFile, false)}
          ${this.renderImport("importClipboard", texts.importClipboard, true)}
          ${this.renderImport("importAddress", texts.importAddress, true)}
        </div>
      </header>
      ${isEmpty ? html`<p class="empty"><b>${texts.empty}</b> ${texts.emptyAdvice}</p>` : nothing}
      ${
        problem === ""
          ? nothing
          : html`<p class="problem" role="status">
              <vscode-icon name="warning"></vscode-icon><span>${problem}</span>
            </p>`
      }
      ${
        changes === undefined
          ? nothing
          : html`<fp-change-list .changes=${changes} .texts=${texts}></fp-change-list>`
      }
      ${repeat(
        domains,
        ({ domain }) => domain,
        (section) => renderSection(section, drawing),
      )}
    </main>`;
  }

  private renderImport(id: DefinitionAction, label: string, isSecond: boolean): TemplateResult {
    const act = (): void => void this.dispatchEvent(actEvent({ id }));
    return html`<vscode-button ?secondary=${isSecond} @click=${act}>${label}</vscode-button>`;
  }
}
