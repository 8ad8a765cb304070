import { AppError } from "../../../../platform/base/errors";
import { NO_RULES } from "../../common/listRules";
import type { RowTable, TableOptions } from "../../common/table/rowTables";

/**
 * The rows of a list as privacy mode shows them, in a table of their own: what a masked snapshot
 * can be compared with, as the same text has the same pseudonym.
 */
export class MaskedRows {
  readonly table: RowTable;
  private wanted: number | undefined;
  private made: { readonly of: number; readonly revision: number } | undefined;
  private error: unknown;

  constructor(
    private readonly own: RowTable,
    openTable: (options: TableOptions) => RowTable,
    private readonly onChange: () => void,
  ) {
    this.table = openTable({ isMasked: true });
  }

  get failure(): unknown {
    return this.error;
  }

  /** Of the masked rows of a revision of the list; undefined until they are there. */
  revision(of: number | undefined): number | undefined {
    if (of !== undefined && of !== this.wanted) {
      this.wanted = of;
      this.error = undefined;
      void this.make(of);
    }
    return of !== undefined && this.made?.of === of ? this.made.revision : undefined;
  }

  dispose(): void {
    this.wanted = undefined;
    this.table.dispose();
  }

  private async make(of: number): Promise<void> {
    try {
      const { bytes, isMasked } = await this.own.ask("laidOut", { isSorted: false });
      if (!isMasked) {
        // Turned off meanwhile: what is in this table is shown as it is.
        throw new AppError("input", "snapshots/maskedBesideRows");
      }
      if (this.wanted !== of) {
        return;
      }
      const asked = { pageNumber: 1, pageSize: 1 };
      const reader = this.table.receive({ asked, rules: NO_RULES, isAdded: false });
      reader.add(bytes);
      const { facts } = await reader.finish("application/json; charset=utf-8");
      if (this.wanted === of) {
        this.made = { of, revision: facts.revision };
      }
    } catch (error) {
      this.error = this.wanted === of ? error : this.error;
    }
    if (this.wanted === of) {
      this.onChange();
    }
  }
}
