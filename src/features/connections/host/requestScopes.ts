import { commands, l10n } from "vscode";
import { isAppError } from "../../../platform/base/errors";
import type { Redactor } from "../../../platform/base/redactor";
import { refusalOf } from "../../../platform/http/refusals/refusal";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { CommandId } from "../../../manifest";
import type { Connections } from "./connections";

interface ScopeServices {
  readonly connections: Pick<Connections, "stored" | "edit">;
  readonly dialogs: Pick<Dialogs, "confirm">;
  readonly redactor: Redactor;
}

/**
 * Asks for the scopes that a refusal names: they join those of the connection, once the user
 * agreed, and a new token is fetched with them. True when what failed should be tried again.
 * @throws AppError `input/connectionGone` when it was removed while the question stood
 */
export async function requestScopes(
  { connections, dialogs, redactor }: ScopeServices,
  error: unknown,
): Promise<boolean> {
  const id = isAppError(error) ? error.action?.connectionId : undefined;
  if (!isAppError(error) || id === undefined) {
    return false;
  }
  const { scopes } = refusalOf(error, (text) => redactor.redact(text));
  const stored = connections.stored.find((connection) => connection.id === id);
  const added = scopes.filter((scope) => stored?.scopes.includes(scope) === false);
  if (stored !== undefined && added.length > 0) {
    const isYes = await dialogs.confirm({
      message: l10n.t("Ask for {0} with '{1}' from now on?", added.join(" "), stored.label),
      detail: l10n.t(
        "The service asks for this. It is added to the scopes of the connection; then you sign in again.",
      ),
      button: l10n.t("Add and sign in"),
    });
    if (!isYes) {
      return false;
    }
    await connections.edit(id, (now) => ({
      ...now,
      scopes: [...new Set([...now.scopes, ...added])],
    }));
  }
  const signIn: CommandId = "financialPlanning.access.signIn";
  return (await commands.executeCommand(signIn, { nodeId: id })) === true;
}
