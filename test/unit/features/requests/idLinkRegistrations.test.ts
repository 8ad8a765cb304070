import assert from "node:assert/strict";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import { languages, uriOf, window, workspace } from "../../../fakes/editorSurfaces";
import { registerIdLinks } from "../../../../src/features/requests/host/idLinkRegistrations";

const HISTORY = uriOf("file:///history");
const TRACE = `fpx-${"0123456789abcdef".repeat(2)}`;
const REQUEST = "7c1e0b5a-1111-4222-8333-444455556666";
const COMMIT = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
const ANSWERED: readonly vscode.DocumentLink[] = [];
const MEGABYTE = "no id here\n".repeat(100_000);

interface Shown {
  readonly start: number;
  readonly end: number;
}

describe("texts and terminals before the features are loaded", () => {
  let documents: vscode.DocumentLinkProvider;
  let terminals: vscode.TerminalLinkProvider;
  let isRecorded: boolean;
  let isLoaded: boolean;
  let loads: number;
  let prefix: string;

  beforeEach(() => {
    [isRecorded, isLoaded, loads, prefix] = [true, false, 0, "fpx-"];
    languages["registerDocumentLinkProvider"] = (selector: string, given: typeof documents) => {
      assert.equal(selector, "*");
      documents = given;
    };
    Object.assign(window, {
      registerTerminalLinkProvider: (given: typeof terminals) => (terminals = given),
      visibleTextEditors: [],
    });
    Object.assign(workspace, {
      fs: {
        stat: (uri: unknown) =>
          uri === HISTORY && isRecorded
            ? Promise.resolve({ type: 2 })
            : Promise.reject(new Error("no such folder")),
      },
      getConfiguration: () => ({ inspect: () => ({ globalValue: prefix }) }),
    });
    registerIdLinks({
      answering: () => {
        loads++;
        const answer = (): never => ANSWERED as never;
        return Promise.resolve({ idLinks: { inDocument: answer, inTerminal: answer } });
      },
      isLoaded: () => isLoaded,
      historyFolder: HISTORY as never,
    });
  });

  afterEach(() => {
    delete languages["registerDocumentLinkProvider"];
    delete window["registerTerminalLinkProvider"];
    delete window["visibleTextEditors"];
    delete workspace["fs"];
    delete workspace["getConfiguration"];
  });

  /** How often the features were asked for, for a document and a line with this text. */
  async function loadsFor(text: string, shown?: Shown): Promise<readonly number[]> {
    const document = documentOf(text);
    window["visibleTextEditors"] = [{ document, visibleRanges: [shown] }];
    loads = 0;
    await documents.provideDocumentLinks(document, undefined as never);
    const byDocument = loads;
    await terminals.provideTerminalLinks({ line: text } as never, undefined as never);
    return [byDocument, loads - byDocument];
  }

  it("load them for something of the form of an id", async () => {
    assert.deepEqual(await loadsFor(`call ${TRACE} failed`), [1, 1]);
    assert.deepEqual(await loadsFor(`call ${REQUEST} failed`), [1, 1]);
  });

  it("load nothing for other texts, those with commits and checksums among them", async () => {
    assert.deepEqual(await loadsFor(""), [0, 0]);
    assert.deepEqual(await loadsFor(`commit ${COMMIT}\n${COMMIT.slice(8)}  a.zip`), [0, 0]);
    prefix = "";
    assert.deepEqual(await loadsFor(`${COMMIT.slice(8)}  a.zip`), [1, 1], "the form of all ids");
  });

  it("load nothing where no call was ever recorded", async () => {
    isRecorded = false;
    assert.deepEqual(await loadsFor(TRACE), [0, 0]);
    isLoaded = true;
    assert.deepEqual(await loadsFor(""), [1, 1], "whoever is loaded knows best");
  });

  it("are looked through to the end of what links are looked for in", async () => {
    const [late] = await loadsFor(`${MEGABYTE.slice(0, 990_000)}\n${TRACE}`);
    assert.equal(late, 1);
  });

  it("are looked through where they are shown, once they are longer than that", async () => {
    const text = `${MEGABYTE}${TRACE}\n${MEGABYTE}`;
    assert.equal((await loadsFor(text))[0], 0);
    const shown = { start: MEGABYTE.length - 100, end: MEGABYTE.length + 100 };
    assert.equal((await loadsFor(text, shown))[0], 1);
  });
});

/** Its places are offsets. */
function documentOf(text: string): vscode.TextDocument {
  const document = {
    ...{ uri: uriOf("file:///job.log"), lineCount: 1 },
    lineAt: () => ({ range: { end: text.length } }),
    offsetAt: (place: number) => place,
    positionAt: (offset: number) => Math.min(offset, text.length),
    getText: (range?: Shown) => (range === undefined ? text : text.slice(range.start, range.end)),
  };
  return document as unknown as vscode.TextDocument;
}
