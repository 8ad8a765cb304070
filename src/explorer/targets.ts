import type { Action } from "../core/requests/record";
import { isAppError } from "../core/errors";
import type { NodeArgument, OpenListArgument, PensionArgument } from "../manifest";
import type { ConnectionTree } from "./tree";

/** The list that a node stands for, as the command that opens lists takes it. */
export function listOf(tree: ConnectionTree, argument: NodeArgument): OpenListArgument | undefined {
  const node = tree.find(argument);
  if (node?.kind === "clients") {
    return { connectionId: node.connectionId, list: "clients" };
  }
  if (node?.kind === "list") {
    const { connectionId, list, clientId, clientLabel } = node;
    return { connectionId, list, clientId, clientLabel };
  }
  return undefined;
}

/** The client, and where there is one the pension, that a node stands for. */
export function pensionOf(
  tree: ConnectionTree,
  argument: NodeArgument,
): PensionArgument | undefined {
  const node = tree.find(argument);
  if (node?.kind === "client" && node.row.id !== undefined) {
    const clientId = node.row.id.value;
    return {
      connectionId: node.connectionId,
      clientId,
      clientLabel: node.row.label?.value ?? clientId,
    };
  }
  if (node === undefined || !("clientId" in node)) {
    return undefined;
  }
  const { connectionId, clientId, clientLabel } = node;
  const target = { connectionId, clientId, clientLabel };
  return node.kind === "pension" ? { ...target, pensionId: node.pensionId } : target;
}

/** The failure that an error node shows. */
export function failureOf(tree: ConnectionTree, argument: NodeArgument): unknown {
  const node = tree.find(argument);
  return node?.kind === "error" ? node.error : undefined;
}

/** The action whose answer, or failure, a node shows. */
export function actionOf(tree: ConnectionTree, argument: NodeArgument): Action | undefined {
  const node = tree.find(argument);
  switch (node?.kind) {
    case "error":
      return isAppError(node.error) ? node.error.action : undefined;
    case "client":
      return node.row.action;
    case "clients":
      return tree.clientsAction(node.connectionId);
    default:
      return undefined;
  }
}
