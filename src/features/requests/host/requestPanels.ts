import * as vscode from "vscode";
import { describeError } from "../../../platform/texts/errorText";
import { AppError } from "../../../platform/base/errors";
import { maskAction, maskSentence, maskTitle } from "../common/maskAction";
import type { Action } from "../../../platform/base/action";
import { copyText } from "../../../platform/vscode/clipboard";
import { fillPage, openPanel, type PanelOptions } from "../../../platform/vscode/panel";
import { translate } from "../../../platform/vscode/translate";
import { environmentIcon, environmentWord } from "../../../platform/vscode/words";
import { type CommandId, REQUEST_PANEL } from "../../../manifest";
import { plainText } from "../../../platform/base/plainText";
import {
  type ExplanationSection,
  type HostToRequest,
  hostToRequest,
  type RequestAction,
  type RequestContent,
  requestPanelState,
  type RequestToHost,
  requestToHost,
} from "../messages/requestPanel";
import { accepted } from "../../../platform/base/messageSchemas";
import type { Handlers, Rpc } from "../../../platform/base/rpc";
import { Coalescer, later } from "./coalesce";
import { requestFacts } from "./requestFacts";
import { goneContent, requestTexts, statusLineTexts } from "../texts/requestTexts";
import type { Explain, ViewServices } from "./services";

/** What each button runs: the webview names buttons, never commands. */
const COMMANDS_OF: Readonly<Record<RequestAction, CommandId>> = {
  openAnswer: "financialPlanning.requests.openBody",
  findInAnswer: "financialPlanning.answer.findByPath",
  openRequestBody: "financialPlanning.requests.openBody",
  sendAgain: "financialPlanning.requests.sendAgain",
  compare: "financialPlanning.requests.compare",
  copyAs: "financialPlanning.requests.copyAs",
  copyTicket: "financialPlanning.requests.copyTicket",
  exportEvidence: "financialPlanning.requests.exportEvidence",
  saveFixture: "financialPlanning.requests.saveFixture",
  explain: "financialPlanning.requests.explain",
  pinTraceId: "financialPlanning.requests.pinTraceId",
  copyTraceId: "financialPlanning.requests.copyTraceId",
  copyRequestId: "financialPlanning.requests.copyRequestId",
};

const PARTS: Partial<Record<RequestAction, "request" | "response">> = {
  openAnswer: "response",
  openRequestBody: "request",
};

interface OpenRequest {
  readonly panel: vscode.WebviewPanel;
  readonly rpc: Rpc<HostToRequest, RequestToHost>;
  /** Tells the page of what came, one not so often that has much to say. */
  readonly news: Coalescer;
  explain?: Explain;
}

/** Ten times a second is live to the eye. */
const CHANGE_MILLISECONDS = 100;

/** The open request panels, one per action. */
export class RequestPanels implements vscode.Disposable {
  private readonly open = new Map<string, OpenRequest>();
  private readonly subscription: { dispose(): void };

  constructor(private readonly services: ViewServices) {
    this.subscription = vscode.Disposable.from(
      services.history.onDidChange((id) => this.change(id)),
      services.privacy.onDidChange(() => this.refresh(undefined)),
    );
  }

  /** Shows the panel of an action, with an explanation when there is one. */
  show(action: Action, explain?: Explain): void {
    const known = this.open.get(action.id);
    if (known === undefined) {
      const opened = openPanel<HostToRequest, RequestToHost>(this.options(action.id));
      const news = this.newsOf(action.id);
      this.open.set(action.id, { ...opened, news, ...(explain && { explain }) });
      return;
    }
    if (explain !== undefined) {
      known.explain = explain;
    }
    known.panel.reveal();
    this.refresh(action.id);
  }

  /** Takes a panel over after a window reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const id = accepted(requestPanelState, state)?.actionId;
    if (id === undefined || this.open.has(id)) {
      panel.dispose();
      return;
    }
    if (this.services.privacy.isOn) {
      // The tab comes back with the title that it had, maybe from before the mode was on.
      panel.title = plainText(this.titleOf(this.services.history.get(id)));
    }
    const rpc = fillPage<HostToRequest, RequestToHost>(panel, this.options(id));
    this.open.set(id, { panel, rpc, news: this.newsOf(id) });
  }

  /** The action of the panel in front. */
  get active(): Action | undefined {
    const found = [...this.open].find(([, { panel }]) => panel.active);
    return found && this.services.history.get(found[0]);
  }

  /** What the panel in front explains. */
  get explanation(): readonly ExplanationSection[] | undefined {
    const found = [...this.open.values()].find(({ panel }) => panel.active);
    return found?.explain?.(this.services.privacy.masking);
  }

  dispose(): void {
    this.subscription.dispose();
    this.open.forEach(({ news }) => news.dispose());
    // The tabs stay: closing them here would take them from the window that is being reloaded.
  }

  private options(id: string): PanelOptions<HostToRequest, RequestToHost> {
    const action = this.services.history.get(id);
    return {
      viewType: REQUEST_PANEL,
      title: this.titleOf(action),
      script: "request.js",
      extensionUri: this.services.extensionUri,
      handlers: this.handlers(id),
      incoming: requestToHost,
      outgoing: hostToRequest,
      onClose: () => {
        this.open.get(id)?.news.dispose();
        this.open.delete(id);
      },
    };
  }

  private handlers(id: string): Handlers<RequestToHost> {
    return {
      start: () => ({
        texts: requestTexts(translate),
        statusTexts: statusLineTexts(translate),
        content: this.content(id),
      }),
      act: ({ id: action }) => this.act(id, action),
      copyFact: ({ attempt, fact }) => this.copyFact(id, attempt, fact),
    };
  }

  private async act(id: string, name: RequestAction): Promise<boolean> {
    const content = this.content(id);
    // The panel may not have heard yet that the button is gone.
    if ("request" in content && content.request.actions.some((offered) => offered.id === name)) {
      const part = PARTS[name];
      const argument = { actionId: id, ...(part === undefined ? {} : { part }) };
      // Commands have a catch of their own: what fails is told there.
      const done = vscode.commands.executeCommand(COMMANDS_OF[name], argument);
      if (name === "copyTraceId" || name === "copyRequestId") {
        return (await done) === true;
      }
      done.then(undefined, () => undefined);
    }
    return false;
  }

  private async copyFact(id: string, attempt: number, index: number): Promise<undefined> {
    const content = this.content(id);
    const found =
      "request" in content
        ? content.request.attempts.find(({ number }) => number === attempt)?.facts[index]
        : undefined;
    if (found?.isId !== true) {
      throw new AppError("input", "input/noCall");
    }
    await copyText(found.text);
    return undefined;
  }

  private content(id: string): RequestContent {
    const action = this.services.history.get(id);
    if (action === undefined) {
      return goneContent(translate);
    }
    const { environment } = action;
    const { masking } = this.services.privacy;
    const { language } = vscode.env;
    const masked = (text: string): string => maskSentence(text, action, masking);
    return {
      request: requestFacts(maskAction(action, masking), {
        t: translate,
        language,
        environment: { word: environmentWord(environment), icon: environmentIcon(environment) },
        failure: (code) =>
          masked(
            describeError(
              new AppError(code.startsWith("canceled/") ? "canceled" : "network", code, { action }),
              this.services.translate,
              { language },
            ).what,
          ),
        explanation: this.open
          .get(id)
          ?.explain?.(masking)
          .map(({ heading, lines }) => ({
            heading,
            lines: lines.map((line) => ({ ...line, text: masked(line.text) })),
          })),
      }),
    };
  }

  private newsOf(id: string): Coalescer {
    const tell = (): void => {
      this.open.get(id)?.rpc.notify("show", this.content(id));
    };
    // A long walk has many attempts, and all of them are told of each time.
    return new Coalescer(CHANGE_MILLISECONDS, tell, (run, milliseconds) =>
      later(run, milliseconds * (1 + (this.services.history.get(id)?.attempts.length ?? 0) / 100)),
    );
  }

  /** At once in the title of the tab, which costs nothing. */
  private change(id: string | undefined): void {
    const found = id === undefined ? undefined : this.open.get(id);
    if (id === undefined) {
      this.refresh(id);
    } else if (found !== undefined) {
      found.panel.title = plainText(this.titleOf(this.services.history.get(id)));
      found.news.call();
    }
  }

  private refresh(changed: string | undefined): void {
    for (const [id, { panel, rpc }] of this.open) {
      if (changed === undefined || changed === id) {
        panel.title = plainText(this.titleOf(this.services.history.get(id)));
        rpc.notify("show", this.content(id));
      }
    }
  }

  private titleOf(action: Action | undefined): string {
    const { masking } = this.services.privacy;
    return action === undefined
      ? vscode.l10n.t("Request")
      : vscode.l10n.t("Request · {0}", maskTitle(action.title, masking));
  }
}
