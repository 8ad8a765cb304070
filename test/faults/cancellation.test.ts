import assert from "node:assert/strict";
import type { Networking } from "../../src/platform/base/connection";
import { failureOf, openBench, type Bench } from "../unit/platform/http/support/bench";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { PHASES, type Phase, type Stage } from "./support/cancelPhases";
import { LIMITS } from "./support/faultRun";
import { count, highest } from "./support/gates";
import { expectNoRejections, expectResources, resources } from "./support/leftovers";
import { NETWORKINGS } from "./support/networkings";
import { trustTestAuthority } from "./support/secure";
import { IS_LONG } from "../fakes/runs";

const REPEATS = IS_LONG ? 20 : 5;

for (const networking of NETWORKINGS) {
  describe(`cancelling, ${networking} networking`, () => {
    expectNoRejections("G15");
    trustTestAuthority();

    for (const phase of PHASES) {
      it(`in the phase "${phase.name}", ${REPEATS} times`, async () => {
        const clock = new VirtualClock();
        const stage = await phase.open();
        const { service, identityServer, lookup, connection, limits } = stage;
        const bench = await openBench({
          ...{ clock, networking, limits: { ...LIMITS, ...limits } },
          ...(service === undefined ? {} : { service }),
          ...(identityServer === undefined ? {} : { identityServer }),
          ...(lookup === undefined ? {} : { lookup }),
          ...(connection === undefined ? {} : { connection }),
        });
        try {
          assert.equal(await listed(bench), "[]");
          for (let repeat = 0; repeat < REPEATS; repeat++) {
            await cancelOnce({ phase, stage, bench, clock });
          }
          await bench.client.dispose();
          assert.equal(clock.pending, 0);
        } finally {
          await bench.close();
          await stage.close?.();
        }
        highest("G15", "repeats", REPEATS);
        count("G15", "phases", countOnce(networking));
      });
    }
  });
}

function countOnce(networking: Networking): number {
  return networking === "own" ? 1 : 0;
}

interface Cancelling {
  readonly phase: Phase;
  readonly stage: Stage;
  readonly bench: Bench;
  readonly clock: VirtualClock;
}

/** One call, cancelled in the phase; what is alive after it was alive before, and no more. */
async function cancelOnce({ phase, stage, bench, clock }: Cancelling): Promise<void> {
  await stage.hold(bench);
  const [alive, pending] = [resources(), clock.pending];
  const stop = new AbortController();
  const action = bench.client.startAction("Cancelled");
  const reached = stage.reached(alive);
  const call = failureOf(
    bench.client.send(
      { operationId: "listClients" },
      { action, signal: stop.signal, onWait: () => stage.onWait?.() },
    ),
  );
  await reached;
  const start = performance.now();
  stop.abort();
  const error = await call;
  highest("G15", "longest", Math.round(performance.now() - start));
  assert.deepEqual([error.kind, error.code], ["canceled", "canceled/byUser"]);
  const attempts = error.action?.attempts ?? [];
  assert.deepEqual(
    attempts.map(({ status }) => status),
    phase.statuses,
  );
  assert.equal(clock.pending, pending);
  await expectResources("G15", alive);
  await stage.release();
  assert.equal(await listed(bench), "[]", "the next call");
}

async function listed({ client }: Bench): Promise<string> {
  const action = client.startAction("Clients");
  return (await client.send({ operationId: "listClients" }, { action })).text;
}
