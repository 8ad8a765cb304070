import assert from "node:assert/strict";
import { join } from "node:path";
import {
  createDefinitionReader,
  type DefinitionReader,
} from "../../../../../src/features/definitions/common/imports/definitionReader";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import { MemoryLog } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";
import { itInLong } from "../../../../fakes/runs";
import { TRIED_DOCUMENTS, textOf } from "./support/documents";

const PROGRAM = join(process.cwd(), "dist", "definitionWorker.js");
/** Characters; the longest ones are read elsewhere. */
const LONG = 1_000_000;

describe("the thread that reads definitions, of real documents", () => {
  let reader: DefinitionReader;

  before(() => {
    const [clock, log] = [new VirtualClock(), new MemoryLog()];
    reader = createDefinitionReader({ worker: PROGRAM, clock, log });
  });

  after(() => reader.dispose());

  itInLong("reads what the reader itself reads", async () => {
    const texts = TRIED_DOCUMENTS.map(({ file }) => [file, textOf(file)] as const);
    for (const [file, text] of texts.filter(([, one]) => one.length < LONG)) {
      const { json, servers, endpoints, ...facts } = await reader.read(text);
      const { document, ...expected } = readDocument(text);
      assert.deepEqual(facts, expected, file);
      assert.equal(json, JSON.stringify(document), file);
      assert.equal(endpoints.length, expected.operations, file);
      assert.ok(Array.isArray(servers));
    }
  });
});
