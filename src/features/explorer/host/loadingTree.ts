import * as vscode from "vscode";
import type { Clock } from "../../../platform/base/clock";
import { HeldChanges } from "./heldChanges";
import type { LoadingNode, TreeNode } from "./nodes";
import type { ConnectionTree } from "./tree";

/** Most lists are here by then. The editor turns its own wheel meanwhile, with no way to end it. */
const PATIENCE_MILLISECONDS = 1_000;

/**
 * The tree as the editor asks for it: what takes its time to load is answered with a row that says
 * so and can be cancelled, and asked for again when it is there.
 */
export class LoadingTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  /** Nodes that are loading and have said so. */
  private readonly loading = new Set<string>();
  private readonly shown = new Map<string, ShownRows>();
  /** What came late, by the node's id, for the question that its redraw brings. */
  private readonly late = new Map<string, LateRows>();
  private changeCount = 0;
  private readonly changes: HeldChanges<TreeNode>;
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly tree: ConnectionTree,
    private readonly clock: Pick<Clock, "schedule">,
  ) {
    this.changes = new HeldChanges(clock, (node) => this.fire(node));
    this.subscription = tree.onDidChangeTreeData((node) => {
      this.changeCount++;
      this.changes.add(node);
    });
  }

  /** Stands above the tree. */
  get message(): string | undefined {
    return this.tree.message;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return this.tree.getRow(node);
  }

  /** The editor asks for it where a row has no tooltip yet. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    item.tooltip ??= this.tree.getTreeItem(node).tooltip;
    return item;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.tree.getParent(node);
  }

  /** Before a reveal, which waits for what the editor was told of, and knows no other row. */
  tellChanges(): void {
    this.changes.release();
  }

  getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.changes.during(this.childrenOf(node));
  }

  private async childrenOf(node?: TreeNode): Promise<TreeNode[]> {
    if (node === undefined || !isCancelable(node)) {
      return this.tree.getChildren(node);
    }
    const { nodeId } = node;
    if (this.loading.has(nodeId)) {
      return this.rowsWhileLoading(node);
    }
    const { changeCount } = this;
    const timesForgotten = this.tree.timesForgotten(node.connectionId);
    const children = this.takeLate(nodeId) ?? this.tree.getChildren(node);
    const found = await this.inTime(children);
    if (found !== undefined) {
      this.shown.set(nodeId, { rows: found.filter(staysWhileLoading), timesForgotten });
      return found;
    }
    this.loading.add(nodeId);
    void children
      .catch(() => undefined)
      .then(() => {
        this.loading.delete(nodeId);
        this.late.set(nodeId, { children, changeCount });
        this.fire(node);
      });
    return this.rowsWhileLoading(node);
  }

  /** Once, and only what still holds: loaded anew instead, what is slow each time never came. */
  private takeLate(nodeId: string): Promise<TreeNode[]> | undefined {
    const late = this.late.get(nodeId);
    this.late.delete(nodeId);
    return late?.changeCount === this.changeCount ? late.children : undefined;
  }

  /** Drawn anew meanwhile, a node is another one, and the editor knows no other. */
  private fire(node: TreeNode | undefined): void {
    this.changed.fire(node && (this.tree.find(node) ?? node));
  }

  /** The previous rows stay: a row that disappears for a moment loses focus and selection. */
  private rowsWhileLoading(node: TreeNode): TreeNode[] {
    const { rows, timesForgotten } = this.shown.get(node.nodeId) ?? NO_ROWS;
    const isOfNow = timesForgotten === this.tree.timesForgotten(node.connectionId);
    return [...(isOfNow ? rows : []), this.tree.note(loadingNode(node), node)];
  }

  dispose(): void {
    this.subscription.dispose();
    this.changes.dispose();
    this.changed.dispose();
  }

  private async inTime(children: Promise<TreeNode[]>): Promise<TreeNode[] | undefined> {
    const late = Promise.withResolvers<undefined>();
    const stop = this.clock.schedule(PATIENCE_MILLISECONDS, () => late.resolve(undefined));
    try {
      return await Promise.race([children, late.promise]);
    } finally {
      stop();
    }
  }
}

/** Rows that a node had when it was shown last. */
interface ShownRows {
  readonly rows: readonly TreeNode[];
  /** `timesForgotten` of the connection when they were loaded; rows of an earlier client are stale. */
  readonly timesForgotten: number;
}

/** A load that took longer than the editor was kept waiting. */
interface LateRows {
  readonly children: Promise<TreeNode[]>;
  /** Changes of the tree when it began; after another one its rows may be stale. */
  readonly changeCount: number;
}

const NO_ROWS: ShownRows = { rows: [], timesForgotten: 0 };

/** Rows that tell how the last load ended are stale once a new one runs. */
function staysWhileLoading({ kind }: TreeNode): boolean {
  return kind !== "error" && kind !== "canceled" && kind !== "way" && kind !== "more";
}

/** Those whose rows come from a list of the service. */
function isCancelable({ kind }: TreeNode): boolean {
  return kind === "clients" || kind === "domain" || kind === "pensions";
}

function loadingNode(parent: TreeNode): LoadingNode {
  const { connectionId, nodeId } = parent;
  return { kind: "loading", parent, connectionId, nodeId: `${nodeId}/loading` };
}
