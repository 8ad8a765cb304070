import * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { Action } from "../core/requests/record";
import { webviewOptions } from "../host/webviewHtml";
import { LIST_PANEL } from "../manifest";
import type { PanelQuery } from "../shared/listPanel";
import { decodePanelState } from "../shared/panelChecks";
import { ListPanel } from "./listPanel";
import type { ListsServices } from "./services";

/** The open panels: one per connection, list and client. Loaded with the first of them. */
export class OpenPanels implements vscode.Disposable {
  private readonly byKey = new Map<string, ListPanel>();

  constructor(private readonly services: ListsServices) {}

  /** Shows the list's panel, or makes one and loads it. */
  async open(target: PanelQuery): Promise<void> {
    const known = this.byKey.get(keyOf(target));
    if (known !== undefined) {
      known.panel.reveal();
      return;
    }
    const root = vscode.Uri.joinPath(this.services.extensionUri, "dist", "webview");
    const panel = vscode.window.createWebviewPanel(LIST_PANEL, "", vscode.ViewColumn.Active, {
      ...webviewOptions(root),
      enableFindWidget: true,
    });
    await this.adopt(panel, target).load();
  }

  /** Takes a panel over after a window reload; calls nobody without a token that is alive. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const decoded = decodePanelState(state);
    if (decoded === undefined || this.byKey.has(keyOf(decoded.query))) {
      panel.dispose();
      return;
    }
    const { connectionId } = decoded.query;
    const restored = this.adopt(panel, decoded.query);
    if (this.services.connection(connectionId) && this.services.hasLiveToken(connectionId)) {
      await restored.load();
    }
  }

  /** The panel that the user is in; throws `input/noPanel` when there is none. */
  active(): ListPanel {
    const found = this.inFront();
    if (found === undefined) {
      throw new AppError("input", "input/noPanel");
    }
    return found;
  }

  /** The action that the panel in front shows. */
  get activeAction(): Action | undefined {
    return this.inFront()?.action;
  }

  /** Rows of the page that the panel in front shows. */
  get activeRows(): number | undefined {
    return this.inFront()?.rowCount;
  }

  private inFront(): ListPanel | undefined {
    return [...this.byKey.values()].find(({ panel }) => panel.active);
  }

  dispose(): void {
    // The tabs stay: closing them here would take them from the window that is being reloaded.
    for (const panel of this.byKey.values()) {
      panel.dispose();
    }
  }

  private adopt(panel: vscode.WebviewPanel, target: PanelQuery): ListPanel {
    const key = keyOf(target);
    const made = new ListPanel(panel, target, this.services);
    this.byKey.set(key, made);
    panel.onDidDispose(() => {
      this.byKey.delete(key);
      made.dispose();
    });
    return made;
  }
}

function keyOf({ connectionId, list, clientId }: PanelQuery): string {
  return JSON.stringify([connectionId, list, clientId ?? ""]);
}
