import * as vscode from "vscode";
import { fillPage } from "../../../platform/vscode/panel";
import { translate } from "../../../platform/vscode/translate";
import { environmentIcon, environmentWord } from "../../../platform/vscode/words";
import type { CommandArguments, CommandId } from "../../../manifest";
import {
  type EmptyAction,
  type HostToRequests,
  hostToRequests,
  type LinePlace,
  type RequestsToHost,
  requestsToHost,
} from "../messages/requestsView";
import type { Handlers, Rpc } from "../../../platform/base/rpc";
import { Coalescer } from "./coalesce";
import { RequestLines } from "./requestLines";
import { nothingRecorded, requestsTexts } from "../texts/requestsViewTexts";
import type { ViewServices } from "./services";

/** Ten times a second is live to the eye. */
const CHANGE_MILLISECONDS = 100;

const EMPTY_COMMANDS: Readonly<Record<EmptyAction, CommandId>> = {
  send: "financialPlanning.requests.send",
  find: "financialPlanning.requests.find",
};

/** The host's side of the requests view: the rows stay here, the webview asks for slices. */
export class RequestsView implements vscode.Disposable {
  private readonly lines: RequestLines;
  private readonly news: Coalescer;
  private readonly subscription: { dispose(): void };
  private rpc: Rpc<HostToRequests, RequestsToHost> | undefined;
  private version = 0;

  constructor(private readonly services: ViewServices) {
    const { history } = services;
    this.lines = new RequestLines({
      history,
      t: translate,
      language: vscode.env.language,
      environment: ({ environment }) => ({
        word: environmentWord(environment),
        icon: environmentIcon(environment),
      }),
      now: () => Date.now(),
      masking: () => services.privacy.masking,
    });
    this.news = new Coalescer(CHANGE_MILLISECONDS, () => {
      this.rpc?.notify("changed", { version: this.version });
    });
    const change = (): void => {
      this.version = this.lines.change();
      this.news.call();
    };
    this.subscription = vscode.Disposable.from(
      history.onDidChange(change),
      services.privacy.onDidChange(change),
    );
  }

  /** Fills the view; the editor makes it anew each time it is shown after being hidden. */
  resolve(view: vscode.WebviewView): void {
    const rpc = fillPage(view, {
      title: vscode.l10n.t("Requests"),
      script: "requests.js",
      extensionUri: this.services.extensionUri,
      handlers: this.handlers(),
      incoming: requestsToHost,
      outgoing: hostToRequests,
      onClose: () => {
        if (this.rpc === rpc) {
          this.rpc = undefined;
        }
      },
    });
    this.rpc = rpc;
  }

  dispose(): void {
    this.subscription.dispose();
    this.news.dispose();
  }

  private handlers(): Handlers<RequestsToHost> {
    return {
      start: () => ({ texts: requestsTexts(translate), empty: nothingRecorded(translate) }),
      query: (query) => this.lines.answer(query),
      range: (query) => this.lines.range(query),
      open: (place) => run("financialPlanning.requests.open", place),
      copyTraceId: async (place) =>
        (await vscode.commands.executeCommand("financialPlanning.requests.copyTraceId", place)) ===
        true,
      cancel: (place: LinePlace) => run("financialPlanning.requests.cancel", place),
      act: ({ id }) => run(EMPTY_COMMANDS[id]),
    };
  }
}

/** Commands have a catch of their own: what fails is told there. */
function run<Id extends CommandId>(id: Id, ...values: CommandArguments[Id]): undefined {
  vscode.commands.executeCommand(id, ...values).then(undefined, () => undefined);
}
