import type { ListLayout } from "../../shared/listLayout";
import type { ListTexts } from "../../shared/listMessages";
import type { RowsAnswer, TableFacts } from "../../shared/listQuestions";
import type { ListAsk } from "./ask";

/** What every tab of the panel is given; each draws what it needs of it. */
export interface TabElement extends HTMLElement {
  facts: TableFacts;
  layout: ListLayout;
  texts: ListTexts;
  ask: ListAsk;
}

/** The grid, as the panel around it sees it. */
export interface GridElement extends TabElement {
  label: string;
  isLoading: boolean;
  prefetched: RowsAnswer | undefined;
  focusCell(): void;
  openFind(): void;
  openFilter(): void;
  toTop(): void;
}

/** The user laid something out anew: the members that changed. */
export class LayoutEvent extends CustomEvent<Partial<ListLayout>> {}
