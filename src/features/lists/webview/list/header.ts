import { html, nothing, type TemplateResult } from "lit";
import { LIST_TABS, type ListTab } from "../../messages/listLayout";
import type { ListView } from "../../messages/listMessages";
import type { FrameTexts } from "../../messages/listTexts";
import { plainKey } from "../../../../platform/webview/plainKey";
import type { HostCall } from "./panelRequest";

/** What the header says and does beside what comes with the view. */
interface HeaderActs {
  readonly tab: ListTab;
  readonly hasRows: boolean;
  readonly areParametersOpen: boolean;
  readonly choose: (tab: ListTab) => void;
  readonly toggleParameters: () => void;
  readonly request: (call: HostCall) => void;
}

/** What list it is, and whose; the environment is always a word and an icon. */
export function renderTitle(view: ListView, texts: FrameTexts): TemplateResult {
  const { environment, connection, title } = view;
  return html`
    <div class="title">
      <h1 title=${title}>${title}</h1>
      <span class="environment">
        <vscode-icon name=${environment.icon}></vscode-icon>
        ${
          connection === ""
            ? nothing
            : html`<bdi class="connection" title=${connection}>${connection}</bdi> ·`
        }
        <span class="word">${environment.word}</span>
      </span>
      ${
        view.isMasked
          ? html`<span class="masked"
              ><vscode-icon name="eye-closed"></vscode-icon> ${texts.masked}</span
            >`
          : nothing
      }
    </div>
  `;
}

/** The tabs and, at the end of the line, what can be done with the list. */
export function renderBar(view: ListView, texts: FrameTexts, acts: HeaderActs): TemplateResult {
  return html`
    <div class="bar">
      <div class="tabs" role="tablist" aria-label=${texts.tabs}>
        ${LIST_TABS.map((tab) => renderTab(tab, texts, acts))}
      </div>
      <div class="tools">
        ${renderParametersButton(view, texts, acts)} ${renderTools(view, texts, acts)}
      </div>
    </div>
  `;
}

/** The address of the page on screen. */
export function renderAddress(
  { address }: ListView,
  texts: FrameTexts,
  isCopied: boolean,
  copy: () => void,
): TemplateResult {
  return html`
    <div class="address" role="group" aria-label=${texts.address}>
      <code title=${address.url}><b>${address.method}</b> <bdi>${address.url}</bdi></code>
      ${renderTool(isCopied ? "check" : "copy", "copy-address", texts.copyAddress, copy)}
      <span class="hidden" role="status">${isCopied ? texts.copied : ""}</span>
    </div>
  `;
}

function renderTab(tab: ListTab, texts: FrameTexts, acts: HeaderActs): TemplateResult {
  const isChosen = tab === acts.tab;
  return html`<button
    role="tab"
    id="tab-${tab}"
    class="tab"
    aria-selected=${String(isChosen)}
    aria-controls=${isChosen ? `panel-${tab}` : nothing}
    tabindex=${isChosen ? 0 : -1}
    @click=${() => acts.choose(tab)}
    @keydown=${(event: KeyboardEvent) => turnTab(event, tab, acts)}
  >
    ${texts[tab]}
  </button>`;
}

/** Arrows choose as they go (WAI-ARIA Authoring Practices, tabs with automatic activation). */
function turnTab(event: KeyboardEvent, tab: ListTab, { choose }: HeaderActs): void {
  const index = LIST_TABS.indexOf(tab);
  const count = LIST_TABS.length;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  const target = LIST_TABS[targets[plainKey(event) ?? ""] ?? -1];
  if (target !== undefined) {
    event.preventDefault();
    choose(target);
  }
}

function renderParametersButton(
  { parameters }: ListView,
  texts: FrameTexts,
  acts: HeaderActs,
): TemplateResult {
  const set = parameters.filter(({ value }) => value.length > 0).length;
  const count = set === 0 ? "" : ` (${set})`;
  return html`<vscode-button
    class="parameters"
    icon=${acts.areParametersOpen ? "chevron-up" : "chevron-down"}
    secondary
    aria-expanded=${String(acts.areParametersOpen)}
    @click=${acts.toggleParameters}
    >${texts.parameters}${count}</vscode-button
  >`;
}

function renderTools(
  { isLoading }: ListView,
  texts: FrameTexts,
  { hasRows, request }: HeaderActs,
): TemplateResult {
  const plain = (
    name: "openAsJson" | "openToSide" | "openListSettings" | "export",
  ): (() => void) => {
    return () => request({ name, parameters: {} });
  };
  return html`
    <vscode-button
      class="open-as-json"
      icon="json"
      secondary
      aria-disabled=${String(!hasRows)}
      ?disabled=${!hasRows}
      @click=${plain("openAsJson")}
      >${texts.openAsJson}</vscode-button
    >
    <vscode-button
      class="export"
      icon="export"
      icon-after="chevron-down"
      secondary
      aria-haspopup="dialog"
      @click=${plain("export")}
      >${texts.export}</vscode-button
    >
    ${renderTool("split-horizontal", "open-to-side", texts.openToSide, plain("openToSide"))}
    ${renderTool("settings-gear", "list-settings", texts.listSettings, plain("openListSettings"))}
    ${
      // One button in one place, as in browsers: the focus stays on it when loading ends.
      isLoading
        ? renderTool("stop-circle", "cancel", texts.cancelLoading, () =>
            request({ name: "walk", parameters: { step: "stop" } }),
          )
        : renderTool("refresh", "reload", texts.reload, () =>
            request({ name: "turn", parameters: { step: "reload" } }),
          )
    }
  `;
}

function renderTool(icon: string, name: string, label: string, act: () => void): TemplateResult {
  return html`<vscode-button
    class=${name}
    icon=${icon}
    icon-only
    secondary
    aria-label=${label}
    title=${label}
    @click=${act}
  ></vscode-button>`;
}
