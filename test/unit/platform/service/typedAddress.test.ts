import assert from "node:assert/strict";
import fc from "fast-check";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { addressOf } from "../../../../src/platform/service/address";
import type { CallTarget } from "../../../../src/platform/service/client";
import type { TypedCall } from "../../../../src/platform/base/call";
import { templateOf, TYPED_METHODS } from "../../../../src/platform/service/typedAddress";
import { aConnection } from "../../../fakes/connection";
import { CLIENT_ID, DEFINITION } from "../http/support/bench";
import { runs } from "../../../fakes/runs";

const definition = readDefinition(DEFINITION);
const CONNECTION = aConnection({ baseUrl: "https://api.example" });

function targetOf(change: Partial<TypedCall>, baseUrl = CONNECTION.baseUrl): CallTarget {
  const call: TypedCall = { method: "GET", domain: "crm", typedPath: "/advisers", ...change };
  return addressOf({ ...CONNECTION, baseUrl }, definition, call);
}

describe("addresses of typed paths", () => {
  const CASES: readonly (readonly [string, Partial<TypedCall>, string?])[] = [
    ["/crm/v1/advisers", {}],
    ["/finances/v1/funds/", { domain: "finances", typedPath: "/funds/" }],
    ["/crm/v1/advisers?a=1&b=x,y", { queryString: "a=1&b=x,y" }],
    ["/crm/v1/advisers?a=1", { queryString: "?a=1" }],
    ["/crm/v1/advisers", { queryString: "?" }],
    ["/crm/v1/a%20b/%C3%A4", { typedPath: "/a b/ä" }],
    ["/crm/v1/a%20b/%c3%a4", { typedPath: "/a%20b/%c3%a4" }],
    ["/crm/v1/advisers?q=%22%3C%27%C3%A4", { queryString: "q=\"<'ä" }],
    [
      "/crm/v1/advisers?q=[redacted]".replace(/[[\]]/g, encodeURIComponent),
      { queryString: "q=[redacted]" },
    ],
  ];
  for (const [wanted, call] of CASES) {
    it(wanted, () => assert.equal(targetOf(call).url, `https://api.example${wanted}`));
  }

  const PATHS = [
    ...["", "advisers", ".evil.example/x", "@evil.example/x", ":8443/x", "//evil.example/x"],
    ...["/a//b", "/..", "/.", "/a/../b", "/a/./b", "/%2e%2e/x", "/.%2E/x", "/%2e", "/a/%252e%252e"],
    ...["/..%2fx", "/a%2f..%2fb", "/..%5cx", "/a%5C..", "/\\evil.example", "/a\\b", "/a?b", "/a#b"],
    ...["/a\nb", "/a\r\nHost: evil", "/a\u0000", "/a%00", "/a%0d%0ab", "/a%250a", "/a\u202eb"],
    ...["/%", "/%zz", "/%ff", "/\ud800", "/a\u2028b", "/\u200bx", "https://evil.example/x"],
  ];
  for (const typedPath of PATHS) {
    it(`refuses the path ${JSON.stringify(typedPath)}`, () => {
      assert.throws(() => targetOf({ typedPath }), { kind: "input", code: "input/path" });
    });
  }

  for (const queryString of ["a#b", "a\nb", "a%0ab", "%", "%zz", "\ud800", "a\u202eb", "a\u0000"]) {
    it(`refuses the query ${JSON.stringify(queryString)}`, () => {
      const wanted = { kind: "input", code: "input/queryString" };
      assert.throws(() => targetOf({ queryString }), wanted);
    });
  }

  for (const method of [
    ...["get", "Get", " GET", "GET ", "G ET", "GET\r\n", "", "*", "CONNECT", "TRACE", "OPTIONS"],
    ...["put", "post", "delete", "constructor", "PURGE"],
  ]) {
    it(`refuses the method ${JSON.stringify(method)}`, () => {
      assert.throws(() => targetOf({ method }), { kind: "input", code: "input/method" });
    });
  }

  it("refuses a body of what needs no permit", () => {
    for (const method of ["GET", "HEAD"]) {
      const wanted = { kind: "input", code: "input/bodyOfRead" };
      assert.throws(() => targetOf({ method, body: new Uint8Array() }), wanted);
      assert.throws(() => targetOf({ method, body: Buffer.from("{}") }), wanted);
    }
    const call = { operationId: "getClient", path: { clientId: CLIENT_ID } };
    const body = Buffer.from("{}");
    assert.throws(() => addressOf(CONNECTION, definition, { ...call, body }), {
      code: "input/bodyOfRead",
    });
  });

  it("stays under the prefix of its domain at the connection's origin, whatever is typed", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."/.%2eEfF5cC\\?#@:;&=a ".split("")) }),
    );
    const method = fc.constantFrom(...TYPED_METHODS);
    let taken = 0;
    fc.assert(
      fc.property(text, text, method, (typed, queryString, how) => {
        for (const baseUrl of ["https://api.example", "https://api.example:8443/gateway/"]) {
          const call = { method: how, typedPath: `/${typed}`, queryString };
          let url: URL;
          try {
            url = new URL(targetOf(call, baseUrl).url);
          } catch {
            continue;
          }
          taken++;
          const root = new URL(baseUrl);
          assert.equal(url.origin, root.origin);
          assert.equal(url.hash + url.username + url.password, "");
          const start = `${root.pathname.replace(/\/$/, "")}/crm/v1/`;
          assert.ok(url.pathname.startsWith(start), url.href);
          assert.ok(!decodeURIComponent(url.pathname).split(/[/\\]/).includes(".."), url.href);
        }
      }),
      { numRuns: runs(2000) },
    );
    assert.notEqual(taken, 0);
  });
});

describe("path templates of typed paths", () => {
  const CASES: readonly (readonly [string, string])[] = [
    ["/advisers", "/advisers"],
    [`/advisers/${CLIENT_ID}/notes`, "/advisers/{id}/notes"],
    [`/advisers/${CLIENT_ID.toUpperCase()}`, "/advisers/{id}"],
    [`/advisers/adv-${CLIENT_ID}`, "/advisers/adv-{id}"],
    ["/policies/POL-00042/v2", "/policies/POL-{id}/v2"],
    ["/tax/2026/x", "/tax/{id}/x"],
    ["/by-name/O%27Neill", "/by-name/{id}"],
    ["/by-mail/ruth@example.com", "/by-mail/{id}"],
  ];
  for (const [path, wanted] of CASES) {
    it(`${path} is ${wanted}`, () => assert.equal(templateOf(path), wanted));
  }

  it("is the definition's where it has such a path, whatever the method", () => {
    const typedPath = `/clients/${CLIENT_ID}/pensions/PEN-1`;
    const target = targetOf({ domain: "finances", method: "PATCH", typedPath });
    assert.deepEqual(
      [target.pathTemplate, target.operationId],
      ["/finances/v1/clients/{clientId}/pensions/{pensionId}", undefined],
    );
  });
});
