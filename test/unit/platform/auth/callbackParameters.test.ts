import assert from "node:assert/strict";
import type { CallbackParameters } from "../../../../src/platform/auth/browserSignIn";
import {
  readDecodedCallback,
  readPastedCallback,
  readRawCallback,
} from "../../../../src/platform/auth/callbackParameters";
import { isAppError } from "../../../../src/platform/base/errors";

const REDIRECT = "vscode://acme.explorer/callback";

function valuesOf({ values }: CallbackParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(values);
}

function refuses(read: () => CallbackParameters): void {
  assert.throws(read, (error) => {
    assert.ok(isAppError(error));
    return error.code === "credentials/callbackRejected";
  });
}

describe("what an editor's address brings, decoded once already", () => {
  it("is not decoded again", () => {
    const found = readDecodedCallback({ query: "code=a+b%41&state=x=y", fragment: "" });
    assert.deepEqual(valuesOf(found), { code: "a+b%41", state: "x=y" });
    assert.equal(found.from, "query");
  });

  it("has no second code out of an encoded separator", () => {
    // On the wire: state=abc%26code%3Devil&code=good
    refuses(() => readDecodedCallback({ query: "state=abc&code=evil&code=good", fragment: "" }));
  });

  it("comes in one part", () => {
    const fragment = "code=a&id_token=x.y.z";
    assert.equal(readDecodedCallback({ query: "", fragment }).from, "fragment");
    refuses(() => readDecodedCallback({ query: "code=a", fragment }));
  });
});

describe("what comes to a loopback page, percent-encoded", () => {
  it("is decoded once, as forms are", () => {
    const text = "code=a%2Bb+c%2526&&state=%C3%BC&empty=&alone";
    const found = readRawCallback({ from: "form", text });
    const expected = { code: "a+b c%26", state: "ü", empty: "", alone: "" };
    assert.deepEqual(valuesOf(found), expected);
    assert.equal(found.from, "form");
  });

  for (const text of ["code=%", "code=%zz", "code=%ff", "code=%C3", "%E0%80%80=x", "a=%ED%A0%80"]) {
    it(`is refused when it is no UTF-8: ${text}`, () => {
      refuses(() => readRawCallback({ from: "query", text }));
    });
  }

  it("has each name once, however it is spelled", () => {
    refuses(() => readRawCallback({ from: "query", text: "code=a&c%6Fde=b" }));
  });

  it("has limits of length and number", () => {
    const long = `code=${"c".repeat(65_531)}`;
    assert.equal(readRawCallback({ from: "query", text: long }).values.size, 1);
    refuses(() => readRawCallback({ from: "query", text: `${long}c` }));
    const many = Array.from({ length: 64 }, (_, index) => `p${index}=1`).join("&");
    assert.equal(readRawCallback({ from: "query", text: many }).values.size, 64);
    refuses(() => readRawCallback({ from: "query", text: `${many}&one=more` }));
  });

  it("has no names that mean something to objects", () => {
    const found = readRawCallback({ from: "query", text: "__proto__=x&constructor=y" });
    assert.equal(found.values.get("__proto__"), "x");
    assert.equal(found.values.get("toString"), undefined);
  });
});

describe("an address that was pasted", () => {
  it("is taken with blanks around it, from query or fragment", () => {
    const query = readPastedCallback(` ${REDIRECT}?code=a%20b&state=s \n`, REDIRECT);
    assert.deepEqual([query.from, valuesOf(query)], ["query", { code: "a b", state: "s" }]);
    const fragment = readPastedCallback(`${REDIRECT}#code=a`, REDIRECT);
    assert.deepEqual([fragment.from, valuesOf(fragment)], ["fragment", { code: "a" }]);
    assert.equal(readPastedCallback(`${REDIRECT}?code=a#`, REDIRECT).from, "query");
  });

  const FOREIGN = [
    "",
    "code=a",
    REDIRECT,
    `${REDIRECT}x`,
    `${REDIRECT}/?code=a`,
    "vscode://acme.explorer/other?code=a",
    "vscode://acme.explorer.evil/callback?code=a",
    "vscode-insiders://acme.explorer/callback?code=a",
    `https://evil.example/?next=${REDIRECT}?code=a`,
    `${REDIRECT}?code=a b`,
    `${REDIRECT}?code=a\n&state=b`,
    `${REDIRECT}?code=${"c".repeat(70_000)}`,
  ];
  for (const text of FOREIGN) {
    it(`is refused: ${JSON.stringify(text.slice(0, 60))}`, () => {
      refuses(() => readPastedCallback(text, REDIRECT));
    });
  }
});
