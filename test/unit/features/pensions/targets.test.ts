import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import { workspace } from "../../../fakes/editorSurfaces";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createFileLocks } from "../../../../src/platform/files/locks/fileLocks";
import type { PayloadTarget } from "../../../../src/features/pensions/common/target";
import type { StoredState, TypedMemento } from "../../../../src/platform/vscode/state";
import { PayloadTargets } from "../../../../src/features/pensions/host/targets";
import { CLIENT_ID, MemoryLog } from "../../platform/http/support/bench";

type Targets = StoredState["pensions.targets"];
type Renames = vscode.FileRenameEvent;

describe("targets that were chosen in two windows of a workspace", () => {
  let root: string;
  const windows: PayloadTargets[] = [];
  let willRename: () => void;
  let didRename: (event: Renames) => void;
  let didDelete: ((event: vscode.FileDeleteEvent) => void)[];
  let didCreate: (event: vscode.FileCreateEvent) => void;

  /** A window, with what its memento holds: each has a copy of its own. */
  const open = (kept: Targets = {}) => {
    const memento = { kept };
    const state: Pick<TypedMemento, "get" | "set"> = {
      get: () => memento.kept as never,
      set: (_key, value) => Promise.resolve(void (memento.kept = value as Targets)),
    };
    const [clock, log] = [SYSTEM_CLOCK, new MemoryLog()];
    const locks = createFileLocks({ folder: join(root, "locks"), clock, log });
    const sharing = { folder: join(root, "targets"), locks, clock, log };
    const targets = new PayloadTargets(state as TypedMemento, sharing);
    windows.push(targets);
    const changed = (): Promise<void> =>
      new Promise((resolve) => targets.onDidChange(() => resolve()));
    return { targets, memento, changed };
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "fp-targets-"));
    didDelete = [];
    Object.assign(workspace, {
      onDidDeleteFiles: (listener: (typeof didDelete)[number]) => didDelete.push(listener),
      onDidCreateFiles: (listener: typeof didCreate) => (didCreate = listener),
      onWillRenameFiles: (listener: typeof willRename) => (willRename = listener),
      onDidRenameFiles: (listener: typeof didRename) => (didRename = listener),
    });
  });

  afterEach(() => {
    windows.splice(0).forEach((targets) => targets.dispose());
    rmSync(root, { recursive: true, force: true });
  });

  it("are all kept, and known in both", async () => {
    const [one, two] = [open(), open()];
    const ids = Array.from({ length: 8 }, (_, index) => `P-${index}`);
    await Promise.all(
      ids.map((id, index) =>
        (index % 2 === 0 ? one : two).targets.remember(uriOf(`/${id}.json`), targetOf(id)),
      ),
    );
    const known = ids.map((id) => open().targets.of(uriOf(`/${id}.json`)));
    assert.deepEqual(known, ids.map(targetOf));
    const heard = one.changed();
    await two.targets.remember(uriOf("/new.json"), targetOf("NEW"));
    await heard;
    assert.deepEqual(one.targets.of(uriOf("/new.json")), targetOf("NEW"));
  });

  it("are brought over from the memento once, and none comes back", async () => {
    const before = { "file:///a.json": targetOf("A"), "file:///b.json": targetOf("B") };
    const [one, two] = [open(before), open(before)];
    assert.deepEqual(one.targets.of(uriOf("/a.json")), targetOf("A"));
    await one.targets.forget(uriOf("/a.json"));
    assert.deepEqual(one.memento.kept, {});
    await two.targets.remember(uriOf("/c.json"), targetOf("C"));
    const later = open(before).targets;
    assert.deepEqual(
      ["/a.json", "/b.json", "/c.json"].map((path) => later.of(uriOf(path))?.pensionId),
      [undefined, "B", "C"],
    );
  });

  it("are ids alone, whatever else the caller knows", async () => {
    const { targets } = open();
    const sent = { ...targetOf("A"), text: '{"provider":"secret"}' };
    await targets.remember(uriOf("/a.json"), sent);
    assert.deepEqual(targets.of(uriOf("/a.json")), targetOf("A"));
    assert.deepEqual(open().targets.of(uriOf("/a.json")), targetOf("A"));
    assert.doesNotMatch(readFileSync(join(root, "targets", "targets.json"), "utf8"), /secret/);
  });

  it("are those of one window alone for untitled documents, which others have too", async () => {
    const uri = uriOf("/x.json", "untitled");
    const [one, two] = [open(), open()];
    await Promise.all([
      one.targets.remember(uri, targetOf("ONE")),
      two.targets.remember(uri, targetOf("TWO")),
    ]);
    await one.targets.forget(uri);
    // After a change of its own a window has all that is shared.
    await two.targets.forget(uriOf("/none.json"));
    assert.deepEqual([one.targets.of(uri), two.targets.of(uri)], [undefined, targetOf("TWO")]);
    await two.targets.moveTarget({ uri, chosen: two.targets.chosenFor(uri) }, uriOf("/x.json"));
    assert.deepEqual(open().targets.of(uriOf("/x.json")), targetOf("TWO"));
  });

  it("go with a file, or its folder, that is deleted in the editor", async () => {
    const { targets } = open();
    await targets.remember(uriOf("/a.json"), targetOf("A"));
    await targets.remember(uriOf("/folder/b.json"), targetOf("B"));
    await targets.remember(uriOf("/folder-2/c.json"), targetOf("C"));
    didDelete[0]?.({ files: [uriOf("/a.json"), uriOf("/folder")] });
    await targets.remember(uriOf("/d.json"), targetOf("D"));
    assert.deepEqual(
      targets.chosenFiles().map(({ path }) => path),
      ["/folder-2/c.json", "/d.json"],
    );
  });

  it("stay for a file that a change of the branch takes away, until another takes its place", async () => {
    const { targets } = open();
    await targets.remember(uriOf("/a.json"), targetOf("A"));
    assert.equal(targets.isLeftOver(uriOf("/a.json")), false);
    targets.noteGone(uriOf("/a.json"));
    assert.deepEqual(targets.of(uriOf("/a.json")), targetOf("A"));
    assert.equal(targets.isLeftOver(uriOf("/a.json")), true);
    const untitled = { uri: uriOf("/x.json", "untitled"), chosen: targetOf("X") };
    await targets.moveTarget(untitled, uriOf("/a.json"));
    assert.deepEqual(targets.of(uriOf("/a.json")), targetOf("X"));
    assert.equal(targets.isLeftOver(uriOf("/a.json")), false);
  });

  it("are those of the file again once it is back", async () => {
    const { targets } = open();
    await targets.remember(uriOf("/a.json"), targetOf("A"));
    targets.noteGone(uriOf("/a.json"));
    targets.noteThere(uriOf("/a.json"));
    assert.equal(targets.isLeftOver(uriOf("/a.json")), false);
    assert.deepEqual(targets.of(uriOf("/a.json")), targetOf("A"));
    targets.noteGone(uriOf("/a.json"));
    await targets.remember(uriOf("/a.json"), targetOf("B"));
    assert.equal(targets.isLeftOver(uriOf("/a.json")), false, "chosen for the path as it is now");
  });

  it("are forgotten where the editor makes another file in the place of one that is gone", async () => {
    const { targets, changed } = open();
    await targets.remember(uriOf("/a.json"), targetOf("A"));
    await targets.remember(uriOf("/b.json"), targetOf("B"));
    targets.noteGone(uriOf("/a.json"));
    const heard = changed();
    didCreate({ files: [uriOf("/a.json"), uriOf("/b.json")] });
    // The watcher tells of the same file, the saving of it comes last.
    targets.noteThere(uriOf("/a.json"));
    assert.equal(targets.isLeftOver(uriOf("/a.json")), true);
    await heard;
    assert.deepEqual(
      ["/a.json", "/b.json"].map((path) => targets.of(uriOf(path))?.pensionId),
      [undefined, "B"],
    );
  });

  it("do not pass to a file that is renamed to where one was", async () => {
    const { targets } = open();
    await targets.remember(uriOf("/b.json"), targetOf("B"));
    await targets.remember(uriOf("/c.json"), targetOf("C"));
    targets.noteGone(uriOf("/b.json"));
    willRename();
    didRename({
      files: [
        { oldUri: uriOf("/a.json"), newUri: uriOf("/b.json") },
        { oldUri: uriOf("/c.json"), newUri: uriOf("/d.json") },
      ],
    });
    await targets.forget(uriOf("/none.json"));
    assert.deepEqual(
      ["/a.json", "/b.json", "/c.json", "/d.json"].map(
        (path) => targets.of(uriOf(path))?.pensionId,
      ),
      [undefined, undefined, undefined, "C"],
    );
    assert.equal(targets.isLeftOver(uriOf("/b.json")), false);
  });

  it("go with a file that is renamed, also where the other window has seen it gone", async () => {
    const other = open();
    const one = open();
    await one.targets.remember(uriOf("/old.json"), targetOf("A"));
    willRename();
    await other.targets.forget(uriOf("/old.json"));
    didRename({ files: [{ oldUri: uriOf("/old.json"), newUri: uriOf("/new.json") }] });
    // Changes of a window are made one after the other.
    await one.targets.forget(uriOf("/none.json"));
    const later = open().targets;
    assert.deepEqual(
      [later.of(uriOf("/old.json")), later.of(uriOf("/new.json"))],
      [undefined, targetOf("A")],
    );
  });
});

function targetOf(pensionId: string): PayloadTarget {
  return { clientId: CLIENT_ID, pensionId, connectionId: "acme" };
}

function uriOf(path: string, scheme = "file"): vscode.Uri {
  const uri = { path, scheme, toString: () => `${scheme}://${path}` };
  return { ...uri, with: (change: { path: string }) => uriOf(change.path, scheme) } as vscode.Uri;
}
