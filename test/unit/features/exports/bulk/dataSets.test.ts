import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { appendFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningDataSet } from "../../../../../src/features/exports/common/bulk/dataSets";
import type { ClientLine } from "../../../../../src/features/exports/common/bulk/journalLines";
import { type AppError, isAppError } from "../../../../../src/platform/base/errors";
import { createMasking } from "../../../../../src/features/privacy/common/masking";
import { onRename, rename } from "../../../../fakes/renames";
import { type Bench, failureOf, openBench } from "../../../platform/http/support/bench";
import {
  ALL,
  answerOf,
  aSource,
  aSpec,
  dataSets,
  endThread,
  idOf,
  journalOf,
  type ManyClients,
  readRows,
  readTree,
  removeFolder,
  someRows,
  temporaryFolder,
} from "./support/manyClients";

const codeOf = (error: unknown): string => (isAppError(error) ? error.code : String(error));

/** What a whole data set of so many clients has to hold. */
function expected(
  clients: number,
  isThere: (client: number) => boolean = () => true,
): Readonly<Record<string, string>> {
  const files = Array.from({ length: clients }, (_, client) => client)
    .filter((client) => isThere(client) && someRows(client).length > 0)
    .map((client) => {
      const text = someRows(client).map((row) => `${row.replace("\n", " ")}\n`);
      return [`client_id=${idOf(client)}/part-00000.jsonl`, text.join("")] as const;
    });
  return Object.fromEntries(files.sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe("a data set of many clients", () => {
  let bench: Bench | undefined;
  let parent: string;
  let folder: string;

  beforeEach(async () => {
    parent = await temporaryFolder();
    folder = join(parent, "holdings");
  });

  afterEach(async () => {
    await bench?.close();
    bench = undefined;
    await removeFolder(parent);
  });

  after(endThread);

  async function open(many: ManyClients): Promise<Bench> {
    bench = await openBench({ answer: answerOf(many) });
    return bench;
  }

  const asked = (): string[] =>
    (bench?.service.seen ?? []).flatMap(
      ({ path }) => /clients\/([^/]+)\/holdings.*pageNumber=1$/.exec(path)?.[1] ?? [],
    );

  const clientLines = async (): Promise<readonly ClientLine[]> =>
    (await journalOf(folder)).filter((line) => line.kind === "client");

  it("holds each row byte for byte in the folder of its client, and no file without rows", async () => {
    const { client } = await open({ clients: 37 });
    const running = await dataSets().begin(aSpec(), aSource(client, folder));
    assert.equal(bench?.service.seen.length, 0);
    await running.run();
    assert.equal(running.failure, undefined);
    assert.deepEqual(await readRows(folder), expected(37));
    const { state, clients, rows, refused, claimed } = running.progress;
    assert.deepEqual([state, clients, rows, refused, claimed], ["finished", 37, 54, 0, 37]);
    assert.deepEqual(
      Object.keys(await readTree(folder)).filter((path) => !path.includes("/")),
      ["_journal.jsonl", "_manifest.json"],
    );
    assert.equal((await stat(join(folder, "_journal.jsonl"))).mode & 0o077, 0);
  });

  it("waits for who has a part open, which Windows does not let it replace", async () => {
    const { client } = await open({ clients: 12 });
    let refusals = 2;
    onRename(async (from, to) => {
      if (String(to).endsWith("part-00000.jsonl") && refusals-- > 0) {
        throw Object.assign(new Error("in use"), { code: "EBUSY" });
      }
      await rename(from, to);
    });
    try {
      const running = await dataSets().begin(aSpec(), aSource(client, folder));
      await running.run();
      assert.equal(running.failure, undefined);
      assert.deepEqual(await readRows(folder), expected(12));
    } finally {
      onRename(rename);
    }
  });

  it("says in its manifest and journal what came, with sums that hold", async () => {
    const { client } = await open({ clients: 12, statusOf: (one) => (one === 5 ? 403 : 200) });
    const running = await dataSets().begin(aSpec(), aSource(client, folder));
    await running.run();
    const { manifest } = running;
    assert.ok(manifest);
    const text = await readFile(join(folder, "_manifest.json"), "utf8");
    assert.deepEqual(JSON.parse(text), manifest);
    const journal = await readFile(join(folder, manifest.journal.name));
    const sha256 = createHash("sha256").update(journal).digest("hex");
    assert.deepEqual(manifest.journal, { name: "_journal.jsonl", bytes: journal.length, sha256 });
    const lines = await clientLines();
    assert.equal(lines.length, 12);
    for (const line of lines.filter(({ outcome }) => outcome === "whole")) {
      const file = await readFile(join(folder, `client_id=${line.client}`, "part-00000.jsonl"));
      assert.equal(line.sha256, createHash("sha256").update(file).digest("hex"));
      assert.deepEqual([line.bytes, line.pages], [file.length, 2]);
      assert.match(line.traceId ?? "", /^fpx-/);
    }
    const { whole, empty, refused, list } = manifest.clients;
    assert.deepEqual([whole, empty, refused], [8, 3, 1]);
    assert.deepEqual([list?.pages, list?.rows, list?.totals], [2, 12, [12]]);
    assert.equal(
      manifest.rows,
      lines.reduce((sum, { rows = 0 }) => sum + rows, 0),
    );
    const [first] = manifest.refused;
    assert.deepEqual([first?.client, first?.status], [idOf(5), 403]);
    assert.match(first?.traceId ?? "", /^fpx-/);
    assert.doesNotMatch(text, /connectionId/);
  });

  it("does not count the empty page that only says that the list of clients is over", async () => {
    const { client, service } = await open({ clients: 20, saysNoTotal: true });
    const running = await dataSets().begin(aSpec(), aSource(client, folder));
    await running.run();
    const asked = service.seen.filter(({ path }) => /clients\?.*pageNumber=3\b/.test(path));
    assert.equal(asked.length, 1);
    const { list } = running.manifest!.clients;
    assert.deepEqual([list?.pages, list?.rows], [2, 20]);
  });

  const shorts: readonly (readonly [name: string, short: readonly number[], expected: unknown])[] =
    [
      ["everything came", [], [true, true, 0, []]],
      ["clients may be missing", [-1], [false, false, 0, []]],
      ["rows of clients may be missing", [2, 5], [false, true, 2, [idOf(2), idOf(5)]]],
    ];
  for (const [name, short, expected] of shorts) {
    it(`says in its manifest whether it is whole: ${name}`, async () => {
      const totalOf = (one: number, count: number): number => count + (short.includes(one) ? 4 : 0);
      const { client } = await open({ clients: 8, totalOf });
      const running = await dataSets().begin(aSpec(), aSource(client, folder));
      await running.run();
      const { isWhole, clients, clientsNotWhole, notWhole } = running.manifest!;
      const named = notWhole.map((one) => one.client).sort();
      assert.deepEqual([isWhole, clients.list?.isWhole, clientsNotWhole, named], expected);
      assert.ok((await clientLines()).every((line) => line.isWhole !== undefined));
      const lines = (await clientLines()).filter((line) => line.isWhole === false);
      assert.equal(lines.length, clientsNotWhole);
      assert.ok(lines.every(({ findings }) => findings?.some(({ isLoss }) => isLoss)));
    });
  }

  it("asks again for clients of an earlier version, which did not look whether they are whole", async () => {
    const { client } = await open({ clients: 8, statusOf: (one) => (one === 5 ? 403 : 200) });
    const set = await when(
      (onChange) => dataSets().begin(aSpec(), aSource(client, folder, { onChange })),
      6,
      (one) => void one.stop(),
    );
    const before = await journalOf(folder);
    const told = before.map((line) => JSON.stringify({ ...line, isWhole: undefined }));
    await writeFile(join(folder, "_journal.jsonl"), told.map((line) => `${line}\n`).join(""));
    const refused = set.progress.refused;
    assert.deepEqual((await dataSets().read(folder)).clients, refused);
    bench!.service.seen.length = 0;
    const again = await dataSets().resume(aSource(client, folder));
    await again.run();
    assert.equal(asked().length, 8 - refused);
    const lists = (await clientLines()).slice(-asked().length);
    assert.ok(lists.every(({ isWhole, outcome }) => outcome === "refused" || isWhole === true));
    const { whole, empty, refused: all } = again.manifest!.clients;
    assert.deepEqual([whole, empty, all], [5, 2, 1]);
    assert.deepEqual(
      await readRows(folder),
      expected(8, (one) => one !== 5),
    );
  });

  it("says how long it waits, and after which status", async () => {
    const waits = new Set<string>();
    let refusals = 1;
    const { client } = await open({
      ...{ clients: 3, retryAfter: 1 },
      statusOf: (one) => (one === 1 && refusals-- > 0 ? 503 : 200),
    });
    const running: RunningDataSet = await dataSets().begin(aSpec(), {
      ...aSource(client, folder),
      onChange: () => {
        const { waiting, waitingAfter } = running.progress;
        waits.add(`${waiting === undefined ? "none" : "some"} ${waitingAfter ?? ""}`);
      },
    });
    await running.run();
    assert.ok(waits.has("some 503"), [...waits].join());
  });

  for (const status of [403, 404, 410, 400]) {
    it(`goes on past clients that are refused with ${status}`, async () => {
      const isRefused = (client: number): boolean => client % 3 === 1;
      const { client } = await open({
        clients: 20,
        statusOf: (one) => (one >= 0 && isRefused(one) ? status : 200),
      });
      const running = await dataSets().begin(aSpec(), aSource(client, folder));
      await running.run();
      assert.equal(running.progress.state, "finished");
      assert.deepEqual(
        await readRows(folder),
        expected(20, (one) => !isRefused(one)),
      );
      assert.equal(running.progress.refused, 7);
    });
  }

  it("goes on past an answer that is no list, and says which", async () => {
    const rowsOf = (client: number): string[] => (client === 3 ? ["{"] : ["{}"]);
    const { client } = await open({ clients: 5, rowsOf });
    const running = await dataSets().begin(aSpec(), aSource(client, folder));
    await running.run();
    const refused = (await clientLines()).filter(({ outcome }) => outcome === "refused");
    assert.deepEqual(
      refused.map((line) => [line.client, line.code]),
      [[idOf(3), "answer/notJson"]],
    );
  });

  it("asks again for a client whose answer is cut on its way, and does not call it refused", async () => {
    let cuts = 2;
    const { client } = await open({ clients: 8, isCut: (one) => one === 3 && cuts-- > 0 });
    const sets = dataSets();
    const running = await sets.begin(aSpec(), aSource(client, folder));
    await running.run();
    assert.deepEqual([running.progress.state, running.progress.refused], ["finished", 0]);
    assert.deepEqual(await readRows(folder), expected(8));
  });

  it("ends where an answer is cut each time, and asks that client again when it goes on", async () => {
    let isBroken = true;
    const { client } = await open({ clients: 8, isCut: (one) => one === 3 && isBroken });
    const sets = dataSets();
    const running = await sets.begin(aSpec(), aSource(client, folder));
    await running.run();
    assert.deepEqual([running.progress.state, codeOf(running.failure)], ["failed", "answer/cut"]);
    isBroken = false;
    await running.run();
    assert.deepEqual([running.progress.state, running.progress.refused], ["finished", 0]);
    assert.deepEqual(await readRows(folder), expected(8));
  });

  for (const [status, code] of [
    [401, "credentials/"],
    [502, "service/"],
    [429, "service/"],
  ] as const) {
    it(`ends with ${status}, and goes on from there with the clients that are left`, async () => {
      const { promise: mended, resolve: mend } = Promise.withResolvers<undefined>();
      let isMended = false;
      void mended.then(() => (isMended = true));
      const { client } = await open({
        clients: 30,
        statusOf: (one) => (one === 17 && !isMended ? status : 200),
      });
      const sets = dataSets();
      const running = await sets.begin(aSpec(), aSource(client, folder));
      await running.run();
      assert.equal(running.progress.state, "failed");
      assert.ok((running.failure as AppError).code.startsWith(code), codeOf(running.failure));
      const done = new Set((await clientLines()).map((line) => line.client));
      assert.ok(done.size < 30);
      mend(undefined);
      await mended;
      bench!.service.seen.length = 0;
      const again = await sets.resume(aSource(bench!.reopen(), folder));
      assert.equal(again.progress.clients, done.size);
      await again.run();
      assert.deepEqual(await readRows(folder), expected(30));
      assert.deepEqual(
        asked().filter((id) => done.has(id)),
        [],
      );
      assert.equal(again.manifest?.runs.length, 2);
    });
  }

  /** Runs until so many clients are done, then does something. */
  async function when(
    running: (onChange: () => void) => Promise<RunningDataSet>,
    count: number,
    act: (set: RunningDataSet) => void,
  ): Promise<RunningDataSet> {
    const made: RunningDataSet[] = [];
    const set = await running(() => {
      const [one] = made;
      if (one !== undefined && one.progress.clients >= count && one.progress.state === "running") {
        act(one);
      }
    });
    made.push(set);
    await set.run();
    return set;
  }

  it("pauses after the clients on their way, and goes on without asking for one twice", async () => {
    const { client } = await open({ clients: 40 });
    let pauses = 0;
    const set = await when(
      (onChange) => dataSets().begin(aSpec(), aSource(client, folder, { onChange })),
      10,
      (one) => {
        if (pauses++ === 0) {
          one.pause();
        }
      },
    );
    assert.equal(set.progress.state, "paused");
    assert.ok(set.progress.clients >= 10 && set.progress.clients <= 14);
    await set.run();
    assert.equal(set.progress.state, "finished");
    assert.deepEqual(await readRows(folder), expected(40));
    assert.equal(new Set(asked()).size, asked().length);
    const pages = bench!.service.seen.filter(({ path }) => !path.includes("holdings")).length;
    // A full page that just reaches the total is no proof of the end.
    assert.equal(pages, 5);
  });

  it("goes on where it is told to run before it has paused", async () => {
    const { client } = await open({ clients: 40 });
    const again: Promise<void>[] = [];
    let times = 0;
    const set = await when(
      (onChange) => dataSets().begin(aSpec(), aSource(client, folder, { onChange })),
      10,
      (one) => {
        if (times++ === 0) {
          one.pause();
          again.push(one.run());
        }
      },
    );
    await Promise.all(again);
    assert.equal(set.progress.state, "finished", codeOf(set.failure));
    assert.deepEqual(await readRows(folder), expected(40));
  });

  it("stays stopped where it was told to go on before it had paused", async () => {
    const { client } = await open({ clients: 40 });
    let times = 0;
    const rest: Promise<void>[] = [];
    const set = await when(
      (onChange) => dataSets().begin(aSpec(), aSource(client, folder, { onChange })),
      10,
      (one) => {
        if (times++ === 0) {
          one.pause();
          rest.push(one.run(), one.stop());
        }
      },
    );
    await Promise.all(rest);
    assert.equal(set.progress.state, "stopped");
    assert.ok(set.progress.clients < 40);
  });

  it("stops at once, keeps what is whole, and can be resumed", async () => {
    const { client } = await open({ clients: 40 });
    const set = await when(
      (onChange) => dataSets().begin(aSpec(), aSource(client, folder, { onChange })),
      9,
      (one) => void one.stop(),
    );
    assert.equal(set.progress.state, "stopped");
    assert.equal(set.failure, undefined);
    const files = Object.keys(await readTree(folder));
    assert.ok(!files.some((path) => path.includes(".part-")), files.join());
    const facts = await dataSets().read(folder);
    assert.deepEqual([facts.clients, facts.spec.id], [set.progress.clients, set.spec.id]);
    const again = await dataSets().resume(aSource(client, folder));
    await again.run();
    assert.deepEqual(await readRows(folder), expected(40));
  });

  it("begins a client anew whose file is gone, cut or was never put in place", async () => {
    const { client } = await open({ clients: 20 });
    const set = await when(
      (onChange) => dataSets().begin(aSpec(), aSource(client, folder, { onChange })),
      12,
      (one) => void one.stop(),
    );
    const done = (await clientLines()).filter(({ outcome }) => outcome === "whole");
    const [gone, cut] = done.map((line) => join(folder, `client_id=${line.client}`));
    await rm(gone!, { recursive: true });
    await writeFile(join(cut!, "part-00000.jsonl"), "{}");
    await writeFile(join(folder, ".part-00000-1"), "half");
    await appendFile(join(folder, "_journal.jsonl"), `{"kind":"client","client":"${idOf(3)}`);
    assert.equal((await dataSets().read(folder)).clients, set.progress.clients - 2);
    const again = await dataSets().resume(aSource(client, folder));
    await again.run();
    assert.deepEqual(await readRows(folder), expected(20));
    const { whole, empty } = again.manifest!.clients;
    assert.deepEqual([whole, empty, again.manifest!.rows], [15, 5, 30]);
    assert.ok(!Object.keys(await readTree(folder)).includes(".part-00000-1"));
  });

  it("asks for those alone that were picked or fit what was typed, each once", async () => {
    const { client } = await open({ clients: 50 });
    const ids = [idOf(3), idOf(41), idOf(3).toUpperCase(), idOf(8)];
    const picked = await dataSets().begin(
      aSpec({ clients: { kind: "picked", ids } }),
      aSource(client, folder),
    );
    await picked.run();
    assert.deepEqual([...asked()].sort(), [idOf(3), idOf(8), idOf(41)]);
    assert.equal(picked.progress.claimed, 3);
    bench!.service.seen.length = 0;
    const filtered = await dataSets().begin(
      aSpec({ clients: { ...ALL, kind: "filtered", typed: "last1 first3" } as never }),
      aSource(client, join(parent, "other")),
    );
    await filtered.run();
    const fitting = Array.from({ length: 50 }, (_, one) => one).filter(
      (one) => one % 7 === 3 && `Last${one}`.startsWith("Last1"),
    );
    assert.deepEqual([...asked()].sort(), fitting.map(idOf));
    assert.deepEqual(filtered.manifest?.clients.from, "filtered");
  });

  it("has pseudonyms alone in names, journal and manifest where it is masked", async () => {
    const key = Buffer.alloc(32, 7);
    const { client } = await open({ clients: 8, statusOf: (one) => (one === 2 ? 404 : 200) });
    const spec = aSpec({ isMasked: true });
    const sets = dataSets();
    const half = await when(
      (onChange) => sets.begin(spec, aSource(client, folder, { maskingKey: key, onChange })),
      3,
      (one) => void one.stop(),
    );
    assert.equal(half.progress.state, "stopped");
    const other = aSource(client, folder, { maskingKey: Buffer.alloc(32, 8) });
    assert.equal((await failureOf(sets.resume(other))).code, "exports/otherMaskingKey");
    bench!.service.seen.length = 0;
    const again = await sets.resume(aSource(client, folder, { maskingKey: key }));
    await again.run();
    assert.equal(again.progress.state, "finished");
    assert.equal(asked().length, 8 - half.progress.clients);
    const masking = createMasking(key);
    const masked = masking.maskValue({ path: ["clientId"], kind: "text", text: idOf(1) });
    const tree = await readTree(folder);
    assert.ok(`client_id=${masked}/part-00000.jsonl` in tree, Object.keys(tree).join("\n"));
    for (const [path, text] of Object.entries(tree).filter(([name]) => !name.includes("/"))) {
      assert.doesNotMatch(text, /00000000-0000-4000/, path);
    }
    assert.ok(!Object.keys(tree).some((path) => path.includes("00000000-0000-4000")));
  });

  it("has pseudonyms for the values that the lists are asked with where it is masked", async () => {
    const maskingKey = Buffer.alloc(32, 7);
    const { client } = await open({ clients: 3 });
    const path = { pensionId: "PEN-10023" };
    const parameters = { adviser: "Ruth Abernathy", owner: ["Ruth Abernathy"] };
    const query = { ...aSpec().query, path, parameters };
    const source = aSource(client, folder, { maskingKey });
    const set = await dataSets().begin(aSpec({ isMasked: true, query }), source);
    await set.run();
    const tree = Object.entries(await readTree(folder)).filter(([name]) => name.startsWith("_"));
    assert.match(JSON.stringify(tree), /adviser/);
    for (const [name, text] of tree) {
      assert.doesNotMatch(text, /Abernathy|10023/, name);
    }
  });

  it("tells where rows have a member that engines hide behind the partition's", async () => {
    const rowsOf = (client: number): string[] => [`{"Client_Id": ${client}, "clientId": 1}`];
    const { client } = await open({ clients: 3, rowsOf });
    const hiding = await dataSets().begin(aSpec(), aSource(client, folder));
    await hiding.run();
    assert.equal(hiding.manifest?.layout.isMemberOfRows, true);
    const rows = Object.values(await readRows(folder));
    assert.deepEqual(rows[1], '{"Client_Id": 1, "clientId": 1}\n');
  });

  it("has no word about that where rows have `clientId` alone", async () => {
    const { client } = await open({ clients: 3, rowsOf: () => ['{"clientId": 1}'] });
    const plain = await dataSets().begin(aSpec(), aSource(client, folder));
    await plain.run();
    assert.equal(plain.manifest?.layout.isMemberOfRows, false);
  });

  it("begins in no folder that has something, resumes nothing that is none or is whole", async () => {
    const { client } = await open({ clients: 3 });
    const sets = dataSets();
    const source = aSource(client, folder);
    assert.equal((await failureOf(sets.resume(source))).code, "exports/dataSetGone");
    await mkdir(folder);
    await writeFile(join(folder, "mine.txt"), "mine");
    assert.equal((await failureOf(sets.begin(aSpec(), source))).code, "exports/dataSetThere");
    await rm(join(folder, "mine.txt"));
    const set = await sets.begin(aSpec(), source);
    await writeFile(join(folder, "_journal.jsonl"), "");
    assert.equal((await failureOf(sets.resume(source))).code, "exports/dataSetDamaged");
    await set.run();
    assert.equal(codeOf(set.failure), "exports/dataSetDamaged");
  });

  it("deletes what is its own and leaves what is not", async () => {
    const { client } = await open({ clients: 6 });
    const sets = dataSets();
    const set = await sets.begin(aSpec(), aSource(client, folder));
    await set.run();
    await writeFile(join(folder, `client_id=${idOf(1)}`, "notes.txt"), "mine");
    await sets.discard(folder, aSpec().id);
    assert.deepEqual(await readTree(folder), { [`client_id=${idOf(1)}/notes.txt`]: "mine" });
    await sets.discard(folder, aSpec().id);
    assert.equal(Object.keys(await readTree(parent)).length, 1);
  });

  it("stays where another one that had its folder is deleted, unfinished or whole", async () => {
    let broken = 3;
    const { client } = await open({ clients: 6, statusOf: (one) => (one >= broken ? 502 : 200) });
    const sets = dataSets();
    const set = await sets.begin(aSpec(), aSource(client, folder));
    for (const state of ["failed", "finished"]) {
      await set.run();
      assert.equal(set.progress.state, state);
      const tree = await readTree(folder);
      await sets.discard(folder, randomUUID());
      assert.deepEqual(await readTree(folder), tree);
      broken = Infinity;
    }
  });

  it("is worked on by one window at a time", async () => {
    const { promise: hold, resolve: go } = Promise.withResolvers<undefined>();
    const { client } = await open({ clients: 2, before: (one) => (one < 0 ? hold : undefined) });
    const sets = dataSets();
    const one = await sets.begin(aSpec(), aSource(client, folder));
    const running = one.run();
    const other = sets.resume(aSource(client, folder));
    await assert.rejects(other, { code: "exports/partInUse" });
    go(undefined);
    await running;
    assert.equal(one.progress.state, "finished");
  });
});
