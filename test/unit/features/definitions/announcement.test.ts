import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import {
  createDefinitionStore,
  type KeptDefinitions,
} from "../../../../src/features/definitions/common/imports/definitionStore";
import type { StoredDefinition } from "../../../../src/features/definitions/common/imports/stored";
import {
  announceChoice,
  announceImport,
} from "../../../../src/features/definitions/host/announcement";
import {
  activateIn,
  chooseWithUndo,
  type Scope,
} from "../../../../src/features/definitions/host/choices";
import type { Imported } from "../../../../src/features/definitions/host/importDefinition";
import type { DefinitionServices } from "../../../../src/features/definitions/host/services";
import type { Switched } from "../../../../src/features/definitions/host/versionCommands";
import { AppError } from "../../../../src/platform/base/errors";
import type { Dialogs } from "../../../../src/platform/vscode/dialogs";
import { aDefinition } from "../../../fakes/definition";
import { createLocks } from "../../../fakes/locks";
import { MemoryLog } from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";

const EVERYONE: Scope = { connectionId: undefined, at: undefined };

describe("what is said of a definition that is followed now", () => {
  let root: string;
  let clock: VirtualClock;
  let log: MemoryLog;
  let store: KeptDefinitions;
  let compare: DefinitionServices["compare"];
  /** What is done while the message stands, before its button is pressed. */
  let meanwhile: () => Promise<unknown>;
  let said: string[];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "fp-announcement-"));
    clock = new VirtualClock();
    log = new MemoryLog();
    const folder = join(root, "definitions");
    store = createDefinitionStore({ folder, locks: createLocks(), clock, log });
    compare = () => Promise.resolve([]);
    meanwhile = () => Promise.resolve();
    said = [];
  });
  afterEach(() => {
    store.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  /** Its messages are answered with Undo. */
  function services(): DefinitionServices {
    const notify: Dialogs["notify"] = async (_, message) => {
      said.push(message);
      await meanwhile();
      return "Undo";
    };
    const parts: Partial<DefinitionServices> = {
      ...{ store, log, compare, dialogs: { notify } as Dialogs },
      connectionLabel: (id) => id,
    };
    return parts as DefinitionServices;
  }

  const show = (): Promise<void> => Promise.resolve();

  const followed = async (connectionId?: string): Promise<string | undefined> =>
    (await store.active(connectionId)).finances?.version;

  const versions = async (): Promise<readonly string[]> =>
    (await store.list()).map(({ version }) => version);

  const add = async (version: string): Promise<StoredDefinition> => {
    clock.advance(1000);
    const [added] = await store.add([aDefinition({ version })]);
    assert.ok(added);
    return added;
  };

  /** As the command does it, for all connections. */
  const imported = async (version: string): Promise<Imported> => {
    const before = await store.active();
    const choose = async (): Promise<readonly StoredDefinition[]> => [await add(version)];
    const { value: added, undo } = await chooseWithUndo(store, ["finances"], EVERYONE, choose);
    return { added, before, undo, scope: EVERYONE, known: new Set(), over: 0, remarks: [] };
  };

  const chosen = async (after: StoredDefinition, scope = EVERYONE): Promise<Switched> => {
    const before = (await store.active()).finances;
    const { undo } = await chooseWithUndo(store, ["finances"], scope, () =>
      activateIn(store, "finances", after.id, scope),
    );
    return { domain: "finances", before, after, scope, remarks: [], undo };
  };

  it("takes an import back, and what came with it", async () => {
    await add("2026-1");
    await announceImport(services(), await imported("2026-2"), show);
    assert.deepEqual([await followed(), await versions()], ["2026-1", ["2026-1"]]);
  });

  it("leaves the version of an import to a connection that chose it since", async () => {
    await add("2026-1");
    const second = await imported("2026-2");
    meanwhile = () => store.activate("finances", second.added[0]?.id, "beta");
    await announceImport(services(), second, show);
    assert.deepEqual([await followed(), await followed("beta")], ["2026-1", "2026-2"]);
    assert.deepEqual(await versions(), ["2026-2", "2026-1"]);
  });

  it("takes a choice back, but none that was made since", async () => {
    const first = await add("2026-1");
    const second = await add("2026-2");
    await add("2026-3");
    await announceChoice(services(), await chosen(first), show);
    assert.equal(await followed(), "2026-3");
    const switched = await chosen(first);
    meanwhile = () => store.activate("finances", second.id);
    await announceChoice(services(), switched, show);
    assert.equal(await followed(), "2026-2");
  });

  it("takes a choice back for all, and leaves one that was made since for the connection", async () => {
    const first = await add("2026-1");
    const second = await add("2026-2");
    await add("2026-3");
    await store.activate("finances", second.id, "alpha");
    const switched = await chosen(first, { connectionId: undefined, at: "alpha" });
    assert.equal(await followed("alpha"), "2026-1");
    meanwhile = () => store.activate("finances", first.id, "alpha");
    await announceChoice(services(), switched, show);
    assert.deepEqual([await followed(), await followed("alpha")], ["2026-3", "2026-1"]);
    meanwhile = () => Promise.resolve();
    await announceChoice(services(), await chosen(second, switched.scope), show);
    assert.deepEqual([await followed(), await followed("alpha")], ["2026-3", "2026-1"]);
  });

  it("takes back that a connection follows the default, whatever that is by then", async () => {
    const first = await add("2026-1");
    const second = await add("2026-2");
    await store.activate("finances", first.id, "alpha");
    const scope: Scope = { connectionId: "alpha", at: "alpha" };
    const { undo } = await chooseWithUndo(store, ["finances"], scope, () =>
      store.forgetChoices("alpha", "finances"),
    );
    meanwhile = () => add("2026-3");
    const switched = { domain: "finances", before: first, after: second, scope, undo } as const;
    await announceChoice(services(), { ...switched, remarks: [] }, show);
    assert.deepEqual([await followed(), await followed("alpha")], ["2026-3", "2026-1"]);
  });

  it("is said, with its Undo, also where the versions cannot be compared", async () => {
    await add("2026-1");
    compare = () => Promise.reject(new AppError("input", "definition/readerEnded"));
    await announceImport(services(), await imported("2026-2"), show);
    assert.match(said.join(), /^Finances 2026-2 is active for Finances\. It describes 3 end/);
    assert.deepEqual([await followed(), await versions()], ["2026-1", ["2026-1"]]);
    assert.match(log.lines.join(), /could not be compared .*definition\/readerEnded/);
  });
});
