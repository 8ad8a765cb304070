import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { WalkStep } from "../../messages/listMessages";
import type { Walk } from "../../messages/listQuery";
import type { FrameTexts } from "../../messages/listTexts";
import { fillCounts } from "../../../../platform/webview/counts";
import { focusFallback } from "../../../../platform/webview/focusFallback";
import { propertiesOf } from "../../../../platform/webview/properties";
import { baseStyles, progressStyles } from "../../../../platform/webview/styles";
import { requestHost } from "./panelRequest";

/** Loading all pages one after the other: how far it is, and what holds or ends it. */
export class WalkBar extends LitElement {
  static override readonly properties = {
    ...propertiesOf("walk", "texts"),
    isPossible: { type: Boolean },
    isWhole: { type: Boolean },
    isOpen: { type: Boolean },
  };

  static override readonly styles = [
    baseStyles,
    progressStyles,
    css`
      :host {
        display: inline-flex;
        flex-wrap: wrap;
        gap: 2px 6px;
        align-items: center;
        min-height: 28px;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  declare walk: Walk | undefined;
  /** There is a page on screen that the walk can begin with. */
  declare isPossible: boolean;
  /** What is on screen are the pages of a walk, as one list. */
  declare isWhole: boolean;
  /** Its end is not proven to be that of the list. */
  declare isOpen: boolean;
  declare texts: FrameTexts | undefined;

  constructor() {
    super();
    focusFallback(this, "vscode-button");
  }

  override render(): TemplateResult | typeof nothing {
    const { walk, texts } = this;
    if (texts === undefined) {
      return nothing;
    }
    const sentence = walk === undefined ? "" : walkText(walk, texts, this.isOpen);
    // Every page read aloud would be too much: its beginning and its end are.
    const isQuiet = walk?.state === "running";
    return html`
      ${this.renderButtons(texts)}
      ${
        isQuiet && walk.claimed !== undefined && walk.claimed > 0
          ? html`<progress
              aria-label=${texts.walk}
              max=${walk.claimed}
              value=${Math.min(walk.rows, walk.claimed)}
            ></progress>`
          : nothing
      }
      <span class="dim text">${sentence}</span>
      <span class="hidden" role="status">${isQuiet ? texts.loading : sentence}</span>
    `;
  }

  private renderButtons(texts: FrameTexts): unknown {
    switch (this.walk?.state) {
      case "running":
        return [
          this.renderStep("pause", "debug-pause", texts.pause),
          this.renderStep("stop", "debug-stop", texts.stop),
        ];
      case "paused":
      case "failed":
        return [
          this.renderStep("resume", "play", texts.resume),
          this.renderStep("stop", "debug-stop", texts.stop),
        ];
      case "stopped":
        return [this.renderStep("resume", "play", texts.resume), this.renderBack(texts)];
      case "finished":
        return this.renderBack(texts);
      case undefined:
        return this.isPossible ? this.renderStep("start", "", texts.loadAll) : nothing;
    }
  }

  private renderStep(step: WalkStep, icon: string, label: string): TemplateResult {
    const act = (): void => requestHost(this, { name: "walk", parameters: { step } });
    return html`<vscode-button class=${step} icon=${icon} secondary @click=${act}
      >${label}</vscode-button
    >`;
  }

  private renderBack(texts: FrameTexts): TemplateResult | typeof nothing {
    const back = (): void => requestHost(this, { name: "turn", parameters: { step: "first" } });
    return this.isWhole
      ? html`<vscode-button class="back" secondary @click=${back}
          >${texts.backToPages}</vscode-button
        >`
      : nothing;
  }
}

function walkText(
  { state, isAtLimit, rows, pages, claimed }: Walk,
  texts: FrameTexts,
  isOpen: boolean,
): string {
  const sentence = {
    running: claimed === undefined ? texts.walkRunning : texts.walkRunningOf,
    paused: isAtLimit === true ? texts.walkAtLimit : texts.walkPaused,
    stopped: texts.walkStopped,
    failed: texts.walkFailed,
    finished: isOpen ? texts.walkEnded : texts.walkFinished,
  }[state];
  return fillCounts(sentence, rows, pages, claimed ?? 0);
}
