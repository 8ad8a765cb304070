import type { ListEndpoint } from "../../lists/common/endpoint";
import type { TreeLists } from "../../lists/common/treeLists";
import {
  type ClientNode,
  clientOf,
  type DomainNode,
  type OtherListNode,
  type TreeNode,
} from "./nodes";

/** More than these are not shown beside one another: they are held by a node of their own. */
const LISTS_TOGETHER = 20;

/** Nodes for what the active definition lists of a client: under Client records of all domains. */
export function clientListNodes(node: ClientNode, { ofClient }: TreeLists): readonly TreeNode[] {
  const client = clientOf(node);
  if (client === undefined) {
    return [];
  }
  const { domain } = node;
  const lists = domain === "crm" ? ofClient : ofClient.filter((one) => one.domain === domain);
  return together(
    node,
    lists.map((endpoint) => ({ ...listNode(node, endpoint), ...client })),
  );
}

/** Nodes for what the active definition lists of a domain itself. */
export function domainListNodes(node: DomainNode, { ofDomain }: TreeLists): readonly TreeNode[] {
  const lists = ofDomain.filter(({ domain }) => domain === node.domain);
  return together(
    node,
    lists.map((endpoint) => listNode(node, endpoint)),
  );
}

function listNode(parent: ClientNode | DomainNode, endpoint: ListEndpoint): OtherListNode {
  const { connectionId, nodeId, domain } = parent;
  return {
    ...{ kind: "otherList", connectionId, domain, endpoint },
    ...{ list: "other", operationId: endpoint.operationId },
    nodeId: `${nodeId}/list:${endpoint.operationId}`,
  };
}

function together(
  { connectionId, nodeId }: TreeNode,
  lists: readonly OtherListNode[],
): readonly TreeNode[] {
  return lists.length > LISTS_TOGETHER
    ? [{ kind: "moreLists", connectionId, nodeId: `${nodeId}/lists`, lists }]
    : lists;
}
