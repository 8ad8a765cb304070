import type { Service } from "./service";

/** What a rule needs besides the service, its key and a token. */
export type Need =
  "writes" | "sandbox" | "otherKey" | "serviceAccount" | "expiredToken" | "userClient" | "signIn";

/** A rule of the specification that can be seen over HTTP. */
export interface Rule {
  /** Section and subject; there are no two of the same name. */
  readonly name: string;
  /** The specification's words. */
  readonly sentence: string;
  readonly needs?: readonly Need[];
  /** Throws a `Deviation` where the rule is broken, and `NotShown` where nothing shows it. */
  readonly check: (service: Service) => Promise<void>;
}

/** A rule that no exchange with the service can show. */
export interface UncheckedRule {
  readonly name: string;
  readonly sentence: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

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
