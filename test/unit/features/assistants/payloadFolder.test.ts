import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeNewPayload } from "../../../../src/features/assistants/mcp/payloadFolder";
import { CLIENT_ID, failureOf } from "../../platform/http/support/bench";

const TARGET = { connectionId: "c", clientId: CLIENT_ID, pensionId: "PEN-1" } as const;

describe("the folder that an assistant writes payloads to", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "payload-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("takes a new file, and leaves one that is there as it is", async () => {
    const { path, outcome } = await writeNewPayload(folder, TARGET, "{}");
    assert.equal(outcome, "created");
    const error = await failureOf(writeNewPayload(folder, TARGET, "[]"));
    assert.equal(error.code, "assistants/fileThere");
    assert.equal(readFileSync(join(folder, path), "utf8"), "{}");
  });

  it("is named as the reason where no folder can be made in it", async () => {
    const file = join(folder, "a file");
    writeFileSync(file, "");
    const error = await failureOf(writeNewPayload(file, TARGET, "{}"));
    assert.deepEqual([error.kind, error.code], ["input", "assistants/noFolder"]);
  });

  it("is not left by a link", async () => {
    symlinkSync(tmpdir(), join(folder, "pensions"));
    const error = await failureOf(writeNewPayload(folder, TARGET, "{}"));
    assert.equal(error.code, "assistants/noFolder");
  });
});
