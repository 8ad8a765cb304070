import type * as vscode from "vscode";
import type { ConnectionSummary } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import type { Commands, ShowError } from "../../../platform/vscode/commands";
import { DisposableStore } from "../../../platform/vscode/disposables";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { NodeArgument } from "../../../manifest";
import type { SessionAction } from "../messages/sessionPanel";
import type { SessionViews } from "./sessionViews";

/** What the session view needs from the rest; wired in `extension.ts`. */
export interface SessionViewServices {
  readonly commands: Commands;
  readonly showError: ShowError;
  readonly extensionUri: vscode.Uri;
  readonly privacy: Privacy;
  /** The connection that a node belongs to, or the current one. */
  connectionOf(node: NodeArgument | undefined): string | undefined;
  /** Undefined when it is not there any more. */
  summary(id: string): ConnectionSummary | undefined;
  readonly onDidChange: vscode.Event<void>;
  /** Does what a button of the view says, with the questions that belong to it. */
  act(id: string, action: SessionAction): Promise<void>;
}

/** The command that shows the session of a connection. */
export function registerSessionView(services: SessionViewServices): vscode.Disposable {
  const store = new DisposableStore();
  let made: SessionViews | undefined;
  store.add(
    services.commands.register("financialPlanning.access.showSession", async (node) => {
      const id = services.connectionOf(node);
      if (id === undefined) {
        throw new AppError("input", "input/nodeGone");
      }
      // Loaded at first use: what shows the view is not needed to draw the tree.
      const { SessionViews } = await import("./sessionViews");
      made ??= store.add(new SessionViews(services));
      made.show(id);
    }),
  );
  return store;
}
