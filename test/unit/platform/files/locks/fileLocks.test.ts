import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { LockFile } from "../../../../../src/platform/files/locks/lockFile";
import { createFileLocks } from "../../../../../src/platform/files/locks/fileLocks";
import type { Locks } from "../../../../../src/platform/files/locks/locks";
import { failureOf, MemoryLog } from "../../http/support/bench";
import { VirtualClock } from "../../http/support/virtualClock";

const NAME = "token of a connection";

describe("a lock by a file", () => {
  let folder = "";
  let clock = new VirtualClock();
  /** Seconds. */
  let uptime = 0;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "fp-locks-")), "locks");
    clock = new VirtualClock();
    uptime = 1_000_000;
  });
  afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

  const open = (log = new MemoryLog(), place = folder): Locks =>
    createFileLocks({ folder: place, clock, log, uptime: () => uptime });
  const file = (): string => join(folder, readdirSync(folder)[0] ?? "none");
  const waits = async (work: Promise<unknown>): Promise<boolean> => {
    let isOver = false;
    void work.finally(() => (isOver = true)).catch(() => undefined);
    for (let poll = 0; poll < 20; poll++) {
      await setImmediate();
      clock.advance(100);
    }
    await setImmediate();
    return !isOver;
  };
  /** One window has the lock for so many times ten seconds; another one gets it after that. */
  const keepsFor = async (steps: number): Promise<void> => {
    const go = Promise.withResolvers<undefined>();
    const first = open().withLock(NAME, () => go.promise);
    const second = open().withLock(NAME, () => Promise.resolve());
    for (let step = 0; step < steps; step++) {
      clock.advance(10_000);
      await setImmediate();
    }
    assert.equal(await waits(second), true);
    go.resolve(undefined);
    await first;
    assert.equal(await waits(second), false);
    assert.deepEqual(readdirSync(folder), []);
  };
  /** The work, while nobody may set the times of files. */
  const withoutTimes = async (work: () => Promise<void>): Promise<void> => {
    const { utimesSync: set } = fs;
    fs.utimesSync = () => {
      throw Object.assign(new Error("not permitted"), { code: "EPERM" });
    };
    try {
      await work();
    } finally {
      fs.utimesSync = set;
    }
  };

  it("holds another window back until it is released", async () => {
    const go = Promise.withResolvers<undefined>();
    const first = open().withLock(NAME, () => go.promise);
    const order: string[] = [];
    const second = open().withLock(NAME, () => Promise.resolve(order.push("second")));
    assert.equal(await waits(second), true);
    assert.deepEqual(order, []);
    go.resolve(undefined);
    await first;
    assert.equal(await waits(second), false);
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(clock.pending, 0);
  });

  it("is nobody else's to read, and says nothing but who holds it", async () => {
    await open().withLock("token of Acme", () => {
      const modes = [folder, file()].map((path) => statSync(path).mode & 0o777);
      assert.deepEqual(modes, [0o700, 0o600]);
      const held = JSON.parse(readFileSync(file(), "utf8")) as Record<string, unknown>;
      assert.deepEqual(Object.keys(held), ["pid", "owner", "uptime"]);
      assert.match(file(), /[0-9a-f]{32}\.lock$/);
      return Promise.resolve();
    });
  });

  it("does not hold up another name", async () => {
    await open().withLock(NAME, async () => {
      assert.equal(await waits(open().withLock("another", () => Promise.resolve())), false);
    });
  });

  it("is released when the work fails, and hands the failure on", async () => {
    const locks = open();
    await assert.rejects(
      locks.withLock(NAME, () => Promise.reject(new Error("of the work"))),
      /of the work/,
    );
    assert.equal(await locks.withLock(NAME, () => Promise.resolve(7)), 7);
  });

  it("lets its own callers in one after the other, with one file", async () => {
    const locks = open();
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map((each) =>
        locks.withLock(NAME, async () => {
          order.push(each);
          await setImmediate();
          order.push(each);
        }),
      ),
    );
    assert.deepEqual(order, [1, 1, 2, 2, 3, 3]);
  });

  it("can be left while waiting, for a file and for its own callers", async () => {
    const go = Promise.withResolvers<undefined>();
    const locks = open();
    const first = locks.withLock(NAME, () => go.promise);
    for (const waiting of [locks, open()]) {
      const stop = new AbortController();
      const never = (): Promise<never> => assert.fail("it was let in");
      const call = failureOf(waiting.withLock(NAME, never, stop.signal));
      await setImmediate();
      stop.abort();
      assert.equal((await call).kind, "canceled");
    }
    go.resolve(undefined);
    await first;
    assert.equal(await waits(locks.withLock(NAME, () => Promise.resolve())), false);
    assert.equal(clock.pending, 0);
  });

  it("stays with its holder when one that waits gives up, even where no file can be made", async () => {
    const place = join(folder, "..", "a-file");
    writeFileSync(place, "");
    const locks = open(new MemoryLog(), place);
    const go = Promise.withResolvers<undefined>();
    const first = locks.withLock(NAME, () => go.promise);
    const stop = new AbortController();
    const second = failureOf(locks.withLock(NAME, () => assert.fail("it was let in"), stop.signal));
    stop.abort();
    assert.equal((await second).kind, "canceled");
    const third = locks.withLock(NAME, () => Promise.resolve());
    assert.equal(await waits(third), true);
    go.resolve(undefined);
    await first;
    assert.equal(await waits(third), false);
  });

  it("of a process that died is taken over at once", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    await leave({ pid, owner: "a-dead-one" });
    assert.equal(await waits(open().withLock(NAME, () => Promise.resolve())), false);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("is taken over too when the one that was just breaking it died", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    await leave({ pid, owner: "a-dead-one" });
    writeFileSync(`${file()}.a-dead-o`, JSON.stringify({ pid, owner: "a-dead-breaker" }));
    assert.equal(await waits(open().withLock(NAME, () => Promise.resolve())), false);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("is taken over by one of two who find its holder dead at the same moment", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    await leave({ pid, owner: "a-dead-one" });
    const [one, other] = [0, 1].map(() => new LockFile(NAME, { folder, clock }));
    assert.ok(one !== undefined && other !== undefined);
    const { unlinkSync } = fs;
    const results: string[] = [];
    fs.unlinkSync = (path) => {
      // The first has made up its mind and is about to remove the file: now the other one looks.
      fs.unlinkSync = unlinkSync;
      results.push(other.tryAcquire(), other.tryAcquire());
      unlinkSync(path);
    };
    results.push(one.tryAcquire(), one.tryAcquire(), other.tryAcquire());
    fs.unlinkSync = unlinkSync;
    assert.deepEqual(results, ["held", "held", "held", "taken", "held"]);
  });

  it("that was left without a word is waited for a little", async () => {
    await leave(undefined);
    assert.equal(await waits(open().withLock(NAME, () => Promise.resolve())), true);
    clock.advance(5_000);
    assert.equal(await waits(Promise.resolve()), false);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("that is just being made is left to its maker by one whose clock runs ahead", async () => {
    await leave(undefined);
    const ahead = new VirtualClock();
    ahead.advance(3_600_000);
    const other = new LockFile(NAME, { folder, clock: ahead });
    assert.deepEqual([other.tryAcquire(), other.tryAcquire()], ["held", "held"]);
    assert.equal(readFileSync(file(), "utf8"), "");
    ahead.advance(5_000);
    assert.deepEqual([other.tryAcquire(), other.tryAcquire()], ["held", "taken"]);
    other.release();
  });

  it("is taken over too when maker and breaker died without a word", async () => {
    await leave(undefined);
    writeFileSync(`${file()}.unwritten`, "");
    utimesSync(`${file()}.unwritten`, clock.now() / 1000, clock.now() / 1000);
    const other = new LockFile(NAME, { folder, clock });
    const results = Array.from({ length: 20 }, () => {
      clock.advance(1_000);
      return other.tryAcquire();
    });
    assert.equal(results.includes("taken"), true);
    other.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it("of a living process is kept by touching it, however long", () => keepsFor(60));

  it("that was not touched for long is broken, but not right after the machine woke up", async () => {
    await leave({ pid: process.ppid, owner: "hangs" });
    const call = open().withLock(NAME, () => Promise.resolve());
    assert.equal(await waits(call), true);
    clock.advance(8 * 3_600_000);
    await setImmediate();
    assert.equal(await waits(call), true);
    clock.advance(15_000);
    assert.equal(await waits(call), false);
  });

  it("from before the machine started is taken over, whoever has that number now", async () => {
    await leave({ pid: process.ppid, owner: "of-yesterday", uptime });
    clock.advance(8 * 3_600_000);
    uptime = 60;
    assert.equal(await waits(open().withLock(NAME, () => Promise.resolve())), false);
  });

  it("of a living process is kept where the clock is set right soon after a start", async () => {
    uptime = 60;
    const go = Promise.withResolvers<undefined>();
    const first = open().withLock(NAME, () => go.promise);
    await setImmediate();
    const ahead = new VirtualClock();
    ahead.advance(3_600_000);
    const other = new LockFile(NAME, { folder, clock: ahead, uptime: () => uptime });
    assert.deepEqual([other.tryAcquire(), other.tryAcquire()], ["held", "held"]);
    go.resolve(undefined);
    await first;
    assert.equal(other.tryAcquire(), "taken");
    other.release();
  });

  it("that cannot be made holds nobody up, and is told", async () => {
    const log = new MemoryLog();
    writeFileSync(join(folder, "..", "a-file"), "");
    const call = open(log, join(folder, "..", "a-file")).withLock(NAME, () => Promise.resolve());
    assert.equal(await waits(call), false);
    assert.match(log.lines.join(), /no lock file could be made/);
  });

  it("on a full disk leaves no empty file, and holds nobody up", async () => {
    const { writeSync } = fs;
    const log = new MemoryLog();
    fs.writeSync = () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    try {
      const call = open(log).withLock(NAME, () => Promise.resolve());
      assert.equal(await waits(call), false);
    } finally {
      fs.writeSync = writeSync;
    }
    assert.deepEqual(readdirSync(folder), []);
    assert.match(log.lines.join(), /no lock file could be made/);
  });

  it("is held and released where nobody may set the times of files", () =>
    withoutTimes(async () => {
      assert.equal(await waits(open().withLock(NAME, () => Promise.resolve())), false);
      await keepsFor(0);
    }));

  it("of a living process is kept too where nobody may set the times of files", async () => {
    const { writeSync: write } = fs;
    // A file has the time at which it was written last, of this clock.
    fs.writeSync = (...args: unknown[]) => {
      const written = Reflect.apply(write, fs, args) as number;
      fs.futimesSync(args[0] as number, clock.now() / 1000, clock.now() / 1000);
      return written;
    };
    try {
      await withoutTimes(() => keepsFor(20));
    } finally {
      fs.writeSync = write;
    }
  });

  async function leave(
    owner: { pid: number; owner: string; uptime?: number } | undefined,
  ): Promise<void> {
    let path = "";
    await open().withLock(NAME, () => Promise.resolve((path = file())));
    writeFileSync(path, owner === undefined ? "" : JSON.stringify(owner));
    utimesSync(path, clock.now() / 1000, clock.now() / 1000);
  }
});
