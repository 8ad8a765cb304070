import type { ReceivedCall } from "../../messages/receivedCalls";

/** So many calls are kept; of older ones only their number is known. */
const MOST_CALLS = 10_000;

/** Of all bodies together; older ones are dropped, since the process has all of the sandbox. */
const MOST_BODY_BYTES = 64 * 1_048_576;

/** A call whose facts are worked out when somebody asks for them, or when its body is dropped. */
interface Kept {
  readonly number: number;
  call: () => ReceivedCall;
  /** Of the body, as long as it is kept. */
  bytes: number;
}

/** The calls that reached the sandbox. */
export class ReceivedCalls {
  private kept: Kept[] = [];
  /** Of all bodies that are kept. */
  private bytes = 0;
  /** So many of the first calls have no body any more. */
  private bare = 0;
  private begun = 0;
  private readonly listeners = new Set<(call: ReceivedCall) => void>();
  private readonly changeListeners = new Set<() => void>();

  constructor(private readonly mostBodyBytes = MOST_BODY_BYTES) {}

  /** The number of a call that begins; numbers go on when the list is cleared. */
  nextNumber(): number {
    this.begun++;
    return this.begun;
  }

  /** Keeps a call that has ended; `bytes` is what its body takes. */
  add(number: number, make: () => ReceivedCall, bytes = 0): void {
    const call = once(make);
    this.kept.push({ number, call, bytes });
    this.bytes += bytes;
    if (this.kept.length >= 2 * MOST_CALLS) {
      this.dropCalls();
    }
    while (this.bytes > this.mostBodyBytes) {
      this.dropBody();
    }
    for (const listener of this.listeners) {
      listener(call());
    }
    this.tellChange();
  }

  /**
   * The newest in the order in which they came; those that are still answered are not among them.
   * The facts of all others are not worked out.
   */
  list(most = MOST_CALLS): readonly ReceivedCall[] {
    return this.kept
      .slice(-MOST_CALLS)
      .sort((one, other) => one.number - other.number)
      .slice(-most)
      .map(({ call }) => call());
  }

  /** Undefined where it is not kept any more. */
  get(number: number): ReceivedCall | undefined {
    return this.kept.find((one) => one.number === number)?.call();
  }

  clear(): void {
    this.kept = [];
    this.bytes = 0;
    this.bare = 0;
    this.tellChange();
  }

  /** Tells of each call that ends from now on. */
  onCall(listener: (call: ReceivedCall) => void): void {
    this.listeners.add(listener);
  }

  /** Tells of each change of the list, without working out the facts of a call. */
  onChange(listener: () => void): void {
    this.changeListeners.add(listener);
  }

  private dropCalls(): void {
    const dropped = this.kept.splice(0, this.kept.length - MOST_CALLS);
    this.bytes -= dropped.reduce((sum, { bytes }) => sum + bytes, 0);
    this.bare = Math.max(0, this.bare - dropped.length);
  }

  /** Drops the oldest body. Its call is worked out now: rules that it broke are found in it. */
  private dropBody(): void {
    const kept = this.kept[this.bare];
    this.bare++;
    if (kept === undefined || kept.bytes === 0) {
      return;
    }
    const call = { ...kept.call(), bodyNotKept: true as const };
    delete call.body;
    kept.call = () => call;
    this.bytes -= kept.bytes;
    kept.bytes = 0;
  }

  private tellChange(): void {
    this.changeListeners.forEach((listener) => listener());
  }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
