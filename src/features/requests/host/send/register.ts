import type * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import type { SendForms } from "./sendForms";
import type { SendServices } from "./services";

/** The form "Send request", and what is done with a recorded request once more. */
export function registerSending(services: SendServices): vscode.Disposable {
  const { commands } = services;
  const store = new DisposableStore();
  let made: SendForms | undefined;
  store.add(
    commands.register("financialPlanning.requests.send", async (node) => {
      const target = node === undefined ? undefined : services.targetOf(node);
      if (node !== undefined && target === undefined) {
        throw new AppError("input", "input/nodeGone");
      }
      const { SendForms } = await import("./sendForms");
      made ??= store.add(new SendForms(services));
      made.show(target);
    }),
  );
  store.add(
    commands.register("financialPlanning.requests.sendAgain", async (request) => {
      const { sendAgain } = await import("./sendAgain");
      await sendAgain(services, request);
    }),
  );
  store.add(
    commands.register("financialPlanning.requests.compare", async (request) => {
      const { compareRequest } = await import("./compare");
      await compareRequest(services, request);
    }),
  );
  return store;
}
