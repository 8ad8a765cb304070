import assert from "node:assert/strict";
// First: it stands in for the editor.
import { TabInputText, window, workspace } from "../../../fakes/editorSurfaces";
import { AnswerDocuments } from "../../../../src/features/lists/host/answerDocuments";
import { NO_MASKING } from "../../../../src/platform/base/masking";

const CALL = { actionId: "a", attempt: 2 };
const BYTES = Buffer.from("no JSON");

describe("the call of the answer in front", () => {
  let documents: AnswerDocuments;
  let isOn: boolean;
  let inFront: { readonly uri?: unknown; readonly input?: unknown };

  beforeEach(() => {
    [isOn, inFront] = [false, {}];
    const onDidChange = () => ({ dispose: () => undefined });
    documents = new AnswerDocuments(
      {
        ...{ masking: NO_MASKING, key: Buffer.of(), onDidChange },
        get isOn() {
          return isOn;
        },
      },
      { mask: "", layOut: "" },
    );
    Object.defineProperties(window, {
      activeTextEditor: { get: () => inFront.uri && { document: inFront }, configurable: true },
      tabGroups: {
        get: () => ({ activeTabGroup: { activeTab: { input: inFront.input } } }),
        configurable: true,
      },
    });
    Object.assign(workspace, {
      openTextDocument: (uri: unknown) => {
        inFront = { uri };
        return Promise.resolve({});
      },
      getConfiguration: () => ({ get: () => "on" }),
    });
  });

  afterEach(() => {
    delete window["activeTextEditor"];
    delete window["tabGroups"];
    delete workspace["openTextDocument"];
    delete workspace["getConfiguration"];
  });

  it("is the one that it was opened from, also while privacy mode is on", async () => {
    await documents.open("answer.txt", BYTES, CALL);
    assert.deepEqual(documents.callInFront, CALL);
    await documents.openOwn("page-masked.txt", BYTES, { actionId: "list" });
    assert.deepEqual(documents.callInFront, { actionId: "list" });
    const uri = documents.add("answer.txt", BYTES, CALL);
    isOn = true;
    inFront = { uri };
    assert.deepEqual(documents.callInFront, CALL);
    inFront = { uri: documents.add("other.txt", BYTES, { actionId: "masked" }) };
    assert.deepEqual(documents.callInFront, { actionId: "masked" });
  });

  it("is the one that it was opened from last, where two brought the same", async () => {
    await documents.open("answer.txt", BYTES, CALL);
    await documents.open("answer.txt", BYTES, { actionId: "b" });
    assert.deepEqual(documents.callInFront, { actionId: "b" });
  });

  it("is known of a text that is too long for extensions, or under an output in front", () => {
    const uri = documents.add("answer.txt", BYTES, CALL);
    inFront = { input: new TabInputText(uri) };
    assert.deepEqual(documents.callInFront, CALL);
    inFront = { uri: { scheme: "output" }, input: new TabInputText(uri) };
    assert.deepEqual(documents.callInFront, CALL);
  });

  it("is none of other documents", async () => {
    await documents.openOwn("text.txt", BYTES);
    assert.equal(documents.callInFront, undefined);
    inFront = { uri: { scheme: "file" }, input: {} };
    assert.equal(documents.callInFront, undefined);
    inFront = {};
    assert.equal(documents.callInFront, undefined);
  });
});
