import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import type {
  SandboxOptions,
  SandboxReady,
} from "../../src/features/sandbox/messages/sandboxMessages";
import { keepFigure } from "./support/figures";
import { PROGRAM, token } from "../unit/support/sandboxProcess";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const REQUESTS = Number(process.env["BENCH_REQUESTS"] ?? 10_000);
const AT_ONCE = 8;
const GOAL = 5_000;

const CLIENTS = 100_000;
const MANY = "ed9ec11e-0000-4000-8000-000000000001";
const HOLDINGS = 200_000;
const PAGE = 200;

/** Runs before a program: tells what the process has used when it is asked. */
const METER = `
  process.on("message", (message) => {
    if (message === "cpu") {
      const { user, system } = process.cpuUsage();
      process.send({ used: (user + system) / 1e6 });
    } else if (message === "heap") {
      globalThis.gc();
      process.send({ used: process.memoryUsage().heapUsed / 1e6 });
    }
  });
`;

interface Measured {
  readonly child: ChildProcess;
  /** Seconds of all its threads. */
  readonly cpu: () => Promise<number>;
  /** Megabytes in use after a collection. */
  readonly heap: () => Promise<number>;
  /** A GET that has to be answered with 200; its text. */
  readonly get: (path: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

describe("the sandbox under load", () => {
  it("prints small GETs a second on one core beside bare node:http", async () => {
    const bare = await startBare();
    const sandbox = await startMeasured({});
    const list = await sandbox.get("/crm/v1/clients?pageSize=1&pageNumber=1");
    const [, clientId = ""] = /"clientId":"([^"]+)"/.exec(list) ?? [];
    const sides = { bare, sandbox };
    const speeds = { bare: [] as Speed[], sandbox: [] as Speed[] };
    // The first two rounds let both be compiled and are not counted.
    for (let round = -2; round < ROUNDS; round++) {
      for (const side of ["bare", "sandbox"] as const) {
        const speed = await measure(sides[side], `/crm/v1/clients/${clientId}`);
        if (round >= 0) {
          speeds[side].push(speed);
        }
      }
    }
    await Promise.all([bare.close(), sandbox.close()]);
    const model = cpus()[0]?.model ?? "unknown";
    print(
      `A client, ${REQUESTS} requests, ${AT_ONCE} at once, ${ROUNDS} rounds, median; ${model}:`,
    );
    for (const side of ["bare", "sandbox"] as const) {
      const name = side === "bare" ? "bare node:http" : "the sandbox   ";
      print(
        `  ${name} ${perSecond(speeds[side], "wall")} a second, ` +
          `${perSecond(speeds[side], "cpu")} a second of one core`,
      );
    }
    const ratio = median(speeds.sandbox, "cpu") / median(speeds.bare, "cpu");
    keepFigure({
      ...{ work: "sandbox, small GETs", floor: "bare node:http", unit: "a second of one core" },
      base: speeds.bare.map(({ cpu }) => cpu),
      ours: speeds.sandbox.map(({ cpu }) => cpu),
      aim: `≥ ${GOAL} a second of one core`,
    });
    print(`  ratio ${ratio.toFixed(2)}; goal: at least ${GOAL} a second of one core`);
  });

  it(`prints what ${CLIENTS} clients take, walked in pages of ${PAGE}`, async () => {
    const took: number[] = [];
    for (const clients of [CLIENTS / 100, CLIENTS / 10, CLIENTS]) {
      const sandbox = await startMeasured({ clients });
      took.push(await walk(sandbox, "clients", clients, "/crm/v1/clients"));
      await sandbox.close();
    }
    const [one = 0, ten = 0, hundred = 0] = took;
    keepFigure({
      work: `all clients of the sandbox, ${PAGE} a page`,
      sizes: ["1,000 clients", "10,000 clients", "100,000 clients"],
      took: [one, ten, hundred],
    });
  });

  it(`prints what ${HOLDINGS} holdings of one client take`, async () => {
    const sandbox = await startMeasured({});
    await walk(sandbox, "holdings", HOLDINGS, `/finances/v1/clients/${MANY}/holdings`);
    await sandbox.close();
  });
});

interface Speed {
  /** Requests a second on the clock. */
  readonly wall: number;
  /** Requests for each second that the process was computing. */
  readonly cpu: number;
}

async function measure({ get, cpu }: Measured, path: string): Promise<Speed> {
  let left = REQUESTS;
  const before = await cpu();
  const start = performance.now();
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left--;
      await get(path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const seconds = (performance.now() - start) / 1000;
  return { wall: REQUESTS / seconds, cpu: REQUESTS / ((await cpu()) - before) };
}

/**
 * Walks a list twice: what the second time adds to the memory would grow without an end. Gives the
 * milliseconds of a walk.
 */
async function walk(
  { get, heap }: Measured,
  what: string,
  total: number,
  path: string,
): Promise<number> {
  const memory = [inMegabytes(await heap())];
  const start = performance.now();
  for (let turn = 0; turn < 2; turn++) {
    for (let page = 1; page <= total / PAGE; page++) {
      const text = await get(`${path}?pageSize=${PAGE}&pageNumber=${page}`);
      if (!text.includes(`"totalItems":${total}`)) {
        throw new Error(`Page ${page} of ${what} does not tell ${total}.`);
      }
    }
    memory.push(inMegabytes(await heap()));
  }
  const took = (performance.now() - start) / 2;
  const rows = Math.round((total * 1000) / took);
  print(`${total} ${what}, pages of ${PAGE}: ${rows} rows a second`);
  print(`  heap in use: ${memory.join(", then ")} (before, and after each walk)`);
  return took;
}

async function startMeasured(options: SandboxOptions): Promise<Measured> {
  const [child, facts] = await start<SandboxReady>(PROGRAM, {
    FP_SANDBOX_OPTIONS: JSON.stringify(options),
  });
  return measured(child, facts.baseUrl, {
    Authorization: `Bearer ${await token(facts)}`,
    "Ocp-Apim-Subscription-Key": facts.subscriptionKeys.development,
    Accept: "application/json",
    "x-dt-traceid": "fpx-0f5c2a9e7b134d68a1c3e5f708192a3b",
  });
}

async function startBare(): Promise<Measured> {
  const file = join(process.cwd(), "test", "bench", "fixtures", "smallAnswers.mjs");
  const [child, { port }] = await start<{ readonly port: number }>(file, {});
  return measured(child, `http://127.0.0.1:${port}`, {
    Accept: "application/json",
    "x-dt-traceid": "fpx-0f5c2a9e7b134d68a1c3e5f708192a3b",
  });
}

async function start<Message>(
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<[child: ChildProcess, message: Message]> {
  const child = fork(program, [], {
    env: { ...process.env, ...environment },
    execArgv: ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(METER)}`],
  });
  const [message] = (await once(child, "message")) as [Message];
  return [child, message];
}

function measured(
  child: ChildProcess,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Measured {
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  return {
    child,
    cpu: () => askMeter(child, "cpu"),
    heap: () => askMeter(child, "heap"),
    get: async (path) => {
      const { statusCode, body } = await request(`${origin}${path}`, {
        dispatcher: agent,
        headers,
      });
      const text = await body.text();
      if (statusCode !== 200) {
        throw new Error(`${path} was answered with ${statusCode}.`);
      }
      return text;
    },
    close: async () => {
      await agent.close();
      child.kill();
      await once(child, "exit");
    },
  };
}

async function askMeter(child: ChildProcess, what: "cpu" | "heap"): Promise<number> {
  child.send(what);
  for (;;) {
    const [{ used }] = (await once(child, "message")) as [{ readonly used?: number }];
    if (used !== undefined) {
      return used;
    }
  }
}

function inMegabytes(value: number): string {
  return `${value.toFixed(1)} MB`;
}

function median(speeds: readonly Speed[], by: keyof Speed): number {
  const sorted = speeds.map((speed) => speed[by]).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function perSecond(speeds: readonly Speed[], by: keyof Speed): string {
  return String(Math.round(median(speeds, by))).padStart(6);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
