import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDefinitionStore,
  type DefinitionLimits,
  type KeptDefinitions,
} from "../../../../../src/features/definitions/common/imports/definitionStore";
import { SYSTEM_CLOCK } from "../../../../../src/platform/base/clock";
import { createFileLocks } from "../../../../../src/platform/files/locks/fileLocks";
import { aDefinition } from "../../../../fakes/definition";
import { createLocks } from "../../../../fakes/locks";
import { failureOf, MemoryLog } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";

describe("definitions that are kept", () => {
  let root: string;
  let folder: string;
  let log: MemoryLog;
  let clock: VirtualClock;
  const open: KeptDefinitions[] = [];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "fp-definitions-"));
    folder = join(root, "definitions");
    log = new MemoryLog();
    clock = new VirtualClock();
  });
  afterEach(() => {
    open.splice(0).forEach((store) => store.dispose());
    rmSync(root, { recursive: true, force: true });
  });

  /** A window over the folder that all share. */
  function start(limits?: DefinitionLimits): KeptDefinitions {
    const store = createDefinitionStore({
      ...{ folder, locks: createLocks(), clock, log },
      ...(limits && { limits }),
    });
    open.push(store);
    return store;
  }

  const versions = async (store: KeptDefinitions): Promise<readonly string[]> =>
    (await store.list()).map(({ domain, version }) => `${domain} ${version}`);

  const activeVersions = async (store: KeptDefinitions, connectionId?: string): Promise<string[]> =>
    Object.values(await store.active(connectionId)).map(
      ({ domain, version }) => `${domain} ${version}`,
    );

  const addVersion = async (store: KeptDefinitions, version: string, padding = 0) => {
    clock.advance(1000);
    const [added] = await store.add([aDefinition({ version, padding })]);
    assert.ok(added);
    return added;
  };

  it("knows nothing before the first import, and writes nothing for that", async () => {
    const store = start();
    assert.deepEqual([await store.list(), await store.active(), await store.lost()], [[], {}, 0]);
    assert.deepEqual(readdirSync(root), []);
  });

  it("keeps versions across windows, the last import of a domain active", async () => {
    const store = start();
    const first = await addVersion(store, "2026-1");
    await addVersion(store, "2026-2");
    clock.advance(1000);
    await store.add([aDefinition({ domain: "crm", version: "7" })]);
    const other = start();
    assert.deepEqual(log.lines, [], "nothing is damaged");
    assert.deepEqual(await versions(other), ["crm 7", "finances 2026-2", "finances 2026-1"]);
    assert.deepEqual(await activeVersions(other), ["crm 7", "finances 2026-2"]);
    assert.equal(await other.document(first.id), aDefinition({ version: "2026-1" }).document);
    assert.deepEqual((await other.list()).at(-1), first);
  });

  it("takes one document for several domains at once", async () => {
    const store = start();
    const both = await store.add([aDefinition(), aDefinition({ domain: "crm" })]);
    assert.deepEqual(await activeVersions(store), ["crm 2026-1", "finances 2026-1"]);
    assert.equal(new Set(both.map(({ id }) => id)).size, 2);
  });

  it("takes one document for another domain later, too", async () => {
    const store = start();
    await store.add([aDefinition()]);
    await store.add([aDefinition({ domain: "crm" })]);
    assert.deepEqual(await activeVersions(store), ["crm 2026-1", "finances 2026-1"]);
  });

  it("takes the same text again for the same version, made active again", async () => {
    const store = start();
    const first = await addVersion(store, "2026-1");
    await addVersion(store, "2026-2");
    const again = await addVersion(store, "2026-1");
    assert.deepEqual(again, first);
    assert.deepEqual(await versions(store), ["finances 2026-2", "finances 2026-1"]);
    assert.deepEqual(await activeVersions(store), ["finances 2026-1"]);
  });

  it("goes to another version, to the description, and back to it on removal", async () => {
    const store = start();
    const first = await addVersion(store, "2026-1");
    const second = await addVersion(store, "2026-2");
    await store.activate("finances", first.id);
    assert.deepEqual(await activeVersions(store), ["finances 2026-1"]);
    await store.activate("finances", undefined);
    assert.deepEqual(await activeVersions(store), []);
    await store.activate("finances", second.id);
    await store.remove(second.id);
    assert.deepEqual(
      [await activeVersions(store), await versions(store)],
      [[], ["finances 2026-1"]],
    );
    assert.equal((await failureOf(store.document(second.id))).code, "definition/gone");
    const otherDomain = await failureOf(store.activate("crm", first.id));
    assert.deepEqual(
      [otherDomain.code, otherDomain.values],
      ["definition/gone", { name: "`Finances 2026-1`" }],
    );
    const removed = await failureOf(store.activate("finances", second.id));
    assert.deepEqual([removed.code, removed.values], ["definition/gone", { name: "" }]);
    assert.equal(readdirSync(folder).length, 2);
  });

  describe("for connections that choose for themselves", () => {
    it("is what each of them chose, and for the others the default, in all windows", async () => {
      const store = start();
      const first = await addVersion(store, "2026-1");
      await addVersion(store, "2026-2");
      await store.add([aDefinition({ domain: "crm", version: "7" })]);
      await store.activate("finances", first.id, "a");
      await store.activate("finances", undefined, "b");
      for (const window of [store, start()]) {
        assert.deepEqual(await activeVersions(window, "a"), ["crm 7", "finances 2026-1"]);
        assert.deepEqual(await activeVersions(window, "b"), ["crm 7"]);
        assert.deepEqual(await activeVersions(window, "c"), ["crm 7", "finances 2026-2"]);
        assert.deepEqual(await activeVersions(window), ["crm 7", "finances 2026-2"]);
        assert.deepEqual(await window.choices(), {
          a: { finances: first.id },
          b: { finances: "" },
        });
      }
      const failure = await failureOf(store.activate("crm", first.id, "a"));
      assert.equal(failure.code, "definition/gone");
    });

    it("is imported for one of them alone where that is wanted", async () => {
      const store = start();
      await addVersion(store, "2026-1");
      await store.add([aDefinition({ version: "2026-2" })], "a");
      assert.deepEqual(await activeVersions(store, "a"), ["finances 2026-2"]);
      assert.deepEqual(await activeVersions(store), ["finances 2026-1"]);
    });

    it("follows the default again where a choice, or the connection, is forgotten", async () => {
      const store = start();
      const first = await addVersion(store, "2026-1");
      await addVersion(store, "2026-2");
      const [crm] = await store.add([aDefinition({ domain: "crm", version: "7" })], "a");
      await store.activate("finances", first.id, "a");
      await store.activate("finances", first.id, "b");
      await store.forgetChoices("a", "finances");
      assert.deepEqual(await activeVersions(store, "a"), ["crm 7", "finances 2026-2"]);
      await store.forgetChoices("b");
      const kept = readFileSync(join(`${folder}-choices`, "choices.json"), "utf8");
      assert.doesNotMatch(kept, /"b"/, "nothing is left of a connection");
      await store.forgetChoices("nobody");
      assert.deepEqual(await store.choices(), { a: { crm: crm?.id } });
      const before = readFileSync(join(folder, "index.json"), "utf8");
      await store.forgetChoices("b");
      assert.equal(readFileSync(join(folder, "index.json"), "utf8"), before);
    });

    it("goes back to the description, not to another's version, where theirs is removed", async () => {
      const store = start();
      const first = await addVersion(store, "2026-1");
      await addVersion(store, "2026-2");
      await store.activate("finances", first.id, "a");
      await store.remove(first.id);
      assert.deepEqual(await activeVersions(store, "a"), []);
      assert.deepEqual(await activeVersions(store), ["finances 2026-2"]);
      assert.deepEqual(await activeVersions(start(), "a"), []);
    });

    it("is a copy's, too, from then on each its own", async () => {
      const store = start();
      const { id } = await addVersion(store, "2026-1");
      await store.activate("finances", undefined, "a");
      await store.copyChoices("a", "b");
      await store.copyChoices("nobody", "c");
      await store.activate("finances", id, "a");
      assert.deepEqual(await store.choices(), { a: { finances: id }, b: { finances: "" } });
    });

    it("never makes room for another while any of them follows it", async () => {
      const store = start({ versionsPerDomain: 2, bytes: 10_000_000 });
      const first = await addVersion(store, "1");
      await store.activate("finances", first.id, "a");
      for (const version of ["2", "3", "4"]) {
        await addVersion(store, version);
      }
      assert.deepEqual(await versions(store), ["finances 4", "finances 1"]);
      assert.deepEqual(await activeVersions(store, "a"), ["finances 1"]);
    });

    it("reads a list without choices as it was, and of choices what can be read", async () => {
      const store = start();
      const { id } = await addVersion(store, "2026-1");
      const path = join(folder, "index.json");
      const own = join(`${folder}-choices`, "choices.json");
      const index = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
      const readIn = async (choices: unknown, isOwn: boolean): Promise<unknown> => {
        rmSync(own, { force: true });
        writeFileSync(path, JSON.stringify({ ...index, ...(!isOwn && { choices }) }));
        if (isOwn) {
          writeFileSync(own, JSON.stringify({ v: 1, choices }));
        }
        const other = start();
        assert.deepEqual(
          [await activeVersions(other), await other.lost()],
          [["finances 2026-1"], 0],
        );
        return other.choices();
      };
      const gone = "0f8fad5b-d9cb-469f-a165-70867728950e";
      for (const isOwn of [true, false]) {
        for (const choices of [undefined, null, [], "", { a: null, b: {}, c: { finances: 1 } }]) {
          assert.deepEqual(await readIn(choices, isOwn), {});
        }
        assert.deepEqual(
          await readIn({ a: { finances: id, funds: id }, b: { finances: gone, crm: id } }, isOwn),
          { a: { finances: id }, b: { finances: "", crm: "" } },
        );
      }
    });

    it("stays where a window of an earlier version writes the list and clears its folder", async () => {
      const store = start();
      const first = await addVersion(store, "2026-1");
      const second = await addVersion(store, "2026-2");
      await store.activate("finances", first.id, "a");
      const path = join(folder, "index.json");
      const index = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
      const { v, lost, entries } = index;
      const known = [first, second].map(({ id }) => `${id}.json`);
      writeFileSync(path, JSON.stringify({ v, active: {}, lost, entries }));
      readdirSync(folder)
        .filter((name) => name !== "index.json" && !known.includes(name))
        .forEach((name) => rmSync(join(folder, name), { force: true, recursive: true }));
      assert.deepEqual(await start().choices(), { a: { finances: first.id } });
      assert.deepEqual(await activeVersions(start(), "a"), ["finances 2026-1"]);
      await store.activate("finances", second.id, "b");
      assert.deepEqual(Object.keys(await start().choices()), ["a", "b"]);
    });

    it("is not written over where a later version wrote it", async () => {
      const store = start();
      const { id } = await addVersion(store, "2026-1");
      const own = join(`${folder}-choices`, "choices.json");
      writeFileSync(own, JSON.stringify({ v: 2 }));
      const failure = await failureOf(store.activate("finances", id, "a"));
      assert.equal(failure.code, "definition/laterVersion");
      assert.equal(readFileSync(own, "utf8"), JSON.stringify({ v: 2 }));
    });

    it("is not written over where the disk does not give it for a moment", async () => {
      const store = start();
      const first = await addVersion(store, "2026-1");
      await addVersion(store, "2026-2");
      await store.activate("finances", first.id, "a");
      const held = join(root, "held");
      for (const path of [join(folder, "index.json"), join(`${folder}-choices`, "choices.json")]) {
        renameSync(path, held);
        // As a file that another program holds: it is there, and cannot be read.
        mkdirSync(path);
        const failure = await failureOf(store.activate("finances", undefined, "b"));
        assert.equal(failure.code, "definition/notKept");
        rmdirSync(path);
        renameSync(held, path);
      }
      assert.deepEqual(await versions(store), ["finances 2026-2", "finances 2026-1"]);
      assert.deepEqual(await activeVersions(store), ["finances 2026-2"]);
      assert.deepEqual(await store.choices(), { a: { finances: first.id } });
    });

    it("is told of once, to every window, and nothing is where nothing is different", async () => {
      const store = start();
      const { id } = await addVersion(store, "2026-1");
      let heard = 0;
      store.onDidChange(() => heard++);
      await store.activate("finances", id, "a");
      await store.activate("finances", id, "a");
      await store.forgetChoices("b");
      assert.equal(heard, 1);
    });

    it("loses no choice where two windows choose at once", async () => {
      const real = { folder, clock: SYSTEM_CLOCK, log };
      const locks = createFileLocks({ ...real, folder: join(root, "locks") });
      const windows = [1, 2].map(() => createDefinitionStore({ ...real, locks }));
      open.push(...windows);
      const added = await Promise.all(
        windows.map((store, place) => store.add([aDefinition({ version: `${place}` })])),
      );
      await Promise.all(
        windows.map(async (store, place) => {
          for (let count = 0; count < 4; count++) {
            await store.activate("finances", added[place]?.[0]?.id, `${place}-${count}`);
          }
          await store.forgetChoices(`${place}-0`);
        }),
      );
      assert.equal(Object.keys(await start().choices()).length, 6);
      assert.deepEqual(await activeVersions(start(), "0-3"), ["finances 0"]);
      assert.deepEqual(await activeVersions(start(), "1-3"), ["finances 1"]);
    });
  });

  it("lets the oldest make room, but neither the active ones nor the one before", async () => {
    const store = start({ versionsPerDomain: 3, bytes: 10_000_000 });
    for (const version of ["1", "2", "3"]) {
      await addVersion(store, version);
    }
    await store.activate("finances", (await store.list()).at(-1)?.id);
    await addVersion(store, "4");
    assert.deepEqual(await versions(store), ["finances 4", "finances 3", "finances 1"]);
  });

  it("goes by the time of the first import where a version was imported again", async () => {
    const store = start({ versionsPerDomain: 3, bytes: 10_000_000 });
    for (const version of ["1", "2", "1", "3", "4"]) {
      await addVersion(store, version);
    }
    assert.deepEqual(await versions(store), ["finances 4", "finances 3", "finances 2"]);
  });

  it("keeps what fits its bytes exactly", async () => {
    const bytes = 2 * Buffer.byteLength(aDefinition({ version: "1" }).document);
    const store = start({ versionsPerDomain: 20, bytes });
    for (const version of ["1", "2"]) {
      await addVersion(store, version);
    }
    assert.deepEqual(await versions(store), ["finances 2", "finances 1"]);
    await addVersion(store, "3");
    assert.deepEqual(await versions(store), ["finances 3", "finances 2"]);
  });

  it("keeps of what an import noted as much as a list shows", async () => {
    const long = "x".repeat(301);
    const kind = "lostReference";
    const note = { kind, subject: long, places: Array(11).fill(long), count: 11 } as const;
    await start().add([aDefinition({ notes: Array(201).fill(note) })]);
    const [found] = await start().list();
    const short = long.slice(1);
    assert.equal(found?.notes.length, 200);
    assert.deepEqual(found.notes[0], {
      ...{ kind, subject: short, places: Array(10).fill(short), count: 11 },
    });
  });

  it("holds to its bytes over all domains, and says where one is too large alone", async () => {
    const store = start({ versionsPerDomain: 20, bytes: 10_000 });
    await store.add([aDefinition({ domain: "crm", version: "c", padding: 3000 })]);
    for (const version of ["1", "2", "3"]) {
      await addVersion(store, version, 3000);
    }
    assert.deepEqual(await versions(store), ["finances 3", "finances 2", "crm c"]);
    const failure = await failureOf(store.add([aDefinition({ version: "4", padding: 9000 })]));
    assert.equal(failure.code, "definition/noRoom");
    assert.deepEqual(await activeVersions(store), ["crm c", "finances 3"]);
    assert.equal(readdirSync(folder).length, 4);
  });

  it("leaves out a version that cannot be read, and says so", async () => {
    const store = start();
    await addVersion(store, "2026-1");
    await addVersion(store, "2026-2");
    const path = join(folder, "index.json");
    const index = JSON.parse(readFileSync(path, "utf8")) as {
      entries: { facts: { hash: string } }[];
    };
    index.entries.forEach(({ facts }, place) => (facts.hash = place === 0 ? "../.." : facts.hash));
    writeFileSync(path, JSON.stringify(index));
    assert.deepEqual([await versions(store), await store.lost()], [["finances 2026-2"], 1]);
    assert.equal(log.lines.length, 1, "it is said once");
    assert.match(log.lines.join(), /list of definitions was damaged/);
    await addVersion(store, "2026-3");
    assert.equal(await store.lost(), 0);
  });

  for (const damage of ["", "{", '{"v":0,"entries":[]}', "\0".repeat(100), "[]"]) {
    it(`makes a list that was damaged anew from its documents: ${JSON.stringify(damage.slice(0, 20))}`, async () => {
      const store = start();
      const first = await addVersion(store, "2026-1");
      await addVersion(store, "2026-2");
      writeFileSync(join(folder, "index.json"), damage);
      const other = start();
      assert.deepEqual(await versions(other), ["finances 2026-2", "finances 2026-1"]);
      assert.deepEqual([await activeVersions(other), await other.lost()], [[], 1]);
      assert.ok(await other.document(first.id));
      await other.activate("finances", first.id);
      assert.equal(readFileSync(join(folder, "index.damaged.json"), "utf8"), damage);
      assert.deepEqual(await activeVersions(store), ["finances 2026-1"]);
    });
  }

  it("counts as lost what of its documents cannot be read, and nothing else", async () => {
    const store = start();
    const first = await addVersion(store, "2026-1");
    const second = await addVersion(store, "2026-2");
    writeFileSync(join(folder, "index.json"), "{");
    await store.activate("finances", undefined);
    assert.ok(readdirSync(folder).includes("index.damaged.json"));
    const whole = readFileSync(join(folder, `${first.id}.json`), "utf8");
    writeFileSync(join(folder, "0f8fad5b-d9cb-469f-a165-70867728950e.json"), whole);
    writeFileSync(join(folder, `${second.id}.json`), "no line of ours");
    writeFileSync(join(folder, "index.json.9.tmp"), "{");
    writeFileSync(join(folder, "index.json"), "{");
    const other = start();
    assert.deepEqual([await versions(other), await other.lost()], [["finances 2026-1"], 2]);
  });

  it("takes a document that was damaged for gone, until it is imported again", async () => {
    const store = start();
    const { id } = await addVersion(store, "2026-1");
    const path = join(folder, `${id}.json`);
    const whole = readFileSync(path, "utf8");
    // One of them is still a document, with another title.
    const changed = whole.replace(/"title":"(?=[^"]*"[^\n]*$)/, '"title":"X');
    assert.notEqual(changed, whole);
    for (const damage of ["", whole.replace('Finances","version', "F"), changed, `${whole} `]) {
      writeFileSync(path, damage);
      assert.equal((await failureOf(store.document(id))).code, "definition/gone");
    }
    await addVersion(store, "2026-1");
    assert.equal(await store.document(id), aDefinition().document);
  });

  it("leaves alone what a later version of the explorer keeps", async () => {
    const first = await addVersion(start(), "2026-1");
    const index = join(folder, "index.json");
    const later = JSON.stringify({ v: 2, definitions: { [first.id]: {} } });
    writeFileSync(index, later);
    writeFileSync(join(folder, "more.json"), "of the later version");
    const store = start();
    for (const change of [
      () => store.add([aDefinition({ version: "2026-2" })]),
      () => store.activate("finances", undefined),
      () => store.remove(first.id),
    ]) {
      assert.equal((await failureOf(change())).code, "definition/laterVersion");
    }
    assert.equal(readFileSync(index, "utf8"), later);
    assert.ok(readdirSync(folder).includes("more.json"));
    assert.ok(readdirSync(folder).includes(`${first.id}.json`));
  });

  it("keeps a name, not a text, of what a document calls itself", async () => {
    const title = `${"long ".repeat(400_000)}😀`;
    const definition = { ...aDefinition({ version: "9".repeat(2_000_000) }), title };
    await start().add([definition]);
    assert.ok(readFileSync(join(folder, "index.json"), "utf8").length < 5000);
    // The list can be made anew of what the document's own file says.
    writeFileSync(join(folder, "index.json"), "");
    const [found] = await start().list();
    assert.equal(found?.title, title.slice(0, 300));
  });

  it("does not follow an id out of its folder", async () => {
    writeFileSync(join(root, "outside.json"), "{}");
    const store = start();
    await addVersion(store, "2026-1");
    for (const id of ["../outside", "index", "", "__proto__"]) {
      assert.equal((await failureOf(store.document(id))).code, "definition/gone");
    }
  });

  it("says where the disk does not take it", async () => {
    writeFileSync(folder, "a file in its place");
    assert.deepEqual([await start().list(), await start().lost()], [[], 1]);
    assert.equal((await failureOf(start().add([aDefinition()]))).code, "definition/notKept");
  });

  it("loses nothing where two windows import, switch and remove at once", async () => {
    const real = { folder, clock: SYSTEM_CLOCK, log };
    const locks = createFileLocks({ ...real, folder: join(root, "locks") });
    const windows = [1, 2].map(() => createDefinitionStore({ ...real, locks }));
    open.push(...windows);
    await Promise.all(
      windows.map(async (store, place) => {
        for (let count = 0; count < 4; count++) {
          const [kept] = await store.add([aDefinition({ version: `${place}-${count}-kept` })]);
          const [gone] = await store.add([aDefinition({ version: `${place}-${count}-gone` })]);
          await store.activate("finances", kept?.id);
          await store.remove(gone?.id ?? "");
        }
      }),
    );
    const found = await start().list();
    assert.equal(found.length, 8);
    assert.ok(found.every(({ version }) => version.endsWith("kept")));
    for (const { id, version } of found) {
      const document = await start().document(id);
      assert.equal(document, aDefinition({ version }).document);
    }
    assert.equal((await activeVersions(start())).length, 1);
    assert.equal(readdirSync(folder).length, 9, "the list and a document for each");
  });

  it("takes what a window left that ended in the middle of an import for nothing", async () => {
    const first = await addVersion(start(), "2026-1");
    const left = "0f8fad5b-d9cb-469f-a165-70867728950e.json";
    const whole = readFileSync(join(folder, `${first.id}.json`), "utf8");
    writeFileSync(join(folder, left), whole.replace(first.id, left.slice(0, -5)));
    writeFileSync(join(folder, `${left}.9.tmp`), whole.slice(0, 100));
    writeFileSync(join(folder, "index.json.9.tmp"), "{");
    const store = start();
    assert.deepEqual(await versions(store), ["finances 2026-1"]);
    assert.equal(await store.lost(), 0);
    await addVersion(store, "2026-2");
    assert.deepEqual(await versions(store), ["finances 2026-2", "finances 2026-1"]);
    assert.equal(readdirSync(folder).length, 3, "what was left is gone");
  });

  it("tells nobody who is gone, and ends its watching with itself", async () => {
    const store = start();
    let heard = 0;
    const listening = store.onDidChange(() => heard++);
    store.onDidChange(() => heard++);
    await addVersion(store, "2026-1");
    listening.dispose();
    await addVersion(store, "2026-2");
    assert.equal(heard, 3);
    store.dispose();
    const own = new VirtualClock();
    const other = createDefinitionStore({ folder, locks: createLocks(), clock: own, log });
    open.push(other);
    const seen = new Promise<void>((resolve) => {
      own.schedule = () => {
        resolve();
        return () => undefined;
      };
    });
    other.onDidChange(() => undefined);
    writeFileSync(join(folder, "from-elsewhere.tmp"), "");
    await seen;
    assert.deepEqual([heard, clock.pending], [3, 0]);
  });

  it("tells of changes once, its own and those of another window", async () => {
    const real = { folder, clock: SYSTEM_CLOCK, log };
    const locks = createFileLocks({ ...real, folder: join(root, "locks") });
    const [one, other] = [
      createDefinitionStore({ ...real, locks }),
      createDefinitionStore({ ...real, locks }),
    ];
    open.push(one, other);
    const heard = { one: 0, other: 0 };
    one.onDidChange(() => heard.one++);
    const arrived = new Promise<void>((resolve) => {
      other.onDidChange(() => {
        heard.other++;
        resolve();
      });
    });
    await other.list();
    await one.add([aDefinition()]);
    await arrived;
    assert.deepEqual(
      [heard, await activeVersions(other)],
      [{ one: 1, other: 1 }, ["finances 2026-1"]],
    );
  });
});
