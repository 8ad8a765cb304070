import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import {
  readDefinition,
  type ServiceDefinition,
} from "../../../platform/service/definition/definition";
import type { SandboxFacts } from "../messages/sandboxMessages";
import type { FaultRule } from "../messages/sandboxFaults";
import type { SandboxScenario, ScenarioEnvironment } from "../messages/sandboxScenario";
import { createAdminApp } from "./admin/adminApp";
import { createDataSets, type DataSets, type Environment } from "./data/dataSets";
import { FaultPlan } from "./faults/faultPlan";
import { foreignness } from "./foreignCalls";
import { createIdentity } from "./identity/identityProvider";
import { PEOPLE, peopleOf } from "./identity/people";
import { readInput } from "./inputFile";
import { listen } from "./listen";
import { OptionError } from "./optionError";
import type { Settings } from "./options";
import { ReceivedCalls } from "./received/receivedCalls";
import { recordIdentityCall } from "./received/recordCalls";
import type { RunningSandbox } from "./runningSandbox";
import { readScenario } from "./scenario";
import { givenAnswerOf, GivenAnswers } from "./service/givenAnswers";
import { answerUnreadable } from "./service/rawAnswers";
import { createServiceApp } from "./service/serviceApp";

/**
 * Starts service and identity provider, each on a port of its own. Throws `PortError` and
 * `OptionError`. `onFaults` is told of the rules of the fault plan when they change.
 */
export async function startSandbox(
  settings: Settings,
  onFaults: (rules: readonly FaultRule[]) => void = () => undefined,
): Promise<RunningSandbox> {
  const definition = definitionIn(settings.definition);
  const start = firstScenario(settings);
  const service = await listen(settings.servicePort);
  const identity = await listen(settings.identityPort);
  let admin = settings.adminPort === undefined ? undefined : await listen(settings.adminPort);
  const { crm, finances } = definition.prefixes;
  const facts: SandboxFacts = {
    baseUrl: service.url,
    authUrl: identity.url,
    ...(admin !== undefined && { adminUrl: admin.url }),
    subscriptionKeys: { development: createSecret("hex"), production: createSecret("hex") },
    clients: createClients(),
    prefixes: { crm, finances, profiling: settings.resultsPrefix },
  };
  const received = new ReceivedCalls();
  let isReady = false;
  const faults: FaultPlan = new FaultPlan(() => {
    // Who starts it waits for its addresses first.
    if (isReady) {
      onFaults(faults.active);
    }
  });
  let world = createWorld(settings, start);
  const provider = createIdentity({
    ...settings,
    authUrl: identity.url,
    clients: facts.clients,
    now: Date.now,
    get people() {
      return world.people;
    },
    get tokenLifetime() {
      return world.behaviour.tokenLifetime;
    },
    get consentSeconds() {
      return world.behaviour.consentSeconds;
    },
  });
  const createHandler = (): Handler =>
    createServiceApp({
      definition,
      prefixes: facts.prefixes,
      environments: environmentsOf(facts.subscriptionKeys),
      ...{ data: world.data, answers: world.answers, ...world.behaviour },
      maximumPageSize:
        world.behaviour.maximumPageSize ??
        definition.operation("listClients").parameters[0]?.schema["x-maximum-page-size"] ??
        200,
      checkToken: (token) => provider.checkToken(token),
      ...{ faults, received, allowedHosts: settings.allowedHosts },
    }).callback();
  let handler = createHandler();
  const sandbox: RunningSandbox = {
    facts,
    faults,
    received,
    save: () => saveWorld(world, faults),
    load: (scenario) => {
      world = createWorld(settings, scenario);
      handler = createHandler();
      faults.set(scenario.faults ?? [], scenario.seed ?? settings.seed);
    },
    reset: () => sandbox.load(start),
    addAnswer: (recorded) => {
      const answer = givenAnswerOf(recorded, definition, facts.prefixes);
      world.answers.addFirst(answer);
      const query = answer.query === "" ? "" : `?${answer.query ?? ""}`;
      return { method: recorded.method, target: `${answer.path}${query}` };
    },
    openAdmin: async () => {
      if (admin === undefined) {
        admin = await listen(0);
        serveAdmin(admin.server);
      }
      return admin.url;
    },
    stop: () => [service, identity, admin].forEach((one) => one && end(one.server)),
  };
  faults.set(start.faults ?? [], start.seed);
  serve(service.server, () => handler);
  identity.server.on("request", (request, response) => {
    recordIdentityCall(received, request, response);
    const reason = foreignness(request.headers, {
      allowedHosts: settings.allowedHosts,
      takesNavigation: request.method === "GET",
    });
    if (reason !== undefined) {
      response.writeHead(403, { "Content-Type": "text/plain; charset=utf-8" }).end(`${reason}\n`);
      return;
    }
    provider.handle(request, response).catch(() => response.destroy());
  });
  const answerAdmin = createAdminApp(sandbox, settings.allowedHosts).callback();
  const serveAdmin = (server: Server): void => {
    server.on("request", (request, response) => void answerAdmin(request, response));
  };
  if (admin !== undefined) {
    serveAdmin(admin.server);
  }
  isReady = true;
  return sandbox;
}

/** Throws `OptionError` for a file that is none. */
function definitionIn(file: string): ServiceDefinition {
  const text = readInput("definition", file);
  try {
    return readDefinition(text);
  } catch {
    throw new OptionError("definition", `${file} is no service definition (OpenAPI 3.1, JSON).`);
  }
}

type Handler = ReturnType<ReturnType<typeof createServiceApp>["callback"]>;

/** What a scenario changes. */
interface World {
  readonly scenario: SandboxScenario;
  readonly seed: string;
  readonly data: DataSets;
  readonly people: typeof PEOPLE;
  readonly answers: GivenAnswers;
  readonly behaviour: Pick<
    Settings,
    "pensionReading" | "pensionTags" | "maximumPageSize" | "tokenLifetime" | "consentSeconds"
  >;
}

function createWorld(settings: Settings, scenario: SandboxScenario): World {
  const { pensionReading, pensionTags, maximumPageSize, tokenLifetime, consentSeconds } = settings;
  const seed = scenario.seed ?? settings.seed;
  return {
    scenario,
    seed,
    data: createDataSets(seed, Date.now, {
      holdings: settings.holdings,
      clients: settings.clients,
      environments: scenario.environments,
    }),
    people: scenario.people === undefined ? PEOPLE : peopleOf(scenario.people),
    answers: new GivenAnswers(scenario.answers ?? []),
    behaviour: {
      ...{ pensionReading, pensionTags, maximumPageSize, tokenLifetime, consentSeconds },
      ...scenario.behaviour,
    },
  };
}

/** That of the options; faults of the command line come first. */
function firstScenario({ scenario: file, faults, seed, clients }: Settings): SandboxScenario {
  const read: SandboxScenario =
    file === undefined ? { version: 1 } : readScenario(readInput("scenario", file), file);
  const development = {
    ...(clients !== undefined && { clients }),
    ...read.environments?.development,
  };
  return {
    ...read,
    seed: read.seed ?? seed,
    environments: { ...read.environments, development },
    faults: [...faults, ...(read.faults ?? [])],
  };
}

/**
 * With seed, numbers of clients and behaviour of the options, defaults too: who takes it may have
 * others.
 */
function saveWorld(
  { scenario, seed, data, behaviour, answers }: World,
  faults: FaultPlan,
): SandboxScenario {
  const environment = (name: Environment): ScenarioEnvironment => {
    const given = scenario.environments?.[name]?.given ?? [];
    const pensions = data[name].writtenPensions();
    return {
      clients: data[name].clients.length - given.length,
      ...(given.length > 0 && { given }),
      ...(pensions.length > 0 && { pensions }),
    };
  };
  const { maximumPageSize, pensionReading, pensionTags, tokenLifetime, consentSeconds } = behaviour;
  return {
    ...scenario,
    seed,
    behaviour: {
      ...{ pensionReading, pensionTags, tokenLifetime, consentSeconds },
      ...(maximumPageSize !== undefined && { maximumPageSize }),
    },
    environments: {
      development: environment("development"),
      production: environment("production"),
    },
    faults: faults.active,
    answers: answers.active,
  };
}

function environmentsOf({
  development,
  production,
}: SandboxFacts["subscriptionKeys"]): ReadonlyMap<string, Environment> {
  return new Map([
    [development, "development"],
    [production, "production"],
  ]);
}

function serve(server: Server, handler: () => Handler): void {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void handler()(request, response);
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
