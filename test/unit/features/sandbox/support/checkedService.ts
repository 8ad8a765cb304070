import {
  checkConformance,
  type Result,
} from "../../../../../src/features/sandbox/conformance/conformance";
import { RULES } from "../../../../../src/features/sandbox/conformance/rules";
import { Service } from "../../../../../src/features/sandbox/conformance/service";
import type { Target } from "../../../../../src/features/sandbox/conformance/target";
import { type DeviatingProxy, startProxy } from "../../../support/deviatingProxy";
import { startSandbox } from "../../../support/sandboxProcess";

/** A sandbox behind proxies, to be checked as a service of which nothing is known. */
export interface CheckedService {
  readonly service: DeviatingProxy;
  readonly identity: DeviatingProxy;
  readonly target: Target;
  readonly stop: () => Promise<void>;
}

export async function startChecked(): Promise<CheckedService> {
  const sandbox = await startSandbox();
  const { baseUrl, authUrl, prefixes, subscriptionKeys } = sandbox.facts;
  const { serviceAccount, userPresent } = sandbox.facts.clients;
  const [service, identity] = await Promise.all([startProxy(baseUrl), startProxy(authUrl)]);
  const clientOf = ({ clientId, clientSecret, scopes }: typeof serviceAccount) => ({
    ...{ id: clientId, secret: clientSecret, scopes },
  });
  return {
    service,
    identity,
    target: {
      baseUrl: service.url,
      authUrl: identity.url,
      prefixes,
      subscriptionKey: subscriptionKeys.development,
      otherSubscriptionKey: subscriptionKeys.production,
      serviceAccount: clientOf(serviceAccount),
      userClient: { ...clientOf(userPresent), redirectUri: "http://127.0.0.1/callback" },
      firstPage: 1,
      mayWrite: true,
      isSandbox: false,
    },
    stop: async () => {
      service.stop();
      identity.stop();
      await sandbox.stop();
    },
  };
}

/** Of a target, without a wait before a call is sent again. */
export function impatient(target: Target): Service {
  return new Service(target, Date.now, () => Promise.resolve());
}

export async function checkRules(service: Service, names: readonly string[]): Promise<Result[]> {
  const rules = RULES.filter(({ name }) => names.includes(name));
  const results: Result[] = [];
  for await (const result of checkConformance(service, rules)) {
    results.push(result);
  }
  return results;
}
