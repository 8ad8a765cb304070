import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readPayload } from "../../src/core/pensions/payload";
import type { LastWrite } from "../../src/core/pensions/writing/records";
import type { WriteReview } from "../../src/core/pensions/writing/writer";
import { decodeLine } from "../../src/core/requests/actionLine";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { until } from "./support/leftovers";
import { type Kill, type KillOrder, KILLS } from "./support/pensions/killMessages";
import { openRelay, type Relay } from "./support/pensions/serviceRelay";
import { type Held, Truth } from "./support/pensions/truth";
import { openWindow, type Window } from "./support/pensions/window";

const BASE = '{"provider":"Aviva","value":100.50}';
const MINE = '{\n  "provider": "Aviva",\n  "value": 111.250\n}\n';
const NEXT = '{"provider":"Aviva","value":333.75}';

/** What a record may say after the end at a step: never more than was known, never less. */
const OUTCOMES: Readonly<Record<Kill, readonly (LastWrite["outcome"] | "nothing")[]>> = {
  "asked to write": ["nothing"],
  reading: ["nothing"],
  read: ["nothing"],
  confirming: ["nothing"],
  "reading again": ["nothing"],
  "read again": ["nothing"],
  beginning: ["nothing"],
  begun: ["sending"],
  sending: ["sending"],
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
  let relay: Relay;
  let truth: Truth;

  before(async () => {
    program = await bundleProgram("pensionWindow");
    sandbox = await startSandbox();
    relay = await openRelay(sandbox.facts.baseUrl);
    truth = await Truth.of(sandbox);
  });

  after(async () => {
    await Promise.all([program.close(), relay.close(), sandbox.stop()]);
  });

  for (const isReadable of [true, false]) {
    for (const kill of KILLS) {
      const where = isReadable ? "a service that can be read" : "one that cannot";
      it(`at "${kill}", at ${where}: what is known is known, and the rest is not`, async () => {
        const stage = await open(kill, isReadable);
        const killed = await stage.kill();
        if (killed) {
          await stage.expectAgreement();
        }
        await stage.expectNextWrite();
      });
    }
  }

  async function open(kill: Kill, isReadable: boolean): Promise<KillStage> {
    const name = `${kill.replaceAll(" ", "-")}-${String(isReadable)}`;
    const pensionId = `PEN-${name}`;
    await truth.put(pensionId, BASE);
    const fault = { kind: "status", status: 405 } as const;
    await truth.setFaults(pensionId, isReadable ? [] : [{ method: "GET", fault }]);
    const folder = `${program.folder}/${name}`;
    mkdirSync(folder);
    const target = { clientId: truth.clientId, pensionId };
    const file = `${folder}/${pensionId}.pension.json`;
    writeFileSync(file, MINE);
    const { facts } = sandbox;
    const order: KillOrder = { facts, baseUrl: relay.origin, folder, target, file, diesAt: kill };
    return new KillStage({ program, relay, truth, order, kill });
  }
});

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
  async kill(): Promise<boolean> {
    const { program, relay, order, kill } = this.parts;
    const child = program.start({ ORDER: JSON.stringify(order) });
    const end = async (): Promise<void> => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    };
    relay.hooks.before = async ({ method }) => {
      if (method === "PUT") {
        this.wasSent = true;
        await (kill === "at the service" ? end() : undefined);
      }
    };
    relay.hooks.after = async ({ method }) => {
      if (method === "PUT") {
        this.wasDone = true;
        await (kill === "done there" ? end() : undefined);
      }
    };
    if (child.exitCode === null && child.signalCode === null) {
      await once(child, "exit");
    }
    // What is with the service goes on there, whoever asked for it.
    await until(() => relay.pending() === 0);
    Object.assign(relay.hooks, { before: undefined, after: undefined });
    const isKilled = child.signalCode === "SIGKILL";
    assert.ok(isKilled || MAY_NOT_COME.has(kill), `it was not killed at "${kill}"`);
    return isKilled;
  }

  /** File, record, history and service, looked at by a window that starts after it. */
  async expectAgreement(): Promise<void> {
    const { truth, order, kill } = this.parts;
    assert.equal(readFileSync(order.file, "utf8"), MINE);
    const held = await truth.held(order.target.pensionId);
    const write = await this.inNewWindow(async ({ records, connection }) => {
      await records.refresh();
      return records.get({ connectionId: connection.id, ...order.target })?.write;
    });
    const outcome = write?.outcome ?? "nothing";
    assert.ok(OUTCOMES[kill].includes(outcome), `${kill}: ${outcome}`);
    const isThere = held?.text.includes("111.250") === true;
    assert.equal(isThere, this.wasDone);
    // Nothing is said only where nothing left; landed only where it did.
    assert.ok(!(outcome === "nothing" && this.wasSent));
    assert.ok(!(outcome === "landed" && !isThere));
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

/** Steps that a service which cannot be read has none of. */
const MAY_NOT_COME: ReadonlySet<Kill> = new Set([
  "reading again",
  "read again",
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
