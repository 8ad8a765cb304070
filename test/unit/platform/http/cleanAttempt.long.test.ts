import assert from "node:assert/strict";
import type { Attempt } from "../../../../src/platform/base/action";
import { withoutSecrets } from "../../../../src/platform/http/cleanAttempt";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { anAttempt } from "../../../fakes/action";

const SECRET = "S3cr3t-of-a-client";

function clean(change: Partial<Attempt>): Attempt {
  const redactor = createRedactor();
  redactor.add(SECRET);
  return withoutSecrets(anAttempt(change), (text) => redactor.redact(text));
}

describe("an attempt without secrets", () => {
  it("is the same one where nothing is found", () => {
    const attempt = anAttempt({
      ...{ statusText: "Fine", requestId: "r-1", errorIds: [{ field: "id", value: "e-1" }] },
      requestHeaders: [
        ["Authorization", "Bearer [redacted]"],
        ["Ocp-Apim-Subscription-Key", "[redacted]"],
      ],
      responseHeaders: [["Content-Type", "application/json"]],
    });
    assert.equal(
      withoutSecrets(attempt, (text) => text),
      attempt,
    );
  });

  const secret = [
    ...["Cookie", "Set-Cookie", "set-cookie2", "Authorization", "Proxy-Authorization"],
    ...["X-Auth-Token", "token", "client_secret", "x-session", "PHP-SESSIONID", "password"],
    ...["Ocp-Apim-Subscription-Key", "X-API-Key", "apikey", "x-functions-key", "access_key"],
  ];
  const plain = ["cookies", "x-token-kind", "tokenizer", "key", "x-key", "monkey", "x-secrets"];
  it("has no value of a header that is a credential by its name", () => {
    for (const name of [...secret, ...secret.map((each) => each.toUpperCase())]) {
      const { requestHeaders, responseHeaders } = clean({
        requestHeaders: [
          ["X-First", "a"],
          [name, "value of the header"],
        ],
        responseHeaders: [
          [name, "bearer something"],
          ["X-Last", "b"],
        ],
      });
      assert.deepEqual(requestHeaders, [
        ["X-First", "a"],
        [name, "[redacted]"],
      ]);
      assert.deepEqual(responseHeaders, [
        [name, "Bearer [redacted]"],
        ["X-Last", "b"],
      ]);
    }
    for (const name of plain) {
      const headers = [[name, "value of the header"]] as const;
      assert.deepEqual(clean({ responseHeaders: headers }).responseHeaders, headers);
    }
  });

  it("knows a name again, however many there were", () => {
    for (let index = 0; index < 1_100; index++) {
      clean({ responseHeaders: [[`x-header-${index}`, "a"]] });
    }
    const headers = [
      ["x-late-token", "value"],
      ["x-late", "value"],
    ] as const;
    for (const round of [1, 2]) {
      const { responseHeaders } = clean({ responseHeaders: headers });
      assert.deepEqual(
        responseHeaders,
        [
          ["x-late-token", "[redacted]"],
          ["x-late", "value"],
        ],
        `${round}`,
      );
    }
  });

  it("has none in any place that is kept", () => {
    const text = `of ${SECRET} here`;
    const without = "of [redacted] here";
    const places: readonly (readonly [Partial<Attempt>, Partial<Attempt>])[] = [
      [{ url: `http://h/${SECRET}` }, { url: "http://h/[redacted]" }],
      [{ statusText: text }, { statusText: without }],
      [{ requestId: text }, { requestId: without }],
      [{ requestHeaders: [["X-Any", text]] }, { requestHeaders: [["X-Any", without]] }],
      [{ responseHeaders: [["X-Any", text]] }, { responseHeaders: [["X-Any", without]] }],
      [{ responseHeaders: [[SECRET, "x"]] }, { responseHeaders: [["[redacted]", "[redacted]"]] }],
      [
        {
          errorIds: [
            { field: "a", value: SECRET },
            { field: "b", value: "e-1" },
          ],
        },
        { errorIds: [{ field: "b", value: "e-1" }] },
      ],
    ];
    for (const [before, after] of places) {
      assert.deepEqual(clean(before), anAttempt(after));
    }
  });

  it("leaves out nothing beside a secret, and adds nothing", () => {
    const kept: Partial<Attempt> = {
      ...{ statusText: "Fine", requestId: "r-1", errorIds: [{ field: "id", value: "e-1" }] },
      requestHeaders: [["X-Trace", "t"]],
    };
    const found = clean({ ...kept, responseHeaders: [["X-Any", SECRET]] });
    assert.deepEqual(found, anAttempt({ ...kept, responseHeaders: [["X-Any", "[redacted]"]] }));
  });
});
