import { l10n } from "vscode";
import { searchText, searchWords } from "../../lists/common/clientSearch";
import type { TreeNode } from "./nodes";

/** Shows those clients, pensions and further lists alone whose rows have all of some words. */
export class TreeFilter {
  private words: readonly string[] = [];
  /** As it was typed. */
  typed = "";

  /**
   * @param textOf what a row shows: what is masked there cannot be found by what it stands for
   */
  constructor(private readonly textOf: (node: TreeNode) => string) {}

  get isOn(): boolean {
    return this.words.length > 0;
  }

  set(typed: string): void {
    this.typed = typed;
    this.words = searchWords(typed);
  }

  shows(node: TreeNode): boolean {
    if (!this.isOn || !isFiltered(node)) {
      return true;
    }
    const text = searchText(this.textOf(node));
    return this.words.every((word) => text.includes(word));
  }

  /** Children of a node as they are shown; where none is left of many, that is said. */
  apply(parent: TreeNode, children: readonly TreeNode[]): TreeNode[] {
    const shown = children.filter((child) => this.shows(child));
    const isEmpty = shown.length < children.length && !shown.some(isFiltered);
    return isEmpty ? [noneNode(parent), ...shown] : shown;
  }
}

function isFiltered({ kind }: TreeNode): boolean {
  return kind === "client" || kind === "pension" || kind === "otherList";
}

function noneNode({ connectionId, nodeId }: TreeNode): TreeNode {
  const text = l10n.t("Nothing that is loaded here matches the filter.");
  return { kind: "message", text, connectionId, nodeId: `${nodeId}/filtered` };
}
