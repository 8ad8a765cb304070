import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { ChangedTexts } from "../../../../../src/features/definitions/common/activeText";
import type { DriftWatch } from "../../../../../src/features/definitions/common/drift/drift";
import { createDriftWatch } from "../../../../../src/features/definitions/common/drift/driftWatch";
import type { JsonRecord } from "../../../../../src/platform/service/definition/reading";
import type { Clock } from "../../../../../src/platform/base/clock";
import type { Attempt } from "../../../../../src/platform/base/action";
import type { RecordedHistory } from "../../../../../src/features/requests/common/recordedHistory";
import { anAction, anAttempt } from "../../../../fakes/action";
import { aHistory } from "../../../../fakes/history";
import { VirtualClock } from "../../../platform/http/support/virtualClock";
import { definitionWith } from "../../../support/definitionText";
import { json, object, text } from "../support/definitions";

const ITEMS = { type: "array", items: object({ name: text }, { required: ["name"] }) };
const LIST = "crm:GET /things";

function definition(schema: unknown = ITEMS, more: JsonRecord = {}): string {
  const responses = { 200: { content: json(schema) }, ...more };
  return definitionWith({ path: "/crm/v1/things", domain: "crm", operation: { responses } });
}

/** A window with a history and a watch over it. */
class Window {
  readonly clock = new VirtualClock();
  readonly history: RecordedHistory = aHistory();
  readonly watch: DriftWatch;
  text = definition();
  asked = 0;
  told = 0;
  /** Connections that live by a text of their own. */
  readonly texts = new Map<string, string>();
  private readonly changed = new Set<(changed?: ChangedTexts) => void>();
  private count = 0;

  constructor(clock?: Clock) {
    this.watch = createDriftWatch({
      ...{ history: this.history, clock: clock ?? this.clock },
      definition: (connectionId) => {
        this.asked++;
        const followed = this.texts.get(connectionId) ?? this.text;
        return followed === "" ? Promise.reject(new Error("gone")) : Promise.resolve(followed);
      },
      onDidChangeDefinition: (listener) => {
        this.changed.add(listener);
        return { dispose: () => void this.changed.delete(listener) };
      },
    });
    this.watch.onDidChange(() => this.told++);
  }

  get listening(): number {
    return this.changed.size;
  }

  /** Records answers of one action. */
  answer(bodies: readonly string[], change: Partial<Attempt> = {}, connectionId = "c"): string {
    const id = `action-${++this.count}`;
    const attempts = bodies.map((body, index) =>
      anAttempt({
        ...{ number: index + 1, operationId: LIST, status: 200, startedAt: this.count },
        responseBytes: body.length,
        responseHash: createHash("sha256").update(body).digest("hex"),
        ...change,
      }),
    );
    attempts.forEach(({ number }, index) =>
      this.history.noteBodies({
        ...{ actionId: id, attempt: number, responseType: "application/json; charset=utf-8" },
        response: Buffer.from(bodies[index] ?? ""),
      }),
    );
    attempts.forEach((_attempt, index) =>
      this.history.note(anAction({ id, connectionId, attempts: attempts.slice(0, index + 1) })),
    );
    return id;
  }

  activate(next: string): void {
    this.text = next;
    this.changed.forEach((listener) => listener());
  }

  choose(connectionId: string, next: string): void {
    this.texts.set(connectionId, next);
    this.changed.forEach((listener) => listener(new Set([connectionId])));
  }

  /** Lets time pass until nothing waits any more. */
  async settle(): Promise<void> {
    do {
      this.clock.advance(1_000);
      await turn();
    } while (this.clock.pending > 0);
  }
}

describe("the watch over answers that drift", () => {
  it("finds each drift of an endpoint once, counted over all answers, by connection", async () => {
    const window = new Window();
    window.answer(['[{"name":"a","age":1}]', '[{"age":1},{"name":"b","age":2}]']);
    window.answer(['[{"name":"c"}]'], {}, "other");
    const last = window.answer(['[{"name":7}]']);
    await window.settle();
    const [drift, other, ...more] = window.watch.all();
    assert.deepEqual(more, []);
    assert.deepEqual(drift, {
      ...{ connectionId: "c", operationId: LIST, answers: 3, lastAt: 3, lastActionId: last },
      findings: [
        { kind: "new", path: "[].age", seen: "integer", count: 3 },
        { kind: "missing", path: "[].name", expected: "string", count: 1 },
        { kind: "type", path: "[].name", expected: "string", seen: "integer", count: 1 },
      ],
    });
    assert.deepEqual(other?.findings, []);
    assert.deepEqual(window.watch.all("other"), [other]);
    assert.equal(window.watch.of("c", LIST), drift);
    assert.equal(window.watch.of("c", "crm:GET /others"), undefined);
    assert.equal(window.told, 1);
  });

  it("begins after a pause, and takes one answer in a turn", async () => {
    const window = new Window();
    window.answer(["[1]", "[2]"]);
    await turn();
    assert.equal(window.asked, 0);
    window.clock.advance(100);
    await turn();
    assert.equal(window.watch.of("c", LIST), undefined);
    window.clock.advance(100);
    await turn();
    assert.equal(window.watch.of("c", LIST)?.answers, 1);
    await window.settle();
    assert.equal(window.watch.of("c", LIST)?.answers, 2);
  });

  it("leaves alone what is no whole answer of success of an imported endpoint", async () => {
    const window = new Window();
    window.answer(["[1]"], { status: 404 });
    window.answer(["[1]"], { status: 302 });
    window.answer(["[1]"], { failure: "network/cut" });
    window.answer(["[1]"], { operationId: "listClients" });
    window.answer(["[1]"], { operationId: "crm:GET /unknown" });
    const typed = anAttempt({ number: 1, status: 200, responseBytes: 3 });
    window.history.note(anAction({ id: "typed", attempts: [typed] }));
    await window.settle();
    assert.deepEqual(window.watch.all(), []);
    assert.equal(window.told, 0);
  });

  it("counts no answer whose body is not kept, is no text of its encoding, or is left open", async () => {
    const window = new Window();
    window.history.note(
      anAction({
        id: "unkept",
        attempts: [anAttempt({ operationId: LIST, status: 200, responseBytes: 9_000_000 })],
      }),
    );
    window.answer(["[1]"], { status: 202 });
    await window.settle();
    assert.deepEqual(window.watch.all(), []);
    window.activate(definition(ITEMS, { "2XX": { content: json(text) }, default: {} }));
    window.answer(["[1]"], { status: 202 });
    await window.settle();
    assert.deepEqual(
      window.watch.of("c", LIST)?.findings.map(({ path, seen }) => [path, seen]),
      [["", "array"]],
    );
  });

  it("goes through a body that comes again once, and counts it all the same", async () => {
    const window = new Window();
    window.answer(Array.from({ length: 49 }, () => '[{"age":1}]'));
    // Known by its hash: what is really in it would be found if it were read.
    const responseHash = createHash("sha256").update('[{"age":1}]').digest("hex");
    window.answer(["[1, 2, 3]"], { responseHash });
    await window.settle();
    const drift = window.watch.of("c", LIST);
    assert.equal(drift?.answers, 50);
    assert.deepEqual(
      drift.findings.map(({ count }) => count),
      [50, 50],
    );
    assert.equal(window.told, 3);
  });

  it("forgets all with another definition, and holds later answers against that one", async () => {
    const window = new Window();
    window.answer(["[1]"]);
    await window.settle();
    assert.equal(window.watch.all().length, 1);
    window.answer(["[2]"]);
    window.activate(definition({ type: "array", items: { type: "integer" } }));
    assert.deepEqual(window.watch.all(), []);
    assert.equal(window.told, 2);
    window.answer(["[3]"]);
    await window.settle();
    const drift = window.watch.of("c", LIST);
    assert.deepEqual([drift?.answers, drift?.findings], [1, []]);
    window.watch.clear();
    assert.deepEqual(window.watch.all(), []);
  });

  it("holds the same answer against what each connection follows, at the same time", async () => {
    const window = new Window();
    const numbers = { type: "array", items: { type: "integer" } };
    window.texts.set("own", definition(numbers));
    window.texts.set("open", definition({}).replaceAll("x-imported", "x-not"));
    const body = '[{"name":"a"}]';
    const kindsOf = (id: string): unknown =>
      window.watch.of(id, LIST)?.findings.map(({ kind, path }) => [kind, path]);
    for (const id of ["open", "c", "own", "open", "c", "own"]) {
      window.answer([body], {}, id);
    }
    await window.settle();
    assert.deepEqual(kindsOf("c"), []);
    assert.deepEqual(kindsOf("own"), [["type", "[]"]]);
    assert.equal(kindsOf("open"), undefined);
    assert.deepEqual(
      window.watch.all().map(({ connectionId, answers }) => [connectionId, answers]),
      [
        ["c", 2],
        ["own", 2],
      ],
    );
  });

  it("forgets what came through the connection that follows another, and nothing else", async () => {
    const window = new Window();
    window.answer(["[1]"], {}, "c");
    window.answer(["[1]"], {}, "own");
    await window.settle();
    const kept = window.watch.of("c", LIST);
    assert.equal(kept?.findings.length, 1);
    window.answer(["[2]"], {}, "own");
    window.answer(["[3]"], {}, "c");
    window.choose("own", definition({ type: "array", items: { type: "integer" } }));
    assert.equal(window.watch.of("own", LIST), undefined);
    assert.equal(window.watch.of("c", LIST), kept);
    window.answer(["[4]"], {}, "own");
    await window.settle();
    assert.deepEqual(window.watch.of("own", LIST)?.findings, []);
    assert.deepEqual(
      window.watch.all().map(({ connectionId, answers }) => [connectionId, answers]),
      [
        ["c", 2],
        ["own", 1],
      ],
    );
  });

  it("takes no answer with a definition that was given up while it was read", async () => {
    const window = new Window();
    window.answer(["[1]"]);
    window.clock.advance(1_000);
    window.activate(definition({ type: "array", items: { type: "integer" } }));
    window.answer(["[2]"]);
    await window.settle();
    assert.deepEqual(window.watch.of("c", LIST)?.findings, []);
    assert.equal(window.watch.of("c", LIST)?.answers, 1);
  });

  it("reads no definition twice, and is at rest where there is none to read", async () => {
    const window = new Window();
    window.answer(["[1]"]);
    window.answer(["[2]"]);
    await window.settle();
    assert.equal(window.asked, 1);
    window.activate("");
    window.answer(["[3]"]);
    await window.settle();
    window.activate("{");
    window.answer(["[4]"]);
    await window.settle();
    assert.deepEqual(window.watch.all(), []);
  });

  it("hears of an action with very many pages once each", async () => {
    const window = new Window();
    window.answer(Array.from({ length: 450 }, (_, page) => `[{"name":${page}}]`));
    await window.settle();
    assert.equal(window.watch.of("c", LIST)?.answers, 450);
    assert.equal(window.watch.of("c", LIST)?.findings[0]?.count, 450);
  });

  it("hears nothing any more when it has ended", async () => {
    const window = new Window();
    window.answer(["[1]"]);
    window.watch.dispose();
    window.answer(["[2]"]);
    assert.equal(window.clock.pending, 0);
    assert.equal(window.listening, 0);
    await turn();
    assert.equal(window.told, 0);
  });

  it("keeps the thread for no longer than the reading of a megabyte takes", async () => {
    const row = object({
      name: text,
      value: { type: "number" },
      tags: { type: "array", items: text },
    });
    const stalls: number[] = [];
    const clock = new VirtualClock();
    const timed: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      schedule: (milliseconds, run) =>
        clock.schedule(milliseconds, () => {
          const begin = process.cpuUsage();
          run();
          // All that is awaited is at hand after the first turn, and so belongs to this one.
          setImmediate(() => stalls.push(process.cpuUsage(begin).user / 1_000));
        }),
    };
    const window = new Window(timed);
    window.text = definition({ type: "array", items: row });
    const rows = (count: number): string =>
      JSON.stringify(
        Array.from({ length: count }, (_, at) => ({
          name: `n${at}`,
          value: at,
          tags: ["a", "b"],
          at,
        })),
      );
    window.answer([10, 500, 20_000, 30_000, 100_000, 20_001].map(rows));
    do {
      clock.advance(1_000);
      await turn();
      await turn();
    } while (clock.pending > 0);
    const drift = window.watch.of("c", LIST);
    assert.equal(drift?.answers, 6);
    assert.deepEqual(
      drift.findings.map(({ path, count }) => [path, count]),
      [["[].at", 10 + 5 * 500]],
    );
    assert.ok(stalls.length >= 6);
    const [longest = 0, next = 0] = stalls.sort((one, other) => other - one);
    process.stdout.write(
      `      a turn takes at most ${longest.toFixed(0)} ms of work, then ${next.toFixed(0)} ms\n`,
    );
  });
});
