import { tryParseJson } from "../../../../platform/json/tryParseJson";
import { isRecord, isText, oneOf } from "../../../../platform/base/shapes";
import type { PagingFact } from "../../../lists/common/findings";
import type { DataSetQuery } from "./dataSet";

/** The first line: whose list it is and how it is asked for. Nothing of it is a client's. */
export interface HeadLine {
  readonly kind: "dataSet";
  readonly journalVersion: 1;
  readonly id: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly query: WrittenQuery;
  readonly isMasked: boolean;
  /** Tells whether pseudonyms are made under the same key; of masked ones. */
  readonly keyPrint?: string;
  /** ISO 8601, UTC, like all times here. */
  readonly createdAt: string;
}

/** As others may read it; texts are masked where rows are. */
export type WrittenQuery = Omit<DataSetQuery, "connectionId">;

/** Asking began, or began again. */
interface RunLine {
  readonly kind: "run";
  readonly at: string;
}

const CLIENT_OUTCOMES = ["whole", "empty", "refused"] as const;

/** A client that is done with. Of two lines about one client the later counts. */
export interface ClientLine {
  readonly kind: "client";
  /** As its folder has it: its id or the pseudonym of it. */
  readonly client: string;
  /** Of masked ones: the client is known again by it, under the key of the pseudonyms alone. */
  readonly print?: string;
  /** `empty`: there were no rows, so there is no file. */
  readonly outcome: (typeof CLIENT_OUTCOMES)[number];
  readonly at: string;
  readonly traceId?: string;
  readonly requestIds?: readonly string[];
  readonly pages?: number;
  readonly rows?: number;
  readonly bytes?: number;
  /** Of the file, lower case hexadecimal. */
  readonly sha256?: string;
  /** Whether its pages prove that it is; absent of refused ones, and in earlier versions. */
  readonly isWhole?: boolean;
  readonly totals?: readonly number[];
  readonly repeatedRows?: number;
  readonly inexactPages?: readonly number[];
  readonly findings?: readonly PagingFact[];
  /** Its rows have a member called as the partition. */
  readonly namesPartition?: true;
  /** Of refused ones: what the service answered, or why its answer could not be taken. */
  readonly status?: number;
  readonly code?: string;
}

/** What the pages of the list of clients have shown, when its end was reached. */
export interface ClientsLine {
  readonly kind: "clients";
  readonly at: string;
  /** Every client that the service lists came with an id, as far as its pages can show. */
  readonly isWhole: boolean;
  readonly pages: number;
  readonly rows: number;
  /** Rows of a client that an earlier row was about. */
  readonly repeatedRows: number;
  /** Rows without an id, which cannot be asked for. */
  readonly withoutId: number;
  /** All totals that pages said, each once, in order. */
  readonly totals: readonly number[];
  readonly findings: readonly PagingFact[];
}

export type JournalLine = HeadLine | RunLine | ClientLine | ClientsLine;

/** A line of a journal; undefined where it is none, as one that was only begun. */
export function readLine(text: string): JournalLine | undefined {
  const line = tryParseJson(text);
  if (!isRecord(line)) {
    return undefined;
  }
  const { kind, client, outcome } = line;
  const isLine =
    kind === "client"
      ? isText(client) && oneOf(outcome, CLIENT_OUTCOMES)
      : oneOf(kind, ["dataSet", "run", "clients"]);
  return isLine ? (line as unknown as JournalLine) : undefined;
}
