import type * as vscode from "vscode";

/** A list of things to end together; what is added after the end is ended at once. */
export class DisposableStore implements vscode.Disposable {
  private readonly items: vscode.Disposable[] = [];
  private disposed = false;

  add<Item extends vscode.Disposable>(item: Item): Item {
    if (this.disposed) {
      item.dispose();
    } else {
      this.items.push(item);
    }
    return item;
  }

  dispose(): void {
    this.disposed = true;
    for (const item of this.items.splice(0).reverse()) {
      item.dispose();
    }
  }
}
