import assert from "node:assert/strict";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { SYSTEM_CLOCK } from "../../../../../src/platform/base/clock";
import {
  acceptedButUnreadable,
  type LastWrite,
  type PensionRecord,
  type PensionRecords,
  type SeenVersion,
  type VersionMetadata,
} from "../../../../../src/features/pensions/common/writing/records";
import { createPensionRecords } from "../../../../../src/features/pensions/common/writing/pensionRecords";
import {
  decodeRecord,
  encodeRecord,
  recordName,
} from "../../../../../src/features/pensions/common/writing/recordFile";
import { factsOf, hashText } from "../../../../../src/features/pensions/common/writing/version";
import { VersionTexts } from "../../../../../src/features/pensions/common/writing/versionTexts";
import type { AttemptBodies } from "../../../../../src/platform/base/action";
import { createLocks } from "../../../../fakes/locks";
import { CLIENT_ID, failureOf, MemoryLog } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";

const KEY = { connectionId: "acme", clientId: CLIENT_ID, pensionId: "PEN-1" };
/** As long as a draft is left alone, in milliseconds. */
const OLD_DRAFT = 60_000;
/** What a disk says that takes nothing. */
const OF_THE_DISK = /\b(EACCES|ENOTDIR|EEXIST|EPERM)\b/;
const SANDBOX_KEY = { ...KEY, connectionId: "sandbox" };

function seen(text: string, change: Partial<SeenVersion> = {}): SeenVersion {
  const source = { actionId: "a-1", attempt: 1 };
  return { text, hash: hashText(text), at: 5, by: "read", tag: undefined, source, ...change };
}

function begun(actionId: string): LastWrite {
  const [method, outcome] = ["PUT", "sending"] as const;
  const facts = { method, outcome, bodyHash: hashText("{}"), startedAt: 7 };
  return { ...facts, actionId, traceId: undefined, status: undefined };
}

describe("records of pensions", () => {
  let folder: string;
  let log: MemoryLog;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-records-"));
    log = new MemoryLog();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A window over the folder that all share. */
  function open(
    options: { most?: number; bodies?: Map<string, AttemptBodies>; clock?: VirtualClock } = {},
  ): PensionRecords {
    const { most, bodies, clock = new VirtualClock() } = options;
    return createPensionRecords({
      ...{ folder: join(folder, "pensions"), locks: createLocks(), log, clock },
      isLasting: (connectionId) => connectionId !== "sandbox",
      bodies: (actionId, attempt) => Promise.resolve(bodies?.get(`${actionId} ${attempt}`)),
      ...(most === undefined ? {} : { most }),
    });
  }

  const files = (): readonly string[] => readdirSync(join(folder, "pensions"));
  const onDisk = (): string =>
    files()
      .map((name) => readFileSync(join(folder, "pensions", name), "utf8"))
      .join("");

  it("of a connection of one's own outlive their window, without a body", async () => {
    const records = open();
    await records.noteSeen(KEY, seen('{"value":"of the client"}', { tag: '"t1"' }));
    await records.beginWrite(KEY, begun("w-1"), seen('{"value":"of the client"}'));
    const later = open();
    assert.equal(later.get(KEY), undefined);
    await later.refresh();
    assert.deepEqual(later.get(KEY), records.get(KEY));
    assert.equal(later.get(KEY)?.write?.outcome, "sending");
    assert.equal(later.get(KEY)?.seen?.tag, '"t1"');
    assert.equal(onDisk().includes("of the client"), false);
  });

  it("of the sandbox are in memory alone", async () => {
    const records = open();
    await records.noteSeen(SANDBOX_KEY, seen("{}"));
    await records.refresh();
    assert.equal(records.of("sandbox").length, 1);
    assert.throws(files, { code: "ENOENT" });
  });

  it("are found however the id of the client is written", async () => {
    const records = open();
    await records.noteSeen(KEY, seen("{}"));
    const upper = { ...KEY, clientId: CLIENT_ID.toUpperCase() };
    assert.notEqual(records.get(upper), undefined);
    assert.equal(records.of("acme", upper.clientId).length, 1);
    assert.equal(records.of("acme", crypto.randomUUID()).length, 0, "of another client");
    assert.equal(records.of("other").length, 0);
  });

  it("show what other windows wrote after a refresh, and what they forgot", async () => {
    const [one, other] = [open(), open()];
    let told = 0;
    await one.refresh();
    one.onDidChange(() => told++);
    await other.beginWrite(KEY, begun("w-1"), undefined);
    await one.refresh();
    assert.equal(one.get(KEY)?.write?.outcome, "sending");
    await other.settleWrite(KEY, { actionId: "w-1", outcome: "landed", status: 200 });
    await one.refresh();
    assert.equal(one.get(KEY)?.write?.outcome, "landed");
    await one.refresh();
    assert.equal(told, 2);
    await other.forget("acme");
    await one.refresh();
    assert.deepEqual([one.get(KEY), files()], [undefined, []]);
  });

  it("lose nothing where two windows write at once", async () => {
    const locks = createLocks();
    const parts = { folder: join(folder, "pensions"), locks, log, clock: SYSTEM_CLOCK };
    const windows = [0, 1, 2].map(() =>
      createPensionRecords({
        ...{ ...parts, isLasting: () => true, bodies: () => Promise.resolve(undefined) },
      }),
    );
    await Promise.all([
      windows[0]!.beginWrite(KEY, begun("w-1"), undefined),
      windows[1]!.noteSeen(KEY, seen("{}")),
      windows[2]!.noteAbsent(KEY),
    ]);
    const record = await freshly(KEY);
    assert.deepEqual([record?.write?.actionId, record?.seen?.hash], ["w-1", hashText("{}")]);
  });

  it("keep the version to go back to over a write that was refused", async () => {
    const records = open();
    await records.beginWrite(KEY, begun("w-1"), seen("first"));
    await records.settleWrite(KEY, { actionId: "w-1", outcome: "landed", status: 200 });
    await records.beginWrite(KEY, begun("w-2"), seen("second"));
    assert.equal(records.get(KEY)?.before?.hash, hashText("second"));
    await records.settleWrite(KEY, { actionId: "w-2", outcome: "refused", status: 400 });
    const { before, write } = records.get(KEY)!;
    assert.deepEqual(
      [before?.hash, write?.outcome, write?.status],
      [hashText("first"), "refused", 400],
    );
  });

  it("take the end of a write for the last word only if nobody has written since", async () => {
    const [one, other] = [open(), open()];
    await one.beginWrite(KEY, begun("w-1"), undefined);
    await other.beginWrite(KEY, begun("w-2"), undefined);
    await one.settleWrite(KEY, { actionId: "w-1", outcome: "landed", status: 200 });
    const { write } = (await freshly(KEY))!;
    assert.deepEqual([write?.actionId, write?.outcome], ["w-2", "sending"]);
  });

  it("keep it, also for other windows, that a PUT was accepted, until a DELETE is", async () => {
    const records = open();
    const end = async (
      actionId: string,
      method: "PUT" | "DELETE",
      outcome: LastWrite["outcome"],
    ): Promise<boolean> => {
      await records.beginWrite(KEY, { ...begun(actionId), method }, undefined);
      await records.settleWrite(KEY, { actionId, outcome, status: 200 });
      return (await freshly(KEY))?.isTaken ?? false;
    };
    await end("w-1", "PUT", "landed");
    assert.equal(await end("w-2", "PUT", "refused"), true);
    assert.equal(await end("w-3", "DELETE", "unknown"), true);
    assert.equal(await end("w-4", "DELETE", "deleted"), false);
    assert.equal(await end("w-5", "PUT", "refused"), false);
    await end("w-6", "PUT", "landed");
    await records.noteSeen(KEY, seen("{}"));
    assert.equal(await end("w-7", "PUT", "refused"), false, "a read showed it");
  });

  it("keep no proof that a PUT was accepted, and no member for it, where a read showed it before", async () => {
    const records = open();
    const end = async (actionId: string, outcome: LastWrite["outcome"]): Promise<string> => {
      await records.beginWrite(KEY, begun(actionId), outcome === "landed" ? seen("{}") : undefined);
      await records.settleWrite(KEY, { actionId, outcome, status: 200 });
      return encodeRecord((await freshly(KEY)) ?? assert.fail());
    };
    await end("w-1", "landed");
    await records.noteSeen(KEY, { ...seen('{"a":1}'), by: "write" });
    const record = await freshly(KEY);
    assert.equal(
      acceptedButUnreadable({ ...record, seenMetadata: record?.seen, write: record?.write }),
      false,
    );
    assert.doesNotMatch(await end("w-2", "refused"), /isTaken/);
  });

  it("know a deleted pension as absent, with nothing to compare with", async () => {
    const records = open();
    await records.noteSeen(KEY, seen("{}"));
    await records.beginWrite(KEY, { ...begun("w-1"), method: "DELETE" }, seen("{}"));
    await records.settleWrite(KEY, { actionId: "w-1", outcome: "deleted", status: 204 });
    const { isAbsent, seen: last, before } = records.get(KEY)!;
    assert.deepEqual([isAbsent, last, before?.hash], [true, undefined, hashText("{}")]);
  });

  it("know an absent pension as there once a write landed", async () => {
    const records = open();
    await records.noteAbsent(KEY);
    await records.beginWrite(KEY, begun("w-1"), undefined);
    assert.equal(records.get(KEY)?.isAbsent, true);
    await records.settleWrite(KEY, { actionId: "w-1", outcome: "landed", status: 201 });
    assert.equal(records.get(KEY)?.isAbsent, false);
  });

  it("know an absent pension as there once a read shows it, whatever it is compared with", async () => {
    const records = open();
    await records.noteAbsent(KEY);
    await records.noteShown(KEY);
    assert.deepEqual([records.get(KEY)?.isAbsent, records.get(KEY)?.isShown], [false, true]);
    await records.noteAbsent(KEY);
    await records.noteShown(KEY);
    assert.equal(records.get(KEY)?.isAbsent, false, "it had been shown before, too");
  });

  it("tell of each change of their own, until nobody wants to know", async () => {
    const records = open();
    let told = 0;
    const subscription = records.onDidChange(() => told++);
    await records.noteSeen(KEY, seen("{}"));
    await records.noteAbsent(KEY);
    assert.equal(told, 2);
    subscription.dispose();
    await records.noteAbsent(KEY);
    assert.equal(told, 2);
  });

  it("are left as they are where a read shows once more what it showed before", async () => {
    const records = open();
    let told = 0;
    records.onDidChange(() => told++);
    await records.noteShown(KEY);
    assert.deepEqual([records.get(KEY)?.isShown, told], [true, 1]);
    await records.noteShown(KEY);
    assert.equal(told, 1);
  });

  it("take the end of a write that was forgotten meanwhile for nothing", async () => {
    const records = open();
    await records.beginWrite(KEY, begun("w-1"), undefined);
    await records.forget("acme");
    await records.settleWrite(KEY, { actionId: "w-1", outcome: "landed", status: 200 });
    assert.deepEqual([records.get(KEY), files()], [undefined, []]);
  });

  it("leave the draft of a file alone while somebody may write it", async () => {
    const records = open();
    await records.noteSeen(KEY, seen("{}"));
    const now = new VirtualClock().now();
    for (const [name, age] of [
      ["young.tmp", OLD_DRAFT],
      ["old.tmp", OLD_DRAFT + 1],
    ] as const) {
      const path = join(folder, "pensions", name);
      writeFileSync(path, "{}");
      utimesSync(path, new Date(now - age), new Date(now - age));
    }
    await records.refresh();
    assert.deepEqual([...files()].sort(), [recordName(KEY), "young.tmp"].sort());
  });

  it("have the texts of versions from memory, or from kept bodies that have their hash", async () => {
    const first = seen('{"value":1}');
    const records = open();
    await records.noteSeen(KEY, first);
    assert.equal(await records.text(first), first.text);
    const bodies = new Map<string, AttemptBodies>([
      ["a-1 1", { response: Buffer.from(first.text) }],
    ]);
    const later = open({ bodies });
    assert.equal(await later.text(first), first.text);
    assert.equal(await later.text({ ...first, hash: hashText("another") }), undefined);
    const sent = { ...factsOf(first), by: "sent" } as const;
    assert.equal(await open({ bodies }).text(sent), undefined, "an answer is not what was sent");
    bodies.set("a-1 1", { request: Buffer.from(first.text), response: Buffer.from("{}") });
    assert.equal(await open({ bodies }).text(sent), first.text);
    bodies.clear();
    assert.equal(await later.text(first), first.text, "it was found before");
    await later.beginWrite(KEY, begun("w-1"), seen("before it"));
    assert.equal(await later.text(later.get(KEY)!.before!), "before it");
    assert.equal(await open().text(first), undefined);
  });

  it("keep to their number: the oldest go, from the disk too", async () => {
    const records = open({ most: 3 });
    for (let count = 0; count < 5; count++) {
      await records.noteSeen({ ...KEY, pensionId: `PEN-${count}` }, seen("{}"));
    }
    const ids = records.of("acme").map(({ pensionId }) => pensionId);
    assert.deepEqual(ids, ["PEN-2", "PEN-3", "PEN-4"]);
    assert.equal(files().length, 3);
  });

  it("keep those that were mentioned last, where all are of one moment", async () => {
    const records = open({ most: 2 });
    for (const pensionId of ["PEN-1", "PEN-2", "PEN-1", "PEN-3"]) {
      await records.noteSeen({ ...KEY, pensionId }, seen("{}"));
    }
    const ids = records.of("acme").map(({ pensionId }) => pensionId);
    assert.deepEqual(ids, ["PEN-1", "PEN-3"]);
  });

  it("keep the newest of those that are found on disk, in whatever order they lie there", async () => {
    const clock = new VirtualClock();
    const keys = Array.from({ length: 6 }, (_, index) => ({ ...KEY, pensionId: `PEN-${index}` }));
    // Folders are mostly read by name: the oldest has the last one.
    keys.sort((one, other) => (recordName(one) < recordName(other) ? 1 : -1));
    const before = open({ clock });
    for (const key of keys) {
      clock.pass(1);
      await before.noteSeen(key, seen("{}"));
    }
    const later = open({ most: 3, clock });
    await later.refresh();
    clock.pass(1);
    await later.noteSeen(KEY, seen("{}"));
    const newest = [...keys.slice(-2), KEY].map(recordName).sort();
    assert.deepEqual(later.of("acme").map(recordName).sort(), newest);
    assert.deepEqual([...files()].sort(), newest);
  });

  it("keep the one that was just stored where the clock was set back", async () => {
    const clock = new VirtualClock();
    const records = open({ most: 2, clock });
    for (const pensionId of ["PEN-1", "PEN-2"]) {
      await records.noteSeen({ ...KEY, pensionId }, seen("{}"));
      clock.pass(1);
    }
    clock.pass(-60_000);
    const key = { ...KEY, pensionId: "PEN-3" };
    await records.beginWrite(key, begun("w-1"), undefined);
    const ids = records.of("acme").map(({ pensionId }) => pensionId);
    assert.deepEqual(ids, ["PEN-2", "PEN-3"]);
    assert.deepEqual([...files()].sort(), records.of("acme").map(recordName).sort());
    await records.settleWrite(key, { actionId: "w-1", outcome: "landed", status: 200 });
    assert.equal(records.get(key)?.write?.outcome, "landed");
  });

  it("compare with nothing that was seen of one that went for others", async () => {
    const [one, other] = [open({ most: 1 }), open()];
    await one.noteSeen(KEY, seen("first"));
    await one.noteSeen({ ...KEY, pensionId: "PEN-2" }, seen("{}"));
    assert.equal(one.get(KEY), undefined);
    await other.noteSeen(KEY, seen("second"));
    await one.refresh();
    assert.equal(one.get(KEY)?.seen?.hash, hashText("second"));
  });

  it("skip what cannot be read, say so without its content, and write over it", async () => {
    const records = open();
    await records.noteSeen(KEY, seen("{}"));
    writeFileSync(join(folder, "pensions", recordName(KEY)), '{"v":1,"record":{"secret":');
    writeFileSync(join(folder, "pensions", "strange.json"), "{}");
    const later = open();
    await later.refresh();
    assert.deepEqual(later.of("acme"), []);
    assert.ok(log.lines.some((line) => line.includes("cannot be read")));
    assert.ok(!log.lines.some((line) => line.includes("secret")));
    await later.noteSeen(KEY, seen("{}"));
    assert.notEqual(await freshly(KEY), undefined);
  });

  it("let no write begin that the disk does not take, and keep the rest in memory", async function () {
    if (process.getuid?.() === 0) {
      // Rights do not hold the superuser back: a file in the folder's place does.
      writeFileSync(join(folder, "pensions"), "");
    } else {
      chmodSync(folder, 0o500);
    }
    const records = open();
    const failure = await failureOf(records.beginWrite(KEY, begun("w-1"), undefined));
    assert.deepEqual([failure.kind, failure.code], ["refused", "refused/notRecorded"]);
    assert.match(String(failure.cause), OF_THE_DISK);
    assert.equal(records.get(KEY)?.write, undefined);
    await records.noteSeen(KEY, seen("{}"));
    await records.refresh();
    assert.equal(records.get(KEY)?.seen?.hash, hashText("{}"));
    await records.noteAbsent(KEY);
    const warnings = log.lines.filter((line) => line.includes("could not be kept"));
    assert.equal(warnings.length, 1, "it is said once");
    assert.match(warnings[0] ?? "", OF_THE_DISK);
    chmodSync(folder, 0o700);
  });

  it("are shared again once the disk takes them again", async () => {
    const place = join(folder, "pensions");
    writeFileSync(place, "");
    const [one, other] = [open(), open()];
    await one.noteSeen(KEY, seen("{}"));
    rmSync(place);
    await one.noteShown(KEY);
    await one.noteAbsent(KEY);
    await other.beginWrite(KEY, begun("w-1"), undefined);
    await one.refresh();
    const { write, seen: last, isAbsent } = one.get(KEY)!;
    assert.deepEqual([write?.actionId, last?.hash, isAbsent], ["w-1", hashText("{}"), true]);
  });

  async function freshly(key: typeof KEY): Promise<PensionRecord | undefined> {
    const records = open();
    await records.refresh();
    return records.get(key);
  }
});

describe("a record in its file", () => {
  const REQUIRED = [
    ...(["connectionId", "clientId", "pensionId", "seen", "before"] as const),
    ...(["write", "isTaken", "isShown", "isAbsent", "changedAt"] as const),
  ];
  const records = fc.record(
    {
      connectionId: fc.string(),
      clientId: fc.uuid(),
      pensionId: fc.stringMatching(/^[A-Za-z0-9]{1,20}$/),
      seen: fc.option(fc.constant({ ...facts(), tag: '"x"' }), { nil: undefined }),
      before: fc.option(fc.constant(facts()), { nil: undefined }),
      write: fc.option(fc.constant(begun("w-1")), { nil: undefined }),
      isAbsent: fc.boolean(),
      changedAt: fc.nat(),
      isTaken: fc.option(fc.constant(true as const), { nil: undefined }),
      isShown: fc.option(fc.constant(true as const), { nil: undefined }),
    },
    { noNullPrototype: true, requiredKeys: REQUIRED },
  );

  it("comes back as it was", () => {
    fc.assert(
      fc.property(records, (record) => {
        assert.deepEqual(decodeRecord(encodeRecord(record), recordName(record)), record);
      }),
    );
  });

  it("says what was proven, and has no member for what was not", () => {
    const nothing = { seen: undefined, before: undefined, write: undefined };
    const record = { ...KEY, ...nothing, isAbsent: false, changedAt: 1 };
    assert.doesNotMatch(
      encodeRecord({ ...record, isTaken: false, isShown: false }),
      /isTaken|isShown/,
    );
    assert.match(encodeRecord({ ...record, isTaken: true }), /"isTaken":true}/);
    assert.match(encodeRecord({ ...record, isShown: true }), /"isShown":true}/);
  });

  it("is taken for nothing else, whatever is changed in it", () => {
    fc.assert(
      fc.property(records, fc.nat(), fc.string({ maxLength: 3 }), (record, at, text) => {
        const encoded = encodeRecord(record);
        const place = at % encoded.length;
        const changed = encoded.slice(0, place) + text + encoded.slice(place + 1);
        const decoded = decodeRecord(changed, recordName(record));
        assert.ok(decoded === undefined || recordName(decoded) === recordName(record));
      }),
    );
    const other = { ...KEY, seen: undefined, before: undefined, write: undefined };
    const record = { ...other, isAbsent: false, changedAt: 1 };
    assert.equal(decodeRecord(encodeRecord(record), "other.json"), undefined);
    const newer = encodeRecord(record).replace('"v":1', '"v":2');
    assert.equal(decodeRecord(newer, recordName(record)), undefined);
    const longer = { ...record, seen: { ...facts(), hash: `${hashText("{}")}0` } };
    assert.equal(decodeRecord(encodeRecord(longer), recordName(longer)), undefined);
  });

  function facts(): VersionMetadata {
    return factsOf(seen("{}"));
  }
});

describe("texts of versions", () => {
  it("stay within their bytes; those that were used last stay", () => {
    const texts = new VersionTexts(20);
    texts.set("a", "aaaa");
    texts.set("b", "bbbb");
    texts.get("a");
    texts.set("c", "cccc");
    assert.deepEqual([texts.get("a"), texts.get("b"), texts.get("c")], ["aaaa", undefined, "cccc"]);
    assert.deepEqual(full(), ["aaaa", "bbbb"], "to the last byte");
    texts.set("long", "x".repeat(11));
    assert.deepEqual([texts.get("long"), texts.get("a")], [undefined, "aaaa"]);
  });
});

/** What is kept of two texts that just fit. */
function full(): readonly (string | undefined)[] {
  const texts = new VersionTexts(16);
  texts.set("a", "aaaa");
  texts.set("b", "bbbb");
  return [texts.get("a"), texts.get("b")];
}
