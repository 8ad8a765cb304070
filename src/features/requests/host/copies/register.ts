import type * as vscode from "vscode";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { lazy } from "../../../../platform/vscode/lazy";
import type { CopyCommands } from "./copyCommands";
import type { CopiesServices } from "./services";

/** The commands that give a recorded call away: as a ticket, as evidence, as a text that runs. */
export function registerCopies(services: CopiesServices): vscode.Disposable {
  const { commands } = services;
  const store = new DisposableStore();
  const load = lazy(async (): Promise<CopyCommands> => {
    const { CopyCommands } = await import("./copyCommands");
    return new CopyCommands(services);
  });
  store.add(
    commands.register("financialPlanning.requests.copyTicket", async (request) =>
      (await load()).copyTicket(request),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.exportEvidence", async (request) =>
      (await load()).exportEvidence(request),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.copyAs", async (request) =>
      (await load()).copyAs(request),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.copyTypes", async (request) =>
      (await load()).copyTypes(request),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.saveFixture", async (request) =>
      (await load()).saveFixture(request),
    ),
  );
  return store;
}
