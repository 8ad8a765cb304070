import assert from "node:assert/strict";
import {
  isSharedHeader,
  LEFT_OUT,
  sharableHeaders,
  sharablePath,
  sharableQuery,
  sharableType,
  sharableUrl,
  withoutProse,
} from "../../../../src/platform/http/sharable";

/** Of an operation that the specification has: its template is known. */
const KNOWN = { operationId: "listClients", pathTemplate: "/crm/v1/clients/{clientId}" };

describe("what of a call leaves the machine", () => {
  it("is the template of its path, behind the path of the base URL", () => {
    const url = "https://h.example/root/a/crm/v1/clients/4711?pageSize=3&q=Jo";
    const shown = sharableUrl({ ...KNOWN, url });
    const path = "/root/a/crm/v1/clients/%7BclientId%7D";
    assert.equal(shown, `https://h.example${path}?pageSize=3&q=%7Bq%7D`);
    assert.equal(
      sharableUrl({ ...KNOWN, pathTemplate: "/a/b/c", url: "http://h/a" }),
      "http://h/a/b/c",
    );
  });

  it("is of a path that was typed what the specification knows", () => {
    const typed = { pathTemplate: "/crm/v1/clients/4711/x{y}?z" };
    assert.equal(sharablePath(typed), "/crm/v1/clients/{value}/{value}");
    assert.equal(
      sharablePath({ ...typed, pathTemplate: "/finances/v123/{id}/#z" }),
      "/finances/v123/{id}/",
    );
    assert.equal(sharablePath({ ...typed, pathTemplate: "/v1234" }), "/{value}");
    const url = "https://h.example/secret/v2/crm/v1/clients/4711/x";
    const shown = sharableUrl({ ...typed, url });
    const path = ["%7Bvalue%7D", "v2", "crm", "v1", "clients", "%7Bvalue%7D", "%7Bvalue%7D"];
    assert.equal(shown, `https://h.example/${path.join("/")}`);
  });

  it("is no address where there is none", () => {
    for (const url of ["ftp://h/a", "no address", "data:text/plain,a", "xhttp://h/a"]) {
      assert.equal(sharableUrl({ ...KNOWN, url }), "about:blank");
    }
    assert.deepEqual(sharableQuery({ ...KNOWN, url: "no address?a=b" }), []);
  });

  it("is of the query the paging and the fields, of all else the names", () => {
    const cases: readonly (readonly [query: string, ...items: (readonly [string, string?])[]])[] = [
      ["pageSize=3&pageNumber=123456789", ["pageSize", "3"], ["pageNumber", "123456789"]],
      ["pageSize=1234567890&pageNumber=x", ["pageSize"], ["pageNumber"]],
      ["fields=a,B.c_d", ["fields", "a,B.c_d"]],
      ["fields=a%2Cb", ["fields", "a,b"]],
      ["fields=a%20b&fields=", ["fields"], ["fields"]],
      [`fields=${"a".repeat(200)}`, ["fields", "a".repeat(200)]],
      [`fields=${"a".repeat(201)}`, ["fields"]],
      ["q=Jo&&a=b=c", ["q"], ["a"]],
      ["%70ageSize=3", ["pageSize", "3"]],
      ["%zz=1", ["%zz"]],
    ];
    for (const [query, ...items] of cases) {
      const found = sharableQuery({ ...KNOWN, url: `http://h/x?${query}` });
      const expected = items.map(([name, value]) =>
        value === undefined ? { name } : { name, value },
      );
      assert.deepEqual(found, expected, query);
    }
  });

  it("is of a query that was typed no name that the specification does not know", () => {
    const url = "http://h/x?Jo=1&unions=a&pageSize=7&questionnaireId=9";
    const found = sharableQuery({ pathTemplate: "/x", url });
    const expected = [
      ...[{ name: "name" }, { name: "unions" }],
      ...[{ name: "pageSize", value: "7" }, { name: "questionnaireId" }],
    ];
    assert.deepEqual(found, expected);
  });

  it("is of headers the value where it tells of the transport alone", () => {
    const long = "x".repeat(1_000);
    const cases: readonly (readonly [name: string, value: string, shown: string])[] = [
      ["Content-Type", "text/plain; charset=utf-8; name=Jo", "text/plain; charset=utf-8"],
      ["X-DT-RequestId", "r-1", "r-1"],
      ["x-amzn-requestid", "r-2", "r-2"],
      ["RateLimit-Remaining", "3", "3"],
      ["Retry-After", "7", "7"],
      ["Location", "/clients/4711", LEFT_OUT],
      ["Set-Cookie", "a=b", LEFT_OUT],
      ["x-client", "Jo", LEFT_OUT],
      ["via2", "x", LEFT_OUT],
      ["Date", long, long],
      ["Date", `${long}x`, LEFT_OUT],
      [
        "WWW-Authenticate",
        'Bearer realm="a", error_description="Jo \\"x\\" is old", error="c"',
        `Bearer realm="a", error_description="${LEFT_OUT}", error="c"`,
      ],
      [
        "www-authenticate",
        "Bearer error_description = Jo, error=d",
        `Bearer error_description = "${LEFT_OUT}", error=d`,
      ],
    ];
    for (const [name, value, shown] of cases) {
      assert.deepEqual(sharableHeaders([[name, value]]), [[name, shown]], name);
    }
    assert.deepEqual(["Via", "x-via", "location"].map(isSharedHeader), [true, false, false]);
  });

  it("is of a challenge what the service did not write about somebody", () => {
    const asked: string[] = [];
    const value = 'Bearer ERROR_DESCRIPTION="the "client", x=1';
    const shown = withoutProse("WWW-Authenticate", value, (prose) => {
      asked.push(prose);
      return "…";
    });
    assert.deepEqual([shown, asked], ['Bearer ERROR_DESCRIPTION="…"client", x=1', ["the "]]);
    assert.equal(
      withoutProse("x-other", value, () => "…"),
      value,
    );
  });

  it("is of a content type the type and the character set", () => {
    const types = [
      [" text/plain ", "text/plain"],
      ['text/plain ; Charset="utf-8" ', 'text/plain; Charset="utf-8"'],
      ["a/b; c=d; charset=u", "a/b; charset=u"],
      ["a/b;charset=two words", "a/b"],
      ["a/b;xcharset=u", "a/b"],
      [`${"a".repeat(1_000)}; charset=u`, "a".repeat(1_000)],
      ["", ""],
    ] as const;
    for (const [value, shown] of types) {
      assert.equal(sharableType(value), shown);
    }
  });
});
