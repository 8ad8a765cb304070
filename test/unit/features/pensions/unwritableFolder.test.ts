import assert from "node:assert/strict";
import { homedir } from "node:os";
// First: it stands in for the editor.
import { FileSystemError, uriOf, workspace } from "../../../fakes/editorSurfaces";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { isAppError } from "../../../../src/platform/base/errors";
import { writePayloadFile } from "../../../../src/features/assistants/host/payloadFile";
import { payloadPath } from "../../../../src/features/pensions/common/target";
import {
  createPayload,
  type CreateServices,
} from "../../../../src/features/pensions/host/createPayload";
import { existingOrUntitled } from "../../../../src/features/pensions/host/payloadFiles";
import { CLIENT_ID } from "../../platform/http/support/bench";
import { OpenDocuments } from "./support/openDocuments";

const TARGET = { clientId: CLIENT_ID, pensionId: "PEN-1" };
const FOLDER = "file:///read-only";
const FILE = uriOf(`${FOLDER}/${payloadPath(TARGET)}`);
const UNTITLED = uriOf(`untitled://${homedir()}/${payloadPath(TARGET)}`);
const TEXT = '{"provider":"Aviva"}';

type Address = ReturnType<typeof uriOf>;

describe("a payload for a folder that does not take it", () => {
  let documents: OpenDocuments;
  let told: string[];
  let remembered: string[];
  let services: CreateServices;

  beforeEach(() => {
    documents = new OpenDocuments();
    [told, remembered] = [[], []];
    workspace["workspaceFolders"] = [{ name: "read-only", uri: uriOf(FOLDER) }];
    services = {
      dialogs: { notify: (_severity: string, text: string) => told.push(text) },
      targets: { remember: (uri: Address) => remembered.push(uri.toString()) },
    } as unknown as CreateServices;
  });

  afterEach(() => delete workspace["workspaceFolders"]);

  /** Every write to a file ends so; a part of it may be there then. */
  function refuses(error: Error, part?: string): void {
    Object.assign(workspace["fs"] as object, {
      writeFile: (uri: Address) => {
        if (part !== undefined) {
          documents.files.set(uri.toString(), part);
        }
        return Promise.reject(error);
      },
      delete: (uri: Address) =>
        documents.files.delete(uri.toString())
          ? Promise.resolve()
          : Promise.reject(new FileSystemError("FileNotFound")),
    });
  }

  for (const [what, code] of [
    ["that may not be written to", "NoPermissions"],
    ["on a disk that is full or only read", "Unknown"],
  ] as const) {
    it(`is an untitled document, and the user is told: ${what}`, async () => {
      refuses(new FileSystemError(code));
      const document = await createPayload(services, TARGET, TEXT);
      assert.equal(document.uri.toString(), UNTITLED.toString());
      assert.equal(document.getText(), TEXT);
      assert.deepEqual(remembered, [UNTITLED.toString()]);
      assert.equal(told.length, 1);
      assert.match(told[0]!, /^The open folder cannot be written to\. .* untitled document\./);
    });
  }

  it("leaves no part of itself there", async () => {
    refuses(new FileSystemError("Unknown"), TEXT.slice(0, 5));
    await createPayload(services, TARGET, TEXT);
    assert.equal(documents.files.has(FILE.toString()), false);
  });

  it("is found again while it is open", async () => {
    refuses(new FileSystemError("NoPermissions"));
    await createPayload(services, TARGET, TEXT);
    assert.equal(String(await existingOrUntitled(TARGET)), UNTITLED.toString());
  });

  it("is not made for an assistant, which wants a file", async () => {
    refuses(new FileSystemError("NoPermissions"));
    await assert.rejects(
      writePayloadFile({ ...services, masking: NO_MASKING }, TARGET, TEXT),
      (error) => isAppError(error) && error.code === "assistants/notWritten",
    );
    assert.deepEqual([told, remembered], [[], []]);
  });

  it("fails where the editor does", async () => {
    refuses(new TypeError("a bug"));
    await assert.rejects(createPayload(services, TARGET, TEXT), TypeError);
  });
});
