import type * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Commands } from "../../../platform/vscode/commands";
import { DisposableStore } from "../../../platform/vscode/disposables";
import type { NodeArgument } from "../../../manifest";
import type { SessionViews, SessionViewsServices } from "./sessionViews";

/** What the session view needs from the rest; wired in `extension.ts`. */
interface SessionViewServices extends SessionViewsServices {
  readonly commands: Commands;
  /** The connection that a node belongs to, or the current one. */
  connectionOf(node: NodeArgument | undefined): string | undefined;
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
