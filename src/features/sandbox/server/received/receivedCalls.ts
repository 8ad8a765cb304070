import type { ReceivedCall } from "../../messages/receivedCalls";

/** So many calls are kept; of older ones only their number is known. */
const MOST_CALLS = 10_000;

/** A call whose facts are worked out when somebody asks for them. */
interface Kept {
  readonly number: number;
  readonly call: () => ReceivedCall;
}

/** The calls that reached the sandbox. */
export class ReceivedCalls {
  private kept: Kept[] = [];
  private begun = 0;
  private readonly listeners = new Set<(call: ReceivedCall) => void>();
  private readonly changeListeners = new Set<() => void>();

  /** The number of a call that begins; numbers go on when the list is cleared. */
  nextNumber(): number {
    this.begun++;
    return this.begun;
  }

  /** Keeps a call that has ended. */
  add(number: number, make: () => ReceivedCall): void {
    const call = once(make);
    this.kept.push({ number, call });
    if (this.kept.length >= 2 * MOST_CALLS) {
      this.kept = this.kept.slice(-MOST_CALLS);
    }
    for (const listener of this.listeners) {
      listener(call());
    }
    this.tellChange();
  }

  /** In the order in which they came; those that are still answered are not among them. */
  list(): readonly ReceivedCall[] {
    return this.kept
      .slice(-MOST_CALLS)
      .sort((one, other) => one.number - other.number)
      .map(({ call }) => call());
  }

  /** Undefined where it is not kept any more. */
  get(number: number): ReceivedCall | undefined {
    return this.kept.find((one) => one.number === number)?.call();
  }

  clear(): void {
    this.kept = [];
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

  private tellChange(): void {
    this.changeListeners.forEach((listener) => listener());
  }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
