import assert from "node:assert/strict";
// First: it stands in for the editor.
import { TabInputTextDiff, uriOf, window, workspace } from "../../../fakes/editorSurfaces";
import { SourceControlCommands } from "../../../../src/features/sourceControl/host/changeCommands";
import type { PensionChanges } from "../../../../src/features/sourceControl/host/pensionChanges";

const LISTED = uriOf("file:///folder/pensions/client/PEN-1.pension.json");
const UNTITLED = uriOf("untitled:///home/PEN-2.pension.json");

describe("what source control does with the payload in front", () => {
  let staged: unknown[];
  let commands: SourceControlCommands;

  beforeEach(() => {
    staged = [];
    workspace["fs"] = { isWritableFileSystem: () => undefined };
    window["tabGroups"] = { activeTabGroup: {} };
    const changes = {
      ...{ open: () => Promise.resolve(), renew: () => Promise.resolve() },
      payloads: [{ uri: LISTED, source: { file: LISTED.toString() } }],
      staging: {
        stage: (uris: readonly unknown[]) => {
          staged.push(...uris);
          return Promise.resolve();
        },
      },
    };
    commands = new SourceControlCommands(changes as unknown as PensionChanges);
  });

  afterEach(() => {
    delete workspace["fs"];
    delete window["tabGroups"];
    delete window["activeTextEditor"];
  });

  const inFront = (uri: typeof LISTED): void => {
    window["activeTextEditor"] = { document: { uri } };
  };

  it("is done with one that it lists", async () => {
    inFront(LISTED);
    await commands.stage([]);
    assert.deepEqual(staged, [LISTED]);
  });

  it("is done with the one of a comparison, whichever side has the focus", async () => {
    inFront(uriOf("financialplanning-known:///PEN-1.json"));
    window["tabGroups"] = {
      activeTabGroup: { activeTab: { input: new TabInputTextDiff(LISTED) } },
    };
    await commands.stage([]);
    assert.deepEqual(staged, [LISTED]);
  });

  it("fails with what is so: it lists another one, or none is open", async () => {
    inFront(UNTITLED);
    await assert.rejects(commands.stage([]), { code: "changes/notListed" });
    await assert.rejects(commands.openChange([]), { code: "changes/notListed" });
    await assert.rejects(commands.discard([UNTITLED]), { code: "changes/notListed" });
    delete window["activeTextEditor"];
    await assert.rejects(commands.unstage([]), { code: "input/noPayload" });
    assert.deepEqual(staged, []);
  });
});
