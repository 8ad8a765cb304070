interface Sizes {
  /** The largest page that was asked for and came; 0 where none did. */
  readonly taken: number;
  /** The largest that came with as many rows as were asked for. */
  readonly filled: number;
}

const NONE: Sizes = { taken: 0, filled: 0 };

/** Which sizes of pages one list of one connection was seen to take. */
export class TakenSizes {
  private seen = NONE;

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
}

/** The same of all lists, for as long as the window lives. */
export class TakenPages {
  private readonly byConnection = new Map<string, Map<string, TakenSizes>>();

  of(connectionId: string, operationId: string): TakenSizes {
    const own = this.byConnection.get(connectionId) ?? new Map<string, TakenSizes>();
    const sizes = own.get(operationId) ?? new TakenSizes();
    own.set(operationId, sizes);
    this.byConnection.set(connectionId, own);
    return sizes;
  }

  /** Another service may be behind the connection. */
  forget(connectionId: string): void {
    this.byConnection.delete(connectionId);
  }
}
