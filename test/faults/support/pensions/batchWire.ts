import type { Incident } from "./batchCases";
import type { Passed, Relay } from "./serviceRelay";
import type { Truth } from "./truth";

/** One PUT as it passed: what the service held before and after it. */
export interface PassedPut {
  readonly row: number;
  readonly body: string;
  readonly traceId: string | undefined;
  readonly before: string | undefined;
  /** Its file when the row's turn began; undefined where that is not known. */
  readonly file: string | undefined;
  after: string | undefined;
  status: number | undefined;
}

export interface BatchWireOptions {
  readonly relay: Relay;
  readonly truth: Truth;
  readonly pensionIds: readonly string[];
  readonly fileOf: (row: number) => string | undefined;
  readonly incidents: readonly Incident[];
  /** `row` is that of the call that passes. */
  readonly onIncident: (incident: Incident, row: number) => Promise<void>;
}

/** What passes between a batch and the service in one round, and what happens on the way. */
export class BatchWire {
  readonly puts: PassedPut[] = [];
  /** Trace ids of all calls of pensions. */
  readonly traceIds = new Set<string | undefined>();
  private calls = 0;
  /** Files as they were at the first call of their rows; undefined while only a plan reads. */
  private files: Map<number, string | undefined> | undefined;

  constructor(private readonly options: BatchWireOptions) {
    const { hooks } = options.relay;
    hooks.before = (request) => this.before(request);
    hooks.after = (request) => this.after(request);
  }

  /** From now on it is written, not planned. */
  beginWriting(): void {
    this.files = new Map();
  }

  end(): void {
    this.options.relay.release();
  }

  /** PUTs that changed what the service holds. */
  landed(row: number): readonly PassedPut[] {
    return this.of(row).filter(({ before, after }) => before !== after);
  }

  of(row: number): readonly PassedPut[] {
    return this.puts.filter((put) => put.row === row);
  }

  private async before(request: Passed): Promise<void> {
    const row = this.rowOf(request);
    if (row < 0) {
      return;
    }
    this.calls++;
    const traceId = request.headers["x-dt-traceid"]?.toString();
    this.traceIds.add(traceId);
    if (this.files?.has(row) === false) {
      this.files.set(row, this.options.fileOf(row));
    }
    await this.happen("before", row);
    if (request.method === "PUT") {
      const before = (await this.held(row))?.text;
      const body = request.body.toString("utf8");
      const file = this.files?.get(row);
      this.puts.push({ row, body, traceId, file, before, after: before, status: undefined });
    }
  }

  private async after(request: Passed): Promise<void> {
    const row = this.rowOf(request);
    if (row < 0) {
      return;
    }
    const put = this.of(row).at(-1);
    if (request.method === "PUT" && put !== undefined) {
      put.after = (await this.held(row))?.text;
      put.status = request.status;
    }
    await this.happen("after", row);
  }

  private held(row: number) {
    return this.options.truth.held(this.options.pensionIds[row] ?? "");
  }

  private rowOf({ path }: Passed): number {
    return this.options.pensionIds.findIndex((id) => path.endsWith(`/pensions/${id}`));
  }

  private async happen(when: Incident["when"], row: number): Promise<void> {
    for (const incident of this.options.incidents) {
      if (incident.at === this.calls - 1 && incident.when === when) {
        await this.options.onIncident(incident, row);
      }
    }
  }
}
