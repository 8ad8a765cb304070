import { basename } from "node:path";
import * as vscode from "vscode";
import type { Clock } from "../../../platform/base/clock";
import { treeItem } from "../../../platform/vscode/surfaces";
import { EXPORT_ACTS, EXPORTS_VIEW, HAS_EXPORTS_CONTEXT } from "../../../manifest";
import { contextKeySetter, setContextKey } from "../../../platform/vscode/contextKeys";
import type { ExportItem, ExportLook } from "./exportItem";
import { exactMoment, exactTime, isSameDay } from "../../../platform/vscode/formats";
import { showView } from "../../../platform/vscode/showView";

/** A few drawings a second: more would keep the editor busy, and nobody reads faster. */
const DRAW_MILLISECONDS = 300;

/** The exports that the view shows: those of this window, and parts that were left behind. */
export class ExportsView implements vscode.TreeDataProvider<unknown> {
  private readonly items = new Map<string, ExportItem>();
  private readonly changed = new vscode.EventEmitter<ExportItem[] | undefined>();
  /** Those whose drawing waits. */
  private readonly waiting = new Set<ExportItem>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly actSetters = EXPORT_ACTS.map((act) => ({
    act,
    set: contextKeySetter(`financialPlanning.exports.${act}`),
  }));
  private cancelDrawing: (() => void) | undefined;
  private endProgress: (() => void) | undefined;

  constructor(private readonly clock: Pick<Clock, "schedule">) {}

  /** The newest first. */
  get all(): readonly ExportItem[] {
    return [...this.items.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  find(id: string): ExportItem | undefined {
    return this.items.get(id);
  }

  /** Beside the others: what else reads the same is told apart by its folder, then by its time. */
  lookOf(item: ExportItem): ExportLook {
    const { look } = item;
    const { label, folder = "" } = look;
    const same = this.all.filter((one) => one !== item && one.look.label === label);
    const near = same.filter((one) => basename(one.look.folder ?? "") === basename(folder));
    const marks = [
      ...(near.length < same.length ? [basename(folder)] : []),
      ...(near.length > 0 ? [momentWords(item, near)] : []),
    ];
    return { ...look, description: [...marks, look.description].join(" · ") };
  }

  async add(item: ExportItem): Promise<void> {
    this.items.set(item.id, item);
    await this.tellContext();
    this.draw();
  }

  async remove(id: string): Promise<void> {
    this.items.delete(id);
    await this.tellContext();
    this.draw();
  }

  /**
   * Something of these is other than before; drawn with what else changes in the same moment.
   * Rows that are drawn for themselves stay known to the editor: a button finds its row.
   */
  refresh(...items: readonly ExportItem[]): void {
    items.forEach((item) => this.waiting.add(item));
    this.cancelDrawing ??= this.clock.schedule(DRAW_MILLISECONDS, () => {
      this.draw([...this.waiting]);
    });
  }

  getChildren(parent?: unknown): ExportItem[] {
    return parent === undefined ? [...this.all] : [];
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(node: unknown): vscode.TreeItem {
    const { id } = node as ExportItem;
    const look = this.lookOf(node as ExportItem);
    const { label, description, tooltip } = look;
    // Its icon alone says that it ended well.
    const state = look.icon === "pass" ? [vscode.l10n.t("finished")] : [];
    const spoken = [label, ...state, description].join(", ");
    const item = treeItem({ label, description, tooltip, spoken });
    item.id = id;
    const color = look.color === undefined ? undefined : new vscode.ThemeColor(look.color);
    item.iconPath = new vscode.ThemeIcon(look.icon, color);
    if (look.context !== undefined) {
      item.contextValue = look.context;
    }
    if (look.click !== undefined) {
      const titles = {
        open: vscode.l10n.t("Open"),
        showError: vscode.l10n.t("Show why"),
        showManifest: vscode.l10n.t("Show manifest"),
      };
      const title = titles[look.click];
      const command = `financialPlanning.export.${look.click}`;
      item.command = { title, command, arguments: [{ exportId: id }] };
    }
    return item;
  }

  /** Brings the view up. */
  async show(): Promise<void> {
    await this.tellContext();
    await showView(EXPORTS_VIEW);
  }

  async dispose(): Promise<void> {
    this.cancelDrawing?.();
    this.endProgress?.();
    this.changed.dispose();
    await Promise.all([...this.items.values()].map((item) => item.dispose()));
  }

  private draw(items?: ExportItem[]): void {
    this.cancelDrawing?.();
    this.cancelDrawing = undefined;
    this.waiting.clear();
    this.tellActs();
    this.showProgress(this.all.some(({ look }) => look.isBusy));
    this.changed.fire(items);
  }

  private showProgress(isBusy: boolean): void {
    if (!isBusy) {
      this.endProgress?.();
      this.endProgress = undefined;
    } else if (this.endProgress === undefined) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.endProgress = () => resolve(undefined);
      void vscode.window.withProgress({ location: { viewId: EXPORTS_VIEW } }, () => promise);
    }
  }

  private async tellContext(): Promise<void> {
    const hasItems = this.items.size > 0;
    await setContextKey(HAS_EXPORTS_CONTEXT, hasItems);
  }

  /** What the palette offers: what some export takes. */
  /** What commands of the palette may mean: what another window is at is left to its own menu. */
  get offered(): readonly ExportItem[] {
    return this.all.filter(({ look }) => look.context !== "exportElsewhere");
  }

  private tellActs(): void {
    const possible = new Set(this.offered.flatMap(({ acts }) => acts));
    this.actSetters.forEach(({ act, set }) => set(possible.has(act)));
  }
}

/** When it began: the time alone where the others are of the same day. */
function momentWords({ createdAt }: ExportItem, others: readonly ExportItem[]): string {
  const began = Date.parse(createdAt);
  const isOneDay = others.every((one) => isSameDay(Date.parse(one.createdAt), began));
  return isOneDay ? exactTime(began) : exactMoment(began);
}
