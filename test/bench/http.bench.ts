import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Agent, request } from "undici";
import { keepFigure } from "./support/figures";
import { watched } from "./support/stalls";
import { openBench, type Bench } from "../unit/platform/http/support/bench";
import { startSandbox, type SandboxUnderTest } from "../unit/support/sandboxProcess";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 11);
const AT_ONCE = 4;
const GOAL = 0.8;
/** Rows of a page. */
const SIZES = [25, 250, 2_500] as const;

/** Both sides ask for the same page with the same headers. */
interface Service {
  readonly name: string;
  readonly bench: Bench;
  readonly clientId: string;
  /** Requests of one round. */
  readonly requests: number;
}

describe("small pages beside bare undici", () => {
  let program: ChildProcess;
  let sandbox: SandboxUnderTest;
  const services: Service[] = [];

  before(async () => {
    program = fork(join(process.cwd(), "test", "bench", "fixtures", "smallPages.mjs"));
    const [port] = (await once(program, "message")) as [number];
    sandbox = await startSandbox();
    const origin = `http://127.0.0.1:${port}`;
    const fixed = await openBench({ connection: { baseUrl: origin, authUrl: origin } });
    const clientId = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
    services.push({ name: "fixed bytes", bench: fixed, clientId, requests: 2_000 });
    services.push({ name: "the sandbox", ...(await openSandbox(sandbox)), requests: 500 });
  });

  after(async () => {
    await Promise.all(services.map(({ bench }) => bench.close()));
    await sandbox.stop();
    program.kill();
  });

  it("prints requests per second and the memory that is kept", async () => {
    for (const service of services) {
      await compare(service);
    }
  });

  it("prints what calls with ten and a hundred times the rows take", async () => {
    const [fixed] = services;
    const took: number[] = [];
    for (const rows of SIZES) {
      const ask = ourSide(fixed!, rows);
      const requests = Math.max(50, 25_000 / rows);
      const speeds: number[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const speed = await measure(ask, requests);
        speeds.push(...(round < 0 ? [] : [speed]));
        forget(fixed!);
      }
      took.push(1000 / median(speeds));
      print(`  ${rows} rows: ${(1000 / median(speeds)).toFixed(2)} ms a call`);
    }
    const ask = ourSide(fixed!, SIZES[2]);
    const { stall } = await watched(() => measure(ask, 50));
    const [one = 0, ten = 0, hundred = 0] = took;
    keepFigure({
      work: "one call, answer from fixed bytes",
      sizes: ["25 rows", "250 rows", "2,500 rows"],
      took: [one, ten, hundred],
      stall: stall.work,
    });
  });
});

async function openSandbox({
  facts,
}: SandboxUnderTest): Promise<Omit<Service, "name" | "requests">> {
  const { clientId, clientSecret, scopes } = facts.clients.serviceAccount;
  const { baseUrl, authUrl, prefixes } = facts;
  const bench = await openBench({ connection: { baseUrl, authUrl, prefixes, clientId, scopes } });
  const subscriptionKey = facts.subscriptionKeys.development;
  bench.secrets.current = { subscriptionKey, clientSecret };
  const action = bench.client.startAction("Clients");
  const { text } = await bench.client.send({ operationId: "listClients" }, { action });
  const client = /"clientId"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? "";
  return { bench, clientId: client };
}

async function compare(service: Service): Promise<void> {
  const { name, requests } = service;
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  const sides = { bare: await bareSide(service, agent), ours: ourSide(service) };
  const speeds: Record<keyof typeof sides, number[]> = { bare: [], ours: [] };
  const kept = { bare: 0, ours: 0 };
  // The first two rounds let both be compiled and are not counted.
  for (let round = -2; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? (["bare", "ours"] as const) : (["ours", "bare"] as const);
    for (const side of order) {
      const before = heap();
      const speed = await measure(sides[side], requests);
      forget(service);
      if (round >= 0) {
        speeds[side].push(speed);
        kept[side] += heap() - before;
      }
    }
  }
  await agent.close();
  // Once more, not counted: watching makes it slower.
  const { stall } = await watched(() => measure(sides.ours, requests));
  const ratio = median(speeds.ours) / median(speeds.bare);
  print(
    `25 rows from ${name}, ${requests} requests, ${AT_ONCE} at once, ${ROUNDS} rounds, median:`,
  );
  print(`  bare undici ${perSecond(speeds.bare)}, heap kept ${megabytes(kept.bare)}`);
  print(`  explorer    ${perSecond(speeds.ours)}, heap kept ${megabytes(kept.ours)}`);
  print(`  ratio ${ratio.toFixed(2)} (goal: at least ${GOAL})`);
  print(`  longest turn of this thread ${stall.work.toFixed(1)} ms`);
  keepFigure({
    ...{ work: `one call, 25 rows from ${name}`, floor: "bare undici", unit: "calls/s" },
    ...{ base: speeds.bare, ours: speeds.ours, aim: `≥ ${GOAL.toFixed(2)}` },
    stall: stall.work,
  });
}

function forget({ bench }: Service): void {
  bench.actions.length = 0;
  bench.log.lines.length = 0;
}

async function measure(ask: () => Promise<void>, requests: number): Promise<number> {
  let left = requests;
  const start = performance.now();
  const walk = async (): Promise<void> => {
    while (left > 0) {
      left--;
      await ask();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return (requests * 1000) / (performance.now() - start);
}

/** A body read as text: what every client has to do at least. */
async function bareSide({ bench, clientId }: Service, agent: Agent): Promise<() => Promise<void>> {
  await bench.client.signIn();
  const [record = "{}"] = bench.store.values.values();
  const { accessToken } = JSON.parse(record) as { readonly accessToken: string };
  const { baseUrl } = bench.connection;
  const url = `${baseUrl}/finances/v1/clients/${clientId}/holdings?pageSize=25&pageNumber=1`;
  const headers = {
    Authorization: `Bearer ${accessToken}`,
    "Ocp-Apim-Subscription-Key": bench.secrets.current.subscriptionKey,
    Accept: "application/json",
    "x-dt-traceid": "fpx-0f5c2a9e7b134d68a1c3e5f708192a3b",
    "user-agent": "bare",
  };
  return async () => {
    const answer = await request(url, { dispatcher: agent, headers });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text === "") {
      throw new Error(`bare undici was answered with ${answer.statusCode}`);
    }
  };
}

function ourSide({ bench, clientId }: Service, pageSize = 25): () => Promise<void> {
  const path = { clientId };
  const query = { pageSize, pageNumber: 1 };
  return async () => {
    const action = bench.client.startAction("Holdings page 1");
    const { text } = await bench.client.send(
      { operationId: "listHoldings", path, query },
      { action },
    );
    if (text === "") {
      throw new Error("the explorer was answered with nothing");
    }
  };
}

function heap(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function perSecond(values: readonly number[]): string {
  return `${Math.round(median(values))} requests/s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
