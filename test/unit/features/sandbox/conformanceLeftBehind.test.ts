import assert from "node:assert/strict";
import type { LeftBehind } from "../../../../src/features/sandbox/conformance/writtenPensions";
import type { PassingAnswer } from "../../support/deviatingProxy";
import { type CheckedService, checkRules, impatient, startChecked } from "./support/checkedService";
import { answerOf } from "./support/deviations";

interface Run {
  readonly left: readonly LeftBehind[];
  /** Paths that were called with each method. */
  readonly puts: readonly string[];
  readonly deletes: readonly string[];
}

describe("the pensions that the conformance suite wrote", () => {
  let checked: CheckedService;

  before(async () => {
    checked = await startChecked();
  });

  afterEach(() => checked.service.deviate({}));

  after(() => checked.stop());

  /** Checks rules of a service that answers these methods with these statuses. */
  const run = async (
    rules: readonly string[],
    statuses: Readonly<Record<string, number>>,
  ): Promise<Run> => {
    const from = checked.service.passed.length;
    checked.service.deviate({
      call: ({ method }): PassingAnswer | undefined => {
        const status = statuses[method];
        return status === undefined ? undefined : answerOf(status);
      },
    });
    const service = impatient(checked.target);
    await checkRules(service, rules);
    const calls = checked.service.passed.slice(from);
    const paths = (method: string): readonly string[] => [
      ...new Set(calls.filter((call) => call.startsWith(`${method} `)).map(pathOf)),
    ];
    return { left: await service.removeWritten(), puts: paths("PUT"), deletes: paths("DELETE") };
  };

  it("are gone where the service removes them", async () => {
    const { left, puts, deletes } = await run(["4.1 PUT creates", "4.1 PUT updates"], {});
    assert.deepEqual(left, []);
    assert.equal(puts.length, 2);
    assert.deepEqual(deletes, puts);
  });

  for (const status of [403, 404, 405]) {
    it(`are named where DELETE is answered with ${status}`, async () => {
      const rules = ["4.1 PUT creates", "4.1 PUT updates", "4.1 DELETE may be repeated"];
      const { left, puts } = await run(rules, { DELETE: status });
      assert.equal(puts.length, rules.length);
      assert.deepEqual(
        left,
        puts.map((path) => ({
          path,
          isCertain: true,
          found: `DELETE was answered with ${status}`,
        })),
      );
    });
  }

  it("are named where DELETE fails each time", async () => {
    const { left } = await run(["4.1 PUT creates"], { DELETE: 503 });
    assert.deepEqual(
      left.map(({ isCertain, found }) => [isCertain, found]),
      [[true, "DELETE failed"]],
    );
  });

  for (const [rule, statuses] of [
    ["4.1 PUT creates", [503, 404]],
    ["4.1 DELETE may be repeated", [502, 404]],
  ] as const) {
    it(`are not named where a DELETE was done that ended with ${statuses[0]}: ${rule}`, async () => {
      const ends: number[] = [...statuses];
      checked.service.deviate({
        answer: (answer, { method }) => {
          if (method === "DELETE") {
            Object.assign(answer, { status: ends.shift() ?? 500, body: "{}" });
          }
        },
      });
      const service = impatient(checked.target);
      await checkRules(service, [rule]);
      assert.deepEqual([await service.removeWritten(), ends], [[], []]);
    });
  }

  it("are not named where they were refused", async () => {
    const { left, deletes } = await run(["4.1 PUT creates"], { PUT: 400, DELETE: 404 });
    assert.deepEqual([left, deletes.length], [[], 1]);
  });

  it("are named as uncertain where the PUT failed, unless DELETE finds nothing", async () => {
    const { left, puts } = await run(["4.1 PUT creates"], { PUT: 500, DELETE: 405 });
    assert.deepEqual(left, [
      { path: puts[0], isCertain: false, found: "DELETE was answered with 405" },
    ]);
    assert.deepEqual((await run(["4.1 PUT creates"], { PUT: 500, DELETE: 404 })).left, []);
  });

  it("are removed once: what a rule removed is done", async () => {
    const from = checked.service.passed.length;
    const { left } = await run(["4.1 DELETE may be repeated"], {});
    const calls = checked.service.passed.slice(from);
    const count = calls.filter((call) => call.startsWith("DELETE ")).length;
    assert.deepEqual([left, count], [[], 2]);
  });
});

function pathOf(call: string): string {
  return call.slice(call.indexOf(" ") + 1);
}
