import * as vscode from "vscode";
import type { NamedClient } from "../../lists/common/clientSearch";
import type { ChangedTexts } from "../../definitions/common/activeText";
import type { ErrorContext, ErrorText } from "../../../platform/texts/errorText";
import { isAppError } from "../../../platform/base/errors";
import { rulesAfter } from "../../lists/common/findings";
import type { GrowingList } from "../../lists/common/growingList";
import type { ListRules, ListRulesStore } from "../../lists/common/listRules";
import { ListPlace } from "../../lists/common/listPlace";
import { LIST_OPERATIONS } from "../../lists/common/operations";
import type { LoadOptions } from "../../lists/common/loadQueue";
import type { SeenLists } from "../../lists/common/seenLists";
import type { Action } from "../../../platform/base/action";
import { SANDBOX_CONNECTION_ID } from "../../../platform/base/connection";
import type { ServiceClient } from "../../../platform/service/client";
import type { NodeArgument } from "../../../manifest";
import { isSameId } from "../common/keptClients";
import { ActiveLists } from "./activeLists";
import { childrenOf, type ClientAtHand } from "./children";
import { type ItemSources, itemOf } from "./items";
import { clientOf, type PensionsNode, type TreeNode, type WayNode } from "./nodes";
import { PensionLists, pensionsUnder } from "./pensionLists";
import type { PensionEntry } from "./pensionNodes";
import { TreeFilter } from "./treeFilter";
import { countText } from "../../../platform/vscode/formats";

/** Clients asked for at a time; enough for a screen, little enough to be quick. */
const TREE_PAGE_SIZE = 100;

export interface TreeSources extends Omit<
  ItemSources,
  "clientTotal" | "clientsAtLeast" | "clientsAction" | "listTotal"
> {
  readonly describe: (error: unknown, context?: ErrorContext) => Promise<ErrorText>;
  readonly connectionIds: () => readonly string[];
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  readonly pensions: (connectionId: string, clientId: string) => Promise<readonly PensionEntry[]>;
  /** What the user said of a list. */
  readonly listRules: (connectionId: string, operationId: string) => ListRules;
  readonly setListRules: ListRulesStore["setRules"];
  /** What pages of lists have shown in this window. */
  readonly seenLists: SeenLists;
  /** Rows per page that a connection wants; undefined where it says nothing. */
  readonly pageSize: (connectionId: string) => number | undefined;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string) => Promise<string>;
  readonly pinned: (connectionId: string) => Promise<readonly NamedClient[]>;
}

/** Connection → domains → clients → record, holdings, pensions, results. */
export class ConnectionTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly lists = new Map<string, GrowingList>();
  /** What each node shows of its connection's list, by the node's id. */
  private readonly places = new Map<string, ListPlace>();
  /** Nodes as the editor last saw them: commands come back with ids only. */
  private readonly seen = new Map<string, TreeNode>();
  private readonly parents = new Map<string, TreeNode>();
  /** Clients that were opened by their id, by connection: no loaded page may have them. */
  private readonly opened = new Map<string, readonly NamedClient[]>();

  /** How often a connection was replaced: a load that began before begins anew. */
  private readonly forgotten = new Map<string, number>();

  private readonly activeLists: ActiveLists;
  private readonly pensionLists: PensionLists;
  private readonly filter = new TreeFilter((node) => this.searchedText(node));

  constructor(private readonly sources: TreeSources) {
    this.activeLists = new ActiveLists(sources.definition);
    this.pensionLists = new PensionLists({ ...sources, lists: this.activeLists });
  }

  /** What is shown under a node. */
  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const children = await this.loadChildren(node);
    return node === undefined ? children : this.filter.apply(node, children);
  }

  /** What rows are filtered by, as it was typed; "" for nothing. */
  get filterText(): string {
    return this.filter.typed;
  }

  /** Stands above the tree; undefined for nothing. */
  get message(): string | undefined {
    const words = this.sources.privacy.masking.maskLabel(this.filterText, "person");
    return this.filter.isOn ? vscode.l10n.t("Filtered by “{0}”", words) : undefined;
  }

  /** Shows clients, pensions and further lists alone that have all of these words. */
  setFilter(typed: string): void {
    this.filter.set(typed.trim());
    this.redraw();
  }

  private async loadChildren(node?: TreeNode): Promise<TreeNode[]> {
    const children = node === undefined ? this.roots() : await this.load(node);
    for (const child of children) {
      this.seen.set(child.nodeId, child);
      if (node !== undefined) {
        this.parents.set(child.nodeId, node);
      }
    }
    return [...children];
  }

  /** Knows a node that somebody else made, as commands come back with ids only. */
  note<Node extends TreeNode>(node: Node, parent: TreeNode): Node {
    this.seen.set(node.nodeId, node);
    this.parents.set(node.nodeId, parent);
    return node;
  }

  /** Ends what is being loaded under a node, for all nodes that wait for the same list. */
  async cancel(node: TreeNode): Promise<void> {
    (await this.place(node)).list.cancel();
  }

  /** Asked for by the editor to reveal a node; known of all that were ever shown. */
  getParent(node: TreeNode): TreeNode | undefined {
    return this.parents.get(node.nodeId);
  }

  /** The node of a client under Client records; undefined where no list has it. */
  async clientNode(connectionId: string, clientId: string): Promise<TreeNode | undefined> {
    const wanted = clientId.toLowerCase();
    let level = this.roots().filter((node) => node.connectionId === connectionId);
    for (const kind of ["domain", "clients", "client"] as const) {
      const [parent] = level;
      const children = parent === undefined ? [] : await this.loadChildren(parent);
      level = children.filter((node) => node.kind === kind);
    }
    const found = level.find(
      (node) => node.kind === "client" && node.row.id?.value.toLowerCase() === wanted,
    );
    if (found !== undefined && !this.filter.shows(found)) {
      // Who asks for a client wants to see it, whatever was looked for before.
      this.setFilter("");
    }
    return found;
  }

  /** Shows a client that was found by its id, whether a page has it or not. */
  addOpened(connectionId: string, client: NamedClient): void {
    const before = this.opened.get(connectionId) ?? [];
    const others = before.filter(({ clientId }) => clientId !== client.clientId);
    this.opened.set(connectionId, [client, ...others]);
    this.redraw();
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return this.itemOf(node, { isPointedAt: true });
  }

  /** As it is drawn: without what is asked for once a pointer rests on it. */
  getRow(node: TreeNode): vscode.TreeItem {
    return this.itemOf(node, { isPointedAt: false });
  }

  private itemOf(node: TreeNode, how: { readonly isPointedAt: boolean }): vscode.TreeItem {
    const sources: ItemSources = {
      ...this.sources,
      clientTotal: (id) => this.lists.get(id)?.total,
      clientsAtLeast: (id) => this.clientsAtLeast(id),
      listTotal: (one) => this.listTotal(one),
      clientsAction: (id) => this.clientsAction(id),
    };
    return itemOf(node, sources, how);
  }

  /** By this tree's pages or those of a panel; none where the service says another number now. */
  private clientsAtLeast(connectionId: string): number | undefined {
    const list = this.lists.get(connectionId);
    const { denied } = this.sources.seenLists.of(connectionId, "listClients");
    const came = new Set(list?.rows.map(({ id, key }) => id?.value ?? key)).size;
    const isOpen = list?.loss !== undefined && list.rest === "none";
    const isDenied = denied !== undefined && (list?.total?.value ?? denied.said) === denied.said;
    const least = Math.max(came, denied?.came ?? 0);
    return least > 0 && (isOpen || isDenied) ? least : undefined;
  }

  /** What can be seen of a node: its row, and the id that its tooltip has. */
  private searchedText(node: TreeNode): string {
    const { label, description } = this.getRow(node);
    const id = node.kind === "client" ? (clientOf(node)?.clientId ?? "") : "";
    const shownId = this.sources.privacy.masking.maskLabel(id, "id");
    return [typeof label === "string" ? label : label?.label, description, shownId].join(" ");
  }

  /** How many rows a list has, where a page of it told. */
  private listTotal(node: TreeNode): number | undefined {
    const { connectionId } = node;
    switch (node.kind) {
      case "list":
      case "otherList": {
        const operationId = node.kind === "list" ? LIST_OPERATIONS[node.list] : node.operationId;
        const path = node.clientId === undefined ? {} : { clientId: node.clientId };
        return this.sources.seenLists.of(connectionId, operationId).totalOf(path);
      }
      case "pensions":
        return this.pensionLists.totalOf(connectionId, node.clientId);
      default:
        return undefined;
    }
  }

  /** The node that a command was run on. */
  find(argument: NodeArgument | undefined): TreeNode | undefined {
    return argument === undefined ? undefined : this.seen.get(argument.nodeId);
  }

  /** How a client is called, where its row was loaded. */
  clientLabel(connectionId: string, clientId: string): string | undefined {
    const rows = this.lists.get(connectionId)?.rows ?? [];
    const wanted = clientId.toLowerCase();
    return rows.find(({ id }) => id?.value.toLowerCase() === wanted)?.label?.value;
  }

  /** The clients that were loaded and have an id. */
  loadedClients(connectionId: string): { clientId: string; clientLabel: string }[] {
    return (this.lists.get(connectionId)?.rows ?? []).flatMap(({ id, label }) =>
      id === undefined ? [] : [{ clientId: id.value, clientLabel: label?.value ?? id.value }],
    );
  }

  /** The clients of a connection; what reads lists is loaded with the first of them. */
  async clients(connectionId: string): Promise<GrowingList> {
    const { GrowingList } = await import("../../lists/common/growingList");
    // Whether the list takes pages is asked with its first one.
    await this.activeLists.get(connectionId);
    const known = this.lists.get(connectionId);
    if (known !== undefined) {
      return known;
    }
    const list = new GrowingList({
      kind: "client",
      pageSize: () => this.sources.pageSize(connectionId) ?? TREE_PAGE_SIZE,
      call: { operationId: "listClients" },
      client: () => this.sources.client(connectionId),
      takesPages: () => this.activeLists.takesPages(connectionId, "listClients"),
      rules: () => this.sources.listRules(connectionId, "listClients"),
      seen: () => this.sources.seenLists.of(connectionId, "listClients"),
      title: (page) => vscode.l10n.t("Clients page {0}", String(page)),
    });
    this.lists.set(connectionId, list);
    return list;
  }

  /** What a node shows of its connection's clients. */
  private async place(node: TreeNode): Promise<ListPlace> {
    const pensions = node.kind === "pensions" ? await this.pensionLists.place(node) : undefined;
    return pensions ?? this.clientPlace(node);
  }

  private async clientPlace({ connectionId, nodeId }: TreeNode): Promise<ListPlace> {
    const list = await this.clients(connectionId);
    const known = this.places.get(nodeId);
    if (known?.list === list) {
      return known;
    }
    const place = new ListPlace(list);
    this.places.set(nodeId, place);
    return place;
  }

  /** The call that brought the last page of clients. */
  clientsAction(connectionId: string): Action | undefined {
    return this.lists.get(connectionId)?.lastAction;
  }

  /** Asks the service again for what the node shows; what was expanded stays so. */
  async refresh(node?: TreeNode, options?: LoadOptions): Promise<void> {
    const holdsClients = node === undefined || /^(connection|domain|clients)$/.test(node.kind);
    if (holdsClients) {
      const ids = node === undefined ? [...this.lists.keys()] : [node.connectionId];
      await Promise.all(ids.map(async (id) => this.reload(id, options)));
    }
    const pensions = pensionsUnder(node);
    if (pensions !== undefined) {
      await this.pensionLists.reload(pensions, options);
    }
    this.redraw(holdsClients ? undefined : node);
  }

  /** Shows the next clients or pensions under the node that ends in "Load more". */
  async loadMore(node: TreeNode, options?: LoadOptions): Promise<void> {
    const place = await this.place(node.kind === "more" ? node.parent : node);
    await place.loadMore(options);
    this.redraw();
  }

  /** Asks again for the clients or pensions that could not be loaded under a node. */
  async retryRows(node: TreeNode, options?: LoadOptions): Promise<void> {
    await (await this.place(node)).retry(options);
  }

  /** Asks for the rows that a node stands under in another way, which is kept for its list. */
  async applyWay(
    { connectionId, operationId, parent, way }: WayNode,
    options?: LoadOptions,
  ): Promise<void> {
    const { listRules, setListRules } = this.sources;
    const rules = rulesAfter(way.id, listRules(connectionId, operationId), way.pageSize);
    if (rules !== undefined) {
      await setListRules(connectionId, operationId, rules);
      await (await this.place(parent)).list.settle(options);
      this.redraw();
    }
  }

  /** When the provider's list last named a pension; undefined where no list that is loaded does. */
  pensionListedAt(connectionId: string, clientId: string, pensionId: string): number | undefined {
    return this.pensionLists.namedAt(connectionId, clientId, pensionId);
  }

  /** Asks again for what failed for want of a sign-in or of trust. */
  async retryAccess(connectionId: string): Promise<void> {
    const own = this.lists.get(connectionId);
    const lists = [...(own === undefined ? [] : [own]), ...this.pensionLists.of(connectionId)];
    const asked = await Promise.all(lists.map((list) => list.retryAccess()));
    if (asked.includes(true)) {
      this.redraw();
    }
  }

  /** How often what a connection had answered was forgotten. */
  timesForgotten(connectionId: string): number {
    return this.forgotten.get(connectionId) ?? 0;
  }

  /** Forgets what a client that is gone had answered. */
  forget(connectionId: string): void {
    this.lists.delete(connectionId);
    this.forgotten.set(connectionId, this.timesForgotten(connectionId) + 1);
    this.pensionLists.forget(new Set([connectionId]));
    this.opened.delete(connectionId);
    this.redraw();
  }

  /** Connections follow another definition: what its lists brought may be none of the new one's. */
  forgetLists(changed?: ChangedTexts): void {
    this.activeLists.forget(changed);
    this.pensionLists.forget(changed);
    this.redraw();
  }

  /** Draws from what is known; calls nobody for rows that are loaded. */
  redraw(node?: TreeNode): void {
    this.changed.fire(node);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private roots(): TreeNode[] {
    const ids = this.sources.connectionIds();
    const nodes = ids.map((connectionId): TreeNode => ({
      kind: "connection",
      connectionId,
      nodeId: connectionId,
    }));
    return ids.some((id) => id !== SANDBOX_CONNECTION_ID)
      ? nodes
      : [...nodes, { kind: "addConnection", connectionId: "", nodeId: "addConnection" }];
  }

  private async load(node: TreeNode): Promise<readonly TreeNode[]> {
    const before = this.timesForgotten(node.connectionId);
    const children = await this.loadOnce(node);
    // What was asked of a client that is gone by now says nothing of the one that came for it.
    return this.timesForgotten(node.connectionId) === before ? children : this.load(node);
  }

  private async loadOnce(node: TreeNode): Promise<readonly TreeNode[]> {
    const { client, pensions, describe } = this.sources;
    await this.forgetStopped(node.connectionId);
    if (node.kind === "connection") {
      // Whoever needs what is missing says why.
      this.prepare(node.connectionId).catch(() => undefined);
    }
    const before = this.clientsRow(node.connectionId);
    const children = await childrenOf(node, {
      open: async (id) => {
        await client(id);
      },
      clients: (parent) => this.place(parent),
      atHand: (id) => this.atHand(id),
      lists: () => this.activeLists.get(node.connectionId),
      pensionList: (parent: PensionsNode) => this.pensionLists.place(parent),
      pensions,
      describe,
    });
    if (this.clientsRow(node.connectionId) !== before) {
      this.redrawClients(node.connectionId);
    }
    return children;
  }

  /** Reads what the rows below need while the connection opens; calls nobody. */
  private async prepare(connectionId: string): Promise<void> {
    await Promise.all([
      this.activeLists.get(connectionId),
      import("../../lists/common/growingList"),
    ]);
    // The first number that is written costs some 20 ms.
    countText(TREE_PAGE_SIZE);
  }

  /** What failed for want of the sandbox is asked for anew once there is one. */
  private async forgetStopped(connectionId: string): Promise<void> {
    const list = this.lists.get(connectionId);
    const hasStopped = [...this.places.values()].some(
      (place) => place.list === list && isAppError(place.error) && place.error.kind === "sandbox",
    );
    if (!hasStopped) {
      return;
    }
    try {
      await this.sources.client(connectionId);
      this.forget(connectionId);
    } catch {
      // Still not there: the failure stands, and says so.
    }
  }

  private async atHand(connectionId: string): Promise<readonly ClientAtHand[]> {
    const pinned = await this.sources.pinned(connectionId);
    const isPinned = (id: string): boolean => pinned.some(({ clientId }) => isSameId(clientId, id));
    const opened = (this.opened.get(connectionId) ?? []).filter(
      ({ clientId }) => !isPinned(clientId),
    );
    return [
      ...pinned.map((client) => ({ ...client, isPinned: true })),
      ...opened.map((client) => ({ ...client, isPinned: false })),
    ];
  }

  /** What changes the row "Clients" when a page of it comes. */
  private clientsRow(connectionId: string): string {
    const list = this.lists.get(connectionId);
    return JSON.stringify([list?.total?.value, list?.lastAction !== undefined]);
  }

  /** Its count, and the call that its menu is about, are known only once its first page has come. */
  private redrawClients(connectionId: string): void {
    const node = this.seen.get(`${connectionId}/crm/clients`);
    if (node !== undefined) {
      this.redraw(node);
    }
  }

  private async reload(connectionId: string, options?: LoadOptions): Promise<void> {
    const list = this.lists.get(connectionId);
    if (list?.wasAsked) {
      await list.reload(options);
    }
  }
}
