import { ColumnFilterForm } from "./columnFilter";
import { ColumnList } from "./columnList";
import { ColumnSummaryCard } from "./columnSummary";
import { FindBar } from "./findBar";
import { GridBar } from "./gridBar";
import { ListGrid } from "./listGrid";
import { Menu } from "./menu";

/** The elements of the grid by their names. */
export const GRID_ELEMENTS = {
  "fp-grid-menu": Menu,
  "fp-column-filter": ColumnFilterForm,
  "fp-column-summary": ColumnSummaryCard,
  "fp-column-list": ColumnList,
  "fp-find-bar": FindBar,
  "fp-grid-bar": GridBar,
  "fp-list-grid": ListGrid,
};
