import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { knownStateOf } from "../../../../src/features/sourceControl/common/knownState";
import type {
  LastWrite,
  PensionKey,
} from "../../../../src/features/pensions/common/writing/records";
import { hashText } from "../../../../src/features/pensions/common/writing/version";
import { type Bench, failureOf, openBench } from "../../platform/http/support/bench";
import { delivered } from "../../platform/http/support/loopback";
import { sendJson } from "../../platform/http/support/servers";
import { aWrite, key, openReads, type ReadsBench, version } from "./support";

type Reply = (pensionId: string, response: ServerResponse) => void;

describe("reading many pensions", () => {
  let bench: Bench;
  let stage: ReadsBench;
  let reply: Reply;

  beforeEach(async () => {
    reply = shows({ provider: "Aviva" });
    bench = await openBench({
      answer: ({ path }, response) => reply(path.split("/").at(-1) ?? "", response),
      // Retries come at once: what they wait for is another test's.
      clock: {
        ...SYSTEM_CLOCK,
        schedule: (wait, run) => SYSTEM_CLOCK.schedule(wait < 10_000 ? 1 : wait, run),
      },
    });
    stage = openReads(bench);
  });

  afterEach(async () => {
    await bench.close();
    stage.close();
  });

  const keys = (count: number): PensionKey[] =>
    Array.from({ length: count }, (_none, index) => key(`PEN-${index + 1}`));
  const asked = (): readonly string[] =>
    bench.service.seen.map(({ path }) => path.split("/").at(-1) ?? "");
  const kinds = (of: readonly PensionKey[]): readonly unknown[] =>
    of.map((one) => {
      const found = stage.reads.get(one);
      return found === undefined || found.kind === "present" ? found?.kind : found.status;
    });

  it("asks for each once, under one trace id, and tells of each", async () => {
    const all = keys(30);
    const told: string[] = [];
    const done: number[] = [];
    stage.reads.onDidChange((one) => told.push(one?.pensionId ?? ""));
    const options = stage.reading({ onProgress: (count, of) => done.push(count + of / 100) });
    const whole = await stage.reads.read([...all, ...all], options);
    assert.deepEqual(whole, { read: 30, left: 0, errors: [] });
    assert.deepEqual([asked()[0], new Set(asked()).size, asked().length], ["PEN-1", 30, 30]);
    assert.equal(traceIds(bench).size, 1);
    assert.deepEqual([told.toSorted(), done.at(-1)], [asked().toSorted(), 30.3]);
  });

  for (const [width, expected] of [
    [4, 3],
    [10, 4],
  ] as const) {
    it(`asks for one first, then for ${expected} of the ${width} that the connection lets through`, async () => {
      await bench.close();
      const held: (() => void)[] = [];
      bench = await openBench({
        limits: { concurrentRequests: width },
        answer: (_seen, response) => void held.push(() => sendJson(response, 200, {})),
      });
      const open = (): Promise<Bench> => Promise.resolve(bench);
      const work = stage.reads.read(keys(9), stage.reading({ open }));
      await until(() => held.length === 1);
      await delivered();
      assert.equal(held.length, 1);
      held[0]?.();
      await until(() => held.length === 1 + expected);
      await delivered();
      assert.equal(held.length, 1 + expected);
      for (let answered = 1; answered < 9; answered++) {
        await until(() => held.length > answered);
        held[answered]?.();
      }
      assert.equal((await work).read, 9);
    });
  }

  it("carries the trace id that it is given", async () => {
    await stage.reads.read(keys(2), stage.reading({ traceId: "batch-7" }));
    const sent = bench.service.seen.map(({ headers }) => headers["x-dt-traceid"]);
    assert.deepEqual(sent, ["batch-7", "batch-7"]);
  });

  for (const status of [405, 501]) {
    it(`asks no more of a service that lets none be read (${status})`, async () => {
      reply = answers(status);
      const whole = await stage.reads.read(keys(9), stage.reading());
      assert.deepEqual(whole, { read: 1, left: 8, errors: [] });
      assert.deepEqual(asked(), ["PEN-1"]);
      assert.deepEqual(new Set(kinds(keys(9))), new Set([status]));
    });
  }

  it("takes a 403 or a 404 of one for that of it alone", async () => {
    await stage.reads.read([key("PEN-2")], stage.reading());
    reply = (id, response) =>
      sendJson(response, id === "PEN-1" ? 403 : id === "PEN-4" ? 200 : 404, {});
    const whole = await stage.reads.read(keys(4), stage.reading());
    assert.deepEqual(whole, { read: 4, left: 0, errors: [] });
    assert.deepEqual(kinds(keys(4)), [403, 404, 404, "present"]);
    assert.equal(stage.records.get(key("PEN-2"))?.isAbsent, true);
    // Of what was never there nothing is kept.
    assert.equal(stage.records.get(key("PEN-3")), undefined);
  });

  it("does not take a 404 of what was taken and never shown for news, before a DELETE is", async () => {
    reply = answers(404);
    const [one] = keys(1);
    assert.ok(one !== undefined);
    const end = async (write: LastWrite): Promise<boolean | undefined> => {
      const begun = { ...write, bodyHash: hashText("x"), outcome: "sending" } as const;
      await stage.records.beginWrite(one, begun, undefined);
      await stage.records.settleWrite(one, write);
      await stage.reads.read([one], stage.reading());
      return stage.records.get(one)?.isAbsent;
    };
    assert.equal(await end(aWrite()), false);
    assert.equal(await end(aWrite({ actionId: "a-3", outcome: "refused", status: 422 })), false);
    assert.deepEqual(kinds([one]), [404]);
    const deleted = { method: "DELETE", outcome: "deleted", status: 204 } as const;
    assert.equal(await end(aWrite({ ...deleted, actionId: "a-4" })), true);
    assert.equal(await end(aWrite({ actionId: "a-5", outcome: "refused", status: 422 })), true);
  });

  it("goes on past what fails for now, and says that it could not be read", async () => {
    reply = (id, response) => sendJson(response, id === "PEN-2" ? 422 : 200, {});
    await stage.reads.read(keys(3), stage.reading());
    assert.deepEqual(kinds(keys(3)), ["present", 422, "present"]);
  });

  it("forgets what it read where it cannot be read any more", async () => {
    await stage.reads.read(keys(1), stage.reading());
    reply = answers(422);
    await stage.reads.read(keys(1), stage.reading());
    assert.deepEqual(kinds(keys(1)), [422]);
  });

  it("leaves a service alone that fails three times in a row", async () => {
    reply = answers(422);
    const { read, left, errors } = await stage.reads.read(keys(40), stage.reading());
    assert.equal(errors.length, 1);
    // Those that were on their way with it come to their end.
    assert.ok(read >= 3 && read <= 7 && read + left === 40, `${read} ${left}`);
  });

  it("ends a connection whose network or credentials fail, and reads the others", async () => {
    const other = await openBench({ answer: (_seen, response) => sendJson(response, 200, {}) });
    reply = (_id, response) => void response.socket?.destroy();
    const open = (id: string): Promise<Pick<Bench, "client" | "connection">> =>
      Promise.resolve(id === "acme" ? bench : other);
    const mixed = [...keys(5), key("PEN-1", "other"), key("PEN-2", "other")];
    const whole = await stage.reads.read(mixed, stage.reading({ open }));
    const [error] = whole.errors;
    assert.deepEqual([whole.read, whole.left, whole.errors.length], [2, 5, 1]);
    assert.match((error as { code: string }).code, /^network\//);
    assert.deepEqual(kinds(mixed), [...Array<undefined>(5), "present", "present"]);
    assert.deepEqual(traceIds(other), traceIds(bench));
    await other.close();
  });

  it("goes on with a service that fails now and then, however often", async () => {
    reply = (id, response) => sendJson(response, Number(id.slice(4)) % 4 === 0 ? 422 : 200, {});
    const whole = await stage.reads.read(keys(40), stage.reading());
    assert.deepEqual(whole, { read: 40, left: 0, errors: [] });
  });

  it("tells of a connection that cannot be opened", async () => {
    const refusal = new Error("gone");
    const open = (): Promise<never> => Promise.reject(refusal);
    const whole = await stage.reads.read(keys(2), stage.reading({ open }));
    assert.deepEqual(whole, { read: 0, left: 2, errors: [refusal] });
  });

  it("ends canceled, with what had come until then", async () => {
    const stop = new AbortController();
    const options = stage.reading({
      signal: stop.signal,
      onProgress: (done) => done === 5 && stop.abort(),
    });
    const error = await failureOf(stage.reads.read(keys(40), options));
    assert.equal(error.kind, "canceled");
    const read = kinds(keys(40)).filter((kind) => kind === "present");
    assert.ok(read.length >= 5 && asked().length <= 9, `${read.length} ${asked().length}`);
  });

  it("asks once where two ask at the same time, though one of them gives up", async () => {
    const held: (() => void)[] = [];
    reply = (_id, response) => void held.push(() => sendJson(response, 200, {}));
    const stop = new AbortController();
    const given = stage.reads.read(keys(1), stage.reading({ signal: stop.signal }));
    await until(() => held.length === 1);
    const kept = stage.reads.read(keys(1), stage.reading());
    const impatient = new AbortController();
    const left = stage.reads.read(keys(1), stage.reading({ signal: impatient.signal }));
    impatient.abort();
    assert.equal((await failureOf(left)).kind, "canceled");
    assert.equal(held.length, 1);
    stop.abort();
    assert.equal((await failureOf(given)).kind, "canceled");
    await until(() => held.length === 2);
    held.forEach((answer) => answer());
    assert.deepEqual([(await kept).read, kinds(keys(1))], [1, ["present"]]);
    held.length = 0;
    const [one, two] = [1, 2].map(() => stage.reads.read(keys(1), stage.reading()));
    await until(() => held.length === 1);
    held[0]?.();
    assert.deepEqual(
      [await one, await two].map((whole) => whole?.read),
      [1, 1],
    );
    assert.equal(held.length, 1);
  });

  it("remembers what it saw, and never moves past what the service changed", async () => {
    const [one] = keys(1);
    assert.ok(one !== undefined);
    reply = shows({ notes: "first", lastUpdated: "monday" });
    await stage.reads.read([one], stage.reading());
    const first = stage.records.get(one)?.seen?.hash;
    reply = shows({ lastUpdated: "monday", notes: "first" });
    await stage.reads.read([one], stage.reading());
    const second = stage.records.get(one)?.seen?.hash;
    assert.notEqual(second, first);
    // Marked read-only, and yet a payload may hold it.
    reply = shows({ notes: "first", lastUpdated: "tuesday" });
    await stage.reads.read([one], stage.reading());
    assert.equal(stage.records.get(one)?.seen?.hash, second);
    reply = shows({ notes: "theirs", lastUpdated: "wednesday" });
    await stage.reads.read([one], stage.reading());
    assert.equal(stage.records.get(one)?.seen?.hash, second);
    const { current, seen } = await knownStateOf(stage.records, stage.reads, one);
    assert.match(current?.kind === "present" ? current.text : "", /theirs/);
    assert.match(seen?.text ?? "", /first/);
  });

  it("counts no more when something was written, shown or deleted after it", async () => {
    const [one] = keys(1);
    assert.ok(one !== undefined);
    await stage.reads.read([one], stage.reading());
    const kindNow = async (): Promise<string | undefined> =>
      (await knownStateOf(stage.records, stage.reads, one)).current?.kind;
    assert.equal(await kindNow(), "present");
    const startedAt = Date.now() + 1_000;
    const write = {
      ...({ method: "PUT", outcome: "sending", bodyHash: hashText("x"), startedAt } as const),
      ...{ actionId: "a-9", traceId: undefined, status: undefined },
    };
    await stage.records.beginWrite(one, write, undefined);
    assert.equal(await kindNow(), undefined);
    await stage.records.settleWrite(one, { actionId: "a-9", outcome: "refused", status: 422 });
    assert.equal(await kindNow(), "present");
    await stage.records.beginWrite(one, write, undefined);
    await stage.records.settleWrite(one, { actionId: "a-9", outcome: "landed", status: 200 });
    await stage.records.noteSeen(one, version('{"notes":"landed"}', startedAt + 1));
    const { current } = await knownStateOf(stage.records, stage.reads, one);
    assert.match(current?.kind === "present" ? current.text : "", /landed/);
    await stage.records.beginWrite(one, { ...write, startedAt: startedAt + 2 }, undefined);
    await stage.records.settleWrite(one, { actionId: "a-9", outcome: "deleted", status: 204 });
    assert.equal(await kindNow(), undefined);
    stage.reads.forget("acme");
    assert.equal(stage.reads.get(one), undefined);
  });
});

function shows(body: unknown): Reply {
  return (_id, response) => sendJson(response, 200, body);
}

function answers(status: number): Reply {
  return (_id, response) => sendJson(response, status, {});
}

function traceIds({ service }: Bench): ReadonlySet<unknown> {
  return new Set(service.seen.map(({ headers }) => headers["x-dt-traceid"]));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
