import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPayload } from "../../src/features/pensions/common/payload";
import { describePension } from "../../src/features/pensions/texts/recordWords";
import type { LastWrite, PensionRecord } from "../../src/features/pensions/common/writing/records";
import { hashText } from "../../src/features/pensions/common/writing/version";
import type { WriteReview } from "../../src/features/pensions/common/writing/writer";
import { decodeLine } from "../../src/features/requests/common/actionLine";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { WORDS } from "../unit/features/pensions/words/support";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { count } from "./support/gates";
import { until } from "./support/leftovers";
import { type Kill, type KillOrder, KILLS } from "./support/pensions/killMessages";
import { openRelay, type Relay } from "./support/pensions/serviceRelay";
import { type Held, Truth } from "./support/pensions/truth";
import { openWindow, type Window } from "./support/pensions/window";
import { IS_LONG } from "../fakes/runs";

const BASE = '{"provider":"Aviva","value":100.50}';
const MINE = '{\n  "provider": "Aviva",\n  "value": 111.250\n}\n';
const NEXT = '{"provider":"Aviva","value":333.75}';

const SIGHTS = ["readable", "unreadable"] as const;
type Sight = (typeof SIGHTS)[number];
const AT_ONCE = 4;
/** The short form dies at every second moment once, with and without sight in turn. */
const ALL = SIGHTS.flatMap((sight, index) =>
  KILLS.filter((_kill, at) => IS_LONG || at % (2 * SIGHTS.length) === 2 * index).map((kill) => ({
    sight,
    kill,
  })),
);

/** What a record may say after the end at a step: never more than was known, never less. */
const OUTCOMES: Readonly<Record<Kill, readonly (LastWrite["outcome"] | "nothing")[]>> = {
  "asked to write": ["nothing"],
  reading: ["nothing"],
  read: ["nothing"],
  confirming: ["nothing"],
  confirmed: ["nothing"],
  "looking again": ["nothing"],
  "looked again": ["nothing"],
  beginning: ["nothing"],
  begun: ["sending"],
  "at the service": ["sending"],
  "done there": ["sending"],
  answered: ["sending"],
  settling: ["sending"],
  settled: ["landed"],
  checking: ["sending", "landed"],
  checked: ["sending", "landed"],
  over: ["landed"],
};

describe("a window that is killed while it writes a pension", () => {
  let program: ChildProgram;
  let sandbox: SandboxUnderTest;
  const runs = new Map<string, Promise<void>>();

  before(async () => {
    program = await bundleProgram("pensionWindow");
    sandbox = await startSandbox();
    const truth = await Truth.of(sandbox);
    const fault = { kind: "status", status: 405 } as const;
    await truth.setFaults("PEN-unreadable-*", [{ method: "GET", fault }]);
    startAll(ALL.map(({ sight, kill }) => [`${sight} ${kill}`, () => run(truth, sight, kill)]));
  });

  after(async () => {
    await Promise.allSettled(runs.values());
    await Promise.all([program.close(), sandbox.stop()]);
  });

  for (const { sight, kill } of ALL) {
    it(`at "${kill}", ${sight}: what is known is known, and the rest is not`, async () => {
      await runs.get(`${sight} ${kill}`);
    });
  }

  /** A few at once: processes mostly wait to start and to end. */
  function startAll(works: readonly (readonly [name: string, work: () => Promise<void>])[]): void {
    const lanes: Promise<void>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
    works.forEach(([name, work], index) => {
      const run = (lanes[index % AT_ONCE] ?? Promise.resolve()).then(work);
      // Heard of by its own test.
      lanes[index % AT_ONCE] = run.catch(() => undefined);
      runs.set(name, run);
    });
  }

  async function run(truth: Truth, sight: Sight, kill: Kill): Promise<void> {
    const relay = await openRelay(sandbox.facts.baseUrl);
    try {
      const pensionId = `PEN-${sight}-${kill.replaceAll(" ", "-")}`;
      await truth.put(pensionId, BASE);
      const folder = join(program.folder, pensionId);
      mkdirSync(folder);
      const target = { clientId: truth.clientId, pensionId };
      const file = join(folder, `${pensionId}.pension.json`);
      writeFileSync(file, MINE);
      const { facts } = sandbox;
      const order: KillOrder = { facts, baseUrl: relay.origin, folder, target, file, diesAt: kill };
      const stage = new KillStage({ program, relay, truth, order, kill });
      if (await stage.kill(sight === "unreadable")) {
        count("killedWrites", "kills");
        await stage.expectAgreement();
        count("killedWrites", "agreed");
      }
      await stage.expectNextWrite();
    } finally {
      await relay.close();
    }
  }
});

/** What the tree says of a pension with such a last write. */
const VIEWS: Readonly<Record<LastWrite["outcome"] | "nothing", RegExp>> = {
  nothing: /^(seen just now|payload file)$/,
  sending: /^sent .+ · outcome not known$/,
  unknown: /^sent .+ · outcome not known$/,
  landed: /^written /,
  refused: /^seen just now$/,
  deleted: /^deleted /,
};

function viewOf(record: PensionRecord | undefined, isChanged: boolean | undefined): string {
  return describePension({ hasFile: true, isChanged, record }, Date.now(), WORDS);
}

interface Parts {
  readonly program: ChildProgram;
  readonly relay: Relay;
  readonly truth: Truth;
  readonly order: KillOrder;
  readonly kill: Kill;
}

class KillStage {
  private wasSent = false;
  private wasDone = false;

  constructor(private readonly parts: Parts) {}

  /** False where the write never came by the step: then it ended in order. */
  async kill(isUnreadable: boolean): Promise<boolean> {
    const { program, relay, order, kill } = this.parts;
    const child = program.start({ ORDER: JSON.stringify(order) });
    this.watchWire(child);
    if (child.exitCode === null && child.signalCode === null) {
      await once(child, "exit");
    }
    // What is with the service goes on there, whoever asked for it.
    await until(() => relay.pending() === 0);
    relay.release();
    const isKilled = child.signalCode === "SIGKILL";
    assert.equal(isKilled, !(isUnreadable && NEEDS_READING.has(kill)));
    return isKilled;
  }

  /** Some steps are seen on the wire alone. */
  private watchWire(child: ChildProcess): void {
    const { relay, kill } = this.parts;
    let reads = 0;
    const end = async (step: Kill): Promise<void> => {
      if (step === kill && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
    };
    relay.hooks.before = async ({ method }) => {
      reads += method === "GET" ? 1 : 0;
      this.wasSent ||= method === "PUT";
      await (method === "PUT" ? end("at the service") : reads === 2 && end("looking again"));
    };
    relay.hooks.after = async ({ method }) => {
      this.wasDone ||= method === "PUT";
      await (method === "PUT" ? end("done there") : reads === 2 && end("looked again"));
    };
  }

  /** File, record, history and service, looked at by a window that starts after it. */
  async expectAgreement(): Promise<void> {
    const { truth, order, kill } = this.parts;
    assert.equal(readFileSync(order.file, "utf8"), MINE);
    const held = await truth.held(order.target.pensionId);
    const record = await this.inNewWindow(async ({ records, connection }) => {
      await records.refresh();
      return records.get({ connectionId: connection.id, ...order.target });
    });
    const write = record?.write;
    const outcome = write?.outcome ?? "nothing";
    assert.ok(OUTCOMES[kill].includes(outcome), `${kill}: ${outcome}`);
    assert.match(viewOf(record, undefined), VIEWS[outcome]);
    // What is not known is said whatever else there is to say.
    const isOpen = outcome === "sending" || outcome === "unknown";
    assert.match(viewOf(record, true), isOpen ? VIEWS[outcome] : /^changed · payload file$/);
    const isThere = held?.text.includes("111.250") === true;
    assert.equal(isThere, this.wasDone);
    // Nothing is said only where nothing left; landed only where it did.
    assert.ok(!(outcome === "nothing" && this.wasSent));
    assert.ok(!(outcome === "landed" && !isThere));
    // Compared with what was there before it, its own write would look like somebody else's.
    assert.equal(record?.seen?.hash === hashText(MINE), outcome === "landed" && kill !== "over");
    const puts = this.putsInHistory();
    assert.ok(puts.every(({ actionId }) => actionId === write?.actionId));
    assert.ok(outcome !== "nothing" || puts.length === 0);
  }

  /** Nobody is held up by the dead one, and what it left is seen. */
  async expectNextWrite(): Promise<void> {
    const { truth, order } = this.parts;
    const { pensionId } = order.target;
    const held = await truth.held(pensionId);
    const reviews: WriteReview[] = [];
    await this.inNewWindow(async ({ connection, client, writer, records }) => {
      const request = { connection, client, target: order.target, title: "PUT pension" };
      const result = await writer.write(
        { ...request, payload: readPayload(NEXT) },
        {
          goOnUnread: () => Promise.resolve(true),
          confirm: (review) => Promise.resolve(reviews.push(review) > 0),
          whileCalling: (_step, task) => task(new AbortController().signal),
        },
      );
      assert.equal(result.status, 200);
      const record = records.get({ connectionId: connection.id, ...order.target });
      assert.equal(record?.write?.outcome, "landed");
    });
    expectShown(reviews, held);
    assert.match(String((await truth.held(pensionId))?.text), /"value":333\.75/);
  }

  private async inNewWindow<Result>(work: (window: Window) => Promise<Result>): Promise<Result> {
    const window = openWindow(this.parts.order);
    try {
      return await work(window);
    } finally {
      await window.close();
    }
  }

  /** Attempts at PUTs that are in the history on disk. */
  private putsInHistory(): readonly { readonly actionId: string }[] {
    const path = `${this.parts.order.folder}/history/actions.jsonl`;
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    return lines.flatMap((line) => {
      const read = decodeLine(line);
      return read.kind === "action" && read.action.attempts.some(({ method }) => method === "PUT")
        ? [{ actionId: read.action.id }]
        : [];
    });
  }
}

/** Steps that a write has only where the service can be read. */
const NEEDS_READING: ReadonlySet<Kill> = new Set([
  "looking again",
  "looked again",
  "checking",
  "checked",
]);

/** One question, which shows what is there or says that nobody can tell. */
function expectShown(reviews: readonly WriteReview[], held: Held | undefined): void {
  assert.equal(reviews.length, 1);
  const { current, effect } = reviews[0]!;
  if (current.kind === "present") {
    assert.equal(current.text, held?.text);
  } else {
    assert.deepEqual([current.kind, effect], ["unread", "unknown"]);
  }
}
