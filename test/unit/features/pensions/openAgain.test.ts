import assert from "node:assert/strict";
import { homedir } from "node:os";
// First: it stands in for the editor.
import { uriOf, workspace } from "../../../fakes/editorSurfaces";
import { payloadPath } from "../../../../src/features/pensions/common/target";
import { hashText } from "../../../../src/features/pensions/common/writing/version";
import { newPayload, type OpenServices } from "../../../../src/features/pensions/host/openCommands";
import { sendJson } from "../../platform/http/support/servers";
import { OpenDocuments } from "./support/openDocuments";
import { windowServices } from "./support/windowServices";
import { openWriting, TARGET, type WritingBench } from "./support/writingBench";

const FILE = uriOf(`file://${homedir()}/${payloadPath(TARGET)}`);
const FIRST = '{"provider":"Aviva"}';
const LATER = '{"provider":"Theirs"}';
const MINE = '{"provider":"Mine"}';

describe("opening a payload again without a folder", () => {
  let writing: WritingBench;
  let documents: OpenDocuments;
  let remembered: number;
  let services: OpenServices;

  beforeEach(async () => {
    writing = await openWriting();
    documents = new OpenDocuments();
    remembered = 0;
    delete workspace["workspaceFolders"];
    services = {
      ...windowServices(writing).services,
      client: () => Promise.resolve(writing.bench.client),
      targets: {
        remember: () => {
          remembered++;
          return Promise.resolve();
        },
      },
    } as unknown as OpenServices;
    holds(FIRST);
  });

  afterEach(() => writing.close());

  function holds(text: string): void {
    writing.service.get = (_request, response) => sendJson(response, 200, JSON.parse(text));
  }

  const open = (): Promise<void> =>
    newPayload(services, { ...TARGET, connectionId: writing.bench.connection.id });

  /** Of the first time: nothing is read, seen or remembered by the second. */
  function wasLeftAlone(): void {
    assert.equal(writing.calls().length, 1);
    assert.equal(writing.record()?.seen?.hash, hashText(FIRST));
    assert.equal(remembered, 1);
  }

  it("shows the untitled one, compared with what it was made from", async () => {
    await open();
    const document = await documents.show(FILE.with({ scheme: "untitled" }));
    assert.match(document.getText(), /"Aviva"/);
    document.type(MINE);
    holds(LATER);
    await open();
    assert.equal(document.getText(), MINE);
    wasLeftAlone();
  });

  it("shows the file that it was saved as", async () => {
    await open();
    documents.close(await documents.show(FILE.with({ scheme: "untitled" })));
    documents.files.set(FILE.toString(), MINE);
    holds(LATER);
    await open();
    wasLeftAlone();
  });

  it("reads what is there once it was closed and not saved", async () => {
    await open();
    documents.close(await documents.show(FILE.with({ scheme: "untitled" })));
    holds(LATER);
    await open();
    const document = await documents.show(FILE.with({ scheme: "untitled" }));
    assert.match(document.getText(), /"Theirs"/);
    assert.equal(writing.record()?.seen?.hash, hashText(LATER));
  });
});
