import assert from "node:assert/strict";
import { cleanMessage } from "../../../../../src/platform/http/refusals/problemList";
import { readServiceWords } from "../../../../../src/platform/http/refusals/serviceWords";
import { createRedactor } from "../../../../../src/platform/http/redaction";

const bytes = (body: unknown): Uint8Array =>
  new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));

interface Case {
  readonly body?: unknown;
  readonly type?: string;
  readonly challenge?: string;
  readonly statusText?: string;
  readonly status?: number;
}

function words(
  { body, type = "application/json", challenge, statusText, status = 403 }: Case,
  clean: (text: string) => string = (text) => text,
): string {
  const headers: [string, string][] = [["Content-Type", type]];
  if (challenge !== undefined) {
    headers.push(["WWW-Authenticate", challenge]);
  }
  return readServiceWords({ status, statusText, headers, body: bytes(body ?? "") }, clean);
}

const WHY = "The subscription is suspended.";

describe("what the service says of its refusal", () => {
  const said: readonly (readonly [name: string, answer: Case, words?: string])[] = [
    ["message", { body: { statusCode: 403, message: WHY } }],
    ["capital letters", { body: { Message: WHY } }],
    ["OAuth", { body: { error: "denied", error_description: WHY } }, `${WHY} (denied)`],
    [
      "problem details",
      { body: { type: "about:blank", title: "No access", status: 403, detail: WHY } },
      `No access · ${WHY}`,
    ],
    ["an error inside", { body: { meta: { title: "v1" }, error: { message: WHY, code: 7 } } }],
    ["OData", { body: { error: { code: "X1", message: { lang: "en", value: WHY } } } }, "X1 · "],
    ["JSON:API", { body: { errors: [{ status: "403", title: WHY }] } }],
    ["a list of texts", { body: { errors: [WHY] } }],
    ["messages as a list", { body: { statusCode: 403, message: [WHY], error: "Forbidden" } }],
    ["a fault", { body: { fault: { faultstring: WHY, detail: { errorcode: "a.b" } } } }],
    ["a list and nothing around it", { body: [WHY, 4711] }],
    ["a text", { body: JSON.stringify(WHY) }],
    ["JSON in a JSON text", { body: JSON.stringify(JSON.stringify({ message: WHY })) }],
    ["names that nobody knows", { body: { outcome: { hinweis: WHY } } }, `hinweis: ${WHY}`],
    [
      "parts of the body",
      { status: 422, body: { title: "Invalid", errors: { amount: ["must be above 0"] } } },
      "Invalid · amount: must be above 0",
    ],
    ["plain text", { body: `${WHY}\nrequest id: 4711`, type: "text/plain" }],
    ["JSON that was cut off", { body: `{"status":403,"message":"${WHY}","trace":[{"a` }],
    ["no content type", { body: WHY, type: "" }],
    [
      "a title",
      { body: `<!doctype html><html><head><title>${WHY}</title></head></html>`, type: "text/html" },
    ],
    [
      "a heading under a title of the status",
      { body: `<html><title>403 Forbidden</title><h1>${WHY}</h1></html>`, type: "text/html" },
    ],
    ["entities", { body: "<html><title>A &amp; B &#x2014; closed</title>" }, "A & B — closed"],
    ["XML", { body: `<Error><Code>X</Code><Message>${WHY}</Message></Error>` }],
    ["SOAP", { body: `<s:Fault><faultstring><![CDATA[${WHY}]]></faultstring></s:Fault>` }],
    [
      "a challenge",
      { body: { message: "Forbidden" }, challenge: `Bearer error="x", error_description="${WHY}"` },
    ],
    ["a reason phrase of its own", { statusText: WHY }],
  ];
  for (const [name, answer, expected = WHY] of said) {
    it(name, () => {
      const found = words(answer);
      assert.ok(found.startsWith(expected), found);
      assert.ok(!/[<>\n]|4711/.test(found), found);
    });
  }

  const silent: readonly (readonly [string, Case])[] = [
    ["no body", {}],
    ["an empty object", { body: {} }],
    ["the status as JSON", { body: { status: 403, error: "Forbidden", path: "/crm/v1/clients" } }],
    ["ids alone", { body: { requestId: "4711", status: 403, timestamp: "2026-11-22" } }],
    ["a page of the status", { body: "<html><title>403 Forbidden</title><h1>403</h1></html>" }],
    ["the reason phrase", { statusText: "Forbidden", body: "Forbidden", type: "text/plain" }],
    ["a picture", { body: "GIF89a words", type: "image/gif" }],
    ["bytes", { body: "words\0words", type: "" }],
  ];
  for (const [name, answer] of silent) {
    it(`nothing: ${name}`, () => {
      assert.equal(words(answer), "");
    });
  }

  it("says of a record that is not there what it says", () => {
    assert.equal(words({ status: 404, body: { message: "Client not found" } }), "Client not found");
  });

  it("holds no part of a secret, wherever it is cut and whatever is put into it", () => {
    const secret = "S3cr3t".repeat(40);
    const redactor = createRedactor();
    redactor.add(secret);
    for (const lead of [0, 200, 280, 299, 3_900, 4_090]) {
      const bodies = [
        `${"a ".repeat(lead / 2)}${secret} end`,
        `${"a ".repeat(lead / 2)}${secret.slice(0, 50)}\u200b${secret.slice(50)} end`,
        `${"a ".repeat(lead / 2)}${`${secret} `.repeat(30)}`,
      ];
      for (const text of bodies) {
        for (const body of [text, { message: text }, `<html><title>${text}</title>`]) {
          const found = words({ body, type: "" }, (each) => redactor.redact(each));
          assert.ok(!found.includes("S3cr3t"), `${lead}: ${found}`);
          assert.ok(found.length <= 300);
        }
      }
    }
  });

  it("ends with no half of a character, wherever it is cut", () => {
    for (const lead of ["a", "ab"]) {
      for (const body of [{ message: lead + "😀".repeat(400) }, lead + "😀".repeat(400)]) {
        const found = words({ body, type: "" });
        assert.ok(found.isWellFormed() && /^ab?(?:😀)+…$/u.test(found), found.slice(-4));
        assert.ok(found.length <= 300);
      }
      assert.ok(cleanMessage(lead + "😀".repeat(400)).isWellFormed());
    }
  });

  it("reads whatever is sent in no time", () => {
    const bodies = ["<p>", "<script>", "<title", "[", '{"a":', "&#1", "a".repeat(9), "<a:"];
    const began = process.cpuUsage().user;
    for (const piece of bodies) {
      words({ body: piece.repeat(200_000 / piece.length), type: "" });
    }
    assert.ok(process.cpuUsage().user - began < 5_000_000);
  });
});
