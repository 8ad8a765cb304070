import type { Action } from "../../../platform/base/action";
import { isAppError } from "../../../platform/base/errors";
import { LIST_OPERATIONS } from "../../lists/common/operations";
import type { ListPlace } from "../../lists/host/pickEndpoint";
import type { NodeArgument, PensionArgument } from "../../../manifest";
import { clientOf } from "./nodes";
import type { ConnectionTree } from "./tree";

/** What a node says of the list that might be wanted at it. */
export function placeOf(tree: ConnectionTree, argument: NodeArgument): ListPlace | undefined {
  const node = tree.find(argument);
  if (node === undefined) {
    return undefined;
  }
  const { connectionId } = node;
  if (!("domain" in node)) {
    return { connectionId };
  }
  const domain = node.kind === "otherList" ? node.endpoint.domain : node.domain;
  return { connectionId, domain, ...clientOf(node) };
}

/** The client, and where there is one the pension, that a node stands for. */
export function pensionOf(
  tree: ConnectionTree,
  argument: NodeArgument,
): PensionArgument | undefined {
  const node = tree.find(argument);
  const client = node && clientOf(node);
  if (node === undefined || client === undefined) {
    return undefined;
  }
  const target = { connectionId: node.connectionId, ...client };
  return node.kind === "pension" ? { ...target, pensionId: node.pensionId } : target;
}

/** The request that would bring what a node shows; of other nodes only the connection. */
export function requestOf(tree: ConnectionTree, argument: NodeArgument): NodeRequest | undefined {
  const node = tree.find(argument);
  if (node === undefined) {
    return undefined;
  }
  const { connectionId } = node;
  switch (node.kind) {
    case "clients":
      return { connectionId, operationId: "listClients" };
    case "client":
      return node.row.id === undefined
        ? { connectionId }
        : { connectionId, operationId: "getClient", path: { clientId: node.row.id.value } };
    case "record":
      return { connectionId, operationId: "getClient", path: { clientId: node.clientId } };
    case "list":
      return {
        connectionId,
        operationId: LIST_OPERATIONS[node.list],
        path: { clientId: node.clientId },
      };
    case "otherList": {
      const { clientId, operationId, endpoint } = node;
      const { clientParameter } = endpoint;
      return clientParameter === undefined || clientId === undefined
        ? { connectionId, operationId }
        : { connectionId, operationId, path: { [clientParameter]: clientId } };
    }
    case "pension": {
      const { clientId, pensionId } = node;
      return { connectionId, operationId: "getPension", path: { clientId, pensionId } };
    }
    default:
      return { connectionId };
  }
}

interface NodeRequest {
  readonly connectionId: string;
  readonly operationId?: string;
  readonly path?: Readonly<Record<string, string>>;
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
    case "pension":
      return node.row?.action;
    case "clients":
      return tree.clientsAction(node.connectionId);
    default:
      return undefined;
  }
}
