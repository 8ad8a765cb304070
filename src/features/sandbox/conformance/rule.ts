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
