import assert from "node:assert/strict";
// First: it stands in for the editor.
import { workspace } from "../../../fakes/editorSurfaces";
import { NO_PRIVACY } from "../../../fakes/privacy";
import {
  discardPayloads,
  type DiscardServices,
} from "../../../../src/features/sourceControl/host/discard";
import type { PendingPayload } from "../../../../src/features/sourceControl/host/pendingPensions";
import { DEFINITION } from "../../platform/http/support/bench";

const KNOWN = '{"provider":"Known"}';
const uri = { toString: () => "file:///pensions/x.pension.json" };

describe("discarding a payload", () => {
  let onDisk: string;
  let edits: number;

  beforeEach(() => {
    [onDisk, edits] = ['{"provider":"Mine"}', 0];
    const document = { uri, isDirty: false, getText: () => onDisk, positionAt: () => undefined };
    Object.assign(workspace, {
      textDocuments: [],
      fs: { readFile: () => Promise.resolve(Buffer.from(onDisk)) },
      openTextDocument: () => Promise.resolve(document),
      applyEdit: () => Promise.resolve(++edits > 0),
    });
  });

  function discard(whileAsked: () => void): Promise<void> {
    const version = { kind: "present", text: KNOWN, hash: "h", at: 1, by: "read" };
    const confirm = (): Promise<boolean> => {
      whileAsked();
      return Promise.resolve(true);
    };
    const services = {
      ...{ records: { get: () => undefined }, reads: { get: () => version } },
      ...{ definition: () => Promise.resolve(DEFINITION), dialogs: { confirm } },
      privacy: NO_PRIVACY,
    } as unknown as DiscardServices;
    const source = { pension: {}, place: "pensions/x.pension.json" };
    return discardPayloads(services, [{ uri, source } as unknown as PendingPayload]);
  }

  it("brings back what is known of one that is as it was asked about", async () => {
    await discard(() => undefined);
    assert.equal(edits, 1);
  });

  it("keeps a closed one that was changed after the question, and says which", async () => {
    const changed = discard(() => {
      onDisk = '{"provider":"Theirs"}';
    });
    const values = { place: "pensions/x.pension.json" };
    await assert.rejects(changed, { code: "changes/changedMeanwhile", values });
    assert.equal(edits, 0);
  });

  it("keeps what was typed in an open one after the question", async () => {
    const changed = discard(() => {
      workspace["textDocuments"] = [{ uri, isDirty: true, getText: () => '{"provider":"Typed"}' }];
    });
    await assert.rejects(changed, { code: "changes/changedMeanwhile" });
    assert.equal(edits, 0);
  });
});
