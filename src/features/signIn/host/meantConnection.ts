import { l10n } from "vscode";
import type { ConnectionSummary } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import { connectionName } from "../../../platform/vscode/words";
import type { NodeArgument } from "../../../manifest";
import type { AccessServices } from "./services";

/**
 * The connection of the node; without one that in use, where it fits, else of the others that do the
 * one that there is or is chosen. Throws kind `canceled` where none is chosen.
 */
export async function meantConnection(
  { connectionOf, summaries, dialogs }: AccessServices,
  node: NodeArgument | undefined,
  fits: (summary: ConnectionSummary) => boolean,
): Promise<string> {
  const inUse = connectionOf(node);
  const fitting = summaries().filter(fits);
  const [only] = fitting;
  if (node !== undefined || only === undefined || fitting.some(({ id }) => id === inUse)) {
    return inUse;
  }
  if (fitting.length === 1) {
    return only.id;
  }
  const items = fitting.map((summary) => ({ label: connectionName(summary), id: summary.id }));
  const picked = await dialogs.pick(l10n.t("Connection"), items);
  if (picked === undefined) {
    throw new AppError("canceled", "canceled/byUser");
  }
  return picked.id;
}
