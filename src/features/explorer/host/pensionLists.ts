import { l10n } from "vscode";
import type { ChangedTexts } from "../../definitions/common/activeText";
import type { GrowingList } from "../../lists/common/growingList";
import { ListPlace } from "../../lists/common/listPlace";
import type { ListRules } from "../../lists/common/listRules";
import type { LoadOptions } from "../../lists/common/loadQueue";
import type { SeenLists } from "../../lists/common/seenLists";
import type { ServiceClient } from "../../../platform/service/client";
import type { ActiveLists } from "./activeLists";
import type { PensionsNode, TreeNode } from "./nodes";

/** Pensions asked for at a time. */
const PAGE_SIZE = 50;

interface PensionListSources {
  readonly lists: ActiveLists;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  /** What the user said of a list. */
  readonly listRules: (connectionId: string, operationId: string) => ListRules;
  /** Rows per page that a connection wants; undefined where it says nothing. */
  readonly pageSize: (connectionId: string) => number | undefined;
  /** What pages of lists have shown in this window. */
  readonly seenLists: SeenLists;
}

interface OpenedList {
  readonly connectionId: string;
  readonly clientId: string;
  readonly list: GrowingList;
}

/** The provider's lists of pensions, one for each client whose pensions were looked at. */
export class PensionLists {
  private readonly lists = new Map<string, OpenedList>();
  /** What each node shows of the list, by the node's id. */
  private readonly places = new Map<string, ListPlace>();

  constructor(private readonly sources: PensionListSources) {}

  /** Undefined where the connection's definition has no such list. Calls nobody. */
  async place(node: PensionsNode): Promise<ListPlace | undefined> {
    const list = await this.list(node);
    const known = this.places.get(node.nodeId);
    if (list === undefined || known?.list === list) {
      return list && known;
    }
    const place = new ListPlace(list);
    this.places.set(node.nodeId, place);
    return place;
  }

  /** Asks anew for what was asked before: of a connection, or of one client. */
  async reload(
    { connectionId, clientId }: { readonly connectionId?: string; readonly clientId?: string },
    options?: LoadOptions,
  ): Promise<void> {
    const wanted = [...this.lists.values()].filter(
      (one) =>
        (connectionId === undefined || one.connectionId === connectionId) &&
        (clientId === undefined || one.clientId === clientId) &&
        one.list.wasAsked,
    );
    await Promise.all(wanted.map(({ list }) => list.reload(options)));
  }

  /** Those of a connection that were looked at. */
  of(connectionId: string): readonly GrowingList[] {
    return [...this.lists.values()]
      .filter((one) => one.connectionId === connectionId)
      .map(({ list }) => list);
  }

  /** How many pensions a client has, where the list says it; undefined where none was asked. */
  totalOf(connectionId: string, clientId: string): number | undefined {
    const ofClient = [...this.lists.values()].find(
      (one) => one.connectionId === connectionId && one.clientId === clientId,
    );
    return ofClient?.list.total?.value;
  }

  /** When a list that was loaded brought a pension, in milliseconds since the epoch. */
  namedAt(connectionId: string, clientId: string, pensionId: string): number | undefined {
    const client = clientId.toLowerCase();
    const rows = [...this.lists.values()]
      .filter((one) => one.connectionId === connectionId && one.clientId.toLowerCase() === client)
      .flatMap(({ list }) => list.rows);
    return rows.findLast(({ id }) => id?.value === pensionId)?.loadedAt;
  }

  /** Forgets what came through some connections, or through any. */
  forget(connectionIds?: ChangedTexts): void {
    for (const [key, { connectionId }] of this.lists) {
      if (connectionIds?.has(connectionId) ?? true) {
        this.lists.delete(key);
      }
    }
  }

  private async list({ connectionId, clientId }: PensionsNode): Promise<GrowingList | undefined> {
    const { lists, client, listRules, pageSize, seenLists } = this.sources;
    const { pensions } = await lists.get(connectionId);
    if (pensions === undefined) {
      return undefined;
    }
    const { GrowingList } = await import("../../lists/common/growingList");
    const { operationId, clientParameter, takesPages } = pensions;
    const key = JSON.stringify([connectionId, clientId, operationId]);
    const known = this.lists.get(key);
    if (known !== undefined) {
      return known.list;
    }
    const list = new GrowingList({
      ...{ kind: "pension", takesPages: () => takesPages },
      pageSize: () => pageSize(connectionId) ?? PAGE_SIZE,
      call: { operationId, path: { [clientParameter ?? "clientId"]: clientId } },
      client: () => client(connectionId),
      rules: () => listRules(connectionId, operationId),
      seen: () => seenLists.of(connectionId, operationId),
      title: (page) => l10n.t("Pensions page {0}", String(page)),
    });
    this.lists.set(key, { connectionId, clientId, list });
    return list;
  }
}

/** Which lists of pensions a node stands for when it is refreshed; undefined for none. */
export function pensionsUnder(
  node: TreeNode | undefined,
): { readonly connectionId?: string; readonly clientId?: string } | undefined {
  switch (node?.kind) {
    case undefined:
      return {};
    case "connection":
    case "domain":
    case "clients":
      return { connectionId: node.connectionId };
    case "client": {
      const { connectionId, row } = node;
      return row.id === undefined ? undefined : { connectionId, clientId: row.id.value };
    }
    case "pensions":
      return { connectionId: node.connectionId, clientId: node.clientId };
    default:
      return undefined;
  }
}
