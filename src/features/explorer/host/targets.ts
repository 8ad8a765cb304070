import type { Domain } from "../../../platform/base/connection";
import type { Action } from "../../../platform/base/action";
import { isAppError } from "../../../platform/base/errors";
import { LIST_OPERATIONS } from "../../lists/common/operations";
import type { NodeArgument, OpenListArgument, PensionArgument } from "../../../manifest";
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
  if (node?.kind === "otherList") {
    const { connectionId, endpoint, client } = node;
    return { connectionId, list: "other", operationId: endpoint.operationId, ...client };
  }
  return undefined;
}

/** What a node says of the list that might be wanted at it. */
export function placeOf(tree: ConnectionTree, argument: NodeArgument): NodePlace | undefined {
  const node = tree.find(argument);
  if (node === undefined) {
    return undefined;
  }
  const { connectionId } = node;
  if (node.kind === "client" && node.row.id !== undefined) {
    const clientId = node.row.id.value;
    const clientLabel = node.row.label?.value ?? clientId;
    return { connectionId, domain: node.domain, clientId, clientLabel };
  }
  if ("clientId" in node) {
    const { domain, clientId, clientLabel } = node;
    return { connectionId, domain, clientId, clientLabel };
  }
  if (node.kind === "otherList") {
    return { connectionId, domain: node.endpoint.domain, ...node.client };
  }
  return node.kind === "domain" ? { connectionId, domain: node.domain } : { connectionId };
}

interface NodePlace {
  readonly connectionId: string;
  readonly domain?: Domain;
  readonly clientId?: string;
  readonly clientLabel?: string;
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
      const { operationId, clientParameter } = node.endpoint;
      const clientId = node.client?.clientId;
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
