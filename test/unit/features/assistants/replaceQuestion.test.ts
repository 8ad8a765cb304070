import assert from "node:assert/strict";
// First: it stands in for the editor.
import { uriOf, workspace } from "../../../fakes/editorSurfaces";
import { writePayloadFile } from "../../../../src/features/assistants/host/payloadFile";
import { payloadPath } from "../../../../src/features/pensions/common/target";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { isCanceled } from "../../../../src/platform/base/errors";
import { type Masking, NO_MASKING } from "../../../../src/platform/base/masking";
import { CLIENT_ID } from "../../platform/http/support/bench";
import { OpenDocuments } from "../pensions/support/openDocuments";

const TARGET = { clientId: CLIENT_ID, pensionId: "PEN-1" };
const FILE = uriOf(`file:///project/${payloadPath(TARGET)}`);

describe("the question before an assistant replaces a payload file", () => {
  beforeEach(() => {
    new OpenDocuments().files.set(FILE.toString(), "{}");
    workspace["workspaceFolders"] = [{ name: "project", uri: uriOf("file:///project") }];
    workspace["asRelativePath"] = ({ path }: { path: string }) => path.replace("/project/", "");
  });

  afterEach(() => {
    delete workspace["workspaceFolders"];
    delete workspace["asRelativePath"];
  });

  async function asked(masking: Masking): Promise<string> {
    let question = "";
    const confirm = ({ message }: { readonly message: string }): Promise<boolean> => {
      question = message;
      return Promise.resolve(false);
    };
    const services = { dialogs: { confirm }, targets: {}, masking } as never;
    await assert.rejects(writePayloadFile(services, TARGET, "{}"), isCanceled);
    return question;
  }

  it("names the file, and in privacy mode not the client", async () => {
    assert.ok((await asked(NO_MASKING)).includes(payloadPath(TARGET)));
    const masking = createMasking(new Uint8Array(32));
    const question = await asked(masking);
    assert.ok(question.includes(`${masking.maskLabel(CLIENT_ID, "id")}/PEN-1`), question);
    assert.ok(!question.includes(CLIENT_ID));
  });
});
