interface Sizes {
  /** The largest page that was asked for and came; 0 where none did. */
  readonly taken: number;
  /** The largest that came with as many rows as were asked for. */
  readonly filled: number;
}

type PathValues = Readonly<Record<string, string>>;

/** By values: definitions differ in what they call the parameter of the client. */
function keyOf(path: PathValues): string {
  return JSON.stringify(Object.values(path).map((value) => value.toLowerCase()));
}

const NONE: Sizes = { taken: 0, filled: 0 };

/** A number of all rows that the service says though its pages speak against it. */
interface DeniedTotal {
  readonly said: number;
  /** Rows that came, each once. */
  readonly came: number;
}

/** What pages of one list of one connection have shown, whoever asked for them. */
export class SeenList {
  private seen = NONE;
  private deniedTotal: DeniedTotal | undefined;
  /** By the values of the list's path: each client has a list of its own. */
  private readonly totals = new Map<string, number>();

  constructor(private readonly onChange: () => void = () => undefined) {}

  get sizes(): Sizes {
    return this.seen;
  }

  /** A page of `pageSize` rows was asked for and came with so many. */
  note(pageSize: number, rows: number): void {
    const { taken, filled } = this.seen;
    this.seen = {
      taken: Math.max(taken, pageSize),
      filled: rows >= pageSize ? Math.max(filled, pageSize) : filled,
    };
  }

  /** A first page of this size did not come: what was seen before does not hold any more. */
  refuse(pageSize: number): void {
    this.seen = this.seen.taken >= pageSize ? NONE : this.seen;
  }

  /** How many rows the list of such a path has; undefined where nothing says so. */
  totalOf(path: PathValues): number | undefined {
    return this.totals.get(keyOf(path));
  }

  /** The service said so many rows, or all of them came; undefined: pages speak against it. */
  noteTotal(path: PathValues, total: number | undefined): void {
    const key = keyOf(path);
    if (this.totals.get(key) !== total) {
      if (total === undefined) {
        this.totals.delete(key);
      } else {
        this.totals.set(key, total);
      }
      this.onChange();
    }
  }

  get denied(): DeniedTotal | undefined {
    return this.deniedTotal;
  }

  /** Pages spoke against the service's number, or, undefined, proved another one. */
  deny(denied: DeniedTotal | undefined): void {
    if (JSON.stringify(denied) !== JSON.stringify(this.deniedTotal)) {
      this.deniedTotal = denied;
      this.onChange();
    }
  }
}

/** The same of all lists, for as long as the window lives. */
export class SeenLists {
  private readonly byConnection = new Map<string, Map<string, SeenList>>();

  /** @param onChange the number of rows of a list is not what its service says, or is again */
  constructor(private readonly onChange: () => void = () => undefined) {}

  of(connectionId: string, operationId: string): SeenList {
    const own = this.byConnection.get(connectionId) ?? new Map<string, SeenList>();
    const list = own.get(operationId) ?? new SeenList(this.onChange);
    own.set(operationId, list);
    this.byConnection.set(connectionId, own);
    return list;
  }

  /** Another service may be behind the connection. */
  forget(connectionId: string): void {
    this.byConnection.delete(connectionId);
  }
}
