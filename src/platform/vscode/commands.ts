import * as vscode from "vscode";
import type { ErrorContext } from "../texts/errorText";
import type { CommandArguments, CommandId } from "../../manifest";

type Handler<Id extends CommandId> = (...values: CommandArguments[Id]) => unknown;

/**
 * Shows an error to the user; `retry` does again what failed, when the user wants it, `context`
 * is what the caller knows beside the error. Never rejects.
 */
export type ShowError = (
  error: unknown,
  retry?: () => unknown,
  context?: ErrorContext,
) => Promise<void>;

/** Where commands are registered: the editor knows them before their features are loaded. */
export interface CommandRegistry {
  setCommand(id: CommandId, handler: (...values: never[]) => unknown): vscode.Disposable;
}

/**
 * The one door for commands: the only catch, and through `showError` the only place where an
 * error reaches the user. Cancelling is not an error.
 */
export class Commands {
  constructor(
    private readonly registry: CommandRegistry,
    private readonly showError: ShowError,
  ) {}

  register<Id extends CommandId>(id: Id, handler: Handler<Id>): vscode.Disposable {
    return this.registry.setCommand(id, async (...values: CommandArguments[Id]) => {
      try {
        return await handler(...values);
      } catch (error) {
        // Not awaited: a message may stay for minutes, and the command has ended.
        void this.showError(error, () => runCommand(id, ...values));
        return undefined;
      }
    });
  }
}

/** Runs a command of ours with its arguments checked by the compiler. */
function runCommand<Id extends CommandId>(
  id: Id,
  ...values: CommandArguments[Id]
): Thenable<unknown> {
  return vscode.commands.executeCommand(id, ...values);
}
