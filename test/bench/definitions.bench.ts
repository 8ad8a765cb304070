import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  createDefinitionReader,
  type DefinitionReader,
} from "../../src/features/definitions/common/imports/definitionReader";
import { activeDefinition } from "../../src/features/definitions/common/activeDefinition";
import { readDefinition } from "../../src/platform/service/definition/definition";
import { readDocument } from "../../src/features/definitions/common/imports/readDocument";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { payloadDefinition } from "../../src/features/pensions/common/checks/bodySchema";
import {
  readElsewhere,
  REAL_DOCUMENTS,
  textOf,
} from "../unit/features/definitions/imports/support/documents";
import { BASE } from "../unit/features/definitions/support/foreign";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { print, spread } from "./support/figures";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const WORKER = join(process.cwd(), "dist", "definitionWorker.js");
const LONG = 200_000;
const MEGABYTE = 1_048_576;

/** What one document cost: milliseconds, and bytes of the process above what it had before. */
interface Seen {
  readonly took: number;
  readonly stall: number;
  readonly memory: number;
  readonly endpoints: number;
}

describe("reading documents, beside parsing them alone", () => {
  let reader: DefinitionReader;

  beforeEach(() => {
    reader = createDefinitionReader({ worker: WORKER, clock: SYSTEM_CLOCK, log: new MemoryLog() });
  });

  afterEach(() => reader.dispose());

  for (const { file, openapi, syntax } of REAL_DOCUMENTS) {
    it(`prints what ${file} costs`, async function () {
      const text = textOf(file);
      if (text.length < LONG) {
        return this.skip();
      }
      const first = await look(reader, text);
      const floor: number[] = [];
      const ours: Seen[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        floor.push(timeOf(() => readElsewhere(text, syntax)));
        ours.push(await look(reader, text));
      }
      const bytes = (Buffer.byteLength(text) / 1_000_000).toFixed(2);
      print(`${file}: ${openapi}, ${syntax}, ${bytes} MB, ${first.endpoints} endpoints`);
      print(`  parsing alone     ${spread(floor)}`);
      print(`  read in a thread  ${spread(ours.map(({ took }) => took))}`);
      print(`  the first, with the start of the thread  ${first.took.toFixed(0)} ms`);
      const stalls = ours.map(({ stall }) => stall);
      print(`  longest turn of the thread that asks  ${spread(stalls)}`);
      const most = Math.max(first.memory, ...ours.map(({ memory }) => memory));
      print(`  memory at its most  ${(most / MEGABYTE).toFixed(0)} MB more`);
    });
  }
});

describe("living by a document, beside parsing it alone", () => {
  for (const file of [
    "shipengine-openapi/openapi.json",
    "ringcentral-open-api-parser/rc-public-openapi.yml",
  ]) {
    it(`prints what ${file} costs while it is active`, () => {
      const document = JSON.stringify(readDocument(textOf(file)).document);
      const active = [{ domain: "crm" as const, document }];
      const [floor, merge, read]: [number[], number[], number[]] = [[], [], []];
      let text = "";
      for (let round = 0; round < ROUNDS; round++) {
        floor.push(timeOf(() => JSON.parse(document)));
        // Another text in each round: what was read last is remembered.
        const base = BASE.replace("Financial Planning Open API", `Round ${round}`);
        merge.push(timeOf(() => (text = activeDefinition(base, active))));
        read.push(timeOf(() => readDefinition(text)));
      }
      print(`${file}: ${(document.length / 1_000_000).toFixed(2)} MB as it is kept`);
      print(`  parsing alone            ${spread(floor)}`);
      print(`  merged with ours         ${spread(merge)}`);
      print(`  read, once for a change  ${spread(read)}`);
      print(`  told to the thread of payload checks  ${payloadDefinition(text).length} characters`);
    });
  }
});

function timeOf(work: () => unknown): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

/** Watches the event loop and the memory of the process while the thread reads. */
async function look(reader: DefinitionReader, text: string): Promise<Seen> {
  const before = process.memoryUsage.rss();
  const begin = performance.now();
  const state = { done: false, stall: 0, memory: 0 };
  const watching = watch(state, before);
  const { endpoints } = await reader.read(text);
  const took = performance.now() - begin;
  state.done = true;
  await watching;
  return { took, stall: state.stall, memory: state.memory, endpoints: endpoints.length };
}

async function watch(
  state: { done: boolean; stall: number; memory: number },
  before: number,
): Promise<void> {
  while (!state.done) {
    const turn = performance.now();
    await setImmediate();
    state.stall = Math.max(state.stall, performance.now() - turn);
    state.memory = Math.max(state.memory, process.memoryUsage.rss() - before);
  }
}
