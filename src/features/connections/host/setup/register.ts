import type * as vscode from "vscode";
import type { TestStepText } from "../../texts/testTexts";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import type { PastedOnboarding } from "./pasteOnboarding";
import type { ConnectionSetupServices, TestedDraft } from "./services";
import type { SetupCommands } from "./setupCommands";

interface RegisteredConnectionSetup {
  readonly disposable: vscode.Disposable;
  /** Reads the clipboard; undefined when nothing was recognised, which it has said itself. */
  readonly paste: () => Promise<PastedOnboarding | undefined>;
  /** Tests what a form holds; tells of all steps at each change, and gives the outcome. */
  readonly test: (
    tested: TestedDraft,
    report: (steps: readonly TestStepText[]) => void,
    signal: AbortSignal,
  ) => Promise<string>;
}

/** The commands that bring connections in and out, and test them. */
export function registerConnectionSetup(
  services: ConnectionSetupServices,
): RegisteredConnectionSetup {
  const { commands } = services;
  const store = new DisposableStore();
  const load = lazySetup(services, store);
  store.add(
    commands.register("financialPlanning.connection.pasteOnboarding", async () => {
      const details = await (await load()).paste();
      if (details !== undefined) {
        await services.openForm(details);
      }
    }),
  );
  store.add(
    commands.register("financialPlanning.connection.export", async () =>
      (await load()).exportFile(),
    ),
  );
  store.add(
    commands.register("financialPlanning.connection.import", async () =>
      (await load()).importFile(),
    ),
  );
  store.add(
    commands.register("financialPlanning.connection.test", async (node) =>
      (await load()).test(node),
    ),
  );
  return {
    disposable: store,
    paste: async () => (await load()).paste(),
    test: async (tested, report, signal) => (await load()).testDraft(tested, report, signal),
  };
}

/** Setting up is rare: loaded at the first command. */
function lazySetup(
  services: ConnectionSetupServices,
  store: DisposableStore,
): () => Promise<SetupCommands> {
  let made: SetupCommands | undefined;
  return async () => {
    const { SetupCommands } = await import("./setupCommands");
    made ??= store.add(new SetupCommands(services));
    return made;
  };
}
