import assert from "node:assert/strict";
// First: it stands in for the editor.
import { uriOf, workspace } from "../../../fakes/editorSurfaces";
import { payloadPath } from "../../../../src/features/pensions/common/target";
import { hashText } from "../../../../src/features/pensions/common/writing/version";
import { duplicatePayload } from "../../../../src/features/pensions/host/duplicatePayload";
import { newPayload } from "../../../../src/features/pensions/host/openCommands";
import { sendJson } from "../../platform/http/support/servers";
import { OpenDocuments } from "./support/openDocuments";
import { windowServices } from "./support/windowServices";
import { openWriting, TARGET, user, type WritingBench } from "./support/writingBench";

const FIRST = '{"provider":"Aviva"}';
const LATER = '{"provider":"Theirs"}';
const FOLDERS = ["file:///one", "file:///two"];

describe("what a payload is compared with that lies in no folder of the window", () => {
  let writing: WritingBench;
  let documents: OpenDocuments;
  let picks: (() => unknown)[];
  let services: Parameters<typeof duplicatePayload>[0];

  beforeEach(async () => {
    writing = await openWriting();
    documents = new OpenDocuments();
    picks = [];
    workspace["workspaceFolders"] = FOLDERS.map((uri) => ({ name: uri, uri: uriOf(uri) }));
    const window = windowServices(writing).services;
    services = {
      ...window,
      client: () => Promise.resolve(writing.bench.client),
      dialogs: {
        ...window.dialogs,
        input: () => Promise.resolve("PEN-2"),
        pick: (_title: string, [first]: readonly unknown[]) =>
          Promise.resolve((picks.shift() ?? (() => first))()),
      },
      targets: { remember: () => Promise.resolve() },
      defaultConnection: () => writing.bench.connection,
      loadedClients: () => [{ clientId: TARGET.clientId, clientLabel: "Frank" }],
      pensionOf: () => undefined,
    } as unknown as typeof services;
    holds(FIRST);
    await writing.writer.review(writing.request(FIRST), user());
    holds(LATER);
  });

  afterEach(async () => {
    delete workspace["workspaceFolders"];
    await writing.close();
  });

  function holds(text: string): void {
    writing.service.get = (_request, response) => sendJson(response, 200, JSON.parse(text));
  }

  function comparedWith(text: string): void {
    assert.equal(writing.record()?.seen?.hash, hashText(text));
  }

  const row = () => ({ ...TARGET, connectionId: writing.bench.connection.id });
  const fileOf = (pensionId: string): string =>
    `${FOLDERS[0]}/${payloadPath({ ...TARGET, pensionId })}`;

  it("stays where its pension is duplicated", async () => {
    await duplicatePayload(services, row());
    assert.match(documents.files.get(fileOf("PEN-2"))!, /"Theirs"/);
    comparedWith(FIRST);
  });

  it("stays where another is opened and not made", async () => {
    picks = [() => undefined];
    await assert.rejects(newPayload(services, row()), { kind: "canceled" });
    assert.equal(documents.files.size, 0);
    comparedWith(FIRST);
  });

  it("stays where another is opened and was made meanwhile, of something else", async () => {
    picks = [
      () => {
        documents.files.set(fileOf(TARGET.pensionId), FIRST);
        return { uri: uriOf(FOLDERS[0]!) };
      },
    ];
    await newPayload(services, row());
    comparedWith(FIRST);
  });

  it("is what another is made of, however its lines end", async () => {
    const show = documents.show.bind(documents);
    documents.show = async (uri) => {
      const text = documents.files.get(uri.toString());
      documents.files.set(uri.toString(), text!.replaceAll("\n", "\r\n"));
      return show(uri);
    };
    await newPayload(services, row());
    assert.match(documents.files.get(fileOf(TARGET.pensionId))!, /\r\n/);
    comparedWith(LATER);
  });
});
