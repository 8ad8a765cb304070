import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers, TabInputTextDiff, uriOf, window, workspace } from "../../../fakes/editorSurfaces";
import { registerBatches } from "../../../../src/features/sourceControl/register";
import { followFront } from "../../../../src/features/sourceControl/host/frontKey";
import type { OfferedPayload } from "../../../../src/features/sourceControl/host/pendingPensions";
import { folderListing } from "../../../../src/features/sourceControl/host/listedPayloads";

const CLIENT = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
const IN_PLACE = uriOf(`file:///folder/pensions/${CLIENT}/PEN-1.pension.json`);
const BESIDE = uriOf("file:///folder/PEN-1.pension.json");
const NOTES = uriOf("file:///folder/notes.json");
const ELSEWHERE = uriOf(`file:///other/pensions/${CLIENT}/PEN-1.pension.json`);
const UNTITLED = IN_PLACE.with({ scheme: "untitled" });
const COMMITTED = IN_PLACE.with({ scheme: "git" });

const NOTHING = { dispose: () => undefined };

describe("which payloads source control lists", () => {
  let chosen: readonly unknown[];
  const targets = { chosenFor: (uri: unknown) => (chosen.includes(uri) ? {} : undefined) };
  const isListed = (uri: typeof IN_PLACE): boolean =>
    folderListing(targets as never, uri as never) !== undefined;

  beforeEach(() => {
    chosen = [];
    Object.assign(workspace, {
      fs: { isWritableFileSystem: (scheme: string) => scheme !== "git" },
      // The editor knows files of a folder by their whole address.
      getWorkspaceFolder: (uri: unknown) =>
        String(uri).startsWith("file:///folder/") ? { uri: uriOf("file:///folder") } : undefined,
    });
  });

  afterEach(() => {
    delete workspace["fs"];
    delete workspace["getWorkspaceFolder"];
  });

  it("are those in their place, and those whose target was chosen", () => {
    assert.ok(isListed(IN_PLACE));
    assert.ok(!isListed(BESIDE));
    chosen = [BESIDE, NOTES];
    assert.ok(isListed(BESIDE));
    assert.ok(isListed(NOTES));
  });

  it("are none outside of the open folders, unsaved, or of another commit", () => {
    chosen = [ELSEWHERE, UNTITLED, COMMITTED];
    assert.deepEqual([ELSEWHERE, UNTITLED, COMMITTED].filter(isListed), []);
    chosen = [];
    assert.deepEqual([ELSEWHERE, UNTITLED, COMMITTED].filter(isListed), []);
  });
});

describe("whether source control lists the payload in front", () => {
  let told: unknown[];
  /** What is told of the payload itself: "canStage", "canUnstage", "canDiscard". */
  let offered: Set<string>;
  let listed: readonly unknown[];
  let payload: OfferedPayload;
  let fired: Record<string, () => void>;
  let follow: () => unknown;

  beforeEach(() => {
    [told, listed, fired, offered] = [[], [IN_PLACE], {}, new Set()];
    payload = { isStaged: false, canDiscard: false };
    answers.set("executeCommand", (command: string, key: string, value: unknown) => {
      const [, name = ""] = /^financialPlanning\.changes\.(\w+)Front$/.exec(key) ?? [];
      assert.equal(command, "setContext");
      assert.match(name, /^(lists|canStage|canUnstage|canDiscard)$/);
      if (name === "lists") {
        told.push(value);
      } else if (value === true) {
        offered.add(name);
      } else {
        offered.delete(name);
      }
    });
    const event = (name: string) => (listener: () => void) => {
      fired[name] = listener;
      return NOTHING;
    };
    Object.assign(window, {
      tabGroups: {
        activeTabGroup: {},
        onDidChangeTabs: event("tabs"),
        onDidChangeTabGroups: event("groups"),
      },
      onDidChangeActiveTextEditor: event("editor"),
    });
    workspace["onDidChangeWorkspaceFolders"] = event("folders");
    show(NOTES);
    follow = () =>
      followFront({
        payloadOf: (uri) => (listed.includes(uri) ? payload : undefined),
        onDidChange: [event("list") as never],
      });
  });

  afterEach(() => {
    answers.delete("executeCommand");
    delete window["tabGroups"];
    delete window["onDidChangeActiveTextEditor"];
    delete window["activeTextEditor"];
    delete workspace["onDidChangeWorkspaceFolders"];
  });

  function show(uri: typeof IN_PLACE | undefined): void {
    window["activeTextEditor"] = uri && { document: { uri } };
  }

  it("is told with each editor, and once the list is another", () => {
    follow();
    show(IN_PLACE);
    fired["editor"]?.();
    show(BESIDE);
    fired["editor"]?.();
    listed = [BESIDE];
    fired["list"]?.();
    show(undefined);
    fired["editor"]?.();
    assert.deepEqual(told, [false, true, false, true, false]);
  });

  it("is told with what can be done: staged or not, and with a version to discard it for", () => {
    follow();
    assert.deepEqual([...offered], []);
    show(IN_PLACE);
    fired["editor"]?.();
    assert.deepEqual([...offered], ["canStage"]);
    payload = { isStaged: true, canDiscard: true };
    fired["list"]?.();
    assert.deepEqual([...offered].sort(), ["canDiscard", "canUnstage"]);
    show(BESIDE);
    fired["editor"]?.();
    assert.deepEqual([...offered], []);
  });

  it("is told once the tab of a comparison is there, which its editor may come before", () => {
    follow();
    const group = { activeTab: { input: new TabInputTextDiff(IN_PLACE) } };
    Object.assign(window["tabGroups"] as object, { activeTabGroup: group });
    fired["tabs"]?.();
    assert.deepEqual(told, [false, true]);
    Object.assign(window["tabGroups"] as object, { activeTabGroup: {} });
    fired["groups"]?.();
    assert.deepEqual(told, [false, true, false]);
  });

  it("is told once the folder of the payload is open, or closed", () => {
    follow();
    show(BESIDE);
    listed = [BESIDE];
    fired["folders"]?.();
    assert.deepEqual(told, [false, true]);
  });

  it("is told of what will be listed, where nobody has looked there yet", () => {
    Object.assign(workspace, {
      fs: { isWritableFileSystem: () => true },
      getWorkspaceFolder: () => ({ uri: uriOf("file:///folder") }),
    });
    let changed = (): void => assert.fail("nobody follows what is chosen");
    let chosen: readonly unknown[] = [];
    const services = {
      commands: { register: () => NOTHING },
      targets: {
        chosenFor: (uri: unknown) => (chosen.includes(uri) ? {} : undefined),
        of: (uri: unknown) => ({ clientId: CLIENT, pensionId: uri === BESIDE ? "P-2" : "P-1" }),
      },
      defaultConnection: () => ({ id: "acme" }),
      records: {
        get: ({ connectionId, pensionId }: { connectionId: string; pensionId: string }) =>
          connectionId === "acme" && pensionId === "P-2"
            ? { seen: { hash: "h" }, isAbsent: false }
            : undefined,
      },
      onDidChange: (listener: () => void) => {
        changed = listener;
        return NOTHING;
      },
    };
    show(undefined);
    registerBatches(services as never);
    show(IN_PLACE);
    fired["editor"]?.();
    assert.deepEqual([...offered].sort(), ["canStage", "canUnstage"]);
    show(BESIDE);
    fired["editor"]?.();
    chosen = [BESIDE];
    changed();
    assert.deepEqual(told, [false, true, false, true]);
    assert.deepEqual([...offered].sort(), ["canDiscard", "canStage", "canUnstage"]);
    delete workspace["fs"];
    delete workspace["getWorkspaceFolder"];
  });
});
