import type { ErrorContext, ErrorText } from "../../../platform/texts/errorText";
import type { PensionIdentity } from "../../pensions/common/target";
import type { Domain } from "../../../platform/base/connection";
import type { ListEndpoint } from "../../lists/common/listEndpoint";
import type { WayOn } from "../../lists/common/refusedPaging";
import type { RowIdentity } from "../../lists/common/identify";
import type { RowRemark } from "../../lists/common/rowRemarks";
import type { Action } from "../../../platform/base/action";
import type { NodeArgument, OpenListArgument } from "../../../manifest";

interface NodeBase extends NodeArgument {
  /** Unique in the tree and the same after a refresh, so that expansion is kept. */
  readonly nodeId: string;
  readonly connectionId: string;
}

interface ConnectionNode extends NodeBase {
  readonly kind: "connection";
}

/** Stands below the sandbox until a connection is added. */
interface AddConnectionNode extends NodeBase {
  readonly kind: "addConnection";
}

export interface DomainNode extends NodeBase {
  readonly kind: "domain";
  readonly domain: Domain;
}

/**
 * The list of all clients, under Client records. As each node of a list, it is what the command
 * that opens lists takes.
 */
interface ClientsNode extends NodeBase, OpenListArgument {
  readonly kind: "clients";
  readonly list: "clients";
}

/** A client under one of the domains; without an id it cannot be opened. */
export interface ClientNode extends NodeBase {
  readonly kind: "client";
  readonly domain: Domain;
  readonly row: ClientRow;
  readonly isPinned: boolean;
}

/** How a client or a pension is called. A client that is pinned came with no list. */
export interface ClientRow extends RowIdentity {
  readonly remarks?: readonly RowRemark[];
  readonly action?: Action;
  /** Milliseconds since the epoch. */
  readonly loadedAt?: number;
}

export interface ClientChild extends NodeBase {
  readonly domain: Domain;
  readonly clientId: string;
  readonly clientLabel: string;
}

interface RecordNode extends ClientChild {
  readonly kind: "record";
}

interface ListNode extends ClientChild {
  readonly kind: "list";
  readonly list: "holdings" | "results";
}

/** A list that only the active definition knows: of a client, or of its domain. */
export interface OtherListNode extends NodeBase, OpenListArgument {
  readonly kind: "otherList";
  readonly list: "other";
  readonly operationId: string;
  /** Where it stands, which under Client records is not its own. */
  readonly domain: Domain;
  readonly endpoint: ListEndpoint;
}

/** Holds such lists where there are very many of them. */
interface MoreListsNode extends NodeBase {
  readonly kind: "moreLists";
  readonly lists: readonly OtherListNode[];
}

export interface PensionsNode extends ClientChild {
  readonly kind: "pensions";
}

/** A pension that is known: by a payload file, as it was read or written here, or by a list. */
export interface PensionNode extends ClientChild, PensionIdentity {
  readonly kind: "pension";
  readonly hasFile: boolean;
  readonly description: string;
  /** Whether its last PUT can be undone. */
  readonly canUndo: boolean;
  /** How the list of pensions calls it. */
  readonly row?: ClientRow;
}

interface NewPensionNode extends ClientChild {
  readonly kind: "newPension";
}

export interface MoreNode extends NodeBase {
  readonly kind: "more";
  /** The node whose clients or pensions go on. */
  readonly parent: TreeNode;
  readonly label: string;
  readonly description: string;
}

/** Takes the place of children that could not be had, with the reason. */
export interface ErrorNode extends NodeBase {
  readonly kind: "error";
  readonly error: unknown;
  readonly text: ErrorText;
  /** What was asked for, to be put into the same words again. */
  readonly context: ErrorContext;
  readonly parent: TreeNode;
}

/** Stands for rows that take their time. */
export interface LoadingNode extends NodeBase {
  readonly kind: "loading";
  readonly parent: TreeNode;
}

/** Takes the place of rows that the user did not wait for. */
export interface CanceledNode extends NodeBase {
  readonly kind: "canceled";
  readonly parent: TreeNode;
}

/** Another way to ask for the rows of its parent. */
export interface WayNode extends NodeBase {
  readonly kind: "way";
  readonly parent: TreeNode;
  readonly operationId: string;
  readonly way: WayOn;
  readonly label: string;
  /** What it takes back; "" where it takes nothing back. */
  readonly description: string;
}

/** A sentence where there is nothing to show. */
interface MessageNode extends NodeBase {
  readonly kind: "message";
  readonly text: string;
}

export type TreeNode =
  | ConnectionNode
  | AddConnectionNode
  | DomainNode
  | ClientsNode
  | ClientNode
  | RecordNode
  | ListNode
  | OtherListNode
  | MoreListsNode
  | PensionsNode
  | PensionNode
  | NewPensionNode
  | MoreNode
  | ErrorNode
  | LoadingNode
  | CanceledNode
  | WayNode
  | MessageNode;

/** The client that a node is, or is of. */
export function clientOf(
  node: TreeNode,
): { readonly clientId: string; readonly clientLabel: string } | undefined {
  const { clientId, clientLabel } =
    node.kind === "client"
      ? { clientId: node.row.id?.value, clientLabel: node.row.label?.value }
      : (node as Partial<ClientChild>);
  return clientId === undefined ? undefined : { clientId, clientLabel: clientLabel ?? clientId };
}
