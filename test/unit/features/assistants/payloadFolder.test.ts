import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
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
    const outside = mkdtempSync(join(tmpdir(), "payload-outside-"));
    const pensions = join(folder, "pensions");
    for (const link of [pensions, join(pensions, CLIENT_ID)]) {
      symlinkSync(outside, link);
      const error = await failureOf(writeNewPayload(folder, TARGET, "{}"));
      assert.equal(error.code, "assistants/noFolder");
      assert.deepEqual(readdirSync(outside), [], "nothing was made there");
      rmSync(link);
      mkdirSync(pensions, { recursive: true });
    }
    rmSync(outside, { recursive: true });
  });

  it("keeps no part of a file that a full disk cut off", async () => {
    const handle = await open(join(folder, "any"), "w");
    await handle.close();
    const full = mock.method(
      Object.getPrototypeOf(handle) as FileHandle,
      "writeFile",
      async function (this: FileHandle) {
        await this.write("{");
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      },
    );
    try {
      const error = await failureOf(writeNewPayload(folder, TARGET, "{}"));
      assert.equal(error.code, "assistants/notWritten");
    } finally {
      full.mock.restore();
    }
    assert.equal((await writeNewPayload(folder, TARGET, "{}")).outcome, "created");
  });
});
