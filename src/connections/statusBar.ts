import * as vscode from "vscode";
import { connectionName, environmentIcon, stateWords } from "../host/words";
import type { Connections } from "./connections";

const REFRESH_MILLISECONDS = 15_000;

/** The trace id that is pinned, and when that changes. */
export interface PinnedTraceView {
  readonly current: string | undefined;
  readonly onDidChange: vscode.Event<void>;
}

/** The one status bar item: connection in use, environment, and how long the token lasts. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "financialPlanning.connection",
    vscode.StatusBarAlignment.Left,
    10,
  );
  private readonly subscription: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly pinnedTrace: PinnedTraceView,
  ) {
    this.item.name = vscode.l10n.t("Financial Planning connection");
    this.item.command = "financialPlanning.connection.showStatus";
    this.subscription = vscode.Disposable.from(
      connections.onDidChange(() => this.show()),
      pinnedTrace.onDidChange(() => this.show()),
    );
    this.show();
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscription.dispose();
    this.item.dispose();
  }

  private show(): void {
    clearTimeout(this.timer);
    const summary = this.connections.summary(this.connections.current);
    const text = `${connectionName(summary)} · ${stateWords(summary, Date.now())}`;
    const pinned = this.pinnedTrace.current;
    const mark = pinned === undefined ? "" : " $(pinned)";
    this.item.text = `$(${environmentIcon(summary.environment)}) ${text}${mark}`;
    const about = vscode.l10n.t("Show the connection's status and addresses");
    const trace =
      pinned === undefined ? [] : [vscode.l10n.t("All calls carry the trace id {0}", pinned)];
    this.item.tooltip = [about, ...trace].join("\n");
    this.item.accessibilityInformation = {
      label: [vscode.l10n.t("Financial Planning: {0}", text), ...trace].join(". "),
    };
    if (summary.session?.expiresAt !== undefined) {
      this.timer = setTimeout(() => this.show(), REFRESH_MILLISECONDS);
    }
  }
}
