import type * as vscode from "vscode";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import type { ConnectionForms } from "./connectionForms";
import type { ConnectionFormServices, PastedDetails } from "./services";

interface RegisteredConnectionForm {
  readonly disposable: vscode.Disposable;
  /** Opens the form of a new connection with what is known of it already. */
  readonly add: (details?: PastedDetails) => Promise<void>;
}

/** The commands that open the connection form, "Add connection" and "Edit connection". */
export function registerConnectionForm(services: ConnectionFormServices): RegisteredConnectionForm {
  const { commands } = services;
  const store = new DisposableStore();
  let made: ConnectionForms | undefined;
  // Loaded at first use: what shows the form is not needed to draw the tree.
  const load = async (): Promise<ConnectionForms> => {
    const { ConnectionForms } = await import("./connectionForms");
    made ??= store.add(new ConnectionForms(services));
    return made;
  };
  const add: RegisteredConnectionForm["add"] = async (details) => (await load()).add(details);
  store.add(commands.register("financialPlanning.connection.add", () => add()));
  store.add(
    commands.register("financialPlanning.connection.edit", async (node) => {
      const id = await services.connectionOf(node);
      if (id !== undefined) {
        (await load()).edit(id);
      }
    }),
  );
  return { disposable: store, add };
}
