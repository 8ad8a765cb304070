import * as vscode from "vscode";
import { type Clock, SYSTEM_CLOCK } from "../core/http/clock";
import type { Session } from "../core/service/client";
import { connectionName, environmentIcon, stateWords } from "../host/words";
import type { Privacy } from "../host/privacy";
import type { Connections } from "./connections";

const REFRESH_MILLISECONDS = 15_000;

/** The trace id that is pinned, and when that changes. */
export interface PinnedTraceView {
  readonly current: string | undefined;
  readonly onDidChange: vscode.Event<void>;
}

/** Whether privacy mode is on, and when that changes. */
export type PrivacyView = Pick<Privacy, "isOn" | "onDidChange">;

/** Where and by which time it is shown. */
export interface StatusBarPlace {
  readonly item: vscode.StatusBarItem;
  readonly clock: Clock;
}

type ShownConnections = Pick<Connections, "current" | "summary" | "onDidChange">;

/**
 * The one status bar item: connection in use, environment, and how long token and consent last.
 */
export class StatusBar implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly clock: Clock;
  private readonly subscription: vscode.Disposable;
  private stopTimer = (): void => undefined;

  constructor(
    private readonly connections: ShownConnections,
    private readonly pinnedTrace: PinnedTraceView,
    private readonly privacy: PrivacyView,
    place: StatusBarPlace = { item: createItem(), clock: SYSTEM_CLOCK },
  ) {
    this.item = place.item;
    this.clock = place.clock;
    this.item.name = vscode.l10n.t("Financial Planning connection");
    this.item.command = "financialPlanning.connection.showStatus";
    this.subscription = vscode.Disposable.from(
      connections.onDidChange(() => this.show()),
      pinnedTrace.onDidChange(() => this.show()),
      privacy.onDidChange(() => this.show()),
    );
    this.show();
    this.item.show();
  }

  dispose(): void {
    this.stopTimer();
    this.subscription.dispose();
    this.item.dispose();
  }

  private show(): void {
    this.stopTimer();
    const summary = this.connections.summary(this.connections.current);
    const text = `${connectionName(summary)} · ${stateWords(summary, this.clock.now())}`;
    const pinned = this.pinnedTrace.current;
    const masked = vscode.l10n.t("masked");
    const marks = [
      ...(this.privacy.isOn ? [` · $(eye-closed) ${masked}`] : []),
      ...(pinned === undefined ? [] : [" $(pinned)"]),
    ];
    this.item.text = `$(${environmentIcon(summary.environment)}) ${text}${marks.join("")}`;
    const about = vscode.l10n.t("Show the connection's status and addresses");
    const notes = [
      ...(this.privacy.isOn
        ? [vscode.l10n.t("Privacy mode is on: pseudonyms stand for what is private")]
        : []),
      ...(pinned === undefined ? [] : [vscode.l10n.t("All calls carry the trace id {0}", pinned)]),
    ];
    this.item.tooltip = [about, ...notes].join("\n");
    this.item.accessibilityInformation = {
      label: [vscode.l10n.t("Financial Planning: {0}", text), ...notes].join(". "),
    };
    if (countsDown(summary.session)) {
      this.stopTimer = this.clock.schedule(REFRESH_MILLISECONDS, () => this.show());
    }
  }
}

/** A token may come without an end; the consent behind it still has one. */
function countsDown(session: Session | undefined): boolean {
  return session?.expiresAt !== undefined || session?.consentEndsAt !== undefined;
}

function createItem(): vscode.StatusBarItem {
  const { Left } = vscode.StatusBarAlignment;
  return vscode.window.createStatusBarItem("financialPlanning.connection", Left, 10);
}
