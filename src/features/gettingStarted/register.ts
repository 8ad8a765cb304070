import type * as vscode from "vscode";
import type { Action } from "../../platform/base/action";
import { type ConnectionSummary, SANDBOX_CONNECTION_ID } from "../../platform/base/connection";
import type { Commands } from "../../platform/vscode/commands";
import { setContextKey } from "../../platform/vscode/contextKeys";
import type { Dialogs } from "../../platform/vscode/dialogs";
import { DisposableStore } from "../../platform/vscode/disposables";
import { stepOf } from "./common/steps";
import { openDocumentation } from "./host/documentation";
import { helpPage } from "./host/helpPage";

interface GettingStartedServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly extensionUri: vscode.Uri;
  readonly history: {
    readonly get: (actionId: string) => Action | undefined;
    readonly onDidChange: (listener: (actionId: string | undefined) => void) => vscode.Disposable;
  };
  readonly connections: {
    readonly summaries: readonly ConnectionSummary[];
    readonly onDidChange: vscode.Event<void>;
  };
}

/** The documentation command, and the steps of the walkthrough that are completed by doing them. */
export function registerGettingStarted(services: GettingStartedServices): vscode.Disposable {
  const { commands, history, connections } = services;
  const store = new DisposableStore();
  const completed = new Set<string>();
  const complete = (step: string): void => {
    if (!completed.has(step)) {
      completed.add(step);
      void setContextKey(`financialPlanning.gettingStarted.${step}`, true);
    }
  };
  store.add(
    history.onDidChange((id) => {
      const action = id === undefined ? undefined : history.get(id);
      const step = action && stepOf(action);
      if (step !== undefined) {
        complete(step);
      }
    }),
  );
  const onConnections = (): void => {
    if (connections.summaries.some(({ id }) => id !== SANDBOX_CONNECTION_ID)) {
      complete("connection");
    }
  };
  store.add(connections.onDidChange(onConnections));
  onConnections();
  store.add(
    commands.register("financialPlanning.documentation.open", (page) =>
      openDocumentation(services, page),
    ),
  );
  store.add(
    commands.register("financialPlanning.help.show", () => openDocumentation(services, helpPage())),
  );
  store.add(
    commands.register("financialPlanning.help.requests", () =>
      openDocumentation(services, "requests"),
    ),
  );
  return store;
}
