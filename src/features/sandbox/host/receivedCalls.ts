import * as vscode from "vscode";
import type { Clock } from "../../../platform/base/clock";
import { setContextKey } from "../../../platform/vscode/contextKeys";
import { countText, exactTime } from "../../../platform/vscode/formats";
import type { MessagingProvider } from "../../../platform/vscode/messagingProvider";
import type { Privacy } from "../../../platform/vscode/privacy";
import { showView } from "../../../platform/vscode/showView";
import { factsMarkdown, treeItem } from "../../../platform/vscode/surfaces";
import { RECEIVED_VIEW } from "../../../manifest";
import { maskPath } from "../../requests/common/maskAction";
import type { BrokenRule, ReceivedCall } from "../messages/receivedCalls";
import type { SandboxProcess } from "./sandboxProcess";

/** Enough to look through; the log file and the address for tests have all. */
const MOST_CALLS = 500;
/** How often the list is drawn anew at most while calls come in. */
const DRAW_MILLISECONDS = 300;

export const CALL_FILTERS = ["all", "broken", "others"] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];

type Call = Omit<ReceivedCall, "body">;
type Row =
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "finding"; readonly finding: BrokenRule };

interface ReceivedServices {
  readonly sandbox: SandboxProcess;
  readonly privacy: Privacy;
  readonly clock: Pick<Clock, "schedule">;
  /** How the explorer's own calls name their program. */
  readonly userAgent: string;
}

/** The calls that the window's sandbox received, the newest first, with the rules they broke. */
export class ReceivedCallsView implements MessagingProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Row | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscription: vscode.Disposable;
  private cancelDrawing: (() => void) | undefined;
  private filtered: CallFilter = "all";
  private above: string | undefined;

  constructor(private readonly services: ReceivedServices) {
    const { sandbox, privacy } = services;
    this.subscription = vscode.Disposable.from(
      sandbox.onDidReceiveCalls(() => this.drawSoon()),
      sandbox.onDidChange(() => this.drawSoon()),
      privacy.onDidChange(() => this.drawSoon()),
    );
  }

  get message(): string | undefined {
    return this.above;
  }

  get filter(): CallFilter {
    return this.filtered;
  }

  set filter(filter: CallFilter) {
    this.filtered = filter;
    this.changed.fire(undefined);
  }

  /** Brings the view up. */
  async show(): Promise<void> {
    await setContextKey("financialPlanning.showsReceivedCalls", true);
    await showView(RECEIVED_VIEW);
  }

  async getChildren(parent?: unknown): Promise<Row[]> {
    if (parent !== undefined) {
      const row = parent as Row;
      return row.kind === "call"
        ? row.call.broken.map((finding) => ({ kind: "finding", finding }))
        : [];
    }
    const calls = await this.read();
    const wanted = calls.filter((call) => this.isWanted(call));
    this.above = this.messageOf(calls.length, wanted.length);
    return wanted.reverse().map((call) => ({ kind: "call", call }));
  }

  getTreeItem(node: unknown): vscode.TreeItem {
    const row = node as Row;
    return row.kind === "call" ? this.callItem(row.call) : findingItem(row.finding);
  }

  dispose(): void {
    this.cancelDrawing?.();
    this.subscription.dispose();
    this.changed.dispose();
  }

  /** A sandbox that does not run has received nothing: it is not started to be asked. */
  private async read(): Promise<Call[]> {
    const { sandbox } = this.services;
    if (sandbox.state !== "running") {
      return [];
    }
    return [...(await sandbox.ask("receivedCalls", { most: MOST_CALLS }))];
  }

  private isWanted({ broken, headers }: Call): boolean {
    switch (this.filtered) {
      case "all":
        return true;
      case "broken":
        return broken.some(({ level }) => level === "broken");
      case "others":
        return !headers.some(([name, value]) => this.isOwnAgent(name, value));
    }
  }

  private isOwnAgent(name: string, value: string): boolean {
    return name.toLowerCase() === "user-agent" && value === this.services.userAgent;
  }

  /** Nothing where there are no calls: the manifest's welcome shows only in a view without a message. */
  private messageOf(all: number, wanted: number): string | undefined {
    if (all === 0 || this.filtered === "all") {
      return undefined;
    }
    return this.filtered === "broken"
      ? vscode.l10n.t("Only calls that broke a rule: {0} of {1}", countText(wanted), countText(all))
      : vscode.l10n.t(
          "Only calls of other programs: {0} of {1}",
          countText(wanted),
          countText(all),
        );
  }

  private drawSoon(): void {
    this.cancelDrawing ??= this.services.clock.schedule(DRAW_MILLISECONDS, () => {
      this.cancelDrawing = undefined;
      this.changed.fire(undefined);
    });
  }

  private callItem(call: Call): vscode.TreeItem {
    const { number, at, method, status, duration, broken, server } = call;
    const rules = broken.filter(({ level }) => level === "broken").length;
    const description = [
      exactTime(Date.parse(at)),
      status === 0 ? vscode.l10n.t("no answer") : String(status),
      rulesWords(rules),
      broken.length > rules ? adviceWords(broken.length - rules) : "",
    ].filter((words) => words !== "");
    const label = `${method} ${this.targetOf(call)}`;
    const item = treeItem(
      {
        label,
        description: description.join(" · "),
        spoken: [label, ...description].join(", "),
        tooltip: factsMarkdown(label, [
          [vscode.l10n.t("Received by"), serverWords(server)],
          [vscode.l10n.t("Duration"), vscode.l10n.t("{0} ms", countText(duration))],
          [vscode.l10n.t("Request id"), call.requestId],
          [vscode.l10n.t("Trace id"), call.traceId],
        ]),
        click: { command: "financialPlanning.sandbox.openCall", args: [{ callNumber: number }] },
      },
      broken.length > 0 ? vscode.TreeItemCollapsibleState.Collapsed : undefined,
    );
    item.id = `call ${number}`;
    item.iconPath = callIcon(rules, broken.length);
    return item;
  }

  /** With its values, which may be ids of clients. */
  private targetOf({ target }: Call): string {
    return maskPath({ pathTemplate: target }, this.services.privacy.masking);
  }
}

function callIcon(rules: number, findings: number): vscode.ThemeIcon {
  if (rules > 0) {
    return new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  }
  return new vscode.ThemeIcon(findings > 0 ? "lightbulb" : "pass");
}

function findingItem({ rule, level, sentence, found }: BrokenRule): vscode.TreeItem {
  const item = treeItem({
    label: found,
    description: sentence,
    spoken: `${levelWords(level)}: ${found} ${sentence}`,
    tooltip: factsMarkdown(found, [
      [levelWords(level), rule],
      [vscode.l10n.t("Description of the service"), sentence],
    ]),
  });
  item.iconPath = new vscode.ThemeIcon(level === "broken" ? "error" : "lightbulb");
  return item;
}

function levelWords(level: BrokenRule["level"]): string {
  return level === "broken" ? vscode.l10n.t("Broken rule") : vscode.l10n.t("Advice");
}

function serverWords(server: ReceivedCall["server"]): string {
  return server === "service"
    ? vscode.l10n.t("the service")
    : vscode.l10n.t("the identity provider");
}

function rulesWords(count: number): string {
  if (count === 0) {
    return "";
  }
  return count === 1
    ? vscode.l10n.t("1 rule broken")
    : vscode.l10n.t("{0} rules broken", countText(count));
}

function adviceWords(count: number): string {
  return count === 1
    ? vscode.l10n.t("1 piece of advice")
    : vscode.l10n.t("{0} pieces of advice", countText(count));
}
