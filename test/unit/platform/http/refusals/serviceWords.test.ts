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
  const challenge = `Bearer error="x", error_description="${WHY}"`;
  const html = (body: string): Case => ({ body: `<html>${body}`, type: "text/html" });
  const said: readonly (readonly [name: string, answer: Case, words?: string])[] = [
    ["message", { body: { statusCode: 403, message: WHY } }],
    ["words in one line", { body: { message: " A \n\t B " } }, "A B"],
    [
      "a code that ends like one of the standard",
      { body: { error: "my_invalid_token" } },
      "my_invalid_token",
    ],
    ["a code that begins like one", { body: { error: "invalid_token_x" } }, "invalid_token_x"],
    [
      "a title that is the message, with a code",
      { body: { title: WHY, message: WHY, code: "E1" } },
      `${WHY} (E1)`,
    ],
    [
      "what a part says of the whole",
      { body: { title: "A", detail: "B", errors: [{ field: "a", detail: "B" }] } },
      "A · B",
    ],
    ["what follows parts of the status", { body: { errors: ["403", "Forbidden", "error", WHY] } }],
    ["plain text with signs", { body: "1 < 2 {x}: <b>", type: "text/plain" }, "1 < 2 {x}: <b>"],
    ["plain text with indented ids", { body: `${WHY}\n  request id: 4711`, type: "" }],
    ["JSON behind words", { body: 'No {"message": "B"', type: "" }, 'No {"message": "B"'],
    ["JSON behind spaces that was cut off", { body: `\n {"message":"${WHY}","trace":[{"a` }],
    [
      "a long text in a JSON text",
      { body: JSON.stringify(JSON.stringify({ message: "ab ".repeat(200) })) },
      `${"ab ".repeat(99)}ab…`,
    ],
    ["a page behind spaces", { body: `\n <html><title>${WHY}</title>`, type: "" }],
    ["a title after others of the status", html(`<p>403<p>Forbidden<p>error<p>${WHY}`)],
    [
      "a message after empty ones",
      { body: `<a>${"<message> </message>".repeat(3)}<message>${WHY}</message>` },
    ],
    [
      "XML with a title far behind",
      { body: `<a>${"x".repeat(4_096)}<title>T</title><message>${WHY}</message></a>` },
    ],
    ["no scripts with attributes", html(`<script type="a">"<h1>No</h1>"</script ><h1>${WHY}</h1>`)],
    [
      "the last character there is",
      html("<h1>a&#x10ffff;b&#1114112;</h1>"),
      "a\u{10ffff}b&#1114112;",
    ],
    ["capital letters", { body: { Message: WHY } }],
    ["OAuth", { body: { error: "denied", error_description: WHY } }, `${WHY} (denied)`],
    [
      "problem details",
      { body: { type: "about:blank", title: "No access", status: 403, detail: WHY } },
      `No access · ${WHY}`,
    ],
    ["a title that is the message", { body: { title: WHY, message: WHY } }],
    ["a code", { body: { message: WHY, errorCode: "E.7" } }, `${WHY} (E.7)`],
    ["a code of one letter", { body: { message: WHY, code: "x" } }],
    ["a code of words", { body: { message: WHY, code: "two words" } }],
    ["a code that is the message", { body: { message: "closed", code: "closed" } }, "closed"],
    [
      "message, title, code and list",
      { body: { message: "A", title: "B", code: "E_1", errors: ["C", "D"] } },
      "B · A (E_1) · C",
    ],
    [
      "an error inside, before what is beside it",
      { body: { meta: { title: "v1" }, error: { message: WHY, code: 7 } } },
      `${WHY} · v1`,
    ],
    [
      "an object inside that says more than the status",
      { body: { message: "403", inner: { reason: WHY } } },
    ],
    [
      "OData",
      { body: { error: { code: "X1", message: { lang: "en", value: WHY } } } },
      `X1 · ${WHY}`,
    ],
    ["a text in an object", { body: { message: { text: WHY } } }],
    ["JSON:API", { body: { errors: [{ status: "403", title: WHY }] } }],
    ["a list of texts", { body: { errors: [WHY] } }],
    [
      "three of a list",
      { body: { errors: ["One.", "Two.", "Three.", "Four."] } },
      "One. · Two. · Three.",
    ],
    ["messages as a list", { body: { statusCode: 403, message: [WHY], error: "Forbidden" } }],
    ["a fault", { body: { fault: { faultstring: WHY, detail: { errorcode: "a.b" } } } }],
    ["a list and nothing around it", { body: [WHY, 4711] }],
    ["an object in a list", { body: { data: [{ message: WHY }] } }],
    ["a text", { body: JSON.stringify(WHY) }],
    ["JSON in a JSON text", { body: JSON.stringify(JSON.stringify({ message: WHY })) }],
    ["a list in a JSON text", { body: JSON.stringify("[4711]"), status: 409 }, "[4711]"],
    ["names that nobody knows", { body: { outcome: { hinweis: WHY } } }, `hinweis: ${WHY}`],
    [
      "three of such names",
      { body: { one: "A.", two: "B.", three: "C.", four: "D." } },
      "one: A. · two: B. · three: C.",
    ],
    [
      "parts of the body",
      { status: 422, body: { title: "Invalid", errors: { amount: ["must be above 0"] } } },
      "Invalid · amount: must be above 0",
    ],
    [
      "a part that says what the whole says",
      { body: { message: "Top", errors: [{ field: "a", message: "Top" }] } },
      "Top",
    ],
    [
      "plain text",
      { body: `${WHY}\nrequest id: 4711\nCall us.`, type: "text/plain" },
      `${WHY} Call us.`,
    ],
    ["plain text with a JSON name", { body: 'A "message": "B"', type: "" }, 'A "message": "B"'],
    ["JSON that was cut off", { body: `{"status":403,"message":"${WHY}","trace":[{"a` }],
    ["a list that was cut off", { body: `[{"reason":"${WHY}","trace":[{"a` }],
    ["no content type", { body: WHY, type: "" }],
    ["a title", html(`<head><title>${WHY}</title></head></html>`)],
    ["a heading under a title of the status", html(`<title>403 Forbidden</title><h1>${WHY}</h1>`)],
    ["the next heading", html(`<title></title><h1>403</h1><h2>${WHY}</h2><h2>No</h2>`)],
    ["a heading with marks", html("<h1>The <b>key</b> is <i>old</i></h1> No"), "The key is old"],
    [
      "a heading of the status with words in it",
      html("<h1>403 <b>Forbidden</b>: old key</h1>"),
      "403 Forbidden : old key",
    ],
    ["paragraphs without ends", html(`<p>${WHY}<p>No`)],
    ["a last paragraph without an end", html(`<p>${WHY}`)],
    [
      "no scripts and styles",
      html(`<script>"<h1>No</h1>"</script><style>h1{}</style><h1>${WHY}</h1>`),
    ],
    [
      "entities",
      html("<title>A &amp; B &#x2014;&#65;&nbsp;&quot;c&quot; closed</title>"),
      'A & B —A "c" closed',
    ],
    ["what is no entity", html("<h1>&unknown;&#0;&#x110000;</h1>"), "&unknown;&#0;&#x110000;"],
    ["XML", { body: `<Error><Code>X</Code><Message>${WHY}</Message></Error>` }],
    ["XML with a code alone", { body: "<Fail><Code>X_1</Code></Fail>" }, "X_1"],
    ["XML with names that nobody knows", { body: `<a><b>${WHY}</b></a>` }],
    ["SOAP", { body: `<s:Fault><faultstring><![CDATA[${WHY}]]></faultstring></s:Fault>` }],
    ["a challenge", { body: { message: "Forbidden" }, challenge }],
    ["a challenge with a code alone", { challenge: 'Bearer error="denied"' }, "denied"],
    [
      "a challenge whose code has a sentence of ours",
      { challenge: 'Bearer error="invalid_token", error_description="It is old"' },
      "It is old",
    ],
    ["a reason phrase of its own", { statusText: WHY }],
    [
      "a reason phrase that the body repeats",
      { body: { message: "Closed today" }, statusText: "closed" },
      "Closed today",
    ],
    [
      "three parts of all",
      {
        body: { title: "A", detail: "B" },
        challenge: 'Bearer error_description="C"',
        statusText: "D",
      },
      "A · B · C",
    ],
    ["the phrase of another status", { body: "Not Found", type: "text/plain" }, "Not Found"],
  ];
  for (const [name, answer, expected = WHY] of said) {
    it(name, () => {
      assert.equal(words(answer), expected);
    });
  }

  const silent: readonly (readonly [string, Case])[] = [
    ["no body", {}],
    ["a failure", { body: "403 fail", type: "text/plain" }],
    ["a challenge without a reason", { challenge: 'Basic realm="x"' }],
    ["a page without words", { body: "<html><body><b>words</b></body></html>" }],
    ["an empty object", { body: {} }],
    ["the status as JSON", { body: { status: 403, error: "Forbidden", path: "/crm/v1/clients" } }],
    ["ids alone", { body: { requestId: "4711", status: 403, timestamp: "2026-11-22" } }],
    ["a page of the status", { body: "<html><title>403 Forbidden</title><h1>403</h1></html>" }],
    ["the reason phrase", { statusText: "Forbidden", body: "Forbidden", type: "text/plain" }],
    ["a picture", { body: "GIF89a words", type: "image/gif" }],
    ["bytes", { body: "words\0words", type: "" }],
    ["a code that has a sentence of ours", { challenge: 'Bearer error="insufficient_scope"' }],
    ["a removed secret", { body: "[redacted]", type: "text/plain" }],
    ["the number of the call", { body: "request id: 4711", type: "text/plain" }],
  ];
  for (const [name, answer] of silent) {
    it(`nothing: ${name}`, () => {
      assert.equal(words(answer), "");
    });
  }

  const phrases = [
    ...["400 Bad Request", "401 Unauthorized", "401 Unauthorised", "403 Forbidden"],
    ...["404 Not Found", "405 Method Not Allowed", "409 Conflict", "412 Precondition Failed"],
    ...["413 Payload Too Large", "413 Content Too Large", "413 Request Entity Too Large"],
    ...["415 Unsupported Media Type", "422 Unprocessable Entity", "422 Unprocessable Content"],
    ...["429 Too Many Requests", "500 Internal Server Error", "502 Bad Gateway"],
    ...["503 Service Unavailable", "503 Service Temporarily Unavailable"],
    ...["504 Gateway Timeout", "504 Gateway Time-out"],
  ];
  it("nothing: the phrase of a status, with the words that are always beside it", () => {
    for (const phrase of phrases) {
      const status = Number(phrase.slice(0, 3));
      const body = `HTTP error ${phrase}. Status code, response failed: failure`;
      assert.equal(words({ body, type: "text/plain", status }), "", phrase);
    }
  });

  it("looks at two thousand values of JSON, level by level", () => {
    const behind = (count: number, inner: unknown): string => {
      const rows = Array.from({ length: count }, () => 0);
      return words({ body: { rows, more: inner } });
    };
    // With the two members of the whole and the object among the rows.
    assert.equal(behind(1_996, { inner: { hinweis: WHY } }), `hinweis: ${WHY}`);
    assert.equal(behind(1_997, { inner: { hinweis: WHY } }), "");
  });

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
