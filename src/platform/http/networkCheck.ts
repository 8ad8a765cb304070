import { type AppError, isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { Door, ExchangeLimits } from "./door";
import { readRequestId } from "./failures";
import { openSocket, type Route, type RouteStep } from "./route";
import { openScope, throwIfAborted } from "../base/scope";
import type { SealedRequest } from "./seal";
import { translateWireError } from "./wireErrors";

/** One hop on the way to a server. */
export type Hop = RouteStep | "gateway" | "service";

/** What was found at one hop. */
export interface HopResult {
  readonly hop: Hop;
  /**
   * `skipped` where the way has no such hop, it cannot be seen, or an earlier one failed; `remark`
   * where an answer came and lacks what the service's answers have.
   */
  readonly outcome: "passed" | "failed" | "skipped" | "remark";
  /** Milliseconds; 0 where it was skipped. */
  readonly milliseconds: number;
  /**
   * What was seen, for people to read behind a label: addresses, proxy, TLS version, issuer,
   * status, request id. Never a secret.
   */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Code of an `AppError` with a sentence of its own, when it failed or is remarked on. */
  readonly failure?: string;
}

/** The way to one of a connection's two servers. */
export interface RouteReport {
  readonly server: "service" | "identity";
  /** Scheme, host and port. */
  readonly origin: string;
  /** In the order of the way. */
  readonly hops: readonly HopResult[];
}

export interface NetworkReport {
  readonly networking: "own" | "editor";
  readonly routes: readonly RouteReport[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

export interface RouteCheck {
  readonly server: RouteReport["server"];
  readonly route: Route;
  /** The editor's way cannot be looked into: only whether an answer comes. */
  readonly networking: "own" | "editor";
  readonly door: Door;
  /** A GET that needs no credentials, or is refused for their absence: any answer will do. */
  readonly request: SealedRequest;
  readonly limits: ExchangeLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Goes hop by hop to one server, without credentials. Throws only when it is cancelled. */
export async function checkRoute(check: RouteCheck): Promise<RouteReport> {
  const { server, route, networking, signal } = check;
  const steps = stepsOf(route);
  const seen =
    networking === "own" ? await checkSteps(check, steps) : steps.map((hop) => skipped(hop));
  const isOpen = seen.every(({ outcome }) => outcome !== "failed");
  const answered = isOpen ? await checkAnswer(check) : unanswered(server);
  throwIfAborted(signal);
  return { server, origin: route.origin.origin, hops: [...seen, ...answered] };
}

function stepsOf({ origin, proxy }: Route): readonly RouteStep[] {
  return [
    "name",
    "connect",
    ...(proxy === undefined ? [] : ["proxy" as const]),
    ...(origin.protocol === "https:" ? ["tls" as const] : []),
  ];
}

async function checkSteps(
  { route, clock, signal }: RouteCheck,
  steps: readonly RouteStep[],
): Promise<HopResult[]> {
  const results: HopResult[] = [];
  let before = clock.monotonic();
  const elapsed = (): number => {
    const start = before;
    before = clock.monotonic();
    return before - start;
  };
  try {
    const socket = await openSocket(route, {
      signal,
      onStep: (hop, facts) => {
        results.push({ hop, outcome: "passed", milliseconds: elapsed(), facts });
      },
    });
    socket.destroy();
  } catch (error) {
    const hop = steps.find((step) => results.every((result) => result.hop !== step)) ?? "connect";
    results.push({ hop, ...failed(error, elapsed()) });
  }
  const missing = steps.filter((step) => results.every(({ hop }) => hop !== step));
  return [...results, ...missing.map((hop) => skipped(hop))];
}

async function checkAnswer({
  server,
  door,
  request,
  limits,
  clock,
  signal,
}: RouteCheck): Promise<HopResult[]> {
  const start = clock.monotonic();
  const scope = openScope(clock, signal);
  try {
    const answer = await door.exchange(request, {
      headers: { accept: "application/json" },
      limits,
      scope,
    });
    const { status, headers } = answer;
    const milliseconds = clock.monotonic() - start;
    const gateway: HopResult = {
      hop: "gateway",
      outcome: "passed",
      milliseconds,
      facts: { status },
    };
    return server === "service" ? [gateway, judge(readRequestId(headers), status)] : [gateway];
  } catch (error) {
    const gateway: HopResult = { hop: "gateway", ...failed(error, clock.monotonic() - start) };
    return [gateway, ...unanswered(server).slice(1)];
  } finally {
    scope.end();
  }
}

/** The hops behind the connection, when nothing is asked there. */
function unanswered(server: RouteReport["server"]): HopResult[] {
  return [skipped("gateway"), ...(server === "service" ? [skipped("service")] : [])];
}

/** Every response of the service carries a request id (specification, section 7). */
function judge(requestId: string | undefined, status: number): HopResult {
  return requestId === undefined
    ? {
        hop: "service",
        outcome: "remark",
        milliseconds: 0,
        facts: { status },
        failure: "network/noRequestId",
      }
    : { hop: "service", outcome: "passed", milliseconds: 0, facts: { requestId } };
}

function skipped(hop: Hop): HopResult {
  return { hop, outcome: "skipped", milliseconds: 0, facts: {} };
}

function failed(error: unknown, milliseconds: number): Omit<HopResult, "hop"> {
  const known: AppError = isAppError(error) ? error : translateWireError(error, "connecting");
  return { outcome: "failed", milliseconds, facts: known.values, failure: known.code };
}
