import { join } from "node:path";
import { isAppError } from "../../src/platform/base/errors";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import {
  createPayloadChecks,
  type PayloadChecks,
} from "../../src/features/pensions/common/checks/payloadChecks";
import { payloadTemplate } from "../../src/features/pensions/common/template";
import { DEFINITION } from "../unit/features/pensions/checks/definitions";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { keepFigure, median, print, spread } from "./support/figures";
import { longestStall, longestWork, type Stall, watched } from "./support/stalls";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 25);
const SIZES = [10_000, 100_000, 1_000_000];
const KEYS = 60;
/** Between keys of somebody who types fast. */
const KEY_MILLISECONDS = 80;
const FRAME_MILLISECONDS = 16;
const WORKER = join(process.cwd(), "dist", "payloadChecksWorker.js");
const CONTEXT = { definition: DEFINITION, off: [] };

describe("checks of payloads, beside reading them as JSON", () => {
  const log = new MemoryLog();
  let checks: PayloadChecks;

  beforeEach(() => {
    checks = createPayloadChecks({ worker: WORKER, clock: SYSTEM_CLOCK, log });
  });

  afterEach(() => checks.dispose());

  for (const [kind, make] of [
    ["as people write them", ordinary],
    ["with something wrong at every place", wrong],
  ] as const) {
    for (const size of SIZES) {
      it(`prints what ${size / 1000} KB ${kind} cost`, async () => {
        const text = make(size);
        const first = await look(checks, text);
        const floor: Seen[] = [];
        const ours: Seen[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          floor.push(await watched(() => Promise.resolve(walk(JSON.parse(text)))));
          ours.push(await look(checks, text));
        }
        const [of, than] = [ours, floor].map((all) => median(all.map(({ took }) => took)));
        print(`${(text.length / 1000).toFixed(0)} KB ${kind}, ${first.value} findings:`);
        print(`  time to findings ${spread(ours.map(({ took }) => took))}, ${times(of, than)}`);
        print(`  JSON.parse and a walk, here ${spread(floor.map(({ took }) => took))}`);
        const stalls = ours.map(({ stall }) => stall);
        print(`  longest stall here ${stallsOf(stalls)}`);
        keepFigure({
          work: `checks of a payload of ${size / 1000} KB ${kind}`,
          ...{ floor: "JSON.parse and a walk", unit: "ms", aim: "a frame at most here" },
          base: floor.map(({ took }) => took),
          ours: ours.map(({ took }) => took),
          stall: longestWork(stalls),
        });
        print(`  the first time ${first.took.toFixed(1)} ms, stall ${stallsOf([first.stall])}`);
      });
    }
  }

  it("prints what typing in 1 MB feels", async () => {
    const text = wrong(1_000_000);
    await look(checks, text);
    const idle = await oneByOne(KEYS, () => longestStall(KEY_MILLISECONDS));
    const stalls: Stall[] = [];
    let answered = 0;
    for (let key = 0; key < KEYS; key++) {
      const typed = `${text.slice(0, 500_000)}${" ".repeat(key)}${text.slice(500_000)}`;
      const stop = new AbortController();
      const checked = checks.check(typed, CONTEXT, stop.signal).then(
        () => answered++,
        (error: unknown) => {
          if (!isAppError(error)) {
            throw error;
          }
        },
      );
      stalls.push(await longestStall(KEY_MILLISECONDS));
      stop.abort();
      await checked;
    }
    print(`1 MB, ${KEYS} keys, one each ${KEY_MILLISECONDS} ms, every one checked:`);
    print(`  longest stall between keys ${stallsOf(stalls)}`);
    print(`  the same with nothing to check ${stallsOf(idle)}`);
    print(`  ${answered} of ${KEYS} had their findings before the next key`);
    if (log.lines.length > 0) {
      throw new Error(log.lines.join("\n"));
    }
  });
});

type Seen = Awaited<ReturnType<typeof look>>;

/** Gives the number of findings. */
function look(checks: PayloadChecks, text: string): ReturnType<typeof watched<number>> {
  return watched(async () => (await checks.check(text, CONTEXT)).length);
}

async function oneByOne<Value>(count: number, run: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  while (values.length < count) {
    values.push(await run());
  }
  return values;
}

function times(of: number | undefined, than: number | undefined): string {
  return `${((of ?? 0) / (than ?? 1)).toFixed(1)} times the floor`;
}

function stallsOf(stalls: readonly Stall[]): string {
  const most = longestWork(stalls);
  const verdict = most <= FRAME_MILLISECONDS ? "always within a frame" : "longer than a frame";
  const [wall, work] = [stalls.map((one) => one.wall), stalls.map((one) => one.work)];
  return `${spread(wall)}, at work ${spread(work)}: ${verdict}`;
}

/** The least that a check has to do: every value is looked at. */
function walk(value: unknown): number {
  if (typeof value !== "object" || value === null) {
    return String(value).length;
  }
  return Object.entries(value).reduce((sum, [name, inside]) => sum + name.length + walk(inside), 0);
}

function ordinary(size: number): string {
  const template = JSON.parse(payloadTemplate(DEFINITION)) as Record<string, unknown>;
  const contribution = { payer: "member", amount: 250.1, frequency: "monthly" };
  return filled(size, (count) => ({
    ...template,
    notes: "",
    contributions: Array.from({ length: count }, (_, at) => ({
      ...contribution,
      amount: 250 + at / 100,
    })),
  }));
}

function wrong(size: number): string {
  const fund = {
    fund: "Global Equity A",
    curency: "gbp",
    percentage: 1,
    clientId: "8e0c6f5e0d1b4a539a550f6f2b1f7c11",
    paidOn: "2024-2-3",
    currency: "gbp",
    start: "2024-02-03",
    end: "2024-02-02",
    token: "q8Zt4/+pLw0xYv7sKd2N",
  };
  return filled(size, (count) => ({
    funds: Array.from({ length: count }, (_, at) => ({ ...fund, [`shade${at}`]: -0 })),
  }));
}

function filled(size: number, make: (count: number) => unknown): string {
  const text = (count: number): string => JSON.stringify(make(count), undefined, 2);
  const each = (text(200).length - text(100).length) / 100;
  return text(Math.max(1, Math.round((size - text(0).length) / each)));
}
