import "../../src/errorTexts";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Attempt } from "../../src/platform/base/action";
import { AppError, isAppError, isCanceled, type ErrorKind } from "../../src/platform/base/errors";
import { describeError, knownErrorCodes, type Translate } from "../../src/platform/texts/errorText";
import { anAction, anAttempt } from "../fakes/action";

const translate: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (place, index: string) => {
    assert.ok(Number(index) < values.length, `${place} of "${message}" has no value`);
    return String(values[Number(index)]);
  });

const ACTION = anAction({
  connectionLabel: "Acme development",
  environment: "development",
  attempts: [anAttempt({ url: "https://api.example/x?name=Okafor" })],
});

const VALUES = {
  place: "pensions/7/PEN-1.pension.json",
  ...{
    seconds: 30,
    port: 9001,
    line: 3,
    column: 7,
    reason: "trailingComma",
    limitBytes: 20 * 1_048_576,
  },
  ...{ retryAfterSeconds: 5, location: "https://x.example/", error: "invalid_scope", prefix: "x" },
  ...{ proxy: "proxy.example:3128", from: "setting", status: 407 },
  ...{ name: "pageSize", page: 3, expected: "integer", contentType: "text/html" },
  ...{ origin: "https://x.example", hop: "the proxy", summary: "1 of 2 landed." },
  ...{ came: "25", total: "120 rows", cause: "page 2 repeats page 1", kept: "a.csv" },
  ...{ rows: "25", clients: "25 clients", first: "1 of 2 rows came.", client: "Abernathy" },
  ...{
    pension: "PEN-1",
    fields: "1 field stored as sent",
    answered: "200 OK",
    date: "31 December",
  },
};

const SECRET = "canary-secret";
/** What an answer says is shown, and only through the translation, which takes secrets out. */
const ECHOED = "canary-echoed";
const redacting: Translate = (message, ...values) =>
  translate(message, ...values).replaceAll(ECHOED, "[redacted]");

describe("every code in words", () => {
  it("speaks of a new token only where one was refused", () => {
    const told = (...attempts: readonly Attempt[]): string => {
      const details = { status: 401, action: anAction({ attempts }) };
      const error = new AppError("credentials", "credentials/tokenRefused", details);
      return describeError(error, translate).what;
    };
    const renewed = anAttempt({ number: 2, reason: "renewal" });
    assert.match(told(anAttempt(), renewed), /token was refused \(401\), and a new one as well\./);
    assert.match(told(anAttempt()), /^The access token was refused \(401\)\./);
  });

  for (const code of [...knownErrorCodes(), "service/500", "service/999", "x/unknown"]) {
    for (const sandbox of [false, true]) {
      it(`${code}${sandbox ? " of the sandbox" : ""}`, () => {
        const error = new AppError(kindOf(code), code, {
          ...{ status: 418, requestId: "r-1", action: ACTION, values: VALUES },
          ...{ cause: new Error(SECRET), body: Buffer.from(ECHOED) },
        });
        const text = describeError(error, redacting, { sandbox });
        for (const sentence of [text.what, text.advice]) {
          assert.match(sentence, /^\S.*\S$/);
          assert.doesNotMatch(sentence, /[!{}]|undefined|NaN|\bOops\b|AppError|\/\w+Error|\s\s/);
          assert.doesNotMatch(sentence, new RegExp(`Okafor|${SECRET}|${ECHOED}`));
        }
        assert.match(text.advice, /\.$/);
        assert.deepEqual([text.requestId, text.traceId, text.code], ["r-1", "fpx-1", code]);
      });

      it(`${code}${sandbox ? " of the sandbox" : ""}, with nothing known`, () => {
        const text = describeError(new AppError(kindOf(code), code), translate, { sandbox });
        assert.doesNotMatch(text.what + text.advice, /undefined|NaN|''/);
      });
    }
  }

  it("has a sentence for every code that the source throws", () => {
    const thrown = codesIn(sources("src"));
    const silent = [...thrown].filter(
      (code) => !knownErrorCodes().includes(code) && !GENERIC.test(code),
    );
    assert.ok(thrown.size > 50);
    assert.deepEqual(silent, []);
  });

  const NONE = { seconds: 30 };
  const broken: readonly (readonly [
    string,
    number | undefined,
    Record<string, string | number>,
    RegExp,
  ])[] = [
    [
      "network/attemptTimeout",
      undefined,
      NONE,
      /did not answer within 30 s\. No part of an answer/,
    ],
    [
      "network/attemptTimeout",
      200,
      { ...NONE, receivedBytes: 0 },
      /did not finish its answer within 30 s\. The status \(200\) and headers of the answer arrived, but nothing/,
    ],
    [
      "network/stalled",
      200,
      { receivedBytes: 2_048 },
      /\. The status \(200\) and headers of the answer arrived, and 2(?:\.0)? KB of its body\.$/,
    ],
    [
      "network/actionTimeout",
      undefined,
      NONE,
      /30 s that they may take together\. The last answer before that was 503/,
    ],
    [
      "answer/cut",
      200,
      { receivedBytes: 5 },
      /complete\. The status .* arrived, and 5 B of its body/,
    ],
    ["answer/notJson", 200, { isCut: 1, line: 1, column: 9 }, /cut off: .* \(line 1, column 9\)/],
    [
      "pensions/outcomeUnknown",
      200,
      { isCut: 1, reason: "answer/notJson" },
      /is not known whether .*\. Its answer \(200\) is cut off/,
    ],
    [
      "pensions/outcomeUnknown",
      200,
      { receivedBytes: 0, reason: "network/attemptTimeout" },
      /is not known whether .*\. The status \(200\) and headers of the answer arrived/,
    ],
  ];
  for (const [code, status, values, words] of broken) {
    it(`says how far an answer came: ${code}, ${JSON.stringify(values)}`, () => {
      const action = anAction({ attempts: [anAttempt({ status: 503 })] });
      const details = { values, action, ...(status !== undefined && { status }) };
      const text = describeError(new AppError(kindOf(code), code, details), translate);
      assert.match(text.what, words);
      assert.doesNotMatch(text.advice, /base URL/);
    });
  }

  it("writes sizes and spans as the language does", () => {
    const cut = new AppError("answer", "answer/cut", {
      values: { receivedBytes: 9_318 },
      status: 200,
    });
    const busy = new AppError("service", "service/unavailable", {
      values: { retryAfterSeconds: 5, wait: "asks" },
      status: 503,
    });
    const context = { language: "de" };
    assert.match(describeError(cut, translate, context).what, / 9,1 KB of its body/);
    const { what, advice } = describeError(busy, translate, context);
    assert.match(`${what} ${advice}`, /It asks to wait 5,0 s/);
  });

  it("says it as the design does", () => {
    const error = new AppError("credentials", "credentials/keyRefused", {
      status: 401,
      action: ACTION,
    });
    assert.deepEqual(describeError(error, translate), {
      code: "credentials/keyRefused",
      what: "The subscription key was refused (401).",
      advice: "Check the key of 'Acme development' and enter it again.",
      action: "enterSubscriptionKey",
      traceId: "fpx-1",
    });
  });

  it("offers to restart the built-in sandbox only, whatever a connection is labelled", () => {
    const adviceOf = (connectionId: string): string => {
      const action = { ...ACTION, connectionId, environment: "sandbox" as const };
      const error = new AppError("network", "network/refused", { action });
      return describeError(error, translate).advice;
    };
    assert.match(adviceOf("sandbox"), /^Restart the sandbox/);
    assert.doesNotMatch(adviceOf("of-ones-own"), /[Rr]estart/);
  });

  it("offers other prefixes for results that were not found, and only there", () => {
    const error = new AppError("service", "service/404", { status: 404 });
    const actionFor = (operationId: "listResults" | "getClient"): string | undefined =>
      describeError(error, translate, { operationId }).action;
    assert.equal(actionFor("listResults"), "changeResultsPrefix");
    assert.equal(actionFor("getClient"), "refreshTree");
  });

  it("says nothing of an error that is not ours", () => {
    for (const error of [new TypeError(SECRET), SECRET, null, undefined, { message: SECRET }]) {
      const text = describeError(error, translate);
      assert.deepEqual([text.code, text.action], ["internal/unexpected", "showLog"]);
      assert.equal(JSON.stringify(text).includes(SECRET), false);
    }
  });
});

describe("AppError", () => {
  it("is known by its brand, also when another bundle made it", () => {
    const foreign = { kind: "canceled", [Symbol.for("financialPlanning.AppError")]: true };
    assert.equal(isAppError(foreign), true);
    assert.equal(isCanceled(foreign), true);
    assert.equal(isAppError(new Error("x")), false);
    assert.equal(isAppError("financialPlanning.AppError"), false);
  });

  it("hides its body from printing", () => {
    const error = new AppError("service", "service/500", { body: Buffer.from(SECRET) });
    assert.equal(Object.keys(error).includes("body"), false);
    assert.equal(JSON.stringify(error).includes("body"), false);
  });
});

/** Told by their kind: cancelling is never shown, the others are our own defects. */
const GENERIC =
  /^((canceled|internal|rpc)\/|definition\/(unreadable|unknownOperation|unknownSchema)$)/;

function kindOf(code: string): ErrorKind {
  const [word = ""] = code.split("/");
  const others: Readonly<Record<string, ErrorKind>> = {
    permit: "refused",
    x: "internal",
    definition: "input",
  };
  return others[word] ?? (word as ErrorKind);
}

function sources(folder: string): string[] {
  return readdirSync(join(process.cwd(), folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(process.cwd(), folder, name), "utf8"));
}

/** Whatever looks like a code of a family that is thrown anywhere, wherever it stands. */
function codesIn(texts: readonly string[]): Set<string> {
  const thrown = /new AppError\(\s*"\w+",\s*"(\w+)\//g;
  const families = new Set(texts.flatMap((text) => wordsBy(thrown, text)));
  assert.ok(families.size > 10);
  const code = new RegExp(`"((?:${[...families, "service"].join("|")})/[a-zA-Z]+)"`, "g");
  return new Set(texts.flatMap((text) => wordsBy(code, text)));
}

function wordsBy(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, word = ""]) => word);
}
