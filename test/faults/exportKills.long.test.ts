import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ExportFormat } from "../../src/features/exports/common/export";
import { JOURNAL_ENDING } from "../../src/features/exports/common/journal";
import { WHOLE_ENDING } from "../../src/features/exports/common/oneExport";
import type { ManyRows } from "../fakes/manyRows";
import { type ManyRowsServer, serveManyRows } from "../fakes/manyRowsServer";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { expectExported } from "./support/exports/exportedFile";
import { EXPORTED, type ExportOrder, type ExportSaid, PART } from "./support/exports/exportOrder";
import { count } from "./support/gates";
import { seeded } from "./support/seeded";
import { IS_LONG } from "../fakes/runs";

const KILLS = IS_LONG ? 20 : 4;
const EARLY_KILLS = IS_LONG ? 14 : 2;
const PAGE_SIZE = IS_LONG ? 250 : 50;
const ROWS: ManyRows = { kind: "holdings", count: IS_LONG ? 200_000 : 3_000 };
const CLIENTS: ManyRows = { kind: "clients", count: IS_LONG ? 100_000 : 2_000, envelope: "nested" };

/** Where a window is when it is killed; the last ones come when all pages are there. */
type Moment = "pages" | "torn" | "conversion" | "placing";

function momentOf(kill: number, format: ExportFormat): Moment {
  const late = kill % 2 === 0 && format === "json" ? "conversion" : "placing";
  return kill >= EARLY_KILLS ? late : kill % 2 === 1 ? "torn" : "pages";
}

describe("an export whose window is killed", () => {
  let program: ChildProgram;
  let server: ManyRowsServer;

  before(async () => {
    // Short lists come slowly, or no kill would find one on its way.
    const before = (): Promise<void> => (IS_LONG ? Promise.resolve() : wait(20));
    server = await serveManyRows({ holdings: ROWS, clients: CLIENTS, before });
    program = await bundleProgram("exportWindow");
  });

  after(async () => {
    await program.close();
    await server.close();
  });

  for (const [format, rows] of [
    ["jsonl", ROWS],
    ["json", CLIENTS],
  ] as const) {
    it(`${KILLS} times ends with every byte of ${rows.count} ${rows.kind} as ${format}`, async () => {
      const random = seeded(format === "json" ? 9 : 8);
      const order = orderOf(format, rows.kind);
      const pages = Math.ceil(rows.count / PAGE_SIZE);
      let [killed, partly] = [0, 0];
      for (let kill = 0; kill < KILLS; kill++) {
        const moment = momentOf(kill, format);
        killed += (await runKilled(order, { moment, random, pages })) ? 1 : 0;
        partly += isPart(order) ? 1 : 0;
      }
      assert.ok(killed > KILLS / 2, `only ${killed} were killed on the way`);
      assert.ok(partly > EARLY_KILLS / 4, `only ${partly} left a part of the pages`);
      const said = existsSync(join(order.folder, EXPORTED)) ? undefined : await runToEnd(order);
      assert.equal(said?.code, undefined);
      const manifest = await expectExported(join(order.folder, EXPORTED), format, rows);
      const filled = manifest.pages.filter((page) => page.rows > 0);
      assert.deepEqual(
        filled.map(({ page }) => page),
        Array.from({ length: pages }, (_none, index) => index + 1),
      );
      assert.deepEqual(
        [manifest.audit.isWhole, manifest.audit.repeatedRows, manifest.audit.totals],
        [true, 0, [rows.count]],
      );
      assert.ok(manifest.traceIds.length > 1, "each run has a trace id of its own");
      assert.equal(new Set(manifest.traceIds).size, manifest.traceIds.length);
      count("killedExports", "exports");
      count("killedExports", "kills", killed);
      count("killedExports", "rows", rows.count);
    });
  }

  interface Kill {
    readonly moment: Moment;
    readonly random: () => number;
    readonly pages: number;
  }

  /** False where it came to its end before. */
  async function runKilled(order: ExportOrder, { moment, random, pages }: Kill): Promise<boolean> {
    const file = join(order.folder, EXPORTED);
    if (existsSync(file)) {
      return false;
    }
    const window = new Window(program, order);
    const some = ((0.3 + 0.7 * random()) * pages) / EARLY_KILLS;
    const after = server.pages() + Math.floor(some) + 1;
    const isNow: Readonly<Record<Moment, () => boolean>> = {
      pages: () => server.pages() >= after && isPart(order),
      torn: () => server.pages() >= after && isPart(order),
      conversion: () => existsSync(`${join(order.folder, PART)}${WHOLE_ENDING}`),
      placing: () => window.isPlacing,
    };
    await window.reached(isNow[moment]);
    await wait(random() * 4);
    const wasKilled = await window.kill();
    if (moment === "torn" && wasKilled) {
      tear(join(order.folder, PART), random);
    }
    return wasKilled;
  }

  async function runToEnd(order: ExportOrder): Promise<ExportSaid & { readonly type: "over" }> {
    const window = new Window(program, order);
    await window.reached(() => window.over !== undefined);
    await window.ended;
    assert.ok(window.over?.state === "finished", JSON.stringify(window.over));
    return window.over;
  }

  function orderOf(format: ExportFormat, kind: ManyRows["kind"]): ExportOrder {
    const folder = join(program.folder, `${format}-${kind}`);
    mkdirSync(folder);
    return { origin: server.origin, kind, pageSize: PAGE_SIZE, format, folder };
  }
});

/** Whether some pages are there, but not all. */
function isPart({ folder }: ExportOrder): boolean {
  const journal = join(folder, PART) + JOURNAL_ENDING;
  const text = existsSync(journal) ? readFileSync(journal, "utf8") : "";
  return text.includes('"print"') && !text.includes('"end":true');
}

/** One process with one export. */
class Window {
  isPlacing = false;
  over: (ExportSaid & { readonly type: "over" }) | undefined;
  readonly ended: Promise<unknown>;
  private readonly child: ChildProcess;

  constructor(program: ChildProgram, order: ExportOrder) {
    this.child = program.start({ ORDER: JSON.stringify(order) });
    this.ended = once(this.child, "exit");
    this.child.on("message", (said: ExportSaid) => {
      this.isPlacing ||= said.type === "placing";
      this.over = said.type === "over" ? said : this.over;
    });
  }

  get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async reached(isThere: () => boolean): Promise<void> {
    while (!isThere() && !this.isOver) {
      await wait(1);
    }
  }

  /** False where it had ended by itself. */
  async kill(): Promise<boolean> {
    const isAlive = !this.isOver && this.child.kill("SIGKILL");
    await this.ended;
    return isAlive;
  }
}

/** As if it had been killed in the middle of writing: data without its journal, or half a line. */
function tear(part: string, random: () => number): void {
  const journal = part + JOURNAL_ENDING;
  if (!existsSync(part) || !existsSync(journal)) {
    return;
  }
  const head = readFileSync(journal).indexOf(0x0a) + 1;
  const size = statSync(journal).size;
  // The first run stays in it, or the trace id of what it asked for would be nobody's.
  const most = Math.min(600, (size - head) / 2);
  truncateSync(journal, size - Math.floor(random() * most));
  appendFileSync(part, '{"holdingId":"HLD-torn","fu'.slice(0, Math.floor(random() * 27)));
}
