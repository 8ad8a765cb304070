import assert from "node:assert/strict";
import { decideRetry, type RetryQuestion } from "../../src/platform/http/retry";
import type { RetryDecision } from "../../src/platform/base/action";
import type { AppError } from "../../src/platform/base/errors";
import { failureOf, tokenRequests } from "../unit/platform/http/support/bench";
import { sendJson } from "../unit/platform/http/support/servers";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { count } from "./support/gates";
import { expectNoRejections, until } from "./support/leftovers";
import { NETWORKINGS } from "./support/networkings";
import { endRun, METHODS, runRetries, type Method, type Reply } from "./support/retryBench";
import { openSignInBench } from "./support/signInBench";

/** "Client retries are advised" (specification, section 7), for what is idempotent (4.1). */
const TEMPORARY: readonly number[] = [429, 500, 503];
const REPEATED: readonly Method[] = ["GET", "PUT", "DELETE"];
const NEIGHBOURS = [
  ...[200, 201, 204, 299, 301, 304, 399, 400, 403, 404, 408, 409, 425, 428, 430],
  ...[499, 501, 502, 504, 505, 520, 599],
];
const HALF: readonly number[] = [250, 500, 1_000];

const QUESTION: RetryQuestion = {
  ...{ method: "GET", status: 503, retryAfterSeconds: undefined, retries: 0 },
  ...{ remainingMilliseconds: 90_000, random: () => 0.5 },
};

describe("the decision about a retry", () => {
  it("is yes in exactly 9 of 2,000 cells", () => {
    const repeated: string[] = [];
    for (const method of METHODS) {
      for (let status = 200; status <= 599; status++) {
        const decision = decideRetry({ ...QUESTION, method, status });
        assert.deepEqual(decision, expectedOf(method, status), `${method} ${status}`);
        repeated.push(...(decision.retry ? [`${method} ${status}`] : []));
        count("G10", "cells");
      }
    }
    const expected = METHODS.filter((method) => REPEATED.includes(method));
    assert.deepEqual(
      repeated,
      expected.flatMap((method) => TEMPORARY.map((status) => `${method} ${status}`)),
    );
  });

  it("is no for whatever the network did, and for statuses beyond", () => {
    for (const method of [...METHODS, "HEAD", "OPTIONS"]) {
      const none = decideRetry({ ...QUESTION, method, status: undefined });
      assert.deepEqual(none, { retry: false, why: "network" });
      for (const status of [600, 999]) {
        assert.equal(decideRetry({ ...QUESTION, method, status }).retry, false);
      }
    }
  });

  it("spreads its waits over all of a bound that doubles", () => {
    for (const [retries, bound] of [500, 1_000, 2_000].entries()) {
      for (const part of [0, 0.25, 0.5, 0.999]) {
        const decision = decideRetry({ ...QUESTION, retries, random: () => part });
        const milliseconds = Math.round(bound * part);
        assert.deepEqual(decision, { retry: true, milliseconds, why: "backOff" });
      }
    }
  });

  it("is no after three of them, however short the wait", () => {
    for (const retries of [3, 4, 100]) {
      const decision = decideRetry({ ...QUESTION, retries, retryAfterSeconds: 0 });
      assert.deepEqual(decision, { retry: false, why: "tries" });
    }
  });

  it("is no when the wait would pass the deadline, and says how long it would be", () => {
    const asked = { ...QUESTION, retryAfterSeconds: 30 };
    assert.equal(decideRetry({ ...asked, remainingMilliseconds: 30_001 }).retry, true);
    for (const remainingMilliseconds of [30_000, 29_999, 0, -1]) {
      assert.deepEqual(decideRetry({ ...asked, remainingMilliseconds }), {
        ...{ retry: false, why: "deadline", waitMilliseconds: 30_000 },
      });
    }
  });
});

describe("the exchange of a code", () => {
  for (const [status, body] of [
    [429, {}],
    [503, {}],
    [400, { error: "slow_down" }],
  ] as const) {
    it(`is not repeated after ${status} with Retry-After`, async () => {
      const clock = new VirtualClock();
      const bench = await openSignInBench({}, clock);
      const { parameters } = await bench.begin();
      const headers = { "retry-after": "0" };
      bench.provider.tricks = {
        token: (_request, response) => sendJson(response, status, body, headers),
      };
      let error: AppError | undefined;
      void failureOf(bench.finish(parameters)).then((failure) => (error = failure));
      await until(() => {
        clock.advance(0);
        return error !== undefined;
      }, "the failure");
      assert.equal(error?.code, "service/identity");
      assert.equal(tokenRequests(bench.identity).length, 1);
      count("G10", "token once");
      await bench.close();
    });
  }
});

interface WaitCase {
  readonly name: string;
  readonly value: string | readonly string[] | undefined;
  /** Of the service's clock, where it is another one. */
  readonly date?: string;
  /** Milliseconds before the next try; "never" where none may be made. */
  readonly wait: number | "never";
}

const WAITS: readonly WaitCase[] = [
  { name: "0", value: "0", wait: 0 },
  { name: "1", value: "1", wait: 1_000 },
  { name: "3600", value: "3600", wait: "never" },
  { name: "a date", value: "Mon, 05 Jan 2026 09:00:05 GMT", wait: 5_000 },
  { name: "a date in the past", value: "Mon, 05 Jan 2026 08:59:00 GMT", wait: 0 },
  {
    ...{ name: "a date, where the clock here is behind", wait: 5_000 },
    ...{ value: "Mon, 05 Jan 2026 09:10:05 GMT", date: "Mon, 05 Jan 2026 09:10:00 GMT" },
  },
  {
    ...{ name: "a date, where the clock here is ahead", wait: 5_000 },
    ...{ value: "Mon, 05 Jan 2026 08:50:05 GMT", date: "Mon, 05 Jan 2026 08:50:00 GMT" },
  },
  { name: "-1", value: "-1", wait: 250 },
  { name: "abc", value: "abc", wait: 250 },
  { name: "1e9", value: "1e9", wait: 250 },
  { name: "2^31", value: "2147483648", wait: 250 },
  { name: "a fraction", value: "1.5", wait: 250 },
  { name: "two equal ones", value: ["2", "2"], wait: 2_000 },
  { name: "two different ones", value: ["2", "3"], wait: 250 },
  { name: "an empty one", value: "", wait: 250 },
  { name: "none", value: undefined, wait: 250 },
];

for (const networking of NETWORKINGS) {
  describe(`retries over the wire, ${networking} networking`, () => {
    expectNoRejections("G10");

    for (const method of METHODS) {
      for (const status of [...TEMPORARY, ...NEIGHBOURS]) {
        const tries = expectedOf(method, status).retry ? 4 : 1;
        it(`${method} ${status}: sent ${tries === 1 ? "once" : "four times"}`, async () => {
          const run = await runRetries([{ status }], { networking, method });
          const { bench, error, waits } = run;
          assert.equal(bench.service.seen.length, tries);
          assert.equal(new Set(bench.service.seen.map(({ body }) => body)).size, 1);
          assert.deepEqual(
            bench.service.seen.map((seen) => seen.method),
            Array<string>(tries).fill(method),
          );
          assert.deepEqual(waits, tries === 1 ? [] : HALF);
          assert.equal(tokenRequests(bench.identity).length, 1);
          assert.equal(error === undefined, status < 300);
          if (error !== undefined) {
            assert.deepEqual(
              [error.kind, error.status, error.action?.attempts.length],
              ["service", status, tries],
            );
            const bodiless = status === 304;
            // Of the last answer, whole.
            const last = bodiless ? "" : `{"answer":${tries}}`;
            assert.equal(Buffer.from(error.body ?? []).toString(), last);
          }
          await endRun(run);
        });
      }
    }

    it("tells on the record what was decided after each attempt", async () => {
      const run = await runRetries([{ status: 503 }], { networking });
      const attempts = run.error?.action?.attempts ?? [];
      assert.deepEqual(
        attempts.map(({ reason, retry }) => [reason, retry]),
        [
          ["first", { retry: true, milliseconds: 250, why: "backOff" }],
          ["retry", { retry: true, milliseconds: 500, why: "backOff" }],
          ["retry", { retry: true, milliseconds: 1_000, why: "backOff" }],
          ["retry", { retry: false, why: "tries" }],
        ],
      );
      await endRun(run);
    });

    it("ends with the first good answer", async () => {
      for (const failures of [1, 2, 3]) {
        const replies = [...Array<Reply>(failures).fill({ status: 500 }), { status: 200 }];
        const run = await runRetries(replies, { networking });
        assert.equal(run.text, `{"answer":${failures + 1}}`);
        assert.deepEqual(run.waits, HALF.slice(0, failures));
        await endRun(run);
      }
    });

    it("decides anew after every answer", async () => {
      const run = await runRetries([{ status: 429 }, { status: 500 }, { status: 502 }], {
        networking,
      });
      assert.equal(run.error?.code, "service/502");
      assert.equal(run.bench.service.seen.length, 3);
      await endRun(run);
    });

    it("counts the renewal of a token apart", async () => {
      const replies = [503, 401, 503, 503, 200].map((status) => ({ status }));
      const run = await runRetries(replies, { networking });
      assert.equal(run.text, '{"answer":5}');
      assert.deepEqual(run.waits, HALF);
      assert.equal(tokenRequests(run.bench.identity).length, 2);
      await endRun(run);
    });

    for (const { name, value, date, wait } of WAITS) {
      it(`Retry-After: ${name}`, async () => {
        const headers: Reply["headers"] = {
          ...(value !== undefined && { "retry-after": value }),
          ...(date !== undefined && { date }),
        };
        const run = await runRetries([{ status: 429, headers }, { status: 200 }], { networking });
        const { error, waits, text, bench } = run;
        if (wait === "never") {
          assert.deepEqual(waits, []);
          assert.equal(bench.service.seen.length, 1);
          assert.deepEqual(
            [error?.code, error?.values],
            ["service/429", { retryAfterSeconds: 3600, wait: "asksForTooLong" }],
          );
          assert.equal(Buffer.from(error?.body ?? []).toString(), '{"answer":1}');
        } else {
          assert.deepEqual([waits, text], [[wait], '{"answer":2}']);
        }
        await endRun(run);
        count("G10", "waits", networking === "own" ? 1 : 0);
      });
    }

    it("waits an hour exactly, where the action has the time", async () => {
      const run = await runRetries(
        [{ status: 503, headers: { "retry-after": "3600" } }, { status: 200 }],
        { networking, limits: { attemptMilliseconds: 20_000, actionMilliseconds: 7_200_000 } },
      );
      assert.deepEqual([run.waits, run.text], [[3_600_000], '{"answer":2}']);
      await endRun(run);
    });

    it("starts no wait that would pass the action's deadline", async () => {
      const asks = (seconds: number): Reply => ({
        status: 503,
        headers: { "retry-after": String(seconds) },
      });
      for (const [seconds, waits] of [
        [60, []],
        [59, [59_000]],
        [25, [25_000, 25_000]],
      ] as const) {
        const run = await runRetries([asks(seconds)], { networking });
        const { error } = run;
        const decision = error?.action?.attempts.at(-1)?.retry;
        assert.deepEqual(run.waits, waits);
        assert.deepEqual(
          [error?.code, error?.values["retryAfterSeconds"]],
          ["service/503", seconds],
        );
        assert.equal(decision?.why, "deadline");
        const last = `{"answer":${waits.length + 1}}`;
        assert.equal(Buffer.from(error?.body ?? []).toString(), last);
        await endRun(run);
      }
    });
  });
}

function expectedOf(method: Method, status: number): RetryDecision {
  if (!TEMPORARY.includes(status)) {
    return { retry: false, why: status < 400 ? "answered" : "status" };
  }
  return REPEATED.includes(method)
    ? { retry: true, milliseconds: 250, why: "backOff" }
    : { retry: false, why: "method" };
}
