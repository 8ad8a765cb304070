import assert from "node:assert/strict";
import { createCipheriv } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { encryptBodies, decryptBodies } from "../../../../src/features/requests/common/bodyCipher";
import { BodyKey } from "../../../../src/features/requests/common/bodyKey";
import {
  EncryptedBodyStore,
  type EncryptedBodyLimits,
} from "../../../../src/features/requests/common/encryptedBodyStore";
import type { KeptBodies } from "../../../../src/platform/http/recorder";
import { createLocks } from "../../../fakes/locks";
import { MemoryLog, MemoryStore } from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";

const ACTION = "0f5c2a9e-7b13-4d68-a1c3-e5f708192a3b";
const CLEAR = "Okafor, Ngozi";

function kept(change: Partial<KeptBodies> = {}): KeptBodies {
  return {
    actionId: ACTION,
    attempt: 1,
    request: Buffer.from(`{"name":"${CLEAR}"}`),
    response: Buffer.from(`[${"1".repeat(500)}]`),
    responseType: "application/json",
    ...change,
  };
}

describe("bodies on disk", () => {
  let folder: string;
  const store = new MemoryStore();
  const log = new MemoryLog();
  const locks = createLocks();
  const redactor = createRedactor();

  const open = (limits?: EncryptedBodyLimits, keys = store): EncryptedBodyStore => {
    const clock = new VirtualClock();
    const key = new BodyKey({ store: keys, locks, clock, log, redactor });
    return new EncryptedBodyStore({ folder: join(folder, "bodies"), key, clock, log, limits });
  };
  const files = (): string[] => readdirSync(join(folder, "bodies"));
  const only = (): string => join(folder, "bodies", files()[0]!);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-bodies-"));
    store.values.clear();
    log.lines.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("come back byte for byte in another window, and are unreadable for anyone else", async () => {
    await open().set(kept());
    const found = await open().get(ACTION, 1);
    assert.deepEqual(found, {
      request: kept().request,
      response: kept().response,
      responseType: "application/json",
    });
    const text = readFileSync(only(), "latin1");
    assert.equal(
      text.includes("Okafor") || text.includes("111111") || only().includes(ACTION),
      false,
    );
    if (process.platform !== "win32") {
      assert.equal(statSync(only()).mode & 0o777, 0o600);
    }
    assert.equal(await open().get(ACTION, 2), undefined);
    assert.equal([...store.values.keys()].join(), "financialPlanning.requests.bodiesKey");
    const [key = ""] = store.values.values();
    assert.equal(Buffer.from(key, "base64").length, 32);
    assert.equal(redactor.redact(`key ${key}`), "key [redacted]");
  });

  it("are absent when one bit is not as it was written, wherever it is", async () => {
    await open().set(kept());
    const bytes = readFileSync(only());
    for (let index = 0; index < bytes.length; index++) {
      const bent = Buffer.from(bytes);
      bent[index]! ^= 1 << (index % 8);
      writeFileSync(only(), bent);
      assert.equal(await open().get(ACTION, 1), undefined, `byte ${index}`);
    }
    for (const cut of [0, 1, 20, bytes.length - 1]) {
      writeFileSync(only(), bytes.subarray(0, cut));
      assert.equal(await open().get(ACTION, 1), undefined, `cut to ${cut}`);
    }
    assert.deepEqual(log.lines, []);
  });

  it("cannot stand for another attempt, action or part", () => {
    const key = Buffer.alloc(32, 7);
    const file = Buffer.from(encryptBodies(key, kept()));
    assert.notEqual(decryptBodies(key, kept(), file), undefined);
    assert.equal(decryptBodies(key, kept({ attempt: 2 }), file), undefined);
    assert.equal(decryptBodies(key, kept({ actionId: "x" }), file), undefined);
    assert.equal(decryptBodies(Buffer.alloc(32, 8), kept(), file), undefined);
    const swapped = Buffer.from(file);
    swapped[1] = 1;
    assert.equal(decryptBodies(key, kept(), swapped), undefined);
    const twice = Buffer.concat([file, file.subarray(1)]);
    assert.equal(decryptBodies(key, kept(), twice), undefined);
  });

  it("never use a nonce twice, and are read by plain AES-256-GCM", () => {
    const key = Buffer.alloc(32, 7);
    const nonces = Array.from({ length: 100 }, () =>
      Buffer.from(encryptBodies(key, kept())).subarray(2, 14).toString("hex"),
    );
    assert.equal(new Set(nonces).size, 100);
    const request = Buffer.from("{}");
    const file = Buffer.from(encryptBodies(key, { actionId: "a", attempt: 3, request }));
    const cipher = createCipheriv("aes-256-gcm", key, file.subarray(2, 14));
    cipher.setAAD(Buffer.from('[1,"a",3,"request"]'));
    const sealed = Buffer.concat([cipher.update(request), cipher.final()]);
    assert.deepEqual(file.subarray(34), sealed);
    assert.deepEqual(file.subarray(14, 30), cipher.getAuthTag());
  });

  it("are absent when the key is lost", async () => {
    await open().set(kept());
    store.values.clear();
    assert.equal(await open().get(ACTION, 1), undefined);
    await open().set(kept({ attempt: 2 }));
    assert.equal(await open().get(ACTION, 1), undefined);
    assert.notEqual(await open().get(ACTION, 2), undefined);
  });

  it("are not kept where no key ring keeps a key, and that is said once", async () => {
    const forgetful = new MemoryStore();
    forgetful.set = () => Promise.resolve();
    const vault = open(undefined, forgetful);
    await vault.set(kept());
    await vault.set(kept({ attempt: 2 }));
    assert.equal(existsSync(join(folder, "bodies")), false);
    assert.equal(log.lines.length, 1);
    assert.match(log.lines[0]!, /no key ring/);
  });

  it("share one key, however many windows begin at once", async () => {
    const windows = Array.from({ length: 6 }, () => open());
    await Promise.all(windows.map((vault, attempt) => vault.set(kept({ attempt: attempt + 1 }))));
    for (let attempt = 1; attempt <= 6; attempt++) {
      assert.notEqual(await windows[attempt % 6]!.get(ACTION, attempt), undefined);
    }
  });

  it("stay below their limits: too long ones are left out, the oldest make room", async () => {
    const limits = { all: 100_000, each: 10_000 };
    const vault = open(limits);
    await vault.set(kept({ response: Buffer.alloc(20_000) }));
    const small = await vault.get(ACTION, 1);
    assert.deepEqual([small?.request, small?.response], [kept().request, undefined]);
    for (let attempt = 2; attempt < 60; attempt++) {
      await vault.set(kept({ attempt, response: Buffer.alloc(8_000) }));
      const name = files().find((file) => file.endsWith(`-${attempt}.body`))!;
      utimesSync(join(folder, "bodies", name), attempt, attempt);
      const sum = files().reduce(
        (all, file) => all + statSync(join(folder, "bodies", file)).size,
        0,
      );
      assert.ok(sum <= limits.all, `${sum} bytes after ${attempt}`);
    }
    assert.equal(await vault.get(ACTION, 2), undefined);
    assert.notEqual(await vault.get(ACTION, 59), undefined);
  });

  it("go with their actions, but not before those can be on disk", async () => {
    const vault = open();
    await vault.set(kept());
    await vault.set(kept({ actionId: "other" }));
    const old = Date.UTC(2026, 0, 5, 8) / 1000;
    files().forEach((name) => utimesSync(join(folder, "bodies", name), old, old));
    await vault.set(kept({ actionId: "young" }));
    await vault.keepOnly(new Set(["other"]));
    assert.deepEqual(
      [await vault.get(ACTION, 1), (await vault.get("other", 1)) !== undefined],
      [undefined, true],
    );
    assert.notEqual(await vault.get("young", 1), undefined);
  });

  it("are not said to be gone where they could not be deleted", async () => {
    // What is no folder has nothing in it that could be deleted.
    writeFileSync(join(folder, "file"), "");
    folder = join(folder, "file");
    const vault = open();
    await assert.rejects(vault.clear(), { code: "ENOTDIR" });
    await vault.dispose();
    folder = join(folder, "..");
  });

  it("are gone with their key when they are cleared", async () => {
    const vault = open();
    await vault.set(kept());
    assert.equal(await vault.isUsed(), true);
    await vault.clear();
    assert.deepEqual([store.values.size, existsSync(join(folder, "bodies"))], [0, false]);
    assert.equal(await vault.get(ACTION, 1), undefined);
    await vault.set(kept());
    assert.notEqual(await vault.get(ACTION, 1), undefined);
  });
});
