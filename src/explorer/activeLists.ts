import type { TreeLists } from "../core/lists/treeLists";

/** The lists of the active definition, read when they are asked for first and after a change. */
export class ActiveLists {
  private reading: Promise<TreeLists> | undefined;
  private read: TreeLists | undefined;

  constructor(private readonly definition: () => Promise<string>) {}

  /** Never fails: without a definition that can be read the tree shows what it knows itself. */
  get(): Promise<TreeLists> {
    this.reading ??= this.readAll();
    return this.reading;
  }

  /** False where a list is known to come in one page. */
  takesPages(operationId: string): boolean {
    return this.read?.takesPages(operationId) ?? true;
  }

  /** Another definition is the active one. */
  forget(): void {
    this.reading = undefined;
  }

  private async readAll(): Promise<TreeLists> {
    const { NO_TREE_LISTS, treeLists } = await import("../core/lists/treeLists");
    try {
      this.read = treeLists(await this.definition());
    } catch {
      // What calls by it says why; the tree stays.
      this.read = NO_TREE_LISTS;
      this.reading = undefined;
    }
    return this.read;
  }
}
