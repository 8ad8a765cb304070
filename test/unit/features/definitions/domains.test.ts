import assert from "node:assert/strict";
import { domainsOf } from "../../../../src/features/definitions/common/foreignOperations";
import { foreign, type Json, merged, PREFIXES } from "./support/foreign";

const item = { get: { responses: {} } };
const server = (...urls: readonly string[]): Json => ({ servers: urls.map((url) => ({ url })) });

/** "crm 2, none 1". */
function counts(document: Json): string {
  return domainsOf(document, PREFIXES)
    .map(({ domain, operations }) => `${domain ?? "none"} ${operations}`)
    .join(", ");
}

describe("versions of domains in a document", () => {
  it("are told where they are not the documented ones, each once", () => {
    const paths = { "/crm/v2/a": item, "/crm/v2/b": item, "/crm/v1/c": item, "/CRM/V1/d": item };
    const document = foreign({ ...paths, "/finances/v1/a": item, "/crm/v3.1/a": item });
    assert.deepEqual(domainsOf(document, PREFIXES), [
      { domain: "crm", operations: 5, otherVersions: ["v2", "v3.1"] },
      { domain: "finances", operations: 1, otherVersions: [] },
    ]);
    const servers = foreign({ "/a": item }, server("https://x.example/profiling/v7"));
    assert.deepEqual(domainsOf(servers, PREFIXES)[0]?.otherVersions, ["v7"]);
  });
});

describe("the domains of a document", () => {
  for (const [what, document, expected] of [
    ["nothing", foreign({}), ""],
    [
      "prefixes in paths",
      foreign({ "/crm/v1/a": item, "/finances/v1/b/{c}": item }),
      "crm 1, finances 1",
    ],
    ["no prefix", foreign({ "/clients": item }), "none 1"],
    ["half a prefix", foreign({ "/crm/v1x": item, "/crm": item, "/xcrm/v1/a": item }), "none 3"],
    ["a prefix in the middle", foreign({ "/a/crm/v1/b": item }), "none 1"],
    ["a later version", foreign({ "/crm/v2/a": item, "/CRM/v1.1/b": item }), "crm 2"],
    ["the prefix itself", foreign({ "/crm/v1": item, "/crm/v1/": item }), "crm 2"],
    ["a server", foreign({ "/a": item }, server("https://x.example/finances/v1/")), "finances 1"],
    [
      "a server's own root",
      foreign({ "/a": item }, server("https://x.example/gate/crm/v1")),
      "crm 1",
    ],
    ["a server without host", foreign({ "/a": item }, server("/profiling/v1")), "profiling 1"],
    ["prefix half in the server", foreign({ "/v1/a": item }, server("https://x/crm")), "crm 1"],
    ["several servers", foreign({ "/a": item }, server("https://x/", "https://y/crm/v1")), "crm 1"],
    [
      "the path goes first",
      foreign({ "/crm/v1/a": item }, server("https://x/finances/v1")),
      "crm 1",
    ],
    [
      "variables",
      foreign(
        { "/a": item },
        { servers: [{ url: "{root}/{part}/v1", variables: { part: { default: "crm" } } }] },
      ),
      "crm 1",
    ],
    [
      "servers of path and operation",
      foreign({
        "/a": { ...item, ...server("https://x/crm/v1") },
        "/b": { get: { ...item.get, ...server("https://x/finances/v1") } },
        "/c": item,
      }),
      "crm 1, finances 1, none 1",
    ],
    ["marks of our own", foreign({ "/a": { get: { "x-domain": "profiling" } } }), "profiling 1"],
    ["no operations", foreign({ "/crm/v1/a": { parameters: [], summary: "x" } }), ""],
    [
      "odd servers",
      foreign({ "/a": item }, { servers: [null, { url: 3 }, { url: "http://[" }] }),
      "none 1",
    ],
  ] as const) {
    it(`${what}: ${expected}`, () => {
      assert.equal(counts(document), expected);
    });
  }

  it("leave what is below no prefix to the one that the user names, unless it has its own", () => {
    const document = foreign({ "/crm/v1/a": item, "/b": item });
    const ids = (domain: "crm" | "finances"): readonly string[] =>
      merged(document, domain)
        .operations.filter(({ imported }) => imported)
        .map(({ id }) => id);
    assert.deepEqual(ids("crm"), ["crm:GET /a"]);
    assert.deepEqual(ids("finances"), ["finances:GET /b"]);
  });
});
