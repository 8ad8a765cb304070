import assert from "node:assert/strict";
import { hashBody } from "../../src/platform/http/bodyHash";
import type { WritePermit } from "../../src/platform/base/permit";
import { isAppError } from "../../src/platform/base/errors";
import type { Action } from "../../src/platform/base/action";
import type { ServiceCall } from "../../src/platform/service/client";
import {
  type Bench,
  CLIENT_ID,
  grantTokens,
  listClients,
  openBench,
  tokenRequests,
} from "../unit/platform/http/support/bench";
import { usedMemory } from "../unit/support/memory";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { LIMITS } from "./support/faultRun";
import { count } from "./support/gates";
import { expectNoRejections, expectResources, quiet, resources } from "./support/leftovers";
import { seeded } from "./support/seeded";
import { FAULTS, type SoakCall, type SoakFault, SoakStage, SOUND } from "./support/soakStage";
import { IS_LONG } from "../fakes/runs";

const CALLS = IS_LONG ? 10_000 : 500;
const AT_ONCE = 4;
const FAULTED = 0.05;
/** Of each ten calls one writes. */
const WRITES = 10;
/** Between two calls, so that 10,000 take two hours; a token is good for a minute. */
const PAUSE_MS = 720;
const TOKEN_SECONDS = 60;
const SEED = 20_261_117;
const MEGABYTE = 1_000_000;
const MOST_GROWTH = 64 * MEGABYTE;
const BODY = Buffer.from('{"provider": "Aviva"}');

describe("a soak", () => {
  expectNoRejections("G17");

  it(`of ${CALLS} calls ends each as its fault says and leaves nothing`, async function () {
    if (IS_LONG) {
      this.timeout(20 * 60_000);
    }
    await callOnce();
    const alive = resources();
    const clock = new VirtualClock();
    const stage = new SoakStage(clock);
    const records = new Map<string, number>();
    const bench = await openBench({
      ...{ clock, limits: LIMITS, answer: stage.answer },
      identity: grantTokens({ expires_in: TOKEN_SECONDS }),
      onAction: ({ id, attempts }) => void records.set(id, attempts.length),
    });
    const soak = new Soak(bench, { stage, clock, records });
    const start = clock.now();
    await stage.run(Promise.all(Array.from({ length: AT_ONCE }, () => soak.work())));
    assert.deepEqual(soak.unexplained, []);
    assert.equal(records.size, CALLS);
    assert.equal(soak.lost, 0);
    assert.ok(soak.faulted > CALLS * FAULTED * 0.6, String(soak.faulted));
    await bench.client.dispose();
    await quiet(bench.service, bench.identity);
    const left = clock.pending + bench.service.open.size + bench.identity.open.size;
    const tokens = soak.tokens + tokenRequests(bench.identity).length;
    await bench.close();
    assert.equal(left + soak.permits, 0);
    await expectResources("G17", alive);
    const { growth } = soak;
    assert.ok(growth < MOST_GROWTH, `${growth}`);
    const megabytes = Math.round(growth / MEGABYTE);
    soak.report({
      megabytes,
      minutes: Math.round((clock.now() - start) / 60_000),
      renewals: tokens,
    });
  });
});

interface Parts {
  readonly stage: SoakStage;
  readonly clock: VirtualClock;
  /** How many attempts the last record of each action has. */
  readonly records: ReadonlyMap<string, number>;
}

class Soak {
  readonly unexplained: string[] = [];
  faulted = 0;
  /** Records that do not have as many attempts as the service saw requests. */
  lost = 0;
  /** Permits that still count after their write. */
  permits = 0;
  tokens = 0;
  private writes = 0;
  private next = 0;
  private memory = 0;
  private readonly random = seeded(SEED);

  constructor(
    private readonly bench: Bench,
    private readonly parts: Parts,
  ) {}

  async work(): Promise<void> {
    while (this.next < CALLS) {
      const number = this.next++;
      this.parts.clock.advance(PAUSE_MS);
      await this.callOnce(number);
      this.measure(number);
    }
  }

  report(more: Readonly<Record<"megabytes" | "minutes" | "renewals", number>>): void {
    const { faulted, writes, lost, unexplained, parts } = this;
    const { requests } = parts.stage;
    const counts = { calls: CALLS, faulted, writes, attempts: requests, lost };
    Object.entries({ ...counts, ...more, unexplained: unexplained.length }).forEach(
      ([what, amount]) => count("G17", what, amount),
    );
  }

  private async callOnce(number: number): Promise<void> {
    const { stage, clock, records } = this.parts;
    const fault = this.draw();
    const call: SoakCall = { fault, requests: 0, waitsUntil: 0 };
    stage.calls.set(number, call);
    const action = this.bench.client.startAction("Soak");
    const wanted = number % WRITES === 0 ? this.write(number) : read(number);
    const code = await this.send(wanted, action, (milliseconds) => {
      call.waitsUntil = clock.now() + milliseconds;
    });
    stage.calls.delete(number);
    if (code !== fault.code || call.requests !== fault.requests) {
      this.unexplained.push(`${number} ${fault.name}: ${code ?? "whole"}, ${call.requests}`);
    }
    this.lost += records.get(action.id) === call.requests ? 0 : 1;
    this.permits += wanted.permit !== undefined && this.isOpen(wanted.permit) ? 1 : 0;
  }

  private async send(
    call: ServiceCall,
    action: Action,
    onWait: (milliseconds: number) => void,
  ): Promise<string | undefined> {
    try {
      const wait = ({ milliseconds }: { milliseconds: number }): void => onWait(milliseconds);
      await this.bench.client.send(call, { action, onWait: wait });
      return undefined;
    } catch (error) {
      return isAppError(error) ? error.code : String(error);
    }
  }

  private draw(): SoakFault {
    if (this.random() >= FAULTED) {
      return SOUND;
    }
    return FAULTS[this.faulted++ % FAULTS.length] ?? SOUND;
  }

  private write(number: number): ServiceCall {
    this.writes++;
    const pensionId = `PEN-${number}`;
    const { id, baseUrl } = this.bench.connection;
    const permit = this.bench.permits.issue({
      ...{ connectionId: id, method: "PUT", bodyHash: hashBody(BODY) },
      url: `${baseUrl}/finances/v1/clients/${CLIENT_ID}/pensions/${pensionId}`,
    });
    const path = { clientId: CLIENT_ID, pensionId };
    return { operationId: "putPension", path, body: BODY, permit };
  }

  private isOpen(permit: WritePermit): boolean {
    try {
      this.bench.permits.redeem(permit, permit.target);
      return true;
    } catch {
      return false;
    }
  }

  /** What the servers of the test remember is theirs, and is forgotten on the way. */
  private measure(number: number): void {
    if (number % (CALLS / 10) === 0) {
      this.tokens += tokenRequests(this.bench.identity).length;
      this.bench.service.seen.length = 0;
      this.bench.log.lines.length = 0;
      this.bench.identity.seen.length = 0;
      this.memory = number === CALLS / 10 ? usedMemory() : this.memory;
    }
  }

  /** Of what is still reachable, since the first tenth of the calls. */
  get growth(): number {
    return usedMemory() - this.memory;
  }
}

/** The library of the calls keeps a timer of its own from the first one on. */
async function callOnce(): Promise<void> {
  const bench = await openBench();
  await listClients(bench.client);
  await bench.close();
}

function read(number: number): ServiceCall {
  return { operationId: "listClients", query: { pageNumber: number } };
}
