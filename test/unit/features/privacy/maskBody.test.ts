import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MASK_THREAD_LENGTH, maskBody } from "../../../../src/features/privacy/common/maskBody";

const KEY = new Uint8Array(32).fill(7);
const WORKER = join(process.cwd(), "dist", "maskWorker.js");
const NAME = "Abernathy";
const LONG = Buffer.from(
  JSON.stringify(Array.from({ length: MASK_THREAD_LENGTH / 20 }, () => ({ lastName: NAME }))),
);

describe("a body that is masked", () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "mask-"));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const brokenWorker = (text: string): string => {
    const file = join(folder, `worker-${text.length}.js`);
    writeFileSync(file, text);
    return file;
  };

  it("has the same masks whether a thread makes them or not", async () => {
    const short = await maskBody(Buffer.from(JSON.stringify([{ lastName: NAME }])), {
      key: KEY,
      worker: "",
    });
    const long = await maskBody(LONG, { key: KEY, worker: WORKER });
    const [one] = JSON.parse(Buffer.from(short ?? []).toString()) as unknown[];
    const all = JSON.parse(Buffer.from(long ?? []).toString()) as unknown[];
    assert.notDeepEqual(one, { lastName: NAME });
    assert.deepEqual(all[0], one);
  });

  it("leaves the bytes that it was given, and has none of what is not JSON", async () => {
    const given = new Uint8Array(LONG);
    await maskBody(given, { key: KEY, worker: WORKER });
    assert.deepEqual(Buffer.from(given), LONG);
    const broken = await maskBody(LONG.subarray(0, -1), { key: KEY, worker: WORKER });
    assert.equal(broken, undefined);
  });

  it("is absent, never shown as it came, where its thread breaks", async () => {
    for (const text of ["throw new Error('broken')", "process.exit(1)", ""]) {
      const shown = await maskBody(LONG, { key: KEY, worker: brokenWorker(text) });
      assert.equal(shown?.length, undefined);
    }
  });
});
