import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { readDefinition } from "../../../platform/service/definition/definition";
import type { SandboxFacts } from "../messages/sandboxMessages";
import type { FaultRule } from "../messages/sandboxFaults";
import type { DataSet } from "./data/dataSet";
import { createDataSets } from "./data/dataSets";
import { FaultPlan } from "./faults/faultPlan";
import { createIdentity } from "./identity/identityProvider";
import { listen } from "./listen";
import type { Settings } from "./options";
import { answerUnreadable } from "./service/rawAnswers";
import { createServiceApp } from "./service/serviceApp";

export interface RunningSandbox {
  readonly facts: SandboxFacts;
  readonly faults: FaultPlan;
  /** Ends all connections and both listeners. */
  stop(): void;
}

/**
 * Starts service and identity provider, each on a port of its own. Throws `PortError`.
 * `onFaults` is told when rules of the fault plan were used up, with those that are left.
 */
export async function startSandbox(
  settings: Settings,
  onFaults: (rules: readonly FaultRule[]) => void = () => undefined,
): Promise<RunningSandbox> {
  const definition = readDefinition(await readFile(settings.definition, "utf8"));
  const service = await listen(settings.servicePort);
  const identity = await listen(settings.identityPort);
  const { crm, finances } = definition.prefixes;
  const facts: SandboxFacts = {
    baseUrl: service.url,
    authUrl: identity.url,
    subscriptionKeys: { development: createSecret("hex"), production: createSecret("hex") },
    clients: createClients(),
    prefixes: { crm, finances, profiling: settings.resultsPrefix },
  };
  const provider = createIdentity({
    ...{ ...settings, authUrl: identity.url, clients: facts.clients, now: Date.now },
  });
  identity.server.on("request", (request, response) => {
    provider.handle(request, response).catch(() => response.destroy());
  });
  const data = createDataSets(settings.seed, Date.now, settings.holdings);
  const schema = definition.operation("listClients").parameters[0]?.schema;
  const faults = createPlan(settings.faults, onFaults);
  const app = createServiceApp({
    definition,
    prefixes: facts.prefixes,
    dataSets: reachedBy(facts.subscriptionKeys, data),
    checkToken: (token) => provider.checkToken(token),
    maximumPageSize: settings.maximumPageSize ?? schema?.["x-maximum-page-size"] ?? 200,
    pensionReading: settings.pensionReading,
    pensionTags: settings.pensionTags,
    faults,
  });
  serve(service.server, app.callback());
  return { facts, faults, stop: () => [service.server, identity.server].forEach(end) };
}

function reachedBy(
  { development, production }: SandboxFacts["subscriptionKeys"],
  data: ReturnType<typeof createDataSets>,
): ReadonlyMap<string, DataSet> {
  return new Map([
    [development, data.development],
    [production, data.production],
  ]);
}

function createPlan(
  rules: readonly FaultRule[],
  onFaults: (rules: readonly FaultRule[]) => void,
): FaultPlan {
  const plan = new FaultPlan(() => onFaults(plan.active));
  plan.set(rules);
  return plan;
}

function serve(
  server: Server,
  handler: ReturnType<ReturnType<typeof createServiceApp>["callback"]>,
): void {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void handler(request, response);
  };
  server.on("request", answer);
  // Node would refuse an unknown `Expect` itself, without the headers of the service.
  server.on("checkExpectation", answer);
  answerUnreadable(server);
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

const SERVICE_SCOPES = ["crm.read", "finances.read", "finances.write", "profiling.read"];

const USER_SCOPES = ["openid", "profile", "offline_access", ...SERVICE_SCOPES];

/** Callback addresses as an operator would register them: one of each kind that there is. */
const REDIRECT_URIS = [
  "http://127.0.0.1/callback",
  "http://127.0.0.1:47100/callback",
  // Nothing listens there: its address is copied from the browser.
  "https://application.example/callback",
  "vscode://financial-planning-tools.financial-planning-api-explorer/callback",
  "vscode-insiders://financial-planning-tools.financial-planning-api-explorer/callback",
  "vscodium://financial-planning-tools.financial-planning-api-explorer/callback",
  "code-oss://financial-planning-tools.financial-planning-api-explorer/callback",
];

function createClients(): SandboxFacts["clients"] {
  return {
    serviceAccount: {
      clientId: "sandbox-service-account",
      clientSecret: createSecret("base64"),
      scopes: SERVICE_SCOPES,
    },
    userPresent: {
      clientId: "sandbox-user-present",
      clientSecret: createSecret("base64"),
      scopes: USER_SCOPES,
      redirectUris: REDIRECT_URIS,
    },
    delegation: {
      clientId: "sandbox-delegation",
      clientSecret: createSecret("base64"),
      scopes: USER_SCOPES,
      redirectUris: REDIRECT_URIS,
    },
  };
}

/** Keys are 32 hex digits, as gateways make them; base64 has `+` and `/`, to be encoded. */
function createSecret(form: "hex" | "base64"): string {
  return randomBytes(form === "hex" ? 16 : 24).toString(form);
}
