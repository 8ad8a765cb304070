/** Limits of the store; bytes counts content only. */
interface AnswerStoreLimits {
  readonly count: number;
  readonly bytes: number;
}

export interface StoredAnswer {
  readonly id: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const ANSWER_LIMITS: AnswerStoreLimits = { count: 50, bytes: 64 * 1024 * 1024 };

/** Answers that were opened, in memory; the ones not used for longest go first. */
export class AnswerStore {
  private readonly entries = new Map<string, StoredAnswer>();
  private held = 0;

  constructor(
    private readonly newId: () => string,
    private readonly limits: AnswerStoreLimits = ANSWER_LIMITS,
  ) {}

  /** Keeps an answer; the same bytes under the same name are kept once. */
  set(name: string, bytes: Uint8Array): StoredAnswer {
    const known = [...this.entries.values()].find(
      (entry) => entry.name === name && sameBytes(entry.bytes, bytes),
    );
    if (known !== undefined) {
      return this.touch(known);
    }
    const entry: StoredAnswer = { id: this.newId(), name, bytes };
    this.entries.set(entry.id, entry);
    this.held += bytes.length;
    this.evict(entry);
    return entry;
  }

  get(id: string): StoredAnswer | undefined {
    const entry = this.entries.get(id);
    return entry && this.touch(entry);
  }

  private touch(entry: StoredAnswer): StoredAnswer {
    // A Map remembers insertion order: the last one is the one used last.
    this.entries.delete(entry.id);
    this.entries.set(entry.id, entry);
    return entry;
  }

  private evict(newest: StoredAnswer): void {
    for (const entry of this.entries.values()) {
      const fits = this.entries.size <= this.limits.count && this.held <= this.limits.bytes;
      if (fits || entry === newest) {
        return;
      }
      this.entries.delete(entry.id);
      this.held -= entry.bytes.length;
    }
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
