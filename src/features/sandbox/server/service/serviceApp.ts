import { randomUUID } from "node:crypto";
import Koa, { type Context, type Middleware } from "koa";
import type {
  Operation,
  ServiceDefinition,
} from "../../../../platform/service/definition/definition";
import type { DataSet } from "../data/dataSet";
import type { DataSets, Environment } from "../data/dataSets";
import type { PagingFault, PutVariant, ShapeDriftFault } from "../../messages/sandboxFaults";
import { restrictTo } from "../data/visibility";
import type { FaultPlan } from "../faults/faultPlan";
import { injectFaults } from "../faults/injectFaults";
import { refuseForeign } from "../foreignCalls";
import type { ReceivedCalls } from "../received/receivedCalls";
import { recordCalls } from "../received/recordCalls";
import { createFinder } from "./operationFinder";
import type { GivenAnswers } from "./givenAnswers";
import { driftAnswer } from "../faults/shapeDrift";
import { inTurns } from "../inTurns";
import { type CollectedBody, readBody, type ReadBody } from "./body";
import {
  checkBearer,
  checkScopes,
  selectEnvironment,
  type TokenCheck,
  type TokenGrant,
} from "./credentials";
import type { Preconditions } from "./entityTag";
import type { Answer } from "./operations";
import { pageBody } from "./page";
import { describePages, followCursor } from "./pageQuery";
import { readParameters } from "./parameters";
import { internalProblem, Problem, problemText } from "./problem";
import { serveDefinitions } from "./provider/definitionFiles";
import { readsPensions, type ServedOperation, servedOperations } from "./servedOperations";
import { stringifyJson } from "../data/losslessJson";

interface ServiceOptions {
  readonly definition: ServiceDefinition;
  readonly prefixes: Readonly<Record<Operation["domain"], string>>;
  /** Environments by the subscription key that reaches them. */
  readonly environments: ReadonlyMap<string, Environment>;
  readonly data: DataSets;
  readonly checkToken: TokenCheck;
  readonly maximumPageSize: number;
  readonly pensionReading: boolean;
  /** Whether pensions have tags, and writes may name those that they are to replace. */
  readonly pensionTags: boolean;
  /** Which calls are to go wrong. */
  readonly faults: FaultPlan;
  readonly answers: GivenAnswers;
  readonly received: ReceivedCalls;
  readonly allowedHosts: readonly string[];
}

/** The service: routes and checks come from the definition and from what providers' ones add. */
export function createServiceApp(options: ServiceOptions): Koa {
  const app = new Koa();
  const operations = servedOperations(options.definition);
  // Koa prints what it is not told to hand over; failures are answered where they happen.
  app.on("error", () => undefined);
  app.use(identify);
  const known = operations.map(({ operation }) => operation);
  const finder = createFinder(known, options.prefixes);
  app.use(recordCalls({ received: options.received, finder }));
  app.use(answerProblems);
  app.use(refuseForeign(options.allowedHosts));
  app.use(checkCredentials(options));
  app.use(injectFaults(options.faults, finder));
  app.use(answerProblems);
  app.use(refuseStrangers);
  app.use(options.answers.middleware);
  app.use(serveDefinitions);
  app.use(answerOperations(operations, options));
  return app;
}

/** Specification, section 4.2: both ids are on every response, errors included. */
const identify: Middleware = async (context, next) => {
  context.set("x-dt-requestid", randomUUID());
  const traceId = context.req.headers["x-dt-traceid"];
  if (traceId !== undefined) {
    context.set("x-dt-traceid", traceId);
  }
  await next();
};

const answerProblems: Middleware = async (context, next) => {
  try {
    await next();
  } catch (error) {
    const problem = error instanceof Problem ? error : internalProblem();
    context.status = problem.status;
    context.set(problem.headers);
    context.type = "json";
    context.body = problemText(problem, context.response.get("x-dt-requestid"));
  }
};

/** Both layers on every call (section 5); whom they refuse uses up no fault. */
function checkCredentials(options: ServiceOptions): Middleware {
  return async (context, next) => {
    try {
      const key = context.get("Ocp-Apim-Subscription-Key");
      const environment = selectEnvironment(options.environments, key);
      context.state["environment"] = environment;
      const grant = await checkBearer(options.checkToken, context.get("Authorization"));
      context.state["dataSet"] = restrictTo(options.data[environment], grant.sees);
      context.state["grant"] = grant;
    } catch (error) {
      context.state["refusal"] = error;
    }
    await next();
  };
}

/** Nothing is told to a stranger, not even a 404. */
const refuseStrangers: Middleware = async (context, next) => {
  if (context.state["refusal"] !== undefined) {
    throw context.state["refusal"];
  }
  await next();
};

/** The last middleware: an operation at each path of the definition, else a 404 or 405. */
function answerOperations(
  operations: readonly ServedOperation[],
  options: ServiceOptions,
): Middleware {
  const served = operations.filter((one) => options.pensionReading || !readsPensions(one));
  const routes = new Map(served.map((one) => [one.operation, createRoute(one, options)]));
  const finder = createFinder([...routes.keys()], options.prefixes);
  return async (context) => {
    const { method, path } = context;
    assertDecodable(path);
    const found = finder.find(method === "HEAD" ? "GET" : method, path);
    const route = found && routes.get(found.operation);
    if (found === undefined || route === undefined) {
      throw unrouted(finder.methodsAt(path));
    }
    await route(context, decodeValues(found.pathValues));
  };
}

const NO_BODY: ReadBody = { members: {}, text: "" };

function createRoute({ operation, run }: ServedOperation, options: ServiceOptions) {
  return async (context: Context, pathValues: Readonly<Record<string, string>>): Promise<void> => {
    checkScopes(context.state["grant"] as TokenGrant, operation.scopes);
    const oddities = context.state["oddities"] as readonly PagingFault[];
    const parameters = readParameters(
      describePages(operation, oddities),
      pathValues,
      followCursor(context.querystring, oddities),
    );
    const { members, text } =
      operation.body === undefined
        ? NO_BODY
        : await readBody(context.req, context.state["collected"] as CollectedBody, operation.body);
    const answer = run({
      get address() {
        return addressOf(context);
      },
      dataSet: context.state["dataSet"] as DataSet,
      parameters,
      body: members,
      sent: text,
      preconditions: options.pensionTags ? preconditionsOf(context) : undefined,
      maximumPageSize: options.maximumPageSize,
      oddities,
      putVariant: context.state["putVariant"] as PutVariant | undefined,
    });
    send(context, driftAnswer(answer, context.state["drifts"] as readonly ShapeDriftFault[]));
  };
}

/** As it was asked for, so that links lead back to this service. */
function addressOf({ host, url, req }: Context): URL {
  const asked = `http://${host}`;
  const own = `http://127.0.0.1:${req.socket.localPort ?? 80}`;
  return new URL(url, URL.canParse(asked) ? asked : own);
}

function preconditionsOf({ req }: Context): Preconditions {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = req.headers;
  return { ifMatch, ifNoneMatch };
}

function send(context: Context, { status, body, page, odd, tag }: Answer): void {
  context.status = status;
  if (tag !== undefined) {
    context.set("ETag", tag);
  }
  if (odd?.content !== undefined) {
    context.type = odd.content.type;
    context.body = odd.content.text;
    return;
  }
  if (page !== undefined) {
    context.type = "json";
    const text = pageBody(page);
    context.body = typeof text === "string" ? text : inTurns(text);
  } else if (body !== undefined) {
    context.type = "json";
    context.body = stringifyJson(body);
  }
}

function assertDecodable(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new Problem(400, "invalid_parameter", "The path is not encoded correctly.");
  }
}

function decodeValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

/** RFC 9110, section 15.5.6: a 405 says which methods there are. */
function unrouted(methods: readonly string[]): Problem {
  if (methods.length === 0) {
    return new Problem(404, "not_found", "There is nothing at this path.");
  }
  const allowed = methods.flatMap((method) => (method === "GET" ? ["HEAD", "GET"] : [method]));
  const headers = { Allow: [...new Set(allowed)].join(", ") };
  return new Problem(405, "method_not_allowed", "The path does not take this method.", { headers });
}
