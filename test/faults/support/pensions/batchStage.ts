import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { isDeepStrictEqual } from "node:util";
import type { ChildProcess } from "node:child_process";
import { isAppError } from "../../../../src/platform/base/errors";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import type { Batch } from "../../../../src/features/sourceControl/common/batch";
import type { BatchPlan } from "../../../../src/features/sourceControl/common/plan";
import type { Action } from "../../../../src/platform/base/action";
import type { FaultRule } from "../../../../src/features/sandbox/messages/sandboxFaults";
import { type SandboxUnderTest, startSandbox } from "../../../unit/support/sandboxProcess";
import type { ChildProgram } from "../childProgram";
import { until } from "../leftovers";
import type { Incident, Kind, Round, RunCase } from "./batchCases";
import { holds, liesOf, liesOfBatch } from "./batchClaims";
import { type BatchFile, type BatchWindow, openBatchWindow, YES } from "./batchWindow";
import { BatchWire } from "./batchWire";
import { openRelay, type Relay } from "./serviceRelay";
import { Truth } from "./truth";

/** What was found in one run. */
export interface RunVerdict {
  readonly lies: readonly string[];
  readonly rounds: number;
  readonly puts: number;
  readonly rows: number;
  readonly kills: number;
  readonly stops: number;
  /** How often each outcome was told, after any round. */
  readonly outcomes: ReadonlyMap<string, number>;
}

interface Side {
  readonly sandbox: SandboxUnderTest;
  readonly relay: Relay;
  readonly truth: Truth;
}

/** Rounds in which nothing goes wrong any more: by then all is settled. */
const CALM_ROUNDS = 2;

/** A sandbox with tags and one without, and batches of payloads before them. */
export class BatchStage {
  private count = 0;

  private constructor(
    private readonly sides: ReadonlyMap<boolean, Side>,
    private readonly program: ChildProgram,
  ) {}

  static async open(program: ChildProgram): Promise<BatchStage> {
    const sides = await Promise.all(
      [true, false].map(async (tags) => [tags, await openSide(tags)] as const),
    );
    return new BatchStage(new Map(sides), program);
  }

  async run(one: RunCase): Promise<RunVerdict> {
    const side = this.sides.get(one.tags) as Side;
    const folder = `${this.program.folder}/run${this.count}`;
    mkdirSync(folder);
    const trial = new BatchTrial(side, one, { folder, program: this.program, run: this.count++ });
    try {
      return await trial.run();
    } finally {
      await side.sandbox.setFaults([]);
      await trial.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    for (const { sandbox, relay } of this.sides.values()) {
      await Promise.all([relay.close(), sandbox.stop()]);
    }
  }
}

async function openSide(tags: boolean): Promise<Side> {
  const sandbox = await startSandbox({ pensionTags: tags });
  const relay = await openRelay(sandbox.facts.baseUrl);
  return { sandbox, relay, truth: await Truth.of(sandbox) };
}

interface TrialPlace {
  readonly folder: string;
  readonly program: ChildProgram;
  readonly run: number;
}

const BASE = { provider: "Aviva", schemeName: "Group", value: 100.5, notes: "first" };

/** One run from its beginning until all of it is settled. */
class BatchTrial {
  private readonly files: readonly BatchFile[];
  private readonly lies: string[] = [];
  private readonly outcomes = new Map<string, number>();
  private readonly actions = new Map<string, Action>();
  private readonly known: (string | undefined)[] = [];
  private readonly foreign = new Set<number>();
  /** What the batch sent last, by row. */
  private readonly sent = new Map<number, string>();
  private window: BatchWindow;
  private child: ChildProcess | undefined;
  private edits = 0;
  private puts = 0;
  private kills = 0;
  private stops = 0;

  constructor(
    private readonly side: Side,
    private readonly one: RunCase,
    private readonly place: TrialPlace,
  ) {
    const { clientId } = side.truth;
    this.files = one.kinds.map((_kind, row) => {
      const pensionId = `PEN-B${place.run}-${row}`;
      const path = `${place.folder}/${String(row).padStart(3, "0")}.pension.json`;
      return { path, target: { clientId, pensionId } };
    });
    this.window = this.openWindow();
  }

  async run(): Promise<RunVerdict> {
    await this.prepare();
    const { batches } = this.window;
    await this.setFaults([]);
    const plan = await this.window.plan(this.files);
    let batch = await batches.add(plan);
    let rounds = 0;
    const all = [...this.one.rounds, ...Array.from({ length: CALM_ROUNDS }, () => CALM)];
    for (const round of all) {
      batch = await this.round(batch, round, rounds === 0 ? plan : undefined);
      rounds++;
    }
    if (batch.state !== "finished") {
      this.lies.push(`still ${batch.state} in the end: ${told(batch)}`);
    }
    await this.expectKept(batch);
    await this.expectTold(batch);
    const { lies, puts, kills, stops, outcomes } = this;
    return { lies, rounds, puts, rows: this.files.length, kills, stops, outcomes };
  }

  async close(): Promise<void> {
    await this.window.close();
  }

  private async prepare(): Promise<void> {
    for (const [row, kind] of this.one.kinds.entries()) {
      const { path, target } = this.files[row] as BatchFile;
      if (kind !== "create" && kind !== "invalid" && kind !== "unreadAbsent") {
        await this.side.truth.put(target.pensionId, JSON.stringify(BASE));
      }
      writeFileSync(path, textOf(kind, row));
    }
    // The versions last seen: what the user opened, some time ago.
    const seen = this.files.filter((_file, row) => SEEN.has(this.one.kinds[row] as Kind));
    await this.window.plan(seen);
    for (const [row, kind] of this.one.kinds.entries()) {
      if (kind === "conflict") {
        await this.putTheirs(row, { ...BASE, notes: "theirs" });
      }
    }
  }

  private async round(before: Batch, round: Round, plan?: BatchPlan): Promise<Batch> {
    await this.setFaults(round === CALM ? undefined : round.faults);
    await this.lookAround();
    const wire = this.follow(before.id, round);
    const permits = countPermits();
    const isKilled = round.incidents.some(({ what }) => what === "kill");
    const planned = isKilled ? undefined : (plan ?? (await this.planAgain(before)));
    const begun = planned === undefined ? before : (this.batch(before.id) ?? before);
    if (!isKilled) {
      wire.beginWriting();
    }
    await (isKilled ? this.applyElsewhere(before.id) : this.applyHere(before.id));
    await until(() => this.side.relay.pending() === 0);
    wire.end();
    permits.end();
    const after = this.batch(before.id) ?? before;
    this.puts += wire.puts.length;
    wire.puts.forEach(({ row, body }) => this.sent.set(row, body));
    await this.holdAgainst({
      wire,
      faults: round.faults,
      begun,
      after,
      planned,
      permits: isKilled ? undefined : permits,
    });
    return after;
  }

  /** Undefined where the window that did it is gone and took its plan with it. */
  private async planAgain(batch: Batch): Promise<BatchPlan> {
    const plan = await this.window.plan(this.files, batch);
    await this.window.batches.planAgain(batch.id, plan);
    return plan;
  }

  private async applyHere(id: string): Promise<void> {
    try {
      await this.window.batches.apply(id, YES);
    } catch (error) {
      if (!isAppError(error) || error.code !== "input/batchNothingToSend") {
        throw error;
      }
    }
  }

  private async applyElsewhere(batchId: string): Promise<void> {
    const { place, side, files } = this;
    const { facts } = side.sandbox;
    const order = { facts, baseUrl: side.relay.origin, folder: place.folder, files, batchId };
    this.child = place.program.start({ ORDER: JSON.stringify(order) });
    await once(this.child, "exit");
    const isKilled = this.child.signalCode === "SIGKILL";
    this.kills += isKilled ? 1 : 0;
    this.child = undefined;
    await until(() => side.relay.pending() === 0);
    // Whoever looks next is a window that starts after it.
    await this.window.close();
    this.window = this.openWindow();
    await this.window.batches.restore();
  }

  private follow(id: string, { incidents }: Round): BatchWire {
    const { relay, truth } = this.side;
    const pensionIds = this.files.map(({ target }) => target.pensionId);
    return new BatchWire({
      ...{ relay, truth, pensionIds, incidents },
      fileOf: (row) => readIfThere(this.files[row]?.path ?? ""),
      onIncident: (incident, row) => this.happen(incident, row, id),
    });
  }

  private async happen({ what, row }: Incident, at: number, id: string): Promise<void> {
    const { path } = this.files[row] as BatchFile;
    const isLater = row > at;
    const mine = { ...BASE, value: 500.5 + this.edits, schemeName: `edit ${this.edits}` };
    this.edits++;
    if (what === "stop") {
      this.stops++;
      void this.window.batches.stop(id);
    } else if (what === "kill") {
      await this.kill();
    } else if (what === "editFile") {
      writeFileSync(path, JSON.stringify(mine));
    } else if (what === "breakFile") {
      writeFileSync(path, "{");
    } else if (what === "removeFile") {
      rmSync(path, { force: true });
    } else if (isLater) {
      // A row that is on its way may be past its last look.
      await this.putTheirs(row, { ...BASE, notes: `somebody else's ${this.edits}` });
    }
  }

  private async kill(): Promise<void> {
    const { child } = this;
    if (child !== undefined && child.signalCode === null && child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
  }

  private async putTheirs(row: number, content: object): Promise<void> {
    const { pensionId } = (this.files[row] as BatchFile).target;
    this.known[row] = (await this.side.truth.put(pensionId, JSON.stringify(content))).text;
    this.foreign.add(row);
  }

  private async lookAround(): Promise<void> {
    this.foreign.clear();
    for (const [row, { target }] of this.files.entries()) {
      this.known[row] = (await this.side.truth.held(target.pensionId))?.text;
    }
  }

  private async holdAgainst(round: {
    readonly wire: BatchWire;
    readonly faults: Round["faults"];
    readonly begun: Batch;
    readonly after: Batch;
    readonly planned: BatchPlan | undefined;
    readonly permits: ReturnType<typeof countPermits> | undefined;
  }): Promise<void> {
    const { wire, begun, after, planned, permits } = round;
    for (const [index, { target, path }] of this.files.entries()) {
      const at = after.rows.findIndex(({ file }) => file === path);
      const [row, before] = [after.rows[at], begun.rows[at]];
      if (row === undefined || before === undefined) {
        this.lies.push(`row ${index} is gone`);
        continue;
      }
      this.outcomes.set(row.outcome, (this.outcomes.get(row.outcome) ?? 0) + 1);
      const held = (await this.side.truth.held(target.pensionId))?.text;
      const lies = liesOf({
        ...{ wire, index, before, row, held, known: this.known[index] },
        planned: planned?.rows.find(({ file }) => file === path),
        isForeign: this.foreign.has(index),
        isDeceived: row.effect === "unknown" && isDropped(round, index),
        attempts: permits === undefined ? undefined : this.attemptsOf(row.actionId),
        permits: permits?.of(target.pensionId),
      });
      this.lies.push(...lies.map((lie) => `row ${index} (${row.effect}): ${lie}`));
    }
    // Who plans one that was never applied reads under a trace id of that plan.
    const others = begun.traceId === undefined ? 1 : 0;
    const isUnasked = begun.state === "planned" && after.state === "planned";
    this.lies.push(
      ...(isUnasked && wire.puts.length === 0 ? [] : liesOfBatch(after, wire, others)),
    );
  }

  private attemptsOf(actionId: string | undefined): number {
    const { attempts = [] } = this.actions.get(actionId ?? "") ?? {};
    return attempts.filter(({ method }) => method === "PUT").length;
  }

  /** A window that starts later finds the very same. */
  private async expectKept(batch: Batch): Promise<void> {
    const later = this.openWindow();
    await later.batches.restore();
    const kept = later.batches.get(batch.id);
    if (!isDeepStrictEqual(kept, batch)) {
      this.lies.push("what is kept is not what was told");
    }
    await later.close();
  }

  /** What the batch has sent, and is there, is not said to be left. */
  private async expectTold({ rows }: Batch): Promise<void> {
    for (const [index, body] of this.sent) {
      const { path, target } = this.files[index] as BatchFile;
      const row = rows.find(({ file }) => file === path);
      const held = (await this.side.truth.held(target.pensionId))?.text;
      const isTaken = row?.outcome === "landed" || row?.outcome === "differs";
      if (holds(held, body) && !isTaken && row?.outcome !== "notSeen") {
        this.lies.push(`row ${index}: ${String(row?.outcome)} in the end, and it is there`);
      }
    }
  }

  private batch(id: string): Batch | undefined {
    return this.window.batches.get(id);
  }

  private openWindow(): BatchWindow {
    const { sandbox, relay } = this.side;
    return openBatchWindow(
      { facts: sandbox.facts, baseUrl: relay.origin, folder: this.place.folder },
      (action) => void this.actions.set(action.id, action),
    );
  }

  private async setFaults(faults: Round["faults"] | undefined): Promise<void> {
    const { clientId } = this.side.truth;
    const of = (row: number, rule: Omit<FaultRule, "path">): FaultRule => {
      const { pensionId } = (this.files[row] as BatchFile).target;
      return { ...rule, path: `*/clients/${clientId.toLowerCase()}/pensions/${pensionId}` };
    };
    const unread = [...this.one.unread].map(([row, fault]) => of(row, { method: "GET", fault }));
    const rules = faults?.map(({ row, rule }) => of(row, rule)) ?? [];
    await this.side.sandbox.setFaults(faults === undefined ? [] : [...rules, ...unread]);
  }
}

const CALM: Round = { faults: [], incidents: [] };
const SEEN: ReadonlySet<Kind> = new Set(["replace", "conflict", "nothing", "unreadPresent"]);

function textOf(kind: Kind, row: number): string {
  const mine = { ...BASE, value: 200.25 + row };
  switch (kind) {
    case "invalid":
      return '{"provider":';
    case "nothing":
      return JSON.stringify(BASE);
    case "conflict":
      return JSON.stringify({ ...mine, notes: "mine" });
    default:
      return JSON.stringify(mine, undefined, 2);
  }
}

function isDropped({ faults }: Pick<Round, "faults">, index: number): boolean {
  return faults.some(
    ({ row, rule: { fault } }) =>
      row === index && fault.kind === "putAnswer" && fault.variant === "dropped",
  );
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function told({ rows }: Batch): string {
  return rows
    .map(({ effect, outcome, problem }) => `${effect} ${outcome} ${problem?.code ?? ""}`)
    .join();
}

/** Counts permits in this process, by the pensions that they are for. */
function countPermits() {
  const given = new Map<string, number>();
  const office = PermitIssuer.prototype;
  const issue = Object.getOwnPropertyDescriptor(office, "issue")?.value as PermitIssuer["issue"];
  office.issue = function (this: PermitIssuer, target, demand) {
    const id = target.url.split("/").at(-1) ?? "";
    given.set(id, (given.get(id) ?? 0) + 1);
    return issue.call(this, target, demand);
  };
  return { of: (id: string) => given.get(id) ?? 0, end: () => void (office.issue = issue) };
}
