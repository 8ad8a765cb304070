import assert from "node:assert/strict";
import { isAppError } from "../../../../../src/platform/base/errors";
import {
  COPY_FORMS,
  copyAs,
  type CopyForm,
} from "../../../../../src/features/requests/common/copyAs/forms";
import {
  copyRequest,
  type CopyRequest,
} from "../../../../../src/features/requests/common/copyAs/request";
import type { Attempt } from "../../../../../src/platform/base/action";
import { IS_LONG } from "../../../../fakes/runs";
import { hostileBodies } from "./hostileBodies";
import { readCsharp, readHttpFile, readPowershell, readPrompt } from "./readers";
import { startRecording, type Recorded, type RecordingServer } from "./recordingServer";
import { isHere, runCurl, runEach, VARIABLES } from "./runs";

const PATH = "/finances/v1/clients/c%201/pensions/P'EN%2F1?fields=a,b%26c&x=[1]{2}%PATH%$HOME";
const HEADERS: Attempt["requestHeaders"] = [
  ["User-Agent", "explorer"],
  ["Authorization", "Bearer [redacted]"],
  ["Accept", "application/json"],
  ["Content-Type", "application/json; charset=utf-8"],
  ["x-dt-traceid", "fpx-1"],
  ["If-Match", `W/"a\\"b" $HOME %PATH% 'c' \`d\` & !e ^f`],
  ["X-Twice", "one"],
  ["x-twice", "two"],
];

describe("copy as", () => {
  const bodies = hostileBodies();
  /** To run a program takes long: each third is enough in the short form. */
  const run = bodies.filter((_body, index) => IS_LONG || index % 3 === 0);
  let server: RecordingServer;

  before(async () => {
    server = await startRecording();
  });

  beforeEach(() => server.take());

  after(() => server.close());

  const requestFor = (body: Buffer | undefined, method = "PUT"): CopyRequest =>
    copyRequest({ attempt: { method, url: server.origin + PATH, requestHeaders: HEADERS }, body });

  it("is tried with many bodies", () => {
    assert.ok(bodies.length >= 120);
  });

  for (const [language, program] of [
    ["bash", "curl"],
    ["typescript", process.execPath],
    ["python", "python3"],
  ] as const) {
    describe(`${language}, run`, () => {
      before(function () {
        if (!isHere(program)) {
          this.skip();
        }
      });

      it("makes each request again, byte for byte", async () => {
        await runEach(
          language,
          run.map((body) => copyAs(language, requestFor(body))),
        );
        const recorded = server.take();
        assert.equal(recorded.length, run.length);
        recorded.forEach((one, at) => expectSame(one, requestFor(run[at])));
      });

      it("makes requests without a body, whatever their method", async () => {
        const methods = ["GET", "DELETE", "HEAD", "POST"];
        const requests = methods.map((method) => requestFor(undefined, method));
        await runEach(
          language,
          requests.map((request) => copyAs(language, request)),
        );
        const recorded = server.take();
        assert.equal(recorded.length, methods.length);
        recorded.forEach((one, at) => expectSame(one, requests[at]!));
      });
    });
  }

  for (const [form, read] of [
    ["powershell", readPowershell],
    ["cmd", readPrompt],
  ] as const) {
    it(`${form}, read by the rules of its shell, gives curl each request`, async function () {
      if (!isHere("curl")) {
        this.skip();
      }
      const requests = [undefined, ...bodies].map((body) => requestFor(body));
      await runCurl(requests.map((request) => read(copyAs(form, request), VARIABLES)));
      const recorded = server.take();
      assert.equal(recorded.length, requests.length);
      recorded.forEach((one, at) => expectSame(one, requests[at]!));
    });
  }

  it("csharp, read by the rules of its literals, holds each request", () => {
    for (const body of bodies) {
      const request = requestFor(body);
      const { url, headers, body: read } = readCsharp(copyAs("csharp", request), VARIABLES);
      assert.equal(url, request.url);
      assert.deepEqual(read, Buffer.from(request.body!));
      assert.deepEqual(new Map(headers), new Map(expectedHeaders(request)));
    }
  });

  it("http, read as REST Client reads it, holds each request or is refused", () => {
    let written = 0;
    for (const body of bodies) {
      const request = requestFor(body);
      const text = textOrRefusal("http", request);
      if (text === undefined) {
        continue;
      }
      written++;
      const { method, url, headers, body: read } = readHttpFile(text, VARIABLES);
      assert.equal(method, request.method);
      assert.equal(url, request.url);
      assert.deepEqual(read, Buffer.from(request.body!), JSON.stringify(text));
      assert.deepEqual(new Map(headers), new Map(expectedHeaders(request)));
    }
    assert.ok(written >= 15, String(written));
    assert.ok(written < bodies.length - 40, String(written));
  });

  it("holds no live secret, and placeholders in the way of each form", () => {
    const placeholders: Readonly<Record<CopyForm, string>> = {
      bash: '"Authorization: Bearer $FP_TOKEN"',
      powershell: '"Authorization: Bearer $env:FP_TOKEN"',
      cmd: '"Authorization: Bearer %FP_TOKEN%"',
      csharp: '"Bearer " + Environment.GetEnvironmentVariable("FP_TOKEN")',
      typescript: '`Bearer ${process.env["FP_TOKEN"]}`',
      python: '"Bearer " + os.environ["FP_TOKEN"]',
      http: "Authorization: Bearer {{token}}",
    };
    for (const form of COPY_FORMS) {
      assert.ok(copyAs(form, requestFor(Buffer.from("{}"))).includes(placeholders[form]), form);
    }
  });

  it("writes secrets where they are asked for, and no placeholder", () => {
    const secrets = { token: "eyJ.live.token", subscriptionKey: "k-1" };
    const attempt = { method: "GET", url: "https://api.example/x", requestHeaders: [] };
    for (const form of COPY_FORMS) {
      const text = copyAs(form, copyRequest({ attempt, secrets }));
      assert.ok(text.includes("Bearer eyJ.live.token"), form);
      assert.ok(text.includes("k-1"), form);
      assert.doesNotMatch(text, /FP_|\{\{/, form);
    }
  });

  it("http: switches redirects off, with placeholders and with secrets", () => {
    const attempt = { method: "GET", url: "https://api.example/x", requestHeaders: [] };
    const secrets = { token: "eyJ.live.token", subscriptionKey: "k-1" };
    for (const request of [copyRequest({ attempt }), copyRequest({ attempt, secrets })]) {
      assert.match(copyAs("http", request), /^# @no-redirect\nGET /m);
    }
  });

  it("leaves credentials and the transport's own headers out", () => {
    const names = requestFor(undefined).headers.map(({ name }) => name);
    assert.deepEqual(names, [
      ...["Authorization", "Ocp-Apim-Subscription-Key", "Accept", "Content-Type"],
      ...["x-dt-traceid", "If-Match", "X-Twice"],
    ]);
  });

  const unwritable: Readonly<Record<string, Partial<Attempt>>> = {
    "a method that is none": { method: "GET /; rm" },
    "an address that is none": { url: "https://api.example/a b" },
    "a header that ends the line": { requestHeaders: [["X", "a\r\nY: b"]] },
    "a header's name that is none": { requestHeaders: [["X Y", "a"]] },
  };
  for (const [what, change] of Object.entries(unwritable)) {
    it(`refuses ${what}`, () => {
      const attempt = { method: "GET", url: "https://x.example/", requestHeaders: [], ...change };
      assert.throws(() => copyRequest({ attempt }), isCopyFormError);
    });
  }

  const taken: Readonly<Record<string, Partial<Attempt>>> = {
    "a value of the address": { url: "https://x.example/?a=1&code=[redacted]" },
    "a header": { requestHeaders: [["X-Api-Key", "[redacted]"]] },
    "a part of a header": { requestHeaders: [["X-Region", "north, [redacted]"]] },
  };
  for (const [what, change] of Object.entries(taken)) {
    it(`refuses a request whose record no longer holds ${what}`, () => {
      const attempt = { method: "GET", url: "https://x.example/", requestHeaders: [], ...change };
      const secrets = { token: "t", subscriptionKey: "k" };
      const wanted = { kind: "input", code: "input/notRepeatable" };
      assert.throws(() => copyRequest({ attempt }), wanted);
      assert.throws(() => copyRequest({ attempt, secrets }), wanted);
    });
  }

  it("refuses what fetch and PowerShell 5.1 cannot do", () => {
    const withBody = requestFor(Buffer.from("x"), "GET");
    assert.throws(() => copyAs("typescript", withBody), isCopyFormError);
    const slash = { ...withBody, headers: [{ name: "X", text: "a b\\" }] };
    assert.throws(() => copyAs("powershell", slash), isCopyFormError);
  });
});

function expectSame(one: Recorded, request: CopyRequest): void {
  const what = JSON.stringify(
    Buffer.from(request.body ?? [])
      .toString("utf8")
      .slice(0, 200),
  );
  const { pathname, search } = new URL(request.url);
  assert.equal(one.method, request.method, what);
  assert.equal(one.target, pathname + search, what);
  assert.ok(
    one.body.equals(Buffer.from(request.body ?? [])),
    `${what} came as ${String(one.body)}`,
  );
  for (const [name, value] of expectedHeaders(request)) {
    assert.equal(one.headers[name.toLowerCase()], value, `${what}: ${name}`);
  }
}

function expectedHeaders({ headers }: CopyRequest): readonly (readonly [string, string])[] {
  const values = { token: VARIABLES.FP_TOKEN, subscriptionKey: VARIABLES.FP_SUBSCRIPTION_KEY };
  return headers.map(({ name, text, secret }) => [
    name,
    secret === undefined ? text : text + values[secret],
  ]);
}

function textOrRefusal(form: CopyForm, request: CopyRequest): string | undefined {
  try {
    return copyAs(form, request);
  } catch (error) {
    assert.ok(isCopyFormError(error));
    return undefined;
  }
}

function isCopyFormError(error: unknown): boolean {
  return isAppError(error) && error.kind === "input" && error.code === "input/copyForm";
}
