import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { layOut } from "../../../../src/platform/json/layOut";
import { LAY_OUT_THREAD_LENGTH, layOutBody } from "../../../../src/platform/json/layOutBody";
import { runs } from "../../../fakes/runs";

/** The program that ships. */
const PROGRAM = join(process.cwd(), "dist", "jsonIndexWorker.js");

describe("layOut", () => {
  it("gives each value a line of its own, and keeps every lexeme, order and duplicate", () => {
    assert.equal(
      layOut(' {"b":1.10e0,"a":[ ],"a" : [1.0,{"é":"\\u00e9, [x]"},{ }],"10":-0}'),
      `{
  "b": 1.10e0,
  "a": [],
  "a": [
    1.0,
    {
      "é": "\\u00e9, [x]"
    },
    {}
  ],
  "10": -0
}
`,
    );
    assert.equal(layOut("12345678901234567890.10"), "12345678901234567890.10\n");
  });

  it("changes white space between tokens alone", () => {
    const number = fc.constantFrom("0.10", "-0", "1E+2", "12345678901234567890", "1e400");
    const scalar = fc.oneof(number, fc.json({ maxDepth: 0 }), fc.string().map(escaped));
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        scalar,
        fc.array(tie("value")).map((items) => `[ ${items.join(" ,\n")}]`),
        fc
          .array(fc.tuple(fc.constantFrom('"a"', '"1"', '"\\u0061"', '" : "'), tie("value")))
          .map((members) => `{${members.map((pair) => pair.join("\t:")).join(",")}\r\n}`),
      ),
    }));
    fc.assert(
      fc.property(value, (text) => {
        const laidOut = layOut(text);
        assert.deepEqual(tokensOf(laidOut ?? ""), tokensOf(text));
        assert.equal(layOut(laidOut ?? ""), laidOut, "again it is the same");
      }),
      { numRuns: runs(500) },
    );
  });

  it("leaves alone what is no JSON, and what would be far longer", () => {
    for (const text of ["", "{", "{'a':1}", "[1,]", "<html>", "[1] 2", "// a\n1"]) {
      assert.equal(layOut(text), undefined, text);
    }
    const deep = `${"[".repeat(500)}${"1,".repeat(20_000)}1${"]".repeat(500)}`;
    assert.equal(layOut(deep), undefined);
    assert.notEqual(layOut(`${"[".repeat(500)}1${"]".repeat(500)}`), undefined);
  });
});

describe("layOutBody", () => {
  it("lays long bodies out in a thread, as short ones here", async () => {
    const text = `[${Array.from({ length: LAY_OUT_THREAD_LENGTH / 8 }, () => '{"a":1.0}').join(",")}]`;
    const laidOut = await layOutBody(Buffer.from(text), PROGRAM);
    assert.equal(Buffer.from(laidOut ?? []).toString(), layOut(text));
  });

  it("leaves the bytes that it was given", async () => {
    const given = Buffer.from(JSON.stringify("é".repeat(LAY_OUT_THREAD_LENGTH)));
    const before = Buffer.from(given);
    await layOutBody(given, PROGRAM);
    assert.ok(given.equals(before));
  });

  it("leaves alone what is no UTF-8", async () => {
    assert.equal(await layOutBody(Buffer.from([0x22, 0xff, 0x22]), PROGRAM), undefined);
    const long = Buffer.alloc(LAY_OUT_THREAD_LENGTH + 1, 0xff);
    assert.equal(await layOutBody(long, PROGRAM), undefined);
  });

  it("leaves a body as it came where the thread has ended", async () => {
    const long = Buffer.from(`"${"a".repeat(LAY_OUT_THREAD_LENGTH)}"`);
    assert.equal(await layOutBody(long, join(process.cwd(), "missing.js")), undefined);
  });
});

function escaped(text: string): string {
  return JSON.stringify(text);
}

/** Strings whole; of all else what stands between white space and marks. */
function tokensOf(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gsu) ?? [];
}
