import { NotShown } from "./findings";
import type { Need, Rule } from "./rule";
import type { Service } from "./service";
import type { Target } from "./target";

export interface Result {
  readonly rule: Rule;
  readonly outcome: "kept" | "broken" | "skipped";
  /** What was found instead, or why it was skipped; empty where the rule is kept. */
  readonly reason: string;
}

/** Checks the rules one after another, and gives each result as soon as it is known. */
export async function* checkConformance(
  service: Service,
  rules: readonly Rule[],
): AsyncGenerator<Result, void, undefined> {
  try {
    for (const rule of rules) {
      const result = await checkRule(service, rule);
      if (service.isEnding) {
        // What was cut off shows nothing of the rule.
        return;
      }
      yield result;
    }
  } finally {
    await service.removeWritten();
  }
}

async function checkRule(service: Service, rule: Rule): Promise<Result> {
  const missing = (rule.needs ?? []).find((need) => !has(service.target, need));
  if (missing !== undefined) {
    return { rule, outcome: "skipped", reason: WHY[missing] };
  }
  try {
    await rule.check(service);
    return { rule, outcome: "kept", reason: "" };
  } catch (error) {
    // Whatever else goes wrong, such as a connection that ends, is no answer to the rule.
    const reason = error instanceof Error ? error.message : "It failed.";
    return { rule, outcome: error instanceof NotShown ? "skipped" : "broken", reason };
  }
}

function has(target: Target, need: Need): boolean {
  const { otherSubscriptionKey, serviceAccount, expiredToken, userClient, signIn } = target;
  const given: Readonly<Record<Need, boolean>> = {
    writes: target.mayWrite,
    sandbox: target.isSandbox,
    otherKey: otherSubscriptionKey !== undefined,
    serviceAccount: serviceAccount !== undefined,
    expiredToken: expiredToken !== undefined,
    userClient: userClient !== undefined,
    signIn: signIn !== undefined,
  };
  return given[need];
}

const WHY: Readonly<Record<Need, string>> = {
  writes: "It writes a pension: allow that with --allow-writes.",
  sandbox: "The specification does not show what else than the sandbox does here.",
  otherKey: "It takes a key of another environment: FP_OTHER_SUBSCRIPTION_KEY.",
  serviceAccount: "It takes a service account: FP_CLIENT_ID and FP_CLIENT_SECRET.",
  expiredToken: "It takes an access token that has expired: FP_EXPIRED_TOKEN.",
  userClient:
    "It takes a client for users: FP_USER_CLIENT_ID, FP_USER_CLIENT_SECRET, --redirect-uri.",
  signIn: "It takes a person who signs in: --interactive.",
};
