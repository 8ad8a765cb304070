import assert from "node:assert/strict";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import type { BatchPlan, PayloadSource } from "../../../../src/features/sourceControl/common/plan";
import { planBatch, type PlanParts } from "../../../../src/features/sourceControl/common/planBatch";
import type { Judging } from "../../../../src/features/sourceControl/common/stateOf";
import { IS_LONG } from "../../../fakes/runs";
import { type Bench, CLIENT_ID, failureOf, openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { nextMillisecond } from "../../support/clock";
import { Caller, type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";
import { JUDGING, key, openReads, type ReadsBench, source } from "./support";

function parts(stage: ReadsBench, change: Partial<PlanParts> = {}): PlanParts {
  const { records, reads, reading } = stage;
  const judging = (): Promise<Judging> => Promise.resolve(JUDGING);
  return { judging, records, reads, clock: SYSTEM_CLOCK, reading: reading(), ...change };
}

const plan = (sources: readonly PayloadSource[], by: PlanParts): Promise<BatchPlan> =>
  planBatch({ folder: "file:///folder", sources, isOfStaged: false }, by);

const told = ({ rows }: BatchPlan): readonly string[] =>
  rows.map(({ pension, state }) => `${pension?.pensionId ?? "-"} ${state.effect}`);

describe("a plan", () => {
  let bench: Bench;
  let stage: ReadsBench;
  let answer: (path: string) => [status: number, body: unknown];

  beforeEach(async () => {
    answer = () => [200, { provider: "Aviva" }];
    bench = await openBench({
      answer: ({ path }, response) => sendJson(response, ...answer(path)),
    });
    stage = openReads(bench);
  });

  afterEach(async () => {
    await bench.close();
    stage.close();
  });

  const at = (
    pensionId: string,
    text: string,
    change: Partial<PayloadSource> = {},
  ): PayloadSource => source(text, { pension: key(pensionId), ...change });

  it("says what each would do, in the order of the paths, and where it would go", async () => {
    answer = (path) => (path.endsWith("PEN-3") ? [404, {}] : [200, { provider: "Aviva" }]);
    const made = await plan(
      [
        at("PEN-3", '{"provider":"a"}'),
        at("PEN-1", '{"provider":"a"}'),
        at("PEN-2", '{"provider":"Aviva"}'),
        at("PEN-4", "{"),
      ],
      parts(stage),
    );
    assert.deepEqual(told(made), [
      "PEN-1 replace",
      "PEN-2 nothing",
      "PEN-3 create",
      "PEN-4 invalid",
    ]);
    const [first, , , last] = made.rows;
    const url = `${bench.service.origin}/finances/v1/clients/${CLIENT_ID}/pensions/PEN-1`;
    assert.deepEqual([first?.goesTo?.method, first?.goesTo?.url], ["PUT", url]);
    assert.deepEqual([first?.payload?.text, first?.bodyHash.length], ['{"provider":"a"}', 64]);
    assert.deepEqual(
      [first?.current?.kind, last?.payload, last?.goesTo],
      ["present", undefined, undefined],
    );
    assert.deepEqual(made.reading, { read: 3, left: 0, errors: [] });
  });

  it("reads nothing for what is not sent anyway, and opens no connection for it", async () => {
    const open = (): Promise<never> => Promise.reject(new Error("nobody asked"));
    const made = await plan(
      [
        at("PEN-1", "[]"),
        at("PEN-2", '{"provider":7}'),
        at("PEN-3", "{}", { pension: undefined, place: "pensions/z.json" }),
        at("PEN-4", "{}"),
        at("PEN-4", "{}", { file: "file:///folder/copy", place: "copy.json" }),
      ],
      parts(stage, { reading: stage.reading({ open }) }),
    );
    assert.deepEqual(
      made.rows.map(({ state }) => state.problem?.code),
      [
        "batch/samePension",
        "payload/notObject",
        "batch/schema",
        "batch/samePension",
        "batch/noTarget",
      ],
    );
    assert.deepEqual([bench.service.seen.length, made.reading], [0, undefined]);
  });

  it("counts what was read for another purpose before it as not known", async () => {
    await stage.reads.read([key("PEN-1")], stage.reading());
    await nextMillisecond();
    await bench.service.close();
    const made = await plan([at("PEN-1", '{"provider":"a"}')], parts(stage));
    assert.deepEqual(told(made), ["PEN-1 unknown"]);
    assert.deepEqual([made.rows[0]?.state.basis, made.reading?.errors.length], ["seen", 1]);
  });

  it("has as invalid what cannot be a part of an address, and goes on with the others", async () => {
    const odd = { connectionId: "acme", clientId: "no-uuid", pensionId: "PEN-1" };
    const made = await plan(
      [at("PEN-1", "{}", { pension: odd }), at("PEN-2", '{"provider":"a"}')],
      parts(stage),
    );
    const [wrong, right] = made.rows;
    assert.match(wrong?.state.problem?.code ?? "", /^input\//);
    assert.deepEqual([wrong?.state.effect, right?.state.effect], ["invalid", "replace"]);
  });

  it("ends canceled with its reading", async () => {
    const signal = AbortSignal.abort();
    const work = plan([at("PEN-1", "{}")], parts(stage, { reading: stage.reading({ signal }) }));
    assert.equal((await failureOf(work)).kind, "canceled");
  });
});

const COUNT = IS_LONG ? 1_000 : 100;

describe(`a plan of ${COUNT} payloads at the sandbox`, () => {
  let sandbox: SandboxUnderTest;
  let bench: Bench;
  let stage: ReadsBench;
  let clientId: string;

  before(async () => {
    sandbox = await startSandbox();
    const { baseUrl, authUrl, clients, subscriptionKeys } = sandbox.facts;
    const { clientId: id, clientSecret, scopes } = clients.serviceAccount;
    bench = await openBench({ connection: { baseUrl, authUrl, clientId: id, scopes } });
    bench.secrets.current = { subscriptionKey: subscriptionKeys.development, clientSecret };
    stage = openReads(bench);
    const caller = await Caller.signIn(sandbox.facts);
    clientId = await caller.firstClientId();
    for (const index of [0, 1, 2]) {
      const path = `/finances/v1/clients/${clientId}/pensions/${nameOf(index)}`;
      await caller.call(path, { method: "PUT", body: textOf(index % 2) });
    }
  });

  after(async () => {
    await bench.close();
    stage.close();
    await sandbox.stop();
  });

  it("asks once for each, under one action", async () => {
    const sources = Array.from({ length: COUNT }, (_none, index) => {
      const pension = { ...key(nameOf(index)), clientId };
      const place = `pensions/${nameOf(index)}`;
      return source(textOf(1), { pension, place, file: `file:///${place}` });
    });
    const made = await plan(sources, parts(stage));
    assert.deepEqual(told(made).slice(0, 4), [
      ...["PEN-B0000 replace", "PEN-B0001 nothing"],
      ...["PEN-B0002 replace", "PEN-B0003 create"],
    ]);
    assert.equal(made.rows.filter(({ state }) => state.effect === "create").length, COUNT - 3);
    const ids = new Set(bench.actions.map(({ id }) => id));
    const last = bench.actions.at(-1);
    const numbers = last?.attempts.map(({ number }) => number) ?? [];
    assert.deepEqual([ids.size, Math.max(...numbers)], [1, COUNT]);
  });
});

function nameOf(index: number): string {
  return `PEN-B${String(index).padStart(4, "0")}`;
}

function textOf(version: number): string {
  return JSON.stringify({ provider: "Aviva", schemeName: `Scheme ${version}` });
}
