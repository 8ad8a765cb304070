import type { Disposable, Uri } from "vscode";
import type { ListEndpoint } from "../../common/listEndpoint";
import type { ListState } from "../../common/session";
import type { RowTable, TableOptions } from "../../common/table/rowTables";
import type { SnapshotsView, ComparedSide } from "../../messages/listComparison";
import type { CompareChoice } from "../../messages/listLayout";
import type { ListQuery } from "../../messages/listQuery";
import type { ValueCourse } from "../../messages/valueCourse";
import type { Environment } from "../../../../platform/base/connection";
import type { ListRulesStore } from "../../common/listRules";
import type { ServiceClient } from "../../../../platform/service/client";
import type { ErrorActions } from "../../../../platform/vscode/errorActions";
import type { AnswerDocuments } from "../answerDocuments";
import type { EndpointServices } from "../pickEndpoint";

/** One side of a comparison. */
export interface Side {
  readonly table: RowTable;
  /** Of its rows; undefined until they are there, whole. */
  readonly revision: number | undefined;
  readonly describe: () => ComparedSide;
}

/** What a comparison needs of what the lists have. */
export interface CompareServices extends EndpointServices {
  readonly answers: Pick<AnswerDocuments, "add" | "addOwn" | "closeWhenMasked">;
  readonly errorActions: Pick<ErrorActions, "run">;
  readonly rules: Pick<ListRulesStore, "rules">;
  client(connectionId: string): Promise<ServiceClient>;
  connection(connectionId: string): Omit<KnownConnection, "id"> | undefined;
  connections(): readonly KnownConnection[];
  copy(text: string): Promise<void>;
  readonly snapshotComparisons: SnapshotComparisons;
}

/** Snapshots of lists, as what a list is compared with. */
export interface SnapshotComparisons {
  /** For one panel. */
  create(options: SnapshotComparisonOptions): ComparedSnapshots;
  /** Asks where snapshots are kept from now on; undefined when the user declined. */
  chooseFolder(): Promise<string | undefined>;
  /** Asks which snapshot of a list is compared, and with what; undefined when the user declined. */
  choose(query: ListQuery): Promise<CompareChoice | undefined>;
}

export interface SnapshotComparisonOptions {
  readonly endpoint: () => ListEndpoint;
  /** Rows of the list itself. */
  readonly table: RowTable;
  readonly openTable: (options?: TableOptions) => RowTable;
  readonly own: () => { readonly query: ListQuery; readonly state: ListState };
  /** The list as it is now, as a side of a comparison. */
  readonly ownSide: () => Side;
  readonly onChange: () => void;
}

/** A list compared with its snapshots, or two of them with one another. */
export interface ComparedSnapshots extends Disposable {
  readonly view: SnapshotsView;
  /** The older one first; undefined before there is a snapshot. */
  readonly sides: readonly [Side, Side] | undefined;
  readonly isLoading: boolean;
  /** Why there is no comparison; undefined while there is none to be had. */
  readonly failure: unknown;
  /** Reads what was chosen, the newest where nothing was; gives what is compared then. */
  open(wanted: CompareChoice): Promise<CompareChoice | undefined>;
  load(): Promise<void>;
  /** What snapshots of the list and its rows now add up to. */
  course(column: string | undefined): Promise<ValueCourse>;
  /** Takes a file as a snapshot of the list; gives the name that it is chosen by. */
  pick(file: Uri): Promise<{ readonly name: string }>;
  close(): void;
}

interface KnownConnection {
  readonly id: string;
  readonly label: string;
  readonly environment: Environment;
}
