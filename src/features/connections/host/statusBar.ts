import * as vscode from "vscode";
import { type Clock, SYSTEM_CLOCK } from "../../../platform/base/clock";
import { type ConnectionSummary, isProduction } from "../../../platform/base/connection";
import type { WriteLock } from "../../../platform/guard/writeLock";
import type { Session } from "../../../platform/base/session";
import {
  roundedLockWords,
  connectionName,
  environmentIcon,
  lockWords,
  stateWords,
} from "../../../platform/vscode/words";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { Connections } from "./connections";
import { plainText } from "../../../platform/base/plainText";

const REFRESH_MILLISECONDS = 15_000;
const WARNING = "statusBarItem.warningBackground";

/** The trace id that is pinned, and when that changes. */
export interface PinnedTraceView {
  readonly current: string | undefined;
  readonly onDidChange: vscode.Event<void>;
}

/** Whether privacy mode is on, and when that changes. */
export type PrivacyView = Pick<Privacy, "isOn" | "onDidChange">;

/** Where and by which time it is shown. */
interface StatusBarPlace {
  readonly item: vscode.StatusBarItem;
  readonly clock: Clock;
}

/** What is left of unlocks, and when one begins or ends. */
interface WritingView {
  readonly lock: Pick<WriteLock, "remaining" | "unlocked">;
  readonly onDidChange: vscode.Event<void>;
}

/** What the item tells of. */
export interface StatusBarServices {
  readonly connections: Pick<Connections, "current" | "summary" | "find" | "onDidChange">;
  readonly writing: WritingView;
  readonly pinnedTrace: PinnedTraceView;
  readonly privacy: PrivacyView;
}

/**
 * The one status bar item: connection in use, environment, how long token and consent last, and
 * in the colour of a warning how long Production, in use or not, can be written to.
 */
export class StatusBar implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly clock: Clock;
  private readonly subscription: vscode.Disposable;
  private stopTimer = (): void => undefined;

  constructor(
    private readonly services: StatusBarServices,
    place: StatusBarPlace = { item: createItem(), clock: SYSTEM_CLOCK },
  ) {
    this.item = place.item;
    this.clock = place.clock;
    this.item.name = vscode.l10n.t("Financial Planning connection");
    this.item.command = "financialPlanning.connection.showStatus";
    const { connections, writing, pinnedTrace, privacy } = services;
    const changes = [connections, writing, pinnedTrace, privacy];
    this.subscription = vscode.Disposable.from(
      ...changes.map(({ onDidChange }) => onDidChange(() => this.show())),
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
    const { connections, writing, pinnedTrace, privacy } = this.services;
    const summary = connections.summary(connections.current);
    const pinned = pinnedTrace.current;
    const masked = vscode.l10n.t("masked");
    const marks = [
      ...(privacy.isOn ? [` · $(eye-closed) ${masked}`] : []),
      ...(pinned === undefined ? [] : [" $(pinned)"]),
    ];
    const icon = environmentIcon(summary.environment);
    this.item.text = `$(${icon}) ${this.words(summary, SHOWN)}${marks.join("")}`;
    const about = vscode.l10n.t("Show the connection's status and addresses");
    const notes = [
      ...(privacy.isOn
        ? [vscode.l10n.t("Privacy mode is on: private values are shown as pseudonyms")]
        : []),
      ...(pinned === undefined ? [] : [vscode.l10n.t("All calls carry the trace id {0}", pinned)]),
    ];
    this.item.tooltip = plainText([about, ...this.accessNote(summary), ...notes].join("\n"));
    // Read aloud with each change: it must not change with every second.
    const spoken = this.words(summary, SPOKEN);
    this.item.accessibilityInformation = {
      label: plainText([vscode.l10n.t("Financial Planning: {0}", spoken), ...notes].join(". ")),
    };
    const isUnlocked = writing.lock.unlocked.length > 0;
    this.item.backgroundColor = isUnlocked ? new vscode.ThemeColor(WARNING) : undefined;
    this.wait(summary);
  }

  /** The connection in use, then every other one that can be written to though it is Production. */
  private words(summary: ConnectionSummary, { ofLock, separator, step }: Manner): string {
    const { connections, writing } = this.services;
    const left = writing.lock.remaining(summary.id);
    const now = this.clock.now();
    const state = stateWords(summary, now - (now % step));
    const locked = [ofLock(left), ...(left === 0 ? [state] : [])];
    const words = isProduction(summary.environment) ? locked : [state];
    const others = writing.lock.unlocked.flatMap((id) => {
      const other = id === summary.id ? undefined : connections.find(id);
      return other === undefined
        ? []
        : [`${plainText(other.label)} ${ofLock(writing.lock.remaining(id))}`];
    });
    return [[plainText(connectionName(summary)), ...words].join(" · "), ...others].join(separator);
  }

  /** What gave way to the time that is left of an unlock. */
  private accessNote(summary: ConnectionSummary): readonly string[] {
    const isUnlocked = this.services.writing.lock.remaining(summary.id) > 0;
    return isUnlocked ? [stateWords(summary, this.clock.now())] : [];
  }

  private wait({ session }: ConnectionSummary): void {
    const { lock } = this.services.writing;
    const ticks = lock.unlocked.map((id) => lock.remaining(id) % 1000 || 1000);
    const refresh = countsDown(session) ? [REFRESH_MILLISECONDS] : [];
    const next = Math.min(...ticks, ...refresh);
    if (Number.isFinite(next)) {
      this.stopTimer = this.clock.schedule(next, () => this.show());
    }
  }
}

/** How the words are made for the eye and for the ear. */
interface Manner {
  readonly ofLock: (milliseconds: number) => string;
  readonly separator: string;
  /** Milliseconds that time goes on by. */
  readonly step: number;
}

const SHOWN: Manner = { ofLock: lockWords, separator: " · $(shield) ", step: 1 };
const SPOKEN: Manner = { ofLock: roundedLockWords, separator: ". ", step: REFRESH_MILLISECONDS };

/** A token may come without an end; the consent behind it still has one. */
function countsDown(session: Session | undefined): boolean {
  return session?.expiresAt !== undefined || session?.consentEndsAt !== undefined;
}

function createItem(): vscode.StatusBarItem {
  const { Left } = vscode.StatusBarAlignment;
  return vscode.window.createStatusBarItem("financialPlanning.connection", Left, 10);
}
