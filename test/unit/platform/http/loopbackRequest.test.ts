import assert from "node:assert/strict";
import { classifyRequest, type LoopbackDoor } from "../../../../src/platform/http/loopbackRequest";

const DOOR: LoopbackDoor = {
  origin: "http://127.0.0.1:8080",
  path: "/callback",
  authOrigin: "https://login.example",
};
const FORM: Header = ["Content-Type", "application/x-www-form-urlencoded"];
const FRAGMENT: Header = ["X-Callback-From", "fragment"];
const OWN_ORIGIN: Header = ["Origin", DOOR.origin];

type Header = readonly [name: string, value: string];

const REFUSED = { kind: "refused", status: 400 } as const;

describe("requests to the loopback page", () => {
  it("that name this machine by its address and port alone are let in", () => {
    for (const host of ["127.0.0.1:8080", "127.0.0.1", "localhost:8080", "", undefined]) {
      const headers = host === undefined ? [] : ["HOST", host];
      const found = classifyRequest(
        { method: "GET", target: "/callback", rawHeaders: headers },
        DOOR,
      );
      assert.deepEqual(found, host === "127.0.0.1:8080" ? { kind: "page" } : REFUSED, host);
    }
    const twice = ["Host", "127.0.0.1:8080", "Host", "127.0.0.1:8080"];
    const found = classifyRequest({ method: "GET", target: "/callback", rawHeaders: twice }, DOOR);
    assert.deepEqual(found, REFUSED);
    // A value that looks like the name of a header is none.
    const value = ["X-Name", "host", "127.0.0.1:8080", "x"];
    const none = classifyRequest({ method: "GET", target: "/callback", rawHeaders: value }, DOOR);
    assert.deepEqual(none, REFUSED);
  });

  it("are refused for another path, then for another method", () => {
    for (const target of ["/", "/callback/", "/Callback", "callback", "/callbac", ""]) {
      assert.deepEqual(judge("GET", target), { kind: "refused", status: 404 }, target);
      assert.deepEqual(judge("PUT", target), { kind: "refused", status: 404 }, target);
    }
    for (const method of ["PUT", "HEAD", "OPTIONS", "get"]) {
      assert.deepEqual(judge(method, "/callback"), { kind: "refused", status: 405 }, method);
    }
  });

  it("bring a query, or ask for the page that brings a fragment", () => {
    assert.deepEqual(judge("GET", "/callback"), { kind: "page" });
    assert.deepEqual(judge("GET", "/callback?"), { kind: "page" });
    for (const text of ["a", "code=%00&state=~!$", "?", "a?b"]) {
      assert.deepEqual(judge("GET", `/callback?${text}`), { kind: "query", text });
    }
    for (const text of ["a#b", "a b", "é", "a\n", " a"]) {
      assert.deepEqual(judge("GET", `/callback?${text}`), REFUSED, text);
    }
  });

  it("by GET come by navigation, and without a body", () => {
    const cases: readonly (readonly [Header, boolean])[] = [
      [["Sec-Fetch-Mode", "navigate"], true],
      [["Sec-Fetch-Mode", "no-cors"], false],
      [["Content-Length", "0"], true],
      [["Content-Length", "1"], false],
      [["Transfer-Encoding", "chunked"], false],
      [["Origin", "https://evil.example"], true],
    ];
    for (const [header, isIn] of cases) {
      const expected = isIn ? { kind: "query", text: "a=b" } : REFUSED;
      assert.deepEqual(judge("GET", "/callback?a=b", header), expected, header.join(": "));
    }
  });

  it("by POST bring a form of the provider, or of nobody who says so", () => {
    const form = { kind: "body", from: "form" } as const;
    const cases: readonly (readonly [readonly Header[], unknown])[] = [
      [[FORM], form],
      [[[FORM[0], `${FORM[1].toUpperCase()} ; charset=utf-8`]], form],
      [[[FORM[0], `${FORM[1]}x`]], REFUSED],
      [[[FORM[0], `x${FORM[1]}`]], REFUSED],
      [[[FORM[0], "text/plain"]], REFUSED],
      [[], REFUSED],
      [[FORM, FORM], REFUSED],
      [[FORM, OWN_ORIGIN], form],
      [[FORM, ["Origin", DOOR.authOrigin]], form],
      [[FORM, ["Origin", "null"]], form],
      [[FORM, ["Origin", "https://evil.example"]], REFUSED],
      [[FORM, ["Origin", ""]], REFUSED],
      [[FORM, OWN_ORIGIN, OWN_ORIGIN], REFUSED],
      [[FORM, ["Sec-Fetch-Mode", "navigate"]], form],
      [[FORM, ["Sec-Fetch-Mode", "cors"]], REFUSED],
    ];
    for (const [headers, expected] of cases) {
      assert.deepEqual(judge("POST", "/callback", ...headers), expected, JSON.stringify(headers));
    }
    assert.deepEqual(judge("POST", "/callback?a=b", FORM), REFUSED);
  });

  it("by POST bring a fragment from our own page alone, which fetches", () => {
    const fragment = { kind: "body", from: "fragment" } as const;
    const fetched: Header = ["Sec-Fetch-Mode", "cors"];
    const cases: readonly (readonly [readonly Header[], unknown])[] = [
      [[FORM, FRAGMENT, OWN_ORIGIN], fragment],
      [[FORM, FRAGMENT, OWN_ORIGIN, fetched], fragment],
      [[FORM, FRAGMENT], REFUSED],
      [[FORM, FRAGMENT, OWN_ORIGIN, OWN_ORIGIN], REFUSED],
      [[FORM, FRAGMENT, ["Origin", "null"]], REFUSED],
      [[FORM, FRAGMENT, ["Origin", DOOR.authOrigin]], REFUSED],
      [[FORM, FRAGMENT, FRAGMENT, OWN_ORIGIN], REFUSED],
      [[FORM, [FRAGMENT[0], "form"], OWN_ORIGIN], REFUSED],
      [[FRAGMENT, OWN_ORIGIN], REFUSED],
    ];
    for (const [headers, expected] of cases) {
      assert.deepEqual(judge("POST", "/callback", ...headers), expected, JSON.stringify(headers));
    }
  });
});

function judge(
  method: string,
  target: string,
  ...headers: readonly Header[]
): ReturnType<typeof classifyRequest> {
  const rawHeaders = ["Host", "127.0.0.1:8080", ...headers.flat()];
  return classifyRequest({ method, target, rawHeaders }, DOOR);
}
