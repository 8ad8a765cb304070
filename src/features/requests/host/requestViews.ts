import type * as vscode from "vscode";
import type { Action } from "../../../platform/base/action";
import { DisposableStore } from "../../../platform/vscode/disposables";
import type { ExplanationSection } from "../messages/requestPanel";
import { RequestPanels } from "./requestPanels";
import { RequestsView } from "./requestsView";
import type { Explain, ViewServices } from "./services";

/** The view and the panels of requests; loaded with the first of them. */
export class RequestViews implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly view: RequestsView;
  private readonly panels: RequestPanels;

  constructor(services: ViewServices) {
    this.view = this.store.add(new RequestsView(services));
    this.panels = this.store.add(new RequestPanels(services));
  }

  /** The action of the request panel in front. */
  get active(): Action | undefined {
    return this.panels.active;
  }

  /** What the request panel in front explains. */
  get explanation(): readonly ExplanationSection[] | undefined {
    return this.panels.explanation;
  }

  fill(view: vscode.WebviewView): void {
    this.view.resolve(view);
  }

  show(action: Action, explain?: Explain): void {
    this.panels.show(action, explain);
  }

  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.panels.restore(panel, state);
  }

  dispose(): void {
    this.store.dispose();
  }
}
