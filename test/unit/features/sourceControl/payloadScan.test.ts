import assert from "node:assert/strict";
// First: it stands in for the editor.
import { FileSystemError, uriOf, workspace } from "../../../fakes/editorSurfaces";
import { PayloadScan, type Scan } from "../../../../src/features/sourceControl/host/payloadScan";
import type { PayloadTargets } from "../../../../src/features/pensions/host/targets";

const FOLDER = { name: "work", index: 0, uri: uriOf("memfs:///work") };
const [FILE, DIRECTORY] = [1, 2];

describe("a look at all payload files", () => {
  /** What a place answers in place of what is there. */
  const errors = new Map<string, Error>();
  const before = { ...workspace };

  beforeEach(() => {
    errors.clear();
    const answer = <Answer>(uri: { readonly path: string }, there: Answer): Promise<Answer> => {
      const error = errors.get(uri.path);
      return error === undefined ? Promise.resolve(there) : Promise.reject(error);
    };
    Object.assign(workspace, {
      workspaceFolders: [FOLDER],
      getWorkspaceFolder: () => FOLDER,
      getConfiguration: () => ({ get: () => [] }),
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
      onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
      fs: {
        isWritableFileSystem: () => true,
        stat: (uri: { readonly path: string }) => answer(uri, { mtime: 1, size: 2 }),
        readFile: (uri: { readonly path: string }) => answer(uri, new TextEncoder().encode("{}")),
        readDirectory: (uri: { readonly path: string }) =>
          uri.path.endsWith("/pensions")
            ? answer(uri, [["client", DIRECTORY]])
            : answer(uri, [["PEN-1.pension.json", FILE]]),
      },
    });
  });

  afterEach(() => {
    const undone = Object.fromEntries(Object.keys(workspace).map((name) => [name, before[name]]));
    Object.assign(workspace, undone);
  });

  const look = (): Promise<Scan> => {
    const targets = { chosenFiles: () => [], chosenFor: () => undefined };
    return new PayloadScan(targets as unknown as PayloadTargets).all();
  };

  it("tells what is there and could not be read from what is gone", async () => {
    const places = ["pensions", "pensions/client", "pensions/client/PEN-1.pension.json"];
    assert.deepEqual(
      (await look()).payloads.map(({ place }) => place),
      places.slice(2),
    );
    for (const path of places.map((place) => `/work/${place}`)) {
      errors.clear();
      errors.set(path, new FileSystemError("Unavailable"));
      const { payloads, unread } = await look();
      assert.deepEqual([payloads, unread.map((uri) => uri.path)], [[], [path]]);
      errors.set(path, new FileSystemError("FileNotFound"));
      assert.deepEqual(await look(), { payloads: [], unread: [] });
    }
  });
});
