import type { ChangedTexts } from "../../definitions/common/activeText";
import type { TreeLists } from "../../lists/common/treeLists";

interface Known {
  reading: Promise<TreeLists> | undefined;
  /** What was read last is in force until the new one is there. */
  read: TreeLists | undefined;
}

/** The lists that connections follow, read when they are asked for first and after a change. */
export class ActiveLists {
  private readonly known = new Map<string, Known>();

  constructor(private readonly definition: (connectionId: string) => Promise<string>) {}

  /** Never fails: without a definition that can be read the tree shows what it knows itself. */
  get(connectionId: string): Promise<TreeLists> {
    const known = this.known.get(connectionId) ?? { reading: undefined, read: undefined };
    this.known.set(connectionId, known);
    known.reading ??= this.readAll(connectionId, known);
    return known.reading;
  }

  /** False where a list is known to come in one page. */
  takesPages(connectionId: string, operationId: string): boolean {
    return this.known.get(connectionId)?.read?.takesPages(operationId) ?? true;
  }

  /** Those connections follow another definition; all where none is named. */
  forget(changed?: ChangedTexts): void {
    for (const [connectionId, known] of this.known) {
      if (changed?.has(connectionId) ?? true) {
        known.reading = undefined;
      }
    }
  }

  private async readAll(connectionId: string, known: Known): Promise<TreeLists> {
    const { NO_TREE_LISTS, treeLists } = await import("../../lists/common/treeLists");
    try {
      known.read = treeLists(await this.definition(connectionId));
    } catch {
      // What calls by it says why; the tree stays.
      known.read = NO_TREE_LISTS;
      known.reading = undefined;
    }
    return known.read;
  }
}
