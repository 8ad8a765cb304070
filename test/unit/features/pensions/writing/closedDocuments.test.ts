import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers } from "../../../../fakes/editorSurfaces";
import { CompareCommands } from "../../../../../src/features/pensions/host/writing/compareCommands";
import type { PayloadPlace } from "../../../../../src/features/pensions/host/writing/places";
import { WriteCommands } from "../../../../../src/features/pensions/host/writing/writeCommands";
import { sendJson } from "../../../platform/http/support/servers";
import { OpenDocuments, type OpenDocument } from "../support/openDocuments";
import { type WritingWindow, windowServices } from "../support/windowServices";
import { openWriting, TARGET, type WritingBench } from "../support/writingBench";

const FILE = { scheme: "file", toString: () => "file:///pensions/x.pension.json" };
const UNTITLED = { scheme: "untitled", toString: () => "untitled:x.pension.json" };
const BASE = '{ "provider": "Aviva", "value": 100.5 }';
const NOTED = '{ "notes": "A longer one than before", "provider": "Aviva", "value": 100.5 }';

type Address = OpenDocument["uri"];

describe("a payload whose tab was closed meanwhile", () => {
  let writing: WritingBench;
  let documents: OpenDocuments;
  let window: WritingWindow;
  let comparing: CompareCommands;
  /** Comparisons that were opened. */
  let shown: { readonly title: string; readonly left: string; readonly right: string }[];

  beforeEach(async () => {
    writing = await openWriting();
    documents = new OpenDocuments();
    documents.files.set(FILE.toString(), BASE);
    window = windowServices(writing);
    comparing = new CompareCommands(window.services);
    holds({ provider: "Aviva", value: 100.5 });
    await writing.writer.review(writing.request(BASE), {
      whileCalling: (_step, task) => task(new AbortController().signal),
    });
    shown = [];
    answers.set(
      "executeCommand",
      (_command: string, left: Address, right: Address, title: string) =>
        shown.push({ title, left: left.toString(), right: right.toString() }),
    );
  });

  afterEach(async () => {
    answers.delete("executeCommand");
    await writing.close();
  });

  /** Answers reads with this, after what happens while the service is asked. */
  function holds(content: object, meanwhile = (): unknown => undefined): void {
    writing.service.get = (_request, response) => {
      void Promise.resolve(meanwhile()).then(() => sendJson(response, 200, content));
    };
  }

  const placeOf = (document: OpenDocument): PayloadPlace => ({
    ...{ ...TARGET, connectionId: writing.bench.connection.id },
    document: document.asDocument,
  });

  /** Closes it, opens it anew, and types. */
  async function reopen(document: OpenDocument): Promise<OpenDocument> {
    documents.close(document);
    const again = await documents.show(FILE);
    again.type(NOTED);
    return again;
  }

  it("takes over into the document that is open now", async () => {
    const closed = await documents.show(FILE);
    const now = await reopen(closed);
    holds({ provider: "Theirs", value: 100.5 });
    await comparing.takeOver(placeOf(closed));
    assert.equal(now.getText(), NOTED.replace('"Aviva"', '"Theirs"'));
  });

  it("takes over into the one that was opened while the service was asked", async () => {
    const closed = await documents.show(FILE);
    let now = closed;
    holds({ provider: "Theirs", value: 100.5 }, async () => {
      now = await reopen(closed);
    });
    await comparing.takeOver(placeOf(closed));
    assert.equal(now.getText(), NOTED.replace('"Aviva"', '"Theirs"'));
  });

  it("compares what is open now", async () => {
    const closed = await documents.show(FILE);
    await reopen(closed);
    await comparing.compare(placeOf(closed));
    assert.match(window.user.told[0] ?? "", /1 field differs \(`notes`\)/);
  });

  it("says that there is none where it was never saved", async () => {
    const closed = await documents.show(UNTITLED);
    closed.type(BASE);
    documents.close(closed);
    await assert.rejects(comparing.takeOver(placeOf(closed)), { code: "input/noPayload" });
    await assert.rejects(comparing.compare(placeOf(closed)), { code: "input/noPayload" });
  });

  for (const [what, uri] of [
    ["closed without saving", FILE],
    ["closed and never saved", UNTITLED],
  ] as const) {
    it(`is shown as it was sent when ${what} during a PUT`, async () => {
      const document = await documents.show(uri);
      document.type(BASE.replace("100.5", "200"));
      holds({ provider: "Aviva", value: 100.5 }, () => documents.close(document));
      window.user.answer = () => false;
      await new WriteCommands(window.services, comparing).put(placeOf(document));
      const [question] = window.user.asked;
      assert.match(
        question?.detail ?? "",
        /^The payload was edited after you started the write: the earlier text/,
      );
      assert.match(shown[0]?.title ?? "", / ↔ payload before the edit$/);
      assert.equal(shown[0]?.right, "PEN-1-payload-before-the-edit.json");
    });
  }

  it("is shown as a copy beside what landed", async () => {
    const document = await documents.show(FILE);
    document.type(BASE.replace("100.5", "200"));
    writing.service.put = (_request, response) =>
      sendJson(response, 200, { provider: "Aviva", value: 200 });
    window.user.picks.push(() => {
      documents.close(document);
      return "Show";
    });
    await new WriteCommands(window.services, comparing).put(placeOf(document));
    assert.match(window.user.told[0] ?? "", /PEN-1: 200/);
    assert.equal(shown.at(-1)?.title, "PEN-1: payload ↔ service after");
    assert.equal(shown.at(-1)?.left, "PEN-1-payload.json");
  });
});
