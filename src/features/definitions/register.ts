import type * as vscode from "vscode";
import { contextKeySetter } from "../../platform/vscode/contextKeys";
import { DisposableStore } from "../../platform/vscode/disposables";
import type { DefinitionActs } from "./host/definitionActs";
import type { DefinitionParts } from "./host/services";

export interface RegisteredDefinitions {
  readonly disposable: vscode.Disposable;
  readonly restoreDefinitions: (panel: vscode.WebviewPanel) => Promise<void>;
}

/** The commands of definitions; what they do is loaded with the first of them. */
export function registerDefinitions(services: DefinitionParts): RegisteredDefinitions {
  const { commands } = services;
  const store = new DisposableStore();
  let made: DefinitionActs | undefined;
  const load = async (): Promise<DefinitionActs> => {
    const { DefinitionActs } = await import("./host/definitionActs");
    made ??= store.add(new DefinitionActs(services));
    return made;
  };
  const setDefinitions = contextKeySetter("financialPlanning.hasDefinitions");
  const tell = async (): Promise<void> => {
    const stored = await services.store.list().catch(() => []);
    setDefinitions(stored.length > 0);
  };
  void tell();
  store.add(services.store.onDidChange(() => void tell()));
  const registered = [
    commands.register("financialPlanning.definition.show", async (target) =>
      (await load()).show(target),
    ),
    commands.register("financialPlanning.definition.import", async (source) =>
      (await load()).import(source),
    ),
    commands.register("financialPlanning.definition.choose", async (target) =>
      (await load()).choose(target),
    ),
    commands.register("financialPlanning.definition.remove", async (target) =>
      (await load()).remove(target),
    ),
    commands.register("financialPlanning.definition.compare", async (target) =>
      (await load()).compare(target),
    ),
    commands.register("financialPlanning.definition.openDocument", async (target) =>
      (await load()).openDocument(target),
    ),
    commands.register("financialPlanning.definition.copyTypes", async (node) =>
      (await load()).copyTypes(node),
    ),
  ];
  registered.forEach((command) => store.add(command));
  return {
    disposable: store,
    restoreDefinitions: async (panel) => (await load()).restore(panel),
  };
}
