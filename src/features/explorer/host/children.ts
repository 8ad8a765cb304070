import { l10n } from "vscode";
import type { Domain } from "../../../platform/base/connection";
import { isCanceled } from "../../../platform/base/errors";
import type { NamedClient } from "../../lists/common/clientSearch";
import type { ErrorContext, ErrorText } from "../../../platform/texts/errorText";
import type { ListEndpoint } from "../../lists/common/listEndpoint";
import type { Guess } from "../../lists/common/guess";
import type { ListPlace } from "../../lists/common/listPlace";
import type { TreeLists } from "../../lists/common/treeLists";
import { causeWords, labelOf, saidRules } from "../../lists/texts/findingTexts";
import { wayLabel } from "../../lists/common/refusedPaging";
import { inexactNotice, otherEncodingNote } from "../../../platform/vscode/encodingWords";
import { localizer, translate } from "../../../platform/vscode/translate";
import {
  type ClientChild,
  type ClientNode,
  clientOf,
  type DomainNode,
  type ErrorNode,
  type MoreNode,
  type OtherListNode,
  type PensionsNode,
  type TreeNode,
  type WayNode,
} from "./nodes";
import { pensionNodes, type PensionSources } from "./pensionNodes";
import { countText } from "../../../platform/vscode/formats";
import { inOneText, warningText, warningWords } from "../../../platform/texts/warnings";
import { EXPLORER_WARNINGS } from "../texts/warnings";

/** More than these are not shown beside one another: they are held by a node of their own. */
const LISTS_TOGETHER = 20;

/** A client that is shown whether its page was loaded or not. */
export interface ClientAtHand extends NamedClient {
  readonly isPinned: boolean;
}

export interface ChildrenSources extends PensionSources {
  /** Makes sure that the connection can be called; throws when it cannot. */
  readonly open: (connectionId: string) => Promise<void>;
  /** What is shown of the clients under a node. */
  readonly clients: (parent: TreeNode) => Promise<ListPlace>;
  /** Clients that stand before the loaded ones: the pinned, and those opened by their id. */
  readonly atHand: (connectionId: string) => Promise<readonly ClientAtHand[]>;
  readonly describe: (error: unknown, context?: ErrorContext) => Promise<ErrorText>;
  /** Lists that only the definition of the node's connection knows. */
  readonly lists: () => Promise<TreeLists>;
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
      return domainChildren(node, sources);
    case "clients":
      return clientNodes(node, "crm", sources);
    case "client":
      return [...clientChildren(node), ...clientListNodes(node, await sources.lists())];
    case "moreLists":
      return node.lists;
    case "pensions":
      return pensionChildren(node, sources);
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

/** Lists of the domain stand before its clients, which may be very many. */
async function domainChildren(
  node: DomainNode,
  sources: ChildrenSources,
): Promise<readonly TreeNode[]> {
  const lists = domainListNodes(node, await sources.lists());
  return node.domain === "crm"
    ? [{ ...base(node, "clients"), kind: "clients", list: "clients" }, ...lists]
    : [...lists, ...(await clientNodes(node, node.domain, sources))];
}

async function clientNodes(
  parent: TreeNode,
  domain: Domain,
  sources: ChildrenSources,
): Promise<readonly TreeNode[]> {
  const place = await sources.clients(parent);
  const [known] = await Promise.all([sources.atHand(parent.connectionId), place.list.load()]);
  const shown = new Set(place.rows.map(({ id }) => id?.value.toLowerCase()));
  // A later page of the shared list may be loaded and not be shown here.
  const atHand = known.filter(
    ({ clientId, isPinned }) => isPinned || !shown.has(clientId.toLowerCase()),
  );
  const first = new Set(atHand.map(({ clientId }) => clientId.toLowerCase()));
  const rows: TreeNode[] = [
    ...atHand.map((client): TreeNode => atHandNode(parent, domain, client, place)),
    ...place.rows
      .filter(({ id }) => id === undefined || !first.has(id.value.toLowerCase()))
      .map((row): TreeNode => ({
        ...base(parent, `client:${row.key}`),
        ...{ kind: "client", domain, row, isPinned: false },
      })),
  ];
  if (showsLoss(place)) {
    rows.push(messageNode(parent, lossWords(place), "loss"));
  } else if (place.list.isLoaded && rows.length === 0) {
    rows.push(messageNode(parent, warningText(EXPLORER_WARNINGS["explorer/noClients"], translate)));
  }
  // First, as a panel has it: the end of a long list is out of sight.
  const all = [...encodingNodes(parent, place), ...rows, ...omittedNodes(parent, place)];
  if (place.error !== undefined) {
    const context = { operationId: "listClients" } as const;
    const error = await failureNode({ parent, error: place.error, context }, sources);
    return [...all, error, ...wayNodes(parent, place)];
  }
  const more = place.rest === "none" ? [] : [moreNode(parent, place)];
  return [...all, ...wayNodes(parent, place), ...more, ...ruleNodes(parent, place)];
}

/** Known by what was kept of it: where that was read from is not known any more. */
function atHandNode(
  parent: TreeNode,
  domain: Domain,
  { clientId, label, description, isPinned }: ClientAtHand,
  { rows }: ListPlace,
): TreeNode {
  const kept = (value: string): Guess<string> => ({ value, from: "" });
  const listed = rows.find(({ id }) => id?.value.toLowerCase() === clientId.toLowerCase());
  return {
    ...base(parent, `client:${clientId}`),
    kind: "client",
    domain,
    isPinned,
    row: {
      id: kept(clientId),
      ...(label === clientId ? {} : { label: kept(label) }),
      ...(description === undefined ? {} : { description: kept(description) }),
      ...(listed?.remarks === undefined ? {} : { remarks: listed.remarks }),
    },
  };
}

/** What the list's panel says above its rows, in the same words. */
function encodingNodes(parent: TreeNode, { list }: ListPlace): readonly TreeNode[] {
  const { encoding } = list;
  const words = encoding && (inexactNotice(encoding)?.what ?? otherEncodingNote(encoding));
  return words === undefined ? [] : [messageNode(parent, words, "encoding")];
}

/** Under Client records a client shows everything, elsewhere what its domain holds. */
function clientChildren(node: ClientNode): TreeNode[] {
  const client = clientOf(node);
  if (client === undefined) {
    return [];
  }
  const child = (name: string): ClientChild => ({
    ...base(node, name),
    domain: node.domain,
    ...client,
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

/** Nodes for what the active definition lists of a client: under Client records of all domains. */
function clientListNodes(node: ClientNode, { ofClient }: TreeLists): readonly TreeNode[] {
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
function domainListNodes(node: DomainNode, { ofDomain }: TreeLists): readonly TreeNode[] {
  const lists = ofDomain.filter(({ domain }) => domain === node.domain);
  return together(
    node,
    lists.map((endpoint) => listNode(node, endpoint)),
  );
}

function listNode(parent: ClientNode | DomainNode, endpoint: ListEndpoint): OtherListNode {
  const { operationId } = endpoint;
  return {
    ...base(parent, `list:${operationId}`),
    ...{ kind: "otherList", domain: parent.domain, endpoint, list: "other", operationId },
  };
}

function together(parent: TreeNode, lists: readonly OtherListNode[]): readonly TreeNode[] {
  return lists.length > LISTS_TOGETHER
    ? [{ ...base(parent, "lists"), kind: "moreLists", lists }]
    : lists;
}

async function pensionChildren(
  node: PensionsNode,
  sources: ChildrenSources,
): Promise<readonly TreeNode[]> {
  const { nodes, place } = await pensionNodes(node, sources);
  const { domain, clientId, clientLabel } = node;
  const client = { domain, clientId, clientLabel };
  const last: TreeNode = { ...base(node, "new"), ...client, kind: "newPension" };
  if (place?.error !== undefined) {
    // What is known without the list is shown all the same.
    return [
      ...nodes,
      ...omittedNodes(node, place),
      await failureNode({ parent: node, error: place.error, context: {} }, sources),
      ...wayNodes(node, place),
      last,
    ];
  }
  if (place === undefined) {
    return [...nodes, last];
  }
  const loss = showsLoss(place) ? [messageNode(node, lossWords(place), "loss")] : [];
  const more = place.rest === "none" ? [] : [moreNode(node, place)];
  const ways = wayNodes(node, place);
  const encoding = encodingNodes(node, place);
  const rows = [...encoding, ...nodes, ...omittedNodes(node, place)];
  return [...rows, ...loss, ...ways, ...more, ...ruleNodes(node, place), last];
}

/** Rows before the first are missing whatever follows; the rest is known where the pages stop. */
function showsLoss({ list, rest }: ListPlace): boolean {
  const { loss } = list;
  const isStopped = rest === "none" || (rest === "maybe" && loss?.kind === "refusedPage");
  return loss !== undefined && (isStopped || loss.kind === "countsFromZero");
}

/** That an answer had more rows than are kept for a tree. */
function omittedNodes(parent: TreeNode, { rows, omittedRows }: ListPlace): readonly TreeNode[] {
  // The first number that is written costs some 20 ms, which the first rows should not wait for.
  if (omittedRows === 0) {
    return [];
  }
  const values = { came: countText(rows.length), total: countText(rows.length + omittedRows) };
  const words = warningText(EXPLORER_WARNINGS["explorer/leftOut"], translate, values);
  return [messageNode(parent, words, "omitted")];
}

/** What may bring rows that did not come. */
function wayNodes(parent: TreeNode, place: ListPlace): readonly WayNode[] {
  const { list } = place;
  const isOffered = place.error !== undefined || showsLoss(place);
  return (isOffered ? list.waysOn : []).map((way) => ({
    ...base(parent, `way:${way.id}`),
    ...{ kind: "way", parent, operationId: list.operationId, way },
    ...{ label: wayLabel(way, localizer), description: "" },
  }));
}

/** The way back from what was said of the list, unless it is offered as a way on already. */
function ruleNodes(parent: TreeNode, place: ListPlace): readonly WayNode[] {
  const { list } = place;
  const offered = new Set(wayNodes(parent, place).map(({ way }) => way.id));
  const said = saidRules(list.rules, translate, countText);
  const others = said.filter(({ id }) => !offered.has(id));
  return others.map(({ text, id }) => ({
    ...base(parent, `way:${id}`),
    ...{ kind: "way", parent, operationId: list.operationId, way: { id } },
    ...{ label: labelOf(id, translate), description: text },
  }));
}

function moreNode(parent: TreeNode, { rows, list }: ListPlace): MoreNode {
  const shown = rows.length;
  const total = list.total?.value;
  const { pageSize } = list;
  return {
    ...base(parent, "more"),
    kind: "more",
    parent,
    label:
      total === undefined
        ? l10n.t("Load more")
        : l10n.t("Load {0} more", countText(Math.min(pageSize, total - shown))),
    description:
      total === undefined
        ? l10n.t("{0} shown · more may follow", countText(shown))
        : l10n.t("{0} of {1}", countText(shown), countText(total)),
  };
}

/** What was cancelled is no error: it is said so, and can be loaded again. */
async function failureNode(
  facts: Pick<ErrorNode, "parent" | "error" | "context">,
  sources: ChildrenSources,
): Promise<TreeNode> {
  const { parent, error } = facts;
  return isCanceled(error)
    ? { ...base(parent, "canceled"), kind: "canceled", parent }
    : errorNode(facts, sources);
}

async function errorNode(
  facts: Pick<ErrorNode, "parent" | "error" | "context">,
  { describe }: ChildrenSources,
): Promise<TreeNode> {
  const text = await describe(facts.error, facts.context);
  return { ...base(facts.parent, "error"), kind: "error", ...facts, text };
}

/** That there may be more, and why; a panel of the list offers what can be done. */
function lossWords({ rows, list, rest }: ListPlace): string {
  const said = list.said ?? 0;
  const words = warningWords(EXPLORER_WARNINGS["explorer/rowsMissing"], translate, {
    cause: causeWords(list.loss, translate, countText),
    came: countText(rows.length),
    ...(said > rows.length ? { total: countText(said) } : {}),
  });
  return list.waysOn.length > 0 || rest !== "none" ? words.what : inOneText(words);
}

function messageNode(parent: TreeNode, text: string, name = "message"): TreeNode {
  return { ...base(parent, name), kind: "message", text };
}

function base(
  { connectionId, nodeId }: TreeNode,
  name: string,
): { connectionId: string; nodeId: string } {
  return { connectionId, nodeId: `${nodeId}/${name}` };
}
