import assert from "node:assert/strict";
import fc from "fast-check";
import { isAppError } from "../../src/platform/base/errors";
import { formatLink, parseLink } from "../../src/features/explorer/common/link";
import { IS_LONG } from "../fakes/runs";
import { count } from "./support/gates";

const RUNS = IS_LONG ? 200_000 : 5_000;
const SEED = 20_261_125;
const CODES = [
  ...["link/unknownPart", "link/repeatedPart", "link/value", "link/nothing", "link/tooLong"],
];
const PARTS = ["connection", "client", "list", "request"];

const id = fc.stringMatching(/^[\w.:-]{1,200}$/);
/** Lists that only an imported definition describes, written as they are and encoded. */
const byPath = fc
  .tuple(
    fc.constantFrom("crm:GET ", "finances:GET ", "finances:PUT ", "other:GET "),
    fc.stringMatching(/^(\/[\w{}.-]{1,12}){1,4}$/),
  )
  .map((parts) => parts.join(""))
  .chain((text) => fc.constantFrom(text, encodeURIComponent(text)));
const foreign = fc.oneof(
  byPath,
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom("&", "=", "%", "?", "#", "/", "\0", "a", "ü", "\u202e"),
    maxLength: 40,
  }),
  fc.webQueryParameters(),
  fc.constantFrom("..", "%2e%2e", "a%26request%3Db", "javascript:alert(1)", "__proto__"),
);
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PARTS) },
  // Those of a callback, of a write and of objects, and ours written otherwise.
  fc.constantFrom("code", "state", "iss", "error", "method", "put", "body", "url", "header"),
  fc.constantFrom("__proto__", "constructor", "Connection", "%63lient", "client[]", ""),
  fc.string({ maxLength: 12 }),
);
const pairs = fc.array(fc.tuple(name, fc.oneof({ weight: 2, arbitrary: id }, foreign)), {
  maxLength: 6,
});
const query = fc.oneof(
  foreign,
  pairs.map((all) => all.map((pair) => pair.join("=")).join("&")),
  pairs.map((all) => new URLSearchParams(all).toString()),
  fc.tuple(id, byPath).map(([connection, list]) => `connection=${connection}&list=${list}`),
  // Huge, and nothing but known parts.
  fc.nat({ max: 5_000 }).map((length) => `connection=${"c".repeat(length)}`),
);

describe("random links", () => {
  it("are refused with a known reason, or name ids and nothing else", () => {
    const seen = { refused: new Set<string>(), taken: 0, byPath: 0 };
    fc.assert(
      fc.property(query, (text) => {
        count("links", "links");
        let link: ReturnType<typeof parseLink>;
        try {
          link = parseLink(text);
        } catch (error) {
          assert.ok(isAppError(error) && error.kind === "input", String(error));
          assert.ok(CODES.includes(error.code), error.code);
          seen.refused.add(error.code);
          count("links", "refused");
          return;
        }
        seen.taken++;
        count("links", "taken");
        assert.ok(text.length <= 1_000, "a huge one was taken");
        const names = text.split("&").map((pair) => pair.split("=")[0]!);
        const foreignNames = names.filter((one) => !PARTS.includes(one));
        count("links", "foreign", foreignNames.length);
        assert.deepEqual(foreignNames, [], "a foreign part was passed over");
        assert.equal(new Set(names).size, names.length, "a part that stands twice was taken");
        const { kind, operationId, ...values } = { operationId: "a", ...link };
        assert.ok(["request", "connection", "client", "list"].includes(kind));
        for (const value of Object.values(values)) {
          assert.match(value, /^[\w.:-]{1,200}$/);
        }
        assert.match(
          operationId,
          /^([\w.:-]{1,200}|(crm|finances|profiling):GET (\/[^/?#=&%\s]+)+)$/,
        );
        const isByPath = operationId.includes("/") ? 1 : 0;
        seen.byPath += isByPath;
        count("links", "byPath", isByPath);
        assert.deepEqual(parseLink(formatLink(link)!), link, "copied, it names the same");
      }),
      { numRuns: RUNS, seed: SEED },
    );
    // A fuzz that met one way through only would prove little.
    assert.deepEqual([...seen.refused].sort(), [...CODES].sort());
    count("links", "reasons", seen.refused.size);
    assert.ok(seen.taken > RUNS / 50, String(seen.taken));
    assert.ok(seen.byPath > 0);
  });
});
