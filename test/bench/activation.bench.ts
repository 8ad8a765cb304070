import { globSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startEditor, type Editor } from "../e2e/support/editor";
import type { Workbench } from "../e2e/support/workbench";
import type { HostStalls, LoadedFile } from "./fixtures/messages";
import { HostControl } from "./lists/listsBed";
import { keepFigure, median, print, spread } from "./support/figures";
import { EXTENSION_ID } from "../../src/manifest";

const BARE_ID = "financial-planning-tools.bare-tree";
const OURS = { id: EXTENSION_ID, container: "Financial Planning" };
const BARE = { id: BARE_ID, container: "Bare tree" };
const WINDOWS = Number(process.env["BENCH_WINDOWS"] ?? 9);
const GOAL = 1.5;
const CLIENTS_GOAL = 1.2;
const QUIET_MS = 2_500;
/** What is opened on the way to the first client, which is named "last name, first name". */
const LEVELS = ["Sandbox", "Client records", "Clients"];
/** A row that was drawn anew under a click may have lost it. */
const CLICK_AGAIN_MS = 1_000;
/** Another build of the explorer to compare with, such as the one before a change. */
const BASELINE = process.env["BENCH_BASELINE_VSIX"];
const REPORT_TRIES = 20;
const REPORT_WAIT_MS = 500;

interface Activation {
  /** Of its own code. */
  readonly load: number;
  /** As the editor has it: with the code of others that are activated by the same event. */
  readonly counted: number;
  readonly call: number;
  readonly finish: number;
}

/** A tree whose clients are waited for. */
interface Timed {
  readonly name: string;
  readonly editor: Editor;
  readonly id: string;
  readonly container: string;
  readonly windows: TimedWindow[];
}

interface TimedWindow {
  readonly activation: Activation;
  /** Milliseconds after the click on the view, until the row of each level and the first client. */
  readonly steps: readonly number[];
  /** The longest one of the extension host. */
  readonly turn: HostStalls;
  /** What was loaded in it, and `LOADED_LATER` after it. */
  readonly loaded: readonly LoadedFile[];
}

/** Milliseconds: what is loaded sooner is not printed. */
const SHORT_LOAD = 5;
/** What is loaded with the first check of a payload, in one turn, too. */
const LOADED_LATER = "dist/extension/gate.js";

describe("activation", () => {
  let editor: Editor;

  before(async () => {
    editor = await startEditor(withBare(required("E2E_VSIX")));
  });

  it("is measured beside that of a bare extension, from the click on the view to clients", async () => {
    const baseline = BASELINE === undefined ? undefined : await startEditor(withBare(BASELINE));
    const ours = timedIn(editor, "explorer", OURS);
    const bare = timedIn(editor, "bare tree", BARE);
    const timed = [
      ...[ours, bare],
      ...(baseline === undefined ? [] : [timedIn(baseline, "baseline", OURS)]),
    ];
    for (let round = 0; round <= WINDOWS; round += 1) {
      for (const one of round % 2 === 0 ? timed : timed.toReversed()) {
        const seen = await timeToClients(one);
        // The first window warms the file system and is not counted.
        if (round > 0) {
          one.windows.push(seen);
        }
      }
    }
    await baseline?.stop();
    printActivations(timed, bare);
    printClients(timed, bare);
    printLoads(ours);
    const [total, floor] = [ours, bare].map((one) => activationsOf(one).map(sum));
    keepFigure({
      ...{ work: "activation", floor: "a bare extension with one tree", unit: "ms" },
      ...{ base: floor ?? [], ours: total ?? [], aim: `≤ ${GOAL}` },
      stall: Math.max(...activationsOf(ours).map(({ load, call }) => load + call)),
    });
    keepFigure({
      work: "click on the view to the first clients, cold window",
      ...{ floor: "a bare tree that starts the sandbox and fetches the same", unit: "ms" },
      ...{ base: clientsOf(bare), ours: clientsOf(ours), aim: `≤ ${CLIENTS_GOAL}` },
      stall: Math.max(...ours.windows.map(({ turn }) => turn.work)),
    });
  });

  it("is listed with the size of every bundle", () => {
    print("Bundles, bytes:");
    for (const file of globSync("dist/**/*.js").sort()) {
      print(`  ${String(statSync(file).size).padStart(9)}  ${file}`);
    }
  });
});

function withBare(vsix: string): { readonly extensions: readonly string[] } {
  return { extensions: [vsix, ...required("BENCH_BESIDE").split(delimiter)] };
}

function timedIn(editor: Editor, name: string, of: typeof OURS): Timed {
  return { name, editor, ...of, windows: [] };
}

async function timeToClients({ editor, id, container }: Timed): Promise<TimedWindow> {
  const portFile = join(editor.newFolder(), "port");
  editor.changeSettings({ "hostWatch.portFile": portFile });
  const workbench = await editor.openWindow();
  const host = await HostControl.find(portFile);
  // VS Code's own extensions start at the same time and would be measured with them.
  await wait(QUIET_MS);
  await host.watch();
  const steps = await workbench.page.evaluate<readonly number[]>(
    `(${WALK_TO_CLIENTS})(${JSON.stringify({ container, levels: LEVELS, CLICK_AGAIN_MS })})`,
  );
  const turn = await host.longestStall();
  await host.ask("/load", LOADED_LATER);
  const loaded = await host.ask<readonly LoadedFile[]>("/loads");
  const activation = readActivation(await readReport(workbench, id), id);
  await workbench.close();
  return { activation, steps, turn, loaded };
}

/**
 * In the page, where no message to a test takes part of the time: clicks on the view, then opens
 * each level in the frame that shows it. Gives when each was there, and the first row of the last.
 */
const WALK_TO_CLIENTS = `async ({ container, levels, CLICK_AGAIN_MS }) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rows = () => [...document.querySelectorAll(".part.sidebar .monaco-list-row")];
  const labelOf = (row) => row.querySelector(".label-name")?.textContent ?? "";
  const start = performance.now();
  const icon = ".part.activitybar .action-label[aria-label^='" + container + "']";
  document.querySelector(icon).closest("li").click();
  const steps = [];
  for (const level of levels) {
    let clicked = -Infinity;
    for (;;) {
      const row = rows().find((one) => labelOf(one) === level);
      if (row !== undefined && steps.length === levels.indexOf(level)) {
        steps.push(performance.now() - start);
      }
      if (row?.getAttribute("aria-expanded") === "true") {
        break;
      }
      if (row !== undefined && performance.now() - clicked > CLICK_AGAIN_MS) {
        clicked = performance.now();
        row.querySelector(".monaco-tl-twistie").click();
      }
      await frame();
    }
  }
  while (!rows().some((row) => labelOf(row).includes(", "))) {
    await frame();
  }
  // It is painted between these two.
  await frame();
  await frame();
  return [...steps, performance.now() - start];
}`;

async function readReport(workbench: Workbench, id: string): Promise<string> {
  await workbench.runCommand("Developer: Startup Performance");
  await workbench.tab("Startup Performance").waitFor();
  // The editor shows its head first and the activations a moment later.
  for (let attempt = 1; ; attempt += 1) {
    const report = await workbench.editor.text();
    if (report.includes(`| ${id} `) || attempt === REPORT_TRIES) {
      return report;
    }
    await wait(REPORT_WAIT_MS);
  }
}

/**
 * By a row of "Extension Activation Stats": name, eager, load code, call, finish, event, by. What it
 * has as load code is told by marks of the editor instead: extensions that are activated by one event
 * are loaded one after the other, and each is counted the loading of those before it.
 */
function readActivation(report: string, id: string): Activation {
  const lines = report.split("\n");
  const row = lines.find((line) => line.startsWith(`| ${id} `));
  if (row === undefined) {
    throw new Error(`VS Code reports no activation of ${id}:\n${report}`);
  }
  const cells = row.split("|").map((cell) => cell.trim());
  const [counted, call, finish] = cells.slice(3, 6).map(Number);
  const [began, loaded] = ["will", "did"].map((when) => {
    const mark = `code/extHost/${when}LoadExtensionCode/${id}\t`;
    return Number(lines.find((line) => line.startsWith(mark))?.split("\t")[1]);
  });
  const load = (loaded ?? Number.NaN) - (began ?? Number.NaN);
  if (Number.isNaN(load) || counted === undefined || call === undefined || finish === undefined) {
    throw new Error(`This row is not understood, or has no marks: ${row}`);
  }
  return { load, counted, call, finish };
}

function activationsOf({ windows }: Timed): readonly Activation[] {
  return windows.map(({ activation }) => activation);
}

function clientsOf({ windows }: Timed): readonly number[] {
  return windows.map(({ steps }) => steps.at(-1) ?? Number.NaN);
}

function sum({ load, call, finish }: Activation): number {
  return load + call + finish;
}

function printActivations(timed: readonly Timed[], floor: Timed): void {
  print(`Activation as VS Code reports it, median of ${String(WINDOWS)} windows, milliseconds:`);
  const least = median(activationsOf(floor).map(sum));
  for (const one of timed) {
    const values = activationsOf(one);
    const of = (part: keyof Activation): string => String(median(values.map((each) => each[part])));
    const took = median(values.map(sum));
    print(
      `  ${one.name.padEnd(10)} ${String(took).padStart(5)}, ratio ${(took / least).toFixed(2)}` +
        `  (load ${of("load")}, call ${of("call")}, finish ${of("finish")};` +
        ` all: ${values.map((value) => String(sum(value))).join(" ")};` +
        ` load with what is loaded beside it ${of("counted")})`,
    );
  }
}

function printClients(timed: readonly Timed[], floor: Timed): void {
  print(`From the click on the view to the first clients, median of ${String(WINDOWS)} windows:`);
  for (const one of timed) {
    const times = clientsOf(one);
    const all = times.map((time) => String(Math.round(time))).join(" ");
    const ratio = (median(times) / median(clientsOf(floor))).toFixed(2);
    print(`  ${one.name.padEnd(10)} ${median(times).toFixed(0)} ms, ratio ${ratio}  (${all})`);
    const rows = [...LEVELS, "first client"].map(
      (row, at) => `${row} ${median(one.windows.map(({ steps }) => steps[at] ?? NaN)).toFixed(0)}`,
    );
    print(`    rows in sight, ms after the click: ${rows.join(", ")}`);
    const turns = one.windows.map(({ turn }) => turn);
    const [work, wall] = [turns.map((turn) => turn.work), turns.map((turn) => turn.wall)];
    print(`    longest turn of the extension host ${spread(work)}, on the wall ${spread(wall)}`);
  }
}

function printLoads({ windows }: Timed): void {
  const loads = windows.flatMap(({ loaded }) => loaded);
  for (const name of new Set(loads.map((file) => file.name))) {
    const took = loads.filter((file) => file.name === name).map((file) => file.took);
    if (median(took) > SHORT_LOAD) {
      print(`    loading ${name} ${spread(took)}`);
    }
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: npm run bench:activation sets it.`);
  }
  return value;
}
