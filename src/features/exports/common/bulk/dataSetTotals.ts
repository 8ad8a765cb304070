import type { ClientLine, ClientsLine, JournalLine } from "./journalLines";

export type RefusedClient = Pick<
  ClientLine,
  "client" | "status" | "code" | "traceId" | "requestIds"
>;

export type ClientNotWhole = Required<
  Pick<ClientLine, "client" | "rows" | "repeatedRows" | "totals" | "findings">
>;

/** As many refused clients as a manifest names, and such whose list is not whole. */
const NAMED_CLIENTS = 1000;

/** What the lines of a journal come to; they are not kept. */
export class DataSetTotals {
  readonly outcomes = { whole: 0, empty: 0, refused: 0 };
  readonly runs: string[] = [];
  readonly refused: RefusedClient[] = [];
  rows = 0;
  bytes = 0;
  pages = 0;
  withFindings = 0;
  clientsNotWhole = 0;
  readonly notWhole: ClientNotWhole[] = [];
  namesPartition = false;
  list: Omit<ClientsLine, "kind" | "at"> | undefined;
  lastAt: string | undefined;

  get clients(): number {
    const { whole, empty, refused } = this.outcomes;
    return whole + empty + refused;
  }

  add(line: JournalLine): void {
    switch (line.kind) {
      case "dataSet":
        return;
      case "run":
        this.runs.push(line.at);
        return;
      case "clients": {
        const { isWhole, pages, rows, repeatedRows, withoutId, totals, findings } = line;
        this.list = { isWhole, pages, rows, repeatedRows, withoutId, totals, findings };
        return;
      }
      case "client":
        this.addClient(line);
    }
  }

  private addClient(line: ClientLine): void {
    const { outcome, rows = 0, bytes = 0, pages = 0, findings = [], inexactPages = [] } = line;
    this.outcomes[outcome]++;
    this.rows += rows;
    this.bytes += bytes;
    this.pages += pages;
    const isOdd = findings.length > 0 || inexactPages.length > 0 || line.isWhole === false;
    this.withFindings += isOdd ? 1 : 0;
    if (line.isWhole === false) {
      this.clientsNotWhole++;
      if (this.notWhole.length < NAMED_CLIENTS) {
        const { client, repeatedRows = 0, totals = [] } = line;
        this.notWhole.push({ client, rows, repeatedRows, totals, findings });
      }
    }
    this.namesPartition ||= line.namesPartition === true;
    this.lastAt = line.at;
    if (outcome === "refused" && this.refused.length < NAMED_CLIENTS) {
      const { client, status, code, traceId, requestIds } = line;
      this.refused.push({
        client,
        ...(status === undefined ? {} : { status }),
        ...(code === undefined ? {} : { code }),
        ...(traceId === undefined ? {} : { traceId }),
        ...(requestIds === undefined ? {} : { requestIds }),
      });
    }
  }
}
