import * as vscode from "vscode";
import { AppError, isAppError } from "../core/errors";
import { readTable } from "../core/lists/columns";
import { ListSession, type LoadedPage } from "../core/lists/pagedSession";
import { statusOf } from "../core/lists/status";
import type { Action } from "../core/requests/record";
import { DisposableStore } from "../host/disposables";
import { webviewHtml, webviewOptions } from "../host/webviewHtml";
import { connectWebview } from "../host/webviewRpc";
import type { RequestArgument } from "../manifest";
import type {
  HostToPanel,
  PageStep,
  PanelContent,
  PanelQuery,
  PanelToHost,
  PanelView,
} from "../shared/listPanel";
import { PANEL_CHECKS } from "../shared/panelChecks";
import type { Handlers, Rpc } from "../shared/rpc";
import { panelTexts } from "./panelTexts";
import { PANEL_ACTIONS, panelView, subjectOf } from "./panelView";
import { describeFailure } from "./panelErrors";
import type { ListsServices } from "./services";

/** One list in one editor tab: binds a paging session to a webview. */
export class ListPanel implements vscode.Disposable {
  private readonly session: ListSession;
  private readonly rpc: Rpc<HostToPanel, PanelToHost>;
  private readonly store = new DisposableStore();
  private sent: LoadedPage | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly target: PanelQuery,
    private readonly services: ListsServices,
  ) {
    const { list, clientId, connectionId, pageNumber, pageSize } = target;
    this.session = new ListSession({
      source: { list, ...(clientId === undefined ? {} : { clientId }) },
      query: { pageNumber, pageSize },
      client: () => services.client(connectionId),
      onChange: () => this.refresh(),
    });
    const root = vscode.Uri.joinPath(services.extensionUri, "dist", "webview");
    const { webview } = panel;
    webview.options = webviewOptions(root);
    const connection = connectWebview<HostToPanel, PanelToHost>(webview, {
      handlers: this.handlers(),
      checks: PANEL_CHECKS,
      describeFailure: (error) => ({
        code: isAppError(error) ? error.code : "internal/unexpected",
        text: describeFailure(error, this.target.list, services).what,
      }),
    });
    this.rpc = connection.rpc;
    this.store.add(connection);
    this.store.add({ dispose: () => this.session.dispose() });
    panel.title = this.title;
    webview.html = webviewHtml({ webview, root, script: "list.js", title: this.title });
  }

  /** The exchange that the status line tells of. */
  get action(): Action | undefined {
    return this.session.state.action;
  }

  /** How many rows that exchange brought; undefined where it failed. */
  get rowCount(): number | undefined {
    const { loaded, failure } = this.session.state;
    return failure === undefined ? loaded?.page.rows.length : undefined;
  }

  /** Loads the page that the panel was made for; the outcome shows in the panel. */
  load(): Promise<void> {
    return this.session.reload();
  }

  async turn(step: PageStep): Promise<void> {
    const { query, loaded } = this.session.state;
    const { hasNext = false } = loaded === undefined ? {} : (this.view().paging ?? {});
    switch (step) {
      case "reload":
        return this.session.reload();
      case "first":
        return this.session.load({ ...query, pageNumber: 1 });
      case "previous":
        return query.pageNumber > 1
          ? this.session.load({ ...query, pageNumber: query.pageNumber - 1 })
          : undefined;
      case "next":
        return hasNext
          ? this.session.load({ ...query, pageNumber: query.pageNumber + 1 })
          : undefined;
    }
  }

  /** The page on screen in an editor, byte for byte as it came. */
  async openAsJson(): Promise<void> {
    if (this.session.state.loaded === undefined) {
      await this.session.reload();
    }
    const { loaded } = this.session.state;
    if (loaded === undefined) {
      // The panel says why.
      return;
    }
    const name = `${this.target.list}-page-${loaded.query.pageNumber}.json`;
    await this.services.answers.open(name, loaded.answer.body);
  }

  /** Stops what is in flight. The tab itself is closed by its owner. */
  dispose(): void {
    this.store.dispose();
  }

  private get title(): string {
    const connection = this.services.connection(this.target.connectionId);
    const subject = subjectOf(this.target);
    return connection === undefined ? subject : `${subject} · ${connection.label}`;
  }

  private handlers(): Handlers<PanelToHost> {
    return {
      start: () => ({ ...this.content(true), texts: panelTexts() }),
      turn: ({ step }) => this.run(() => this.turn(step)),
      resize: ({ pageSize }) => this.run(() => this.session.resize(pageSize)),
      openAsJson: () => this.run(() => this.openAsJson()),
      openRequest: () => this.run(() => this.openRequest()),
      act: ({ id }) => this.run(() => this.act(id)),
      copy: ({ what }) => this.copy(what),
    };
  }

  /**
   * Starts what the user asked for in the panel: its outcome shows in the view, which the panel
   * need not wait for. It fails like a command, in one place and in words.
   */
  private run(start: () => Promise<void>): undefined {
    start().catch((error: unknown) => this.services.showError(error));
  }

  private async act(id: string): Promise<void> {
    const { error, empty } = this.view();
    const offered = [...(error?.actions ?? []), ...(empty?.actions ?? [])];
    if (!offered.some((action) => action.id === id)) {
      return;
    }
    switch (id) {
      case PANEL_ACTIONS.retry:
      case PANEL_ACTIONS.reload:
        return this.session.reload();
      case PANEL_ACTIONS.firstPage:
        return this.turn("first");
      case PANEL_ACTIONS.openAnswer:
        return this.openFailedAnswer();
      case PANEL_ACTIONS.explain:
        // Without a call of its own it means the panel in front, which is this one.
        return vscode.commands.executeCommand("financialPlanning.requests.explain");
    }
    if (await this.services.errorActions.run(id, this.session.state.failure?.error)) {
      await this.session.reload();
    }
  }

  private async openRequest(): Promise<void> {
    const { action } = this;
    if (action !== undefined) {
      const argument: RequestArgument = { actionId: action.id };
      await vscode.commands.executeCommand("financialPlanning.requests.open", argument);
    }
  }

  private async openFailedAnswer(): Promise<void> {
    const error = this.session.state.failure?.error;
    if (isAppError(error) && error.body !== undefined) {
      const start = new TextDecoder().decode(error.body.subarray(0, 100)).trimStart();
      const ending = /^[{[]/.test(start) ? "json" : "txt";
      await this.services.answers.open(`${this.target.list}-answer.${ending}`, error.body);
    }
  }

  private async copy(what: "requestId" | "traceId"): Promise<undefined> {
    const { action } = this.session.state;
    const id = action && statusOf(action)?.[what];
    if (id === undefined) {
      throw new AppError("answer", "answer/notKept");
    }
    await this.services.copy(id);
    return undefined;
  }

  private refresh(): void {
    this.rpc.notify("show", this.content(false));
  }

  /** Rows travel once; a webview that starts anew gets them again from memory. */
  private content(isStart: boolean): PanelContent {
    const { loaded } = this.session.state;
    const view = this.view();
    if (!isStart && loaded === this.sent) {
      return { view };
    }
    this.sent = loaded;
    return { view, table: loaded === undefined ? null : readTable(loaded.page) };
  }

  private view(): PanelView {
    return panelView({
      target: this.target,
      connection: this.services.connection(this.target.connectionId),
      state: this.session.state,
      describeError: (error) => describeFailure(error, this.target.list, this.services),
    });
  }
}
