import type { ListEndpoint } from "../common/endpoint";
import type { NodeArgument, OpenListArgument } from "../../../manifest";
import type { CompareChoice } from "../messages/listLayout";
import type { ListQuery } from "../messages/listQuery";
import type { ListPlace } from "./pickEndpoint";

/** The lists that there are, and the panels that show them. */
export interface ExportableLists {
  /** What is in front; undefined where that is no list. */
  readonly front: ExportablePanel | undefined;
  /** Asks which list of the definition is wanted; undefined for a refusal. */
  choose(place: ListPlace): Promise<ListQuery | undefined>;
  /** Of the active definition. Throws `AppError` `definition/unknownOperation`. */
  endpointOf(query: Pick<ListQuery, "connectionId" | "operationId">): Promise<ListEndpoint>;
  /** The first page of the list that a node or an argument names; throws `input/noPanel`. */
  queryOf(argument: NodeArgument | OpenListArgument): Promise<ListQuery>;
  /** Opens the panel of a list and holds it against what is chosen. */
  compare(query: ListQuery, choice: CompareChoice): Promise<void>;
}

/** A panel whose rows can be taken along. */
export interface ExportablePanel {
  readonly query: ListQuery;
  rows(): Promise<PanelRows>;
  /** JSON lines, masked where the panel shows them so: every row, or those in view, in its order. */
  lines(scope: "loaded" | "view"): AsyncIterable<string>;
  /** Paths of the columns in view, in order. */
  columns(): Promise<readonly (readonly string[])[]>;
}

/** What a panel knows of its rows. */
export interface PanelRows {
  readonly loaded: number;
  /** Rows in view; absent where the panel shows every row as it came. */
  readonly view?: number;
  /** Rows of the whole list, as the service says. */
  readonly claimed?: number;
  /** How long the last page took. */
  readonly millisecondsPerPage?: number;
}
