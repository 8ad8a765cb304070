/** The service did something else than the rule says; the message tells what, without secrets. */
export class Deviation extends Error {
  override readonly name = "Deviation";
}

/** There is nothing in the data of the service that would show whether it keeps the rule. */
export class NotShown extends Error {
  override readonly name = "NotShown";
}

/** Throws a `Deviation` unless it holds. */
export function expect(holds: boolean, found: string): asserts holds {
  if (!holds) {
    throw new Deviation(found);
  }
}
