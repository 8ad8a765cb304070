import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { isAppError, isCanceled } from "../../../../../src/platform/base/errors";
import {
  createDefinitionReader,
  type DefinitionReader,
} from "../../../../../src/features/definitions/common/imports/definitionReader";
import { LONGEST_TEXT } from "../../../../../src/features/definitions/common/imports/source";
import { MemoryLog } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";
import { textOf } from "./support/documents";

const PROGRAM = join(process.cwd(), "dist", "definitionWorker.js");
const SMALL = "openapi: 3.1.0\nservers: [{url: /v1}]\npaths:\n  /a:\n    get: {}\n    put: {}\n";

describe("the thread that reads definitions", () => {
  let clock: VirtualClock;
  let log: MemoryLog;
  let reader: DefinitionReader;
  const threads: Worker[] = [];
  const count = (worker: Worker): void => void threads.push(worker);

  beforeEach(() => {
    clock = new VirtualClock();
    log = new MemoryLog();
    reader = createDefinitionReader({ worker: PROGRAM, clock, log });
    threads.length = 0;
    process.on("worker", count);
  });

  afterEach(async () => {
    process.off("worker", count);
    await reader.dispose();
  });

  it("says what changed between two documents that it read, and why it cannot", async () => {
    const { json } = await reader.read(SMALL);
    const { json: later } = await reader.read(SMALL.replace("put:", "post:"));
    assert.deepEqual(await reader.compare(json, later, "/v1"), [
      { kind: "operationRemoved", breaking: true, operation: "PUT /a" },
      { kind: "operationAdded", breaking: false, operation: "POST /a" },
    ]);
    await assert.rejects(reader.compare(json, "{", "/v1"), { code: "definition/unreadable" });
    assert.deepEqual(await reader.compare(json, json, "/v1"), []);
    assert.equal(threads.length, 1);
  });

  it("says which servers and endpoints there are", async () => {
    const { servers, endpoints } = await reader.read(SMALL);
    assert.deepEqual(servers, ["/v1"]);
    assert.deepEqual(endpoints, [
      { method: "GET", path: "/a" },
      { method: "PUT", path: "/a" },
    ]);
  });

  it("starts at the first document and ends when there was none for a while", async () => {
    assert.equal(threads.length, 0);
    await reader.read(SMALL);
    const ended = new Promise((resolve) => threads[0]?.once("exit", resolve));
    clock.advance(10_000);
    await ended;
    await reader.read(SMALL);
    assert.equal(threads.length, 2);
  });

  it("refuses as the reader does, and goes on", async () => {
    await assert.rejects(reader.read("a: [1"), (error) => {
      assert.ok(isAppError(error));
      assert.deepEqual([error.kind, error.code], ["input", "definition/syntax"]);
      assert.deepEqual([error.values["line"], error.values["name"]], [1, "YAML"]);
      return true;
    });
    assert.equal((await reader.read(SMALL)).operations, 2);
    assert.equal(threads.length, 1);
  });

  it("finds places", async () => {
    const position = await reader.positionOf(SMALL, "/paths/~1a/put");
    assert.deepEqual(position, { line: 6, column: 5 });
  });

  it("refuses what is too long before it starts", async () => {
    const long = " ".repeat(LONGEST_TEXT + 1);
    const tooLarge = { code: "definition/tooLarge" };
    await assert.rejects(reader.read(long), tooLarge);
    await assert.rejects(reader.positionOf(long, "/a"), tooLarge);
    assert.equal(threads.length, 0);
    await assert.rejects(reader.read(long.slice(1)), { code: "definition/empty" });
  });

  it("starts no thread for what is not wanted any more", async () => {
    const signal = AbortSignal.abort();
    await assert.rejects(reader.read(SMALL, signal), isCanceled);
    await assert.rejects(reader.positionOf(SMALL, "/a", signal), isCanceled);
    await assert.rejects(reader.compare("{}", "{}", "/v1", signal), isCanceled);
    assert.equal(threads.length, 0);
  });

  it("ends with a cancel, also in the middle of a long document", async () => {
    const controller = new AbortController();
    const reading = reader.read(textOf("shipengine-openapi/openapi.json"), controller.signal);
    const refused = assert.rejects(reading, isCanceled);
    await new Promise<void>((resolve) => process.once("worker", () => resolve()));
    const ended = new Promise((resolve) => threads[0]?.once("exit", resolve));
    controller.abort();
    await Promise.all([refused, ended]);
    await assert.rejects(reader.read(SMALL, controller.signal), isCanceled);
    assert.equal((await reader.read(SMALL)).operations, 2);
  });

  it("tells where it broke, without the text", async () => {
    const folder = mkdtempSync(join(tmpdir(), "definitions-"));
    const program = join(folder, "broken.js");
    writeFileSync(
      program,
      `require("node:worker_threads").parentPort.on("message", ([{ parameters }]) => {
      throw new RangeError(parameters);
    });`,
    );
    const broken = createDefinitionReader({ worker: program, clock, log });
    await assert.rejects(broken.read("canary"), { code: "definition/readerEnded" });
    await broken.dispose();
    rmSync(folder, { recursive: true });
    assert.match(JSON.stringify(log), /RangeError/);
    assert.doesNotMatch(JSON.stringify(log), /canary/);
  });
});
