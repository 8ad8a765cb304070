import type { ListQuery } from "../messages/listQuery";
import type { ListState } from "./session";
import type { LoadedPage } from "./pageLoad";
import type { RowTable } from "./table/rowTables";

/** The rows that a list had before it was loaded anew. */
interface RowsBefore {
  readonly table: RowTable;
  readonly loaded: LoadedPage;
}

/**
 * Keeps what a list showed before its last reload, for it to be compared with what came then.
 * Another page or other parameters are another thing to look at: nothing is kept of them.
 */
export class BeforeReload {
  private isLoading = false;
  private candidate: RowsBefore | undefined;
  private kept: RowsBefore | undefined;

  /** `table` is the list's own. */
  constructor(private readonly table: RowTable) {}

  /** Rows that were lost with their thread are none to compare with. */
  get rows(): RowsBefore | undefined {
    return this.kept?.table.isLost === true ? undefined : this.kept;
  }

  /** Called with each change of the state of the list, before new rows are in its table. */
  update({ loading, loaded, walk }: ListState): void {
    if (loading !== undefined) {
      // Once: what begins to come takes a table that was lost into use again.
      if (!this.isLoading) {
        this.isLoading = true;
        // A walk that goes on adds to what is there.
        const isBegun = walk !== undefined && walk.pages > 0;
        // A copy of rows that are gone would be taken for an empty list.
        const hasRows = !isBegun && !this.table.isLost;
        this.candidate = hasRows ? loaded && { table: this.table.copy(), loaded } : undefined;
      }
      return;
    }
    this.isLoading = false;
    const { candidate } = this;
    this.candidate = undefined;
    if (candidate === undefined) {
      return;
    }
    if (loaded === undefined || loaded === candidate.loaded) {
      // It did not come: what is on screen is what was.
      candidate.table.dispose();
      return;
    }
    this.kept?.table.dispose();
    this.kept = isSamePlace(candidate.loaded.query, loaded.query) ? candidate : undefined;
    if (this.kept === undefined) {
      candidate.table.dispose();
    }
  }

  forget(): void {
    this.candidate?.table.dispose();
    this.kept?.table.dispose();
    this.candidate = undefined;
    this.kept = undefined;
  }

  dispose(): void {
    this.forget();
  }
}

function isSamePlace(one: ListQuery, other: ListQuery): boolean {
  const placeOf = ({ parameters, pageNumber, pageSize, mode }: ListQuery): string =>
    JSON.stringify([parameters, mode, pageSize, mode === "all" ? 0 : pageNumber]);
  return placeOf(one) === placeOf(other);
}
