import assert from "node:assert/strict";
// First: it stands in for the editor.
import { uriOf, workspace } from "../../../../fakes/editorSurfaces";
import {
  payloadPath,
  type PayloadTarget,
} from "../../../../../src/features/pensions/common/target";
import { duplicatePayload } from "../../../../../src/features/pensions/host/duplicatePayload";
import {
  payloadPlaceOf,
  type PlaceSources,
} from "../../../../../src/features/pensions/host/writing/places";
import { ANSWER_SCHEME, KNOWN_SCHEME, SCHEMA_SCHEME } from "../../../../../src/manifest";
import { NO_PRIVACY } from "../../../../fakes/privacy";
import { CLIENT_ID } from "../../../platform/http/support/bench";
import { OpenDocuments } from "../support/openDocuments";

const PENSION = { clientId: CLIENT_ID, pensionId: "PEN-1" };
const FOLDER = uriOf("file:///folder");
const FILE = uriOf(`file:///folder/${payloadPath(PENSION)}`);
const [IN_USE, OTHER, BOUND] = ["in-use", "other", "bound"].map((id) => ({ id }));

describe("where the payload of a row goes", () => {
  let target: PayloadTarget;
  const sources = {
    targets: { of: () => target, remember: () => Promise.resolve() },
    ...{ defaultConnection: () => IN_USE, connections: () => [IN_USE, OTHER, BOUND] },
    pensionOf: () => ({ ...PENSION, connectionId: "other" }),
  } as unknown as PlaceSources;

  beforeEach(() => {
    target = PENSION;
    new OpenDocuments().files.set(FILE.toString(), "{}");
    workspace["workspaceFolders"] = [{ uri: FOLDER }];
  });

  afterEach(() => {
    delete workspace["workspaceFolders"];
  });

  const through = async (resource: unknown): Promise<string> =>
    (await payloadPlaceOf(sources, resource)).connectionId;

  it("is through the connection that the row is under", async () => {
    assert.equal(await through({ nodeId: "pension" }), "other");
    assert.equal(await through({ ...PENSION, connectionId: "other" }), "other");
  });

  it("is through the connection that its file is bound to", async () => {
    target = { ...PENSION, connectionId: "bound" };
    assert.equal(await through({ nodeId: "pension" }), "bound");
  });

  it("is through the connection in use where the file itself is meant", async () => {
    assert.equal(await through(FILE), "in-use");
  });

  for (const scheme of ["git", ANSWER_SCHEME, KNOWN_SCHEME, SCHEMA_SCHEME]) {
    it(`is none where the document is ${scheme}: it is not what is edited`, async () => {
      const shown = FILE.with({ scheme });
      const documents = new OpenDocuments();
      documents.files.set(shown.toString(), "{}");
      await assert.rejects(payloadPlaceOf(sources, shown), { code: "pensions/readOnly" });
    });
  }

  it("is chosen among the clients of that connection where it is duplicated", async () => {
    const asked: string[] = [];
    const loadedClients = (id: string): readonly [] => (asked.push(id), []);
    const services = {
      ...{ ...sources, loadedClients, privacy: NO_PRIVACY },
      dialogs: { input: () => Promise.resolve(undefined) },
    } as unknown as Parameters<typeof duplicatePayload>[0];
    const isCanceled = { kind: "canceled" };
    await assert.rejects(duplicatePayload(services, { nodeId: "pension" }), isCanceled);
    await assert.rejects(duplicatePayload(services, FILE), isCanceled);
    target = { ...PENSION, connectionId: "bound" };
    await assert.rejects(duplicatePayload(services, { nodeId: "pension" }), isCanceled);
    assert.deepEqual(asked, ["other", "in-use", "bound"]);
  });

  it("is bound to that connection where it is duplicated, unless that is the one in use", async () => {
    let made = 1;
    const remembered: unknown[] = [];
    const services = {
      ...{ ...sources, loadedClients: () => [], privacy: NO_PRIVACY },
      clientLabel: () => "Frank",
      targets: {
        of: () => target,
        remember: (_uri: unknown, to: PayloadTarget) => {
          remembered.push(to.connectionId);
          return Promise.resolve();
        },
      },
      dialogs: {
        input: ({ title }: { readonly title: string }) =>
          Promise.resolve(title.includes("Duplicate") ? `PEN-${++made}` : CLIENT_ID),
        notify: () => Promise.resolve(undefined),
      },
    } as unknown as Parameters<typeof duplicatePayload>[0];
    const duplicate = async (from: PayloadTarget, resource: unknown): Promise<void> => {
      target = from;
      await duplicatePayload(services, resource);
    };
    await duplicate(PENSION, { nodeId: "pension" });
    await duplicate(PENSION, FILE);
    await duplicate({ ...PENSION, connectionId: "bound" }, { nodeId: "pension" });
    assert.deepEqual(remembered, ["other", undefined, "bound"]);
  });
});
