import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { AppError } from "../../../../src/platform/base/errors";
import { hashBody } from "../../../../src/platform/http/bodyHash";
import type { Batch } from "../../../../src/features/sourceControl/common/batch";
import type { PlanRow } from "../../../../src/features/sourceControl/common/plan";
import type { PayloadTarget } from "../../../../src/features/pensions/common/target";
import { readPayload } from "../../../../src/features/pensions/common/payload";
import { batchSummary } from "../../../../src/features/sourceControl/texts/batchReport";
import { createEncryptedTexts } from "../../../fakes/encryptedTexts";
import { CLIENT_ID } from "../../platform/http/support/bench";
import { type Answer, sendJson } from "../../platform/http/support/servers";
import { codeOf, inTurn, reset, shows, status } from "../pensions/support/writingBench";
import { WORDS } from "../pensions/words/support";
import { type BatchesBench, openBatches, planOf, says } from "./batchesBench";

/** Where a file of the pension A may be told to go after the plan. */
const OTHER_TARGETS: readonly PayloadTarget[] = [
  { clientId: CLIENT_ID, pensionId: "B" },
  { clientId: randomUUID(), pensionId: "A" },
  { clientId: CLIENT_ID, pensionId: "A", connectionId: "another" },
];

const OUTCOMES = ({ rows }: Batch): string => rows.map(({ outcome }) => outcome).join();

describe("a batch of payloads", () => {
  let bench: BatchesBench;

  beforeEach(async () => {
    bench = await openBatches();
  });

  afterEach(() => bench.close());

  it("asks once for all that is sent, and sends it in order under one trace id", async () => {
    const { batches, row, bench: network } = bench;
    const rows = [row("A"), row("B", "conflict"), row("C"), row("D", "nothing")];
    const { id } = await batches.add(planOf(...rows));
    const asked: (readonly PlanRow[])[] = [];
    const confirm = (given: readonly PlanRow[]): Promise<boolean> =>
      Promise.resolve(asked.push(given) > 0);
    const batch = await batches.apply(id, says({ confirm }));
    assert.deepEqual(
      asked.map((given) => given.map(({ file }) => file)),
      [["A", "C"]],
    );
    assert.deepEqual(putsOf(bench), ["PUT A", "PUT C"]);
    assert.deepEqual([OUTCOMES(batch), batch.state], ["landed,waiting,landed,waiting", "finished"]);
    const sent = network.service.seen.filter(({ path }) => path.includes("/pensions/"));
    const traces = new Set(sent.map(({ headers }) => headers["x-dt-traceid"]));
    assert.deepEqual([...traces], [batch.traceId]);
    const [first] = batch.rows;
    const action = network.actions.findLast((one) => one.id === first?.actionId);
    assert.equal(action?.attempts[0]?.method, "PUT");
    assert.equal(first?.status, 200);
  });

  it("sends nothing where the user declines, and stays planned", async () => {
    const { batches, row } = bench;
    const { id } = await batches.add(planOf(row("A")));
    const dialog = says({ confirm: () => Promise.resolve(false) });
    assert.equal(await codeOf(batches.apply(id, dialog)), "canceled/byUser");
    assert.deepEqual([bench.seen(), batches.get(id)?.state], [[], "planned"]);
  });

  it("asks nobody for what may not be written, or for nothing", async () => {
    const { row } = bench;
    const locked = (): never => {
      throw new AppError("refused", "refused/locked");
    };
    const batches = bench.window({ guard: { demandWritable: locked } });
    const dialog = says({ confirm: () => assert.fail("was asked") });
    const { id } = await batches.add(planOf(row("A")));
    assert.equal(await codeOf(batches.apply(id, dialog)), "refused/locked");
    const nothing = await batches.add(planOf(row("A", "conflict"), row("B", "invalid")));
    assert.equal(await codeOf(batches.apply(nothing.id, dialog)), "input/batchNothingToSend");
    assert.deepEqual(bench.seen(), []);
  });

  it("stops at the first that is refused, and goes on under the same trace id", async () => {
    const { batches, row, service } = bench;
    const { put } = service;
    service.put = inTurn(put!, status(400, { error: "no" }), put!);
    const rows = [row("A"), row("B"), row("C")];
    const { id } = await batches.add(planOf(...rows));
    const stopped = await batches.apply(id, says());
    assert.deepEqual([OUTCOMES(stopped), stopped.state], ["landed,refused,waiting", "stopped"]);
    const { problem, requestId, status: answered } = stopped.rows[1]!;
    assert.deepEqual([problem?.kind, answered, requestId === undefined], ["service", 400, true]);
    const planned = await batches.planAgain(id, planOf(row("B"), row("C")));
    assert.deepEqual([OUTCOMES(planned), planned.state], ["landed,waiting,waiting", "stopped"]);
    const finished = await batches.apply(id, says());
    assert.deepEqual([OUTCOMES(finished), finished.state], ["landed,landed,landed", "finished"]);
    assert.deepEqual(putsOf(bench), ["PUT A", "PUT B", "PUT B", "PUT C"]);
    assert.equal(finished.traceId, stopped.traceId);
  });

  it("keeps each try of a row that was refused, also on disk, and what was said of it here", async () => {
    const { batches, row, service } = bench;
    const { put } = service;
    const said = { errors: { value: ["must be a number"] } };
    const refuse: Answer = (_request, response) => {
      sendJson(response, 422, said, { "x-dt-requestid": "r-first" });
    };
    service.put = inTurn(refuse, put!);
    const { id } = await batches.add(planOf(row("A")));
    const { actionId = "" } = (await batches.apply(id, says())).rows[0]!;
    assert.deepEqual(batches.said(actionId), [{ path: ["value"], message: "must be a number" }]);
    const planned = await batches.planAgain(id, planOf(row("A")));
    const tries = (one: Batch): unknown =>
      one.rows[0]?.earlier?.map(({ outcome, status: code, requestId }) => [
        ...[outcome, code, requestId],
      ]);
    const first = [["refused", 422, "r-first"]];
    assert.deepEqual([planned.rows[0]?.outcome, tries(planned)], ["waiting", first]);
    const finished = await batches.apply(id, says());
    assert.deepEqual([OUTCOMES(finished), tries(finished)], ["landed", first]);
    assert.equal(batchSummary(finished, WORDS).message, "1 of 1 landed, one of them at attempt 2.");
    const other = bench.window();
    await other.restore();
    assert.deepEqual(tries(other.get(id)!), first);
    assert.doesNotMatch(JSON.stringify(other.get(id)), /must be a number/);
  });

  const page: Answer = (_request, response) => {
    response.writeHead(500, { "Content-Type": "text/html" });
    response.end("<html><head><title>Ledger closed for the night</title></head></html>");
  };
  const SPOKEN: readonly (readonly [string, string, Answer, readonly unknown[]])[] = [
    [
      ...(["a failure in JSON", "unknown"] as const),
      status(500, { message: "Lock of PEN-9 is held" }),
      [{ path: [], message: "Lock of PEN-9 is held" }],
    ],
    [
      ...(["a failure by field", "unknown"] as const),
      status(502, { errors: { value: ["cannot be stored"] } }),
      [{ path: ["value"], message: "cannot be stored" }],
    ],
    [
      ...(["a failure as a page", "unknown"] as const),
      page,
      [{ path: [], message: "Ledger closed for the night" }],
    ],
    [
      ...(["a refusal as a page", "refused"] as const),
      (_request, response) => {
        response.writeHead(422, { "Content-Type": "text/html; charset=utf-8" });
        response.end("<html><title>Provider is closed</title><h1>No</h1></html>");
      },
      [{ path: [], message: "Provider is closed" }],
    ],
    [
      ...(["a refusal by a challenge alone", "refused"] as const),
      (_request, response) => {
        const challenge = 'Bearer error="insufficient_scope", error_description="Needs risk.write"';
        response.writeHead(403, { "WWW-Authenticate": challenge });
        response.end();
      },
      [{ path: [], message: "Needs risk.write" }],
    ],
    ["no more than its status", "refused", status(400, { error: "Bad Request" }), []],
    [
      ...(["the pension itself, cut off", "unknown"] as const),
      (_request, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end('{"message":"Ruth Abernathy","provider":');
      },
      [],
    ],
  ];
  for (const [what, outcome, answer, said] of SPOKEN) {
    it(`repeats what the service said, also after a restart: ${what}`, async () => {
      const { batches, row, service } = bench;
      service.put = answer;
      service.get = status(405);
      const { id } = await batches.add(planOf(row("A", "unknown")));
      const ended = await batches.apply(id, says());
      const { actionId = "" } = ended.rows[0]!;
      assert.deepEqual([OUTCOMES(ended), batches.said(actionId)], [outcome, said]);
      const other = bench.window();
      await other.restore();
      await other.readSaid(id);
      assert.deepEqual(other.said(actionId), said);
      const folder = `${bench.folder}/batches`;
      const onDisk = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
      assert.doesNotMatch(onDisk.join(), /Lock of|cannot be|Ledger|Provider is|risk|Abernathy/);
      // Nothing of it is lost where it is planned again there.
      await other.planAgain(id, planOf(row("A", "unknown")));
      const third = bench.window();
      await third.restore();
      await third.readSaid(id);
      assert.deepEqual(third.said(actionId), said);
    });
  }

  it("tells of words that were read, once; without their key they stay unread", async () => {
    const { batches, row, service } = bench;
    service.put = status(422, { message: "Provider is closed" });
    const { id } = await batches.add(planOf(row("A")));
    const { actionId = "" } = (await batches.apply(id, says())).rows[0]!;
    const other = bench.window();
    await other.restore();
    let told = 0;
    other.onDidChange(() => told++);
    await other.readSaid(id);
    await other.readSaid(id);
    assert.equal(told, 1);
    const texts = createEncryptedTexts(Buffer.alloc(32, 8));
    const keyless = bench.window({ texts });
    await keyless.restore();
    await keyless.readSaid(id);
    assert.deepEqual(keyless.said(actionId), []);
  });

  it("ends a row as it ended where no key ring keeps a key, or it fails", async () => {
    const broken: readonly (() => Promise<undefined>)[] = [
      () => Promise.resolve(undefined),
      () => Promise.reject(new Error("no key ring")),
    ];
    for (const encryptText of broken) {
      const { row, service } = bench;
      service.put = status(422, { message: "Provider is closed" });
      const batches = bench.window({ texts: { ...createEncryptedTexts(), encryptText } });
      const { id } = await batches.add(planOf(row("A")));
      const ended = await batches.apply(id, says());
      assert.deepEqual([OUTCOMES(ended), ended.state], ["refused", "stopped"]);
      assert.equal(batches.said(ended.rows[0]!.actionId!).length, 1);
    }
  });

  it("tells a refusal for what it is, also where nothing can be read after it", async () => {
    const { batches, row, service } = bench;
    service.put = status(412);
    service.get = inTurn(status(404), status(404), reset);
    const { id } = await batches.add(planOf(row("A"), row("B")));
    const batch = await batches.apply(id, says());
    const [first] = batch.rows;
    assert.deepEqual([OUTCOMES(batch), first?.status], ["refused,waiting", 412]);
    assert.deepEqual(first?.problem, { kind: "service", code: "service/412", status: 412 });
    assert.deepEqual(bench.seen(), ["GET A", "GET A", "PUT A"]);
  });

  it("sends nothing that is not as it was confirmed", async () => {
    const changes: readonly (readonly [string, (bench: BatchesBench) => void])[] = [
      ["batch/fileChanged", ({ files }) => files.set("A", "{}")],
      ["batch/fileGone", ({ files }) => files.delete("A")],
      ...OTHER_TARGETS.map(
        (target) =>
          ["batch/targetChanged", ({ targets }: BatchesBench) => targets.set("A", target)] as const,
      ),
      ["batch/serviceChanged", ({ service }) => (service.get = status(405))],
    ];
    for (const [code, change] of changes) {
      const { row } = bench;
      const { get } = bench.service;
      const { id } = await bench.batches.add(planOf(row("A")));
      const confirm = (): Promise<boolean> => {
        change(bench);
        return Promise.resolve(true);
      };
      const batch = await bench.batches.apply(id, says({ confirm }));
      assert.deepEqual([batch.rows[0]?.outcome, batch.rows[0]?.problem?.code], ["changed", code]);
      bench.service.get = get;
      bench.targets.clear();
    }
    let key = "a1b2c3";
    const batches = bench.window({ keyOf: () => key });
    const { id } = await batches.add(planOf(bench.row("A")));
    const confirm = (): Promise<boolean> => {
      key = "d4e5f6";
      return Promise.resolve(true);
    };
    const batch = await batches.apply(id, says({ confirm }));
    assert.equal(batch.rows[0]?.problem?.code, "batch/connectionChanged");
    assert.deepEqual(putsOf(bench), []);
  });

  it("sends what follows the connection in use, or was bound to the one of the plan since", async () => {
    const { batches, row, targets, bench: network } = bench;
    const { id: connectionId } = network.connection;
    const { id } = await batches.add(planOf(row("A"), row("B")));
    targets.set("B", { clientId: CLIENT_ID.toUpperCase(), pensionId: "B", connectionId });
    assert.equal(OUTCOMES(await batches.apply(id, says())), "landed,landed");
  });

  it("sends no payload over a read-only member that changed since the plan", async () => {
    const { batches, service } = bench;
    const text = '{"provider":"A","lastUpdated":"monday"}';
    const made = bench.row("A", "replace", text.replace("A", "B"));
    bench.files.set("A", text);
    const payload = readPayload(text);
    const planned = { ...made, payload, bodyHash: hashBody(payload.bytes) };
    let stamp = (): string => "tuesday";
    service.get = (request, response) =>
      shows(text.replace("A", "B").replace("monday", stamp()))(request, response);
    const { id } = await batches.add(planOf(planned));
    const [changed] = (await batches.apply(id, says())).rows;
    assert.deepEqual([changed?.problem?.code, putsOf(bench)], ["batch/serviceChanged", []]);
    let count = 0;
    stamp = () => `read ${count++}`;
    await batches.planAgain(id, planOf(planned));
    await batches.apply(id, says());
    assert.deepEqual(putsOf(bench), ["PUT A"]);
  });

  it("sends nothing where the connection has another name or environment by then", async () => {
    const { connection, client } = bench.bench;
    for (const change of [{ environment: "sandbox" }, { label: "Other" }] as const) {
      let now = connection;
      const open = (): Promise<{ connection: typeof now; client: typeof client }> =>
        Promise.resolve({ connection: now, client });
      const batches = bench.window({ open });
      const { id } = await batches.add(planOf(bench.row("A")));
      const confirm = (): Promise<boolean> => {
        now = { ...connection, ...change };
        return Promise.resolve(true);
      };
      const batch = await batches.apply(id, says({ confirm }));
      assert.equal(batch.rows[0]?.problem?.code, "batch/connectionChanged");
    }
    assert.deepEqual(putsOf(bench), []);
  });

  it("goes on unread only where that was confirmed", async () => {
    const { batches, row, service } = bench;
    service.get = status(500);
    const known = await batches.add(planOf(row("A")));
    const failed = await batches.apply(known.id, says());
    assert.equal(OUTCOMES(failed), "failed");
    assert.deepEqual(putsOf(bench), []);
    const unknown = await batches.add(planOf(row("A", "unknown")));
    assert.equal(OUTCOMES(await batches.apply(unknown.id, says())), "landed");
  });

  it("stops between two PUTs, and cuts the wait for a retry but no PUT", async () => {
    const { batches, row, service } = bench;
    const { put } = service;
    const { id } = await batches.add(planOf(row("A"), row("B"), row("C")));
    service.put = (request, response) => {
      void batches.stop(id);
      assert.equal(batches.get(id)?.state, "stopping");
      put?.(request, response);
    };
    const first = await batches.apply(id, says());
    assert.deepEqual([OUTCOMES(first), first.state], ["landed,waiting,waiting", "stopped"]);
    await batches.planAgain(id, planOf(row("B"), row("C")));
    service.put = status(429);
    const onWait = (): void => void batches.stop(id);
    const second = await batches.apply(id, says({ onWait }));
    assert.deepEqual([OUTCOMES(second), second.rows[1]?.status], ["landed,waiting,waiting", 429]);
    assert.deepEqual(putsOf(bench), ["PUT A", "PUT B"]);
  });

  it("tells what may have landed, and settles it by what is read", async () => {
    const { batches, row, service, held, records } = bench;
    const { put, get } = service;
    service.put = (request, response) => {
      held.set(request.path, request.body);
      reset(request, response);
    };
    service.get = inTurn(get!, get!, status(500));
    const { id } = await batches.add(planOf(row("A"), row("B")));
    const stopped = await batches.apply(id, says());
    assert.equal(OUTCOMES(stopped), "unknown,waiting");
    Object.assign(service, { put, get });
    // Read before it was sent: that says nothing of what became of it.
    const early = await batches.planAgain(id, planOf(row("A", "nothing", "{}"), row("B")));
    assert.equal(OUTCOMES(early), "unknown,waiting");
    const anew = row("A", "nothing", '{"provider":"A"}');
    const current = { ...anew.current!, at: Date.now() + 1_000 };
    const found = await batches.planAgain(id, planOf({ ...anew, current }, row("B")));
    assert.equal(OUTCOMES(found), "landed,waiting");
    assert.equal(records.get(anew.pension!)?.write?.outcome, "landed");
  });

  it("has a PUT of unknown outcome once, also where nothing left when it was tried again", async () => {
    const { batches, row, service, files } = bench;
    const { put, get } = service;
    Object.assign(service, { put: reset, get: inTurn(get!, get!, status(500)) });
    const planned = row("A");
    const text = files.get("A")!;
    const { id } = await batches.add(planOf(planned));
    const [first] = (await batches.apply(id, says())).rows;
    assert.equal(first?.outcome, "unknown");
    Object.assign(service, { put, get });
    const confirm = (): Promise<boolean> => {
      files.set("A", "{}");
      return Promise.resolve(true);
    };
    for (let count = 0; count < 2; count++) {
      await batches.planAgain(id, planOf(planned));
      assert.deepEqual((await batches.apply(id, says({ confirm }))).rows, [first]);
    }
    files.set("A", text);
    await batches.planAgain(id, planOf(planned));
    const [landed] = (await batches.apply(id, says())).rows;
    assert.deepEqual(
      [landed?.outcome, landed?.earlier?.map(({ actionId }) => actionId)],
      ["landed", [first.actionId]],
    );
  });

  it("is written by one window at a time, which others know of", async () => {
    const { batches, row } = bench;
    const { id } = await batches.add(planOf(row("A"), row("B")));
    const other = bench.window();
    await other.restore();
    await other.planAgain(id, planOf(row("A"), row("B")));
    const confirm = async (): Promise<boolean> => {
      assert.equal(await codeOf(other.apply(id, says())), "refused/batchElsewhere");
      assert.equal(await codeOf(batches.apply(id, says())), "refused/batchRunning");
      return true;
    };
    await batches.apply(id, says({ confirm }));
    assert.equal(await codeOf(other.apply(id, says())), "input/batchNotPlanned");
    assert.deepEqual(putsOf(bench), ["PUT A", "PUT B"]);
    assert.deepEqual(other.get(id), batches.get(id));
    await other.remove(id);
    assert.equal(await codeOf(batches.apply(id, says())), "input/batchGone");
    assert.equal(batches.get(id), undefined);
  });

  it("is stopped in its own window, and shown as it ended where another one asks for that", async () => {
    const { batches, row, service } = bench;
    const { put } = service;
    const { id } = await batches.add(planOf(row("A")));
    const other = bench.window();
    let refused: Promise<string> | undefined;
    service.put = (request, response) => {
      const stop = async (): Promise<string> => {
        await other.restore();
        assert.equal(other.get(id)?.state, "running");
        return codeOf(other.stop(id));
      };
      refused = stop().finally(() => put?.(request, response));
    };
    await batches.apply(id, says());
    assert.equal(await refused, "refused/batchElsewhere");
    assert.equal(other.get(id)?.state, "running");
    await other.stop(id);
    assert.deepEqual(other.get(id), batches.get(id));
  });

  it("is kept without a body; the last twenty are, and none that was never applied", async () => {
    const { batches, row, folder } = bench;
    for (let count = 0; count < 23; count++) {
      const plan = { ...planOf(row(`A${count}`)), madeAt: count };
      await batches.apply((await batches.add(plan)).id, says());
    }
    await batches.add({ ...planOf(row("X")), madeAt: 100 });
    await batches.add({ ...planOf(row("Y")), madeAt: 101 });
    const places = batches.all.map(({ rows }) => rows[0]?.file);
    assert.deepEqual([places.length, places[0], places.includes("X")], [20, "Y", false]);
    const later = bench.window();
    await later.restore();
    assert.deepEqual(later.all, batches.all);
    const names = readdirSync(`${folder}/batches`);
    assert.equal(names.length, 20);
    const kept = names.map((name) => readFileSync(`${folder}/batches/${name}`, "utf8")).join("");
    assert.ok(!kept.includes("provider"));
  });

  it("is kept longer while it can be resumed", async () => {
    const { batches, row, service } = bench;
    const { put } = service;
    service.put = inTurn(status(422), put!);
    const { id } = await batches.add({ ...planOf(row("A")), madeAt: 0 });
    assert.equal((await batches.apply(id, says())).state, "stopped");
    for (let count = 1; count < 23; count++) {
      const plan = { ...planOf(row(`B${count}`)), madeAt: count };
      await batches.apply((await batches.add(plan)).id, says());
    }
    const kept = batches.all.map(({ plannedAt }) => plannedAt);
    assert.deepEqual([kept.length, kept[0], kept.at(-2), kept.at(-1)], [20, 22, 4, 0]);
    const later = bench.window();
    await later.restore();
    assert.equal(later.get(id)?.state, "stopped");
  });

  it("is kept where the clock was set back since the others were planned", async () => {
    const { batches, row } = bench;
    for (let count = 0; count < 20; count++) {
      const plan = { ...planOf(row(`A${count}`)), madeAt: 100 + count };
      await batches.apply((await batches.add(plan)).id, says());
    }
    const { id } = await batches.add({ ...planOf(row("X")), madeAt: 1 });
    assert.deepEqual([batches.all.length, batches.get(id)?.state], [20, "planned"]);
    assert.ok(batches.all.every(({ plannedAt }) => plannedAt !== 100));
    assert.equal(OUTCOMES(await batches.apply(id, says())), "landed");
  });

  it("is read as far as it is whole, and not at all where it is something else", async () => {
    const { batches, row, folder } = bench;
    const { id } = await batches.add(planOf(row("A")));
    const batch = await batches.apply(id, says());
    const path = `${folder}/batches/${id}.batch.jsonl`;
    const text = readFileSync(path, "utf8");
    const open = async (content: string): Promise<Batch | undefined> => {
      writeFileSync(path, content);
      const later = bench.window();
      await later.restore();
      return later.get(id);
    };
    assert.deepEqual(await open(`${text}{"index":0,"row":{"fi`), batch);
    assert.deepEqual(await open(`${text}{"index":7,"row":{}}\n`), batch);
    for (const broken of [
      "",
      "[]",
      text.replace('"v":1', '"v":2'),
      text.replace('"landed"', "1"),
    ]) {
      assert.equal(await open(broken), undefined);
    }
  });

  it("does not begin what the disk does not take", async () => {
    const { batches, row, folder } = bench;
    const { id } = await batches.add(planOf(row("A")));
    const path = `${folder}/batches/${id}.batch.jsonl`;
    rmSync(path);
    mkdirSync(`${path}/x`, { recursive: true });
    const [code] = [await codeOf(batches.apply(id, says()))];
    assert.equal(code, "input/batchGone");
    const again = await batches.add(planOf(row("A")));
    const other = `${folder}/batches/${again.id}.batch.jsonl`;
    const text = readFileSync(other);
    const confirm = (): Promise<boolean> => {
      rmSync(other);
      mkdirSync(`${other}/x`, { recursive: true });
      return Promise.resolve(true);
    };
    const failure = await codeOf(batches.apply(again.id, says({ confirm })));
    assert.deepEqual([failure, putsOf(bench)], ["refused/notRecorded", []]);
    assert.equal(batches.get(again.id)?.state, "planned", "it can be applied again");
    rmSync(other, { recursive: true });
    writeFileSync(other, text);
    const window = bench.window();
    await window.restore();
    await window.planAgain(again.id, planOf(row("A")));
    await window.apply(again.id, says());
    // What another window did meanwhile is not done a second time.
    assert.equal(await codeOf(batches.apply(again.id, says())), "input/batchNotPlanned");
    assert.equal(putsOf(bench).length, 1);
  });

  it("ends with its window after the write on its way", async () => {
    const { batches, row, service } = bench;
    const { put } = service;
    const { id } = await batches.add(planOf(row("A"), row("B")));
    let ended: Promise<void> | undefined;
    service.put = (request, response) => {
      ended = batches.dispose();
      // An end that did not wait would be over before an answer can come.
      setImmediate(() => put?.(request, response));
    };
    await batches.apply(id, says());
    await ended;
    const later = bench.window();
    await later.restore();
    assert.equal(OUTCOMES(later.get(id)!), "landed,waiting");
  });
});

function putsOf(bench: BatchesBench): readonly string[] {
  return bench.seen().filter((call) => call.startsWith("PUT"));
}
