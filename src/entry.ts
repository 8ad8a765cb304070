import type * as vscode from "vscode";
import type { Explorer } from "./extension";
import { type Answering, Registrations } from "./host/registrations";

/** What the integration tests reach the explorer through. */
export interface Activated {
  /** True once something has asked for the explorer. */
  readonly isLoaded: () => boolean;
  readonly load: () => Promise<Explorer>;
}

/** Tells the editor what there is. All the rest is loaded by the first question about it. */
export function activate(context: vscode.ExtensionContext): Activated {
  let explorer: Promise<Explorer> | undefined;
  const load = (): Promise<Explorer> => {
    explorer ??= import("./extension").then(({ createExplorer }) =>
      createExplorer(context, registrations),
    );
    return explorer;
  };
  const answering = async (): Promise<Answering> => (await load()).answering;
  const registrations = new Registrations(answering);
  context.subscriptions.push(...registrations.register());
  return { isLoaded: () => explorer !== undefined, load };
}
