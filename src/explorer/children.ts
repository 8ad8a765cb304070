import { l10n } from "vscode";
import type { Domain } from "../core/connection";
import type { NamedClient } from "../core/clients/search";
import type { ErrorContext, ErrorText } from "../core/errorText";
import type { Guess } from "../core/lists/envelope";
import type { ListPlace } from "../core/lists/listPlace";
import type { ClientChild, ClientNode, ErrorNode, MoreNode, TreeNode } from "./nodes";

/** A pension that is known of a client, as the pensions feature tells it. */
export interface PensionEntry {
  readonly pensionId: string;
  readonly hasFile: boolean;
  readonly description: string;
}

/** A client that is shown whether its page was loaded or not. */
export interface ClientAtHand extends NamedClient {
  readonly isPinned: boolean;
}

export interface ChildrenSources {
  /** Makes sure that the connection can be called; throws when it cannot. */
  readonly open: (connectionId: string) => Promise<void>;
  /** What is shown of the clients under a node. */
  readonly clients: (parent: TreeNode) => Promise<ListPlace>;
  /** Clients that stand before the loaded ones: the pinned, and those opened by their id. */
  readonly atHand: (connectionId: string) => Promise<readonly ClientAtHand[]>;
  readonly describe: (error: unknown, context?: ErrorContext) => Promise<ErrorText>;
  readonly pensions: (connectionId: string, clientId: string) => Promise<readonly PensionEntry[]>;
}

/** The children of a node; what could not be had is an error node in their place. */
export async function childrenOf(
  node: TreeNode,
  sources: ChildrenSources,
): Promise<readonly TreeNode[]> {
  try {
    return await loadChildren(node, sources);
  } catch (error) {
    return [await errorNode({ parent: node, error, context: {} }, sources)];
  }
}

async function loadChildren(
  node: TreeNode,
  sources: ChildrenSources,
): Promise<readonly TreeNode[]> {
  switch (node.kind) {
    case "connection":
      await sources.open(node.connectionId);
      return domains(node.connectionId);
    case "domain":
      return node.domain === "crm"
        ? [{ ...base(node, "clients"), kind: "clients" }]
        : clientNodes(node, node.domain, sources);
    case "clients":
      return clientNodes(node, "crm", sources);
    case "client":
      return clientChildren(node);
    case "pensions":
      return pensionNodes(node, sources);
    default:
      return [];
  }
}

function domains(connectionId: string): TreeNode[] {
  const order: readonly Domain[] = ["crm", "finances", "profiling"];
  return order.map((domain) => ({
    kind: "domain",
    domain,
    connectionId,
    nodeId: `${connectionId}/${domain}`,
  }));
}

async function clientNodes(
  parent: TreeNode,
  domain: Domain,
  sources: ChildrenSources,
): Promise<readonly TreeNode[]> {
  const place = await sources.clients(parent);
  const [atHand] = await Promise.all([sources.atHand(parent.connectionId), place.list.load()]);
  const first = new Set(atHand.map(({ clientId }) => clientId.toLowerCase()));
  const rows: TreeNode[] = [
    ...atHand.map((client): TreeNode => atHandNode(parent, domain, client)),
    ...place.rows
      .filter(({ id }) => id === undefined || !first.has(id.value.toLowerCase()))
      .map((row): TreeNode => ({
        ...base(parent, `client:${row.key}`),
        ...{ kind: "client", domain, row, isPinned: false },
      })),
  ];
  if (place.list.isLoaded && rows.length === 0) {
    rows.push(
      messageNode(parent, l10n.t("No clients. The token's permissions decide which are seen.")),
    );
  }
  if (place.error !== undefined) {
    const context = { operationId: "listClients" } as const;
    return [...rows, await errorNode({ parent, error: place.error, context }, sources)];
  }
  return place.rest === "none" ? rows : [...rows, moreNode(parent, place)];
}

/** Known by what was kept of it: where that was read from is not known any more. */
function atHandNode(
  parent: TreeNode,
  domain: Domain,
  { clientId, label, description, isPinned }: ClientAtHand,
): TreeNode {
  const kept = (value: string): Guess<string> => ({ value, from: "" });
  return {
    ...base(parent, `client:${clientId}`),
    kind: "client",
    domain,
    isPinned,
    row: {
      id: kept(clientId),
      ...(label === clientId ? {} : { label: kept(label) }),
      ...(description === undefined ? {} : { description: kept(description) }),
    },
  };
}

/** Under Client records a client shows everything, elsewhere what its domain holds. */
function clientChildren(node: ClientNode): TreeNode[] {
  const clientId = node.row.id?.value;
  if (clientId === undefined) {
    return [];
  }
  const clientLabel = node.row.label?.value ?? clientId;
  const child = (name: string): ClientChild => ({
    ...base(node, name),
    domain: node.domain,
    clientId,
    clientLabel,
  });
  const holdings: TreeNode = { ...child("holdings"), kind: "list", list: "holdings" };
  const pensions: TreeNode = { ...child("pensions"), kind: "pensions" };
  const results: TreeNode = { ...child("results"), kind: "list", list: "results" };
  const byDomain: Record<Domain, TreeNode[]> = {
    crm: [{ ...child("record"), kind: "record" }, holdings, pensions, results],
    finances: [holdings, pensions],
    profiling: [results],
  };
  return byDomain[node.domain];
}

async function pensionNodes(
  node: TreeNode & { readonly kind: "pensions" },
  { pensions }: ChildrenSources,
): Promise<readonly TreeNode[]> {
  const { domain, clientId, clientLabel, connectionId } = node;
  const client = { domain, clientId, clientLabel };
  const entries = await pensions(connectionId, clientId);
  const known = entries.map((entry): TreeNode => {
    return { ...base(node, `pension:${entry.pensionId}`), ...client, ...entry, kind: "pension" };
  });
  return [...known, { ...base(node, "new"), ...client, kind: "newPension" }];
}

function moreNode(parent: TreeNode, { rows, list }: ListPlace): MoreNode {
  const shown = rows.length;
  const total = list.total?.value;
  const { pageSize } = list;
  const count = (value: number): string => value.toLocaleString();
  return {
    ...base(parent, "more"),
    kind: "more",
    parent,
    label:
      total === undefined
        ? l10n.t("Load more")
        : l10n.t("Load {0} more", count(Math.min(pageSize, total - shown))),
    description:
      total === undefined
        ? l10n.t("{0} shown · more may follow", count(shown))
        : l10n.t("{0} of {1}", count(shown), count(total)),
  };
}

async function errorNode(
  facts: Pick<ErrorNode, "parent" | "error" | "context">,
  { describe }: ChildrenSources,
): Promise<TreeNode> {
  const text = await describe(facts.error, facts.context);
  return { ...base(facts.parent, "error"), kind: "error", ...facts, text };
}

function messageNode(parent: TreeNode, text: string): TreeNode {
  return { ...base(parent, "message"), kind: "message", text };
}

function base(
  { connectionId, nodeId }: TreeNode,
  name: string,
): { connectionId: string; nodeId: string } {
  return { connectionId, nodeId: `${nodeId}/${name}` };
}
