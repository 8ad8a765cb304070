import type { Connection } from "../../../platform/base/connection";
import { type AppError, isAppError, isCanceled } from "../../../platform/base/errors";
import { readRequestId } from "../../../platform/http/failures";
import type { NetworkReport, RouteReport } from "../../../platform/http/networkCheck";
import { throwIfAborted } from "../../../platform/base/scope";
import { blamedBy } from "../../../platform/http/refusals/refusal";
import type { ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import {
  TEST_STEPS,
  type TestStepName,
  type TestStepResult,
  type ConnectionTestReport,
  type TestFinding,
} from "./testReport";

/** What a test needs of a client. */
export type TestedClient = Pick<
  ServiceClient,
  "checkNetwork" | "discover" | "signIn" | "session" | "startAction" | "send"
>;

interface ConnectionTest {
  readonly client: TestedClient;
  readonly connection: Connection;
  /** Title of its action in the record. */
  readonly title: string;
  /** Called with all steps at each change. */
  readonly report?: ((report: ConnectionTestReport) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Goes step by step to the first list: network, discovery, token, key, list. A step that needs
 * what an earlier one did not get is skipped and says so. Nobody is asked anything: a user who is
 * not signed in is a reason to skip. Throws only when it is cancelled.
 */
export async function testConnection(test: ConnectionTest): Promise<ConnectionTestReport> {
  const run = new Run(test);
  await run.step("network", () => run.checkNetwork());
  await run.step("discovery", () => run.discover());
  await run.step("token", () => run.requestToken());
  await run.step("key", () => run.callService());
  return run.current;
}

type Outcome = Omit<TestStepResult, "step">;

class Run {
  private readonly results = new Map<TestStepName, TestStepResult>();
  private network: NetworkReport | undefined;
  private readonly startedAt: number;

  constructor(private readonly test: ConnectionTest) {
    this.startedAt = test.now();
  }

  get current(): ConnectionTestReport {
    const steps = TEST_STEPS.map(
      (step): TestStepResult => this.results.get(step) ?? { step, state: "waiting" },
    );
    return { steps, network: this.network, startedAt: this.startedAt };
  }

  /** Runs a step; what it throws is how it failed. */
  async step(step: TestStepName, work: () => Promise<Outcome>): Promise<void> {
    this.report(step, { state: "running" });
    try {
      this.report(step, await work());
    } catch (error) {
      const isOver = this.test.signal?.aborted === true;
      if (isOver || !isAppError(error) || isCanceled(error)) {
        // Whoever shows the steps would show this one as running for ever.
        this.report(step, skipped("stopped"));
        throwIfAborted(this.test.signal);
        throw error;
      }
      this.report(step, { state: "failed", error });
    }
  }

  async checkNetwork(): Promise<Outcome> {
    this.network = await this.test.client.checkNetwork(this.test.signal);
    const isWhole = this.network.routes.every(({ hops }) =>
      hops.every(({ outcome }) => outcome !== "failed"),
    );
    if (!isWhole) {
      return { state: "failed" };
    }
    return { state: "passed", finding: this.hasRemark() ? "requestIdMissing" : "networkReached" };
  }

  async discover(): Promise<Outcome> {
    if (!this.isReached("identity")) {
      return skipped("identityNotReached");
    }
    const { found, issuer, endpoints } = await this.test.client.discover(this.test.signal);
    const token = endpoints["token_endpoint"] ?? "";
    return found
      ? { state: "passed", finding: "discoveryFound", values: { issuer } }
      : { state: "passed", finding: "discoveryAbsent", values: { token } };
  }

  async requestToken(): Promise<Outcome> {
    const { client, connection, signal } = this.test;
    const isSafe = this.results.get("discovery")?.state === "passed";
    if (!isSafe) {
      return skipped(this.isReached("identity") ? "providerUnclear" : "identityNotReached");
    }
    const isServiceAccount = connection.accessModel === "serviceAccount";
    if (!isServiceAccount && client.session === undefined) {
      return skipped("signInFirst");
    }
    // A token in force would say nothing of the secret as it is now.
    const session = await client.signIn({
      renew: isServiceAccount,
      ...(signal !== undefined && { signal }),
    });
    const missing = session.requestedScopes.filter((scope) => !session.scopes.includes(scope));
    if (missing.length > 0) {
      return { state: "passed", finding: "scopesNarrower", values: { missing: missing.join(" ") } };
    }
    return { state: "passed", finding: isServiceAccount ? "tokenGranted" : "tokenInForce" };
  }

  /** One call tells of two steps: whether the key was taken, and whether a list came. */
  async callService(): Promise<Outcome> {
    const obstacle = this.obstacle();
    if (obstacle !== undefined) {
      this.report("list", skipped(obstacle));
      return skipped(obstacle);
    }
    const { signal } = this.test;
    try {
      const { answer, refused } = await this.listClients();
      await answer.index();
      const { status } = answer;
      this.noteRequestId(readRequestId(answer.headers));
      this.report("list", {
        state: "passed",
        ...(refused === undefined
          ? { finding: "listCame", values: { status } }
          : { finding: "listCameWhole", values: { status, refused } }),
      });
      return { state: "passed", finding: "keyAccepted" };
    } catch (error) {
      throwIfAborted(signal);
      if (!isAppError(error) || isCanceled(error)) {
        throw error;
      }
      this.noteRequestId(error.requestId);
      const isOfKey = BLAMES_KEY.has(error.code) || blamedBy(error) === "key";
      const remark = this.isRemarked() ? { finding: "answeredInFront" as const } : {};
      this.report("list", isOfKey ? skipped("keyFirst") : { state: "failed", error, ...remark });
      return isOfKey ? { state: "failed", error } : keyOutcome(error);
    }
  }

  /** A small page; the whole where that is refused: the specification shows no page for clients. */
  private async listClients(): Promise<{
    readonly answer: ServiceAnswer;
    readonly refused?: number;
  }> {
    const { client, signal, title } = this.test;
    const action = client.startAction(title);
    const list = { operationId: "listClients" } as const;
    try {
      return { answer: await client.send({ ...list, query: { pageSize: 1 } }, { action, signal }) };
    } catch (error) {
      const refused = isAppError(error) ? (error.status ?? 0) : 0;
      if (refused !== 400 && refused !== 422) {
        throw error;
      }
      const answer = await client.send(list, { action, signal }).catch(() => undefined);
      if (answer === undefined) {
        throw error;
      }
      return { answer, refused };
    }
  }

  private obstacle(): TestFinding | undefined {
    if (this.results.get("token")?.state !== "passed") {
      return "noToken";
    }
    return this.isReached("service") ? undefined : "serviceNotReached";
  }

  /** A gateway may answer what has no credentials, in place of the service: the call decides. */
  private noteRequestId(requestId: string | undefined): void {
    if (requestId !== undefined && this.isRemarked()) {
      this.report("network", { state: "passed", finding: "networkReached" });
    }
  }

  private isRemarked(): boolean {
    return this.results.get("network")?.finding === "requestIdMissing";
  }

  private hasRemark(): boolean {
    const hops = this.network?.routes.flatMap((route) => route.hops) ?? [];
    return hops.some(({ outcome }) => outcome === "remark");
  }

  private isReached(server: RouteReport["server"]): boolean {
    const route = this.network?.routes.find((found) => found.server === server);
    return route?.hops.every(({ outcome }) => outcome !== "failed") === true;
  }

  private report(step: TestStepName, outcome: Outcome): void {
    this.results.set(step, { step, ...outcome });
    this.test.report?.(this.current);
  }
}

/** `credentials/refused` leaves it open; the key is what to look at first. */
const BLAMES_KEY = new Set([
  "credentials/keyRefused",
  "credentials/keyMissing",
  "credentials/keyMalformed",
  "credentials/refused",
]);

/**
 * What came, or was refused for the token's scope alone, had a good key. Nothing else tells: a
 * request id is on every answer, and which status a bad key gets is not shown (specification,
 * section 7).
 */
function keyOutcome({ code, status = 0 }: AppError): Outcome {
  const isPast = code === "credentials/insufficientScope" || (status >= 200 && status < 300);
  return isPast ? { state: "passed", finding: "keyAccepted" } : skipped("keyNotTold");
}

function skipped(finding: TestFinding): Outcome {
  return { state: "skipped", finding };
}
