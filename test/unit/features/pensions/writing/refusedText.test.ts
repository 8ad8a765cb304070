import assert from "node:assert/strict";
// First: it stands in for the editor.
import { languages, uriOf, window, workspace } from "../../../../fakes/editorSurfaces";
import { PayloadCommands } from "../../../../../src/features/pensions/host/payloadCommands";
import type { PensionsServices } from "../../../../../src/features/pensions/host/services";
import { sendJson } from "../../../platform/http/support/servers";
import { type OpenDocument, OpenDocuments } from "../support/openDocuments";
import { windowServices } from "../support/windowServices";
import { openWriting, TARGET, type WritingBench } from "../support/writingBench";

const FILE = uriOf("file:///pensions/x.pension.json");
const SENT = '{ "provider": "Aviva", "value": "much" }';
const MENDED = SENT.replace('"much"', "12");
const REFUSAL = { errors: { value: ["has to be a number"] } };

describe("what the service says of a payload that it refuses", () => {
  let writing: WritingBench;
  let documents: OpenDocuments;
  let document: OpenDocument;
  let commands: PayloadCommands;
  /** What is marked now, each with what it stands on. */
  let marked: string[];

  beforeEach(async () => {
    writing = await openWriting();
    documents = new OpenDocuments();
    documents.files.set(FILE.toString(), SENT);
    document = await documents.show(FILE);
    marked = [];
    const nothing = (): object => ({ dispose: () => undefined });
    Object.assign(workspace, {
      onDidChangeTextDocument: nothing,
      getConfiguration: () => ({ get: () => ({}) }),
    });
    Object.assign(window, { visibleTextEditors: [] });
    languages["createDiagnosticCollection"] = () => ({
      set: (_uri: object, all: readonly { readonly range: { start: number; end: number } }[]) => {
        marked = all.map(({ range }) => document.getText().slice(range.start, range.end));
      },
      delete: () => (marked = []),
      dispose: () => undefined,
    });
    const given = windowServices(writing);
    const { connection } = writing.bench;
    commands = new PayloadCommands({
      ...given.services,
      ...{ log: writing.bench.log, translateSent: (...[text]: [string]) => text },
      ...{ connections: () => [connection], defaultConnection: () => connection },
      targets: { of: () => TARGET, otherOfPath: () => undefined },
      privacy: { ...given.services.privacy, onDidChange: nothing },
    } as unknown as PensionsServices);
  });

  afterEach(async () => {
    commands.dispose();
    delete workspace["onDidChangeTextDocument"];
    delete workspace["getConfiguration"];
    delete window["visibleTextEditors"];
    delete languages["createDiagnosticCollection"];
    await writing.close();
  });

  /** Sends it; this happens while the service thinks. */
  async function refused(meanwhile: () => unknown = () => undefined): Promise<void> {
    writing.service.put = (_request, response) => {
      void Promise.resolve(meanwhile()).then(() => sendJson(response, 422, REFUSAL));
    };
    await assert.rejects(commands.put(FILE), { status: 422 });
  }

  it("is marked in the text that was sent", async () => {
    await refused();
    assert.deepEqual(marked, ['"much"']);
  });

  it("is not marked in a text that was edited meanwhile", async () => {
    await refused(() => document.type(MENDED));
    assert.deepEqual(marked, []);
  });

  it("is not marked in what was opened meanwhile and says something else", async () => {
    await refused(async () => {
      documents.close(document);
      documents.files.set(FILE.toString(), MENDED);
      document = await documents.show(FILE);
    });
    assert.deepEqual(marked, []);
  });
});
