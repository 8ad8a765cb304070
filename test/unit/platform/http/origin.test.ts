import assert from "node:assert/strict";
import {
  isBelow,
  mayBeBelow,
  pinOrigin,
  requireOrigin,
} from "../../../../src/platform/http/origin";

describe("origins", () => {
  const CASES: readonly (readonly [string, string])[] = [
    ["http://api.example", "refused/scheme"],
    ["http://localhost:8080", "refused/scheme"],
    ["http://127.0.0.1.evil.example", "refused/scheme"],
    ["http://[::2]", "refused/scheme"],
    ["ftp://127.0.0.1", "refused/scheme"],
    ["https://user@api.example", "refused/userInfo"],
    ["https://user:pass@api.example", "refused/userInfo"],
    ["nonsense", "refused/address"],
    ["", "refused/address"],
  ];
  for (const [root, code] of CASES) {
    it(`${root} is refused`, () => {
      const values = code === "refused/address" ? {} : { host: new URL(root).host };
      assert.throws(() => pinOrigin(root), { kind: "refused", code, values });
    });
  }

  it("allow https, and http to loopback literals", () => {
    assert.equal(pinOrigin("https://API.example:443/x"), "https://api.example");
    assert.equal(pinOrigin("http://127.8.0.1:81/"), "http://127.8.0.1:81");
    assert.equal(pinOrigin("http://[::1]:81"), "http://[::1]:81");
    // Other spellings of the same address: the parser makes them a literal.
    assert.equal(pinOrigin("http://2130706433:81"), "http://127.0.0.1:81");
  });

  const CONFUSIONS = [
    "https://api.example.evil.test/x",
    "https://api.example@evil.test/x",
    "https://evil.test/https://api.example/",
    "https://evil.test\\@api.example/",
    "https://api.example:444/x",
    "http://127.0.0.1/x",
    "//evil.test/x",
    "https:/evil.test/x",
    "https://api.exаmple/x",
  ];
  for (const address of CONFUSIONS) {
    it(`${address} is not https://api.example`, () => {
      const pinned = pinOrigin("https://api.example");
      assert.throws(() => requireOrigin(address, { origin: pinned }), { kind: "refused" });
    });
  }

  it("say where an address leads instead, and whether it is the path that is not their own", () => {
    const origin = pinOrigin("https://api.example");
    const isOwn = (url: URL): boolean => isBelow(url, "https://api.example/acme");
    const code = "refused/otherOrigin";
    const here = "https://api.example/acme/x";
    assert.equal(requireOrigin(here, { origin }).href, here);
    assert.equal(requireOrigin(here, { origin, isOwn }).href, here);
    assert.throws(() => requireOrigin("https://evil.test/acme/x", { origin, isOwn }), {
      ...{ code, values: { host: "evil.test" } },
    });
    assert.throws(() => requireOrigin("https://api.example/x", { origin, isOwn }), {
      ...{ code, values: { host: "api.example", other: "path" } },
    });
  });
});

describe("addresses below a root", () => {
  /** However a server reads them they are below it. */
  const BELOW = [
    ...["", "/", "/x", "/x.json", "/a%20b", "/x;v=1/y", "/a,b", "//x", "/x+/y", "/x.", "/.../x"],
    ...["/x;a/..;", "/..x", "/x..", "/é", "/%F0%9F%98%80"],
    // More often than anybody decodes.
    `/${encoded("..%2fx", 8)}`,
  ].map((rest) => `/acme${rest}`);

  /** As they are written they are, and a server may read them as others. */
  const DOUBTFUL = [
    ...["/..%2fx", "/..%2Fx", "/..%5cx", "/..%3fx", "/..%23x", "/..%00x", "/..%3f%0ax"],
    // Dots of full width, and a character between dots that cannot be seen.
    ...["/%EF%BC%8E%EF%BC%8E/x", "/.%E2%80%8B./x"],
    // No escapes of UTF-8: each server reads them in its own way.
    ...["/%zz", "/%2", "/%", "/%c0%ae/x"],
    `/${encoded("..%2fx", 1)}`,
    `/${encoded("..%2fx", 7)}`,
  ].map((rest) => `/acme${rest}`);

  /** As they are written they are not, and a server may read them as if they were. */
  const POSSIBLE = [
    ...["/ACME/x", "/%61cme/x", "//acme/x", "/acme;a", "/acme%2fx", "/x/..;/acme", "/acme+/x"],
    ...["/acme%20/x", "/acme./x", "/x/%2e%2e%2facme"],
  ];

  /** As no server reads them they are. */
  const ELSEWHERE = [
    ...["/", "/x", "/acme2", "/acmex/y", "/x;y/acme", "/a/acme", "/acme/..;/x", "/acme/..,a/x"],
    ...["/acme/%20..%20/x", "/acme/..+/x", "/acme/+../x", "/acme/..+", "/acme/+..", "/acme/..;"],
  ];

  const CASES = [
    ...BELOW.map((path) => ({ path, isSure: true, isPossible: true })),
    ...DOUBTFUL.map((path) => ({ path, isSure: false, isPossible: true })),
    ...POSSIBLE.map((path) => ({ path, isSure: false, isPossible: true })),
    ...ELSEWHERE.map((path) => ({ path, isSure: false, isPossible: false })),
  ];
  for (const { path, isSure, isPossible } of CASES) {
    const below = isSure ? "surely" : isPossible ? "perhaps" : "not";
    it(`${path.slice(0, 40)} is ${below} below /acme`, () => {
      const url = new URL(`https://api.example${path}`);
      for (const root of ["https://api.example/acme", "https://api.example/acme//"]) {
        assert.deepEqual([isBelow(url, root), mayBeBelow(url, root)], [isSure, isPossible]);
      }
      assert.equal(mayBeBelow(url, "https://api.example/Acme"), isPossible);
      const elsewhere = new URL(`https://evil.test${path}`);
      assert.equal(isBelow(elsewhere, "https://api.example/acme"), false);
      assert.equal(mayBeBelow(elsewhere, "https://api.example/acme"), false);
    });
  }

  it("are all of an origin without a path, and what lies deeper only all the way", () => {
    const url = new URL("https://api.example/acme/one/x");
    assert.deepEqual(
      [isBelow(url, "https://api.example"), isBelow(url, "https://api.example/")],
      [...[true, true]],
    );
    for (const root of ["https://api.example/acme/one", "https://api.example/acme/two"]) {
      const isThere = root.endsWith("one");
      assert.deepEqual([isBelow(url, root), mayBeBelow(url, root)], [isThere, isThere]);
    }
  });
});

function encoded(text: string, times: number): string {
  return times === 0 ? text : encoded(text.replaceAll("%", "%25"), times - 1);
}
