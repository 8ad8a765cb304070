import { ColumnFilterForm } from "./columnFilter";
import { ColumnList } from "./columnList";
import { ColumnSummaryCard } from "./columnSummary";
import { FindBar } from "./findBar";
import { GridBar } from "./gridBar";
import { ListGrid } from "./listGrid";
import { Menu } from "./menu";

/** Names the elements of the grid, once in a document. */
export function defineGrid(): void {
  customElements.define("fp-grid-menu", Menu);
  customElements.define("fp-column-filter", ColumnFilterForm);
  customElements.define("fp-column-summary", ColumnSummaryCard);
  customElements.define("fp-column-list", ColumnList);
  customElements.define("fp-find-bar", FindBar);
  customElements.define("fp-grid-bar", GridBar);
  customElements.define("fp-list-grid", ListGrid);
}
