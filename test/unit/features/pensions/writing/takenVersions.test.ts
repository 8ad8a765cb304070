import assert from "node:assert/strict";
// First: it stands in for the editor.
import { uriOf } from "../../../../fakes/editorSurfaces";
import { CompareCommands } from "../../../../../src/features/pensions/host/writing/compareCommands";
import { hashText } from "../../../../../src/features/pensions/common/writing/version";
import { sendJson } from "../../../platform/http/support/servers";
import { OpenDocuments, type OpenDocument } from "../support/openDocuments";
import { windowServices } from "../support/windowServices";
import { openWriting, TARGET, user, type WritingBench } from "../support/writingBench";

const FILE = uriOf("file:///pensions/x.pension.json");
const BASE = '{"provider":"Aviva","value":100.5}';
const THEIRS = '{"provider":"Theirs","value":100.5}';
const NEWEST = '{"provider":"Newest","value":100.5}';

describe("a version that was taken over", () => {
  let writing: WritingBench;
  let documents: OpenDocuments;
  let document: OpenDocument;
  let comparing: CompareCommands;

  beforeEach(async () => {
    writing = await openWriting();
    documents = new OpenDocuments();
    documents.files.set(FILE.toString(), BASE);
    document = await documents.show(FILE);
    comparing = new CompareCommands(windowServices(writing).services);
    holds(BASE);
    await writing.writer.review(writing.request(BASE), user());
    holds(THEIRS);
  });

  afterEach(async () => {
    comparing.dispose();
    assert.equal(documents.listening, 0);
    await writing.close();
  });

  function holds(text: string): void {
    writing.service.get = (_request, response) => sendJson(response, 200, JSON.parse(text));
  }

  const takeOver = (): Promise<void> =>
    comparing.takeOver({
      ...{ ...TARGET, connectionId: writing.bench.connection.id },
      document: document.asDocument,
    });

  function comparedWith(text: string): void {
    assert.equal(writing.record()?.seen?.hash, hashText(text));
  }

  it("is compared with once it is saved", async () => {
    await takeOver();
    assert.equal(document.getText(), THEIRS);
    comparedWith(BASE);
    await documents.save(document);
    comparedWith(THEIRS);
    documents.close(document);
    comparedWith(THEIRS);
    assert.equal(documents.listening, 0);
  });

  it("is compared with at once where the file has it", async () => {
    document.type(THEIRS);
    await documents.save(document);
    await takeOver();
    comparedWith(THEIRS);
  });

  it("is not while it is undone, also where that is saved, and is when it is there after all", async () => {
    await takeOver();
    document.type(BASE.replace("100.5", "200"));
    await documents.save(document);
    comparedWith(BASE);
    document.type("{");
    await documents.save(document);
    comparedWith(BASE);
    document.type(THEIRS.replace("100.5", "200"));
    await documents.save(document);
    comparedWith(THEIRS);
  });

  it("is no longer where it was saved and is undone, until it is there again", async () => {
    await takeOver();
    await documents.save(document);
    comparedWith(THEIRS);
    document.type("{");
    await documents.save(document);
    comparedWith(THEIRS);
    document.type(BASE);
    await documents.save(document);
    comparedWith(BASE);
    document.type(THEIRS);
    await documents.save(document);
    comparedWith(THEIRS);
  });

  it("is no longer where it is undone after it was in the file at once", async () => {
    document.type(THEIRS);
    await documents.save(document);
    await takeOver();
    await takeOver();
    document.type(BASE);
    await documents.save(document);
    comparedWith(BASE);
  });

  it("stays compared with where it was closed, or written, before it is undone", async () => {
    await takeOver();
    await documents.save(document);
    const mine = THEIRS.replace("100.5", "200");
    writing.service.put = (_request, response) => {
      holds(mine);
      sendJson(response, 200, JSON.parse(mine));
    };
    await writing.writer.write(writing.request(mine), user());
    document.type(BASE);
    await documents.save(document);
    comparedWith(mine);
    assert.equal(documents.listening, 0);
    document.type(THEIRS);
    await takeOver();
    await documents.save(document);
    documents.close(document);
    document = await documents.show(FILE);
    document.type(BASE);
    await documents.save(document);
    comparedWith(mine);
  });

  it("is given up with its document", async () => {
    await takeOver();
    documents.close(document);
    assert.equal(documents.listening, 0);
    const again = await documents.show(FILE);
    await documents.save(again);
    comparedWith(BASE);
  });

  it("is compared with once its untitled document is saved, as another one", async () => {
    const before = document;
    document = await documents.show(FILE.with({ scheme: "untitled" }));
    document.type(BASE);
    await takeOver();
    await documents.save(before);
    comparedWith(BASE);
    documents.close(document);
    documents.close(before);
    documents.files.set(FILE.toString(), document.getText());
    document = await documents.show(FILE);
    await documents.save(document);
    comparedWith(THEIRS);
    document.type(BASE);
    await documents.save(document);
    comparedWith(BASE);
    documents.close(document);
    assert.equal(documents.listening, 0);
  });

  it("is given up where its untitled document was closed and something else is saved", async () => {
    const before = document;
    document = await documents.show(FILE.with({ scheme: "untitled" }));
    document.type(BASE);
    await takeOver();
    documents.close(document);
    before.type("{}");
    await documents.save(before);
    assert.equal(documents.listening, 0);
    comparedWith(BASE);
  });

  it("does not take the place of what was written before it is saved", async () => {
    await takeOver();
    const mine = THEIRS.replace("100.5", "200");
    document.type(mine);
    writing.service.put = (_request, response) => {
      holds(mine);
      sendJson(response, 200, JSON.parse(mine));
    };
    await writing.writer.write(writing.request(mine), user());
    comparedWith(mine);
    await documents.save(document);
    comparedWith(mine);
    assert.equal(documents.listening, 0);
  });

  it("is followed back to the first of many", async () => {
    for (let value = 101; value <= 115; value++) {
      holds(THEIRS.replace("100.5", String(value)));
      await takeOver();
      await documents.save(document);
    }
    document.type(BASE);
    await documents.save(document);
    comparedWith(BASE);
  });

  for (const [what, newest] of [
    ["the same field", NEWEST],
    ["another field", THEIRS.replace("100.5", "300")],
    ["a field that is back as it was", BASE.replace("}", ',"more":true}')],
  ] as const) {
    it(`is followed below one that was taken over after it, of ${what}`, async () => {
      await takeOver();
      await documents.save(document);
      holds(newest);
      await takeOver();
      await documents.save(document);
      comparedWith(newest);
      const steps = [THEIRS, BASE, THEIRS, newest, BASE, newest];
      for (const text of steps) {
        document.type(text);
        await documents.save(document);
        comparedWith(text);
      }
      document.type(THEIRS);
      await documents.save(document);
      await takeOver();
      await documents.save(document);
      document.type(BASE);
      await documents.save(document);
      comparedWith(BASE);
    });
  }

  it("gives way to a newer one", async () => {
    await takeOver();
    holds(NEWEST);
    document.type(BASE);
    await takeOver();
    await documents.save(document);
    comparedWith(NEWEST);
  });
});
