import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ActionIndex } from "../../src/features/requests/common/actionIndex";
import type { Action, Attempt } from "../../src/platform/base/action";
import { withSharedHeaders } from "../../src/platform/http/sharedHeaders";
import { anAction, anAttempt } from "../fakes/action";
import { keepFigure, print } from "./support/figures";

const ACTIONS = 100_000;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 21);
const FRAME_MILLISECONDS = 16;
/** Megabytes. */
const MOST_MEMORY = 100;

/** As a day of work with a walk now and then leaves them behind. */
describe("the history with 100,000 actions", () => {
  const log = new ActionIndex();
  const haystacks: string[] = [];

  before(() => {
    const before = heap();
    const megabytes = (): number => (heap() - before) / 1_000_000;
    for (let index = 0; index < ACTIONS; index++) {
      log.note(actionOf(index));
    }
    print(`${ACTIONS} actions, ${ROUNDS} rounds, median, beside the least that has to be done:`);
    const noted = megabytes();
    log.query({ text: "page 7" }, 0, 50);
    const filtered = megabytes();
    print(`  memory ${((1000 * noted) / ACTIONS).toFixed(2)} KB an action, ${noted.toFixed(0)} MB`);
    print(`  after the first filter ${filtered.toFixed(0)} MB (goal: at most ${MOST_MEMORY})`);
    keepFigure({
      ...{ work: "100,000 requests and their first filter, memory", floor: "–", unit: "MB" },
      ...{ base: [], ours: [filtered], aim: `≤ ${MOST_MEMORY} MB` },
    });
    const { actions } = log.query({}, 0, ACTIONS);
    haystacks.push(...actions.map((action) => JSON.stringify(action).toLowerCase().slice(0, 300)));
  });

  it("prints what questions and changes cost", () => {
    const scan = measure(() => haystacks.filter((text) => text.includes("none-has-this")).length);
    print(`  a plain search, as many texts of 300 characters ${milliseconds(scan)}`);
    const cases: readonly (readonly [string, (round: number) => unknown])[] = [
      ["filter by text, none fits", (round) => log.query({ text: `none-${round}` }, 0, 50)],
      ["filter by text, many fit", (round) => log.query({ text: `page ${round % 9}` }, 0, 50)],
      ["filter by outcome", (round) => log.query({ outcome: "failed", since: round }, 0, 50)],
      ["the next page of a filter", (round) => log.query({ text: "holdings" }, round * 50, 50)],
      ["all, a page in the middle", (round) => log.query({}, 50_000 + round, 50)],
      ["find by request id", (round) => log.find(`request-${round * 977}-2`)],
      ["connections", () => log.connections],
      ["note a new state", (round) => log.note(actionOf(round * 977, round))],
      ["note another action", (round) => log.note(actionOf(ACTIONS + round))],
    ];
    for (const [name, run] of cases) {
      const median = measure(run);
      const frame = median <= FRAME_MILLISECONDS ? "within a frame" : "longer than a frame";
      const ratio = `${(median / scan).toFixed(2)} of the search`;
      print(`  ${name.padEnd(38)} ${milliseconds(median)}, ${ratio}, ${frame}`);
    }
  });
});

function actionOf(index: number, change = 0): Action {
  return anAction({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    title: `Holdings page ${index % 40}`,
    connectionId: `connection-${index % 7}`,
    connectionLabel: `Acme ${index % 7}`,
    traceId: `fpx-${index}-0f5c2a9e7b134d68a1c3e5f7`,
    startedAt: 1_700_000_000_000 + index * 250,
    attempts: [
      ...(index % 10 === 0 ? [attemptOf(index, 1, 429)] : []),
      attemptOf(index, 2, index % 50 === 0 ? 404 : 200 + change),
    ],
  });
}

function attemptOf(index: number, number: number, status: number): Attempt {
  return withSharedHeaders(
    anAttempt({
      ...{ number, status, requestId: `request-${index}-${number}` },
      pathTemplate: "/finances/v1/clients/{clientId}/holdings",
      url: `https://service.example/finances/v1/clients/${index}/holdings?pageSize=25`,
      ...headersOf(index, number),
    }),
  );
}

/** As the explorer sends them and the sandbox answers; each text is one of its own, as on the wire. */
function headersOf(
  index: number,
  number: number,
): Pick<Attempt, "requestHeaders" | "responseHeaders"> {
  const date = new Date(1_700_000_000_000 + index * 250).toUTCString();
  const text = JSON.stringify({
    requestHeaders: [
      ["host", "service.example"],
      ["connection", "keep-alive"],
      ["user-agent", "financial-planning-api-explorer/0.2.0"],
      ["accept-encoding", "gzip, deflate, br, zstd"],
      ["Accept", "application/json"],
      ["Authorization", "Bearer (redacted)"],
      ["x-functions-key", "(redacted)"],
      ["x-dt-traceid", `fpx-${index}-0f5c2a9e7b134d68a1c3e5f7`],
    ],
    responseHeaders: [
      ["content-type", "application/json; charset=utf-8"],
      ["x-dt-requestid", `request-${index}-${number}`],
      ["x-dt-traceid", `fpx-${index}-0f5c2a9e7b134d68a1c3e5f7`],
      ["cache-control", "no-store"],
      ["content-length", String(5_000 + (index % 500))],
      ["date", date],
      ["connection", "keep-alive"],
      ["keep-alive", "timeout=5"],
    ],
  });
  return JSON.parse(text) as Pick<Attempt, "requestHeaders" | "responseHeaders">;
}

/** The first rounds let it be compiled and are not counted. */
function measure(run: (round: number) => unknown): number {
  const times: number[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const start = performance.now();
    run(round + 3);
    if (round >= 0) {
      times.push(performance.now() - start);
    }
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function heap(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

function milliseconds(value: number): string {
  return `${value.toFixed(3).padStart(8)} ms`;
}
