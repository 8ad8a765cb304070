import assert from "node:assert/strict";
import {
  problemPathText,
  readProblemPath,
} from "../../../../../src/platform/http/refusals/problemPath";
import { locateProblems } from "../../../../../src/features/pensions/common/answers/problemPlaces";
import { readBodyProblems } from "../../../../../src/platform/http/refusals/problems";

const PAYLOAD = `{
  "provider": "Aviva",
  "schemeName": "Group \\"A\\"",
  "contributions": [
    { "payer": "member", "amount": "12" },
    { "amount": 3 }
  ],
  "a/b": { "m~n": 1 },
  "amount": 7, "amount": 8
}
`;
const AMOUNT = '"12"';

function bytes(body: unknown): Uint8Array {
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}

/** Each problem as one line. */
function read(body: unknown, contentType = "application/json"): string[] {
  return readBodyProblems(bytes(body), contentType).map(
    ({ path, message }) => `${problemPathText(path) || "-"}: ${message}`,
  );
}

/** What is underlined in the payload, with its line. */
function placed(path: readonly (string | number)[], message = "no"): string | undefined {
  const [place] = locateProblems(PAYLOAD, [{ path, message }]);
  return place && PAYLOAD.slice(place.offset, place.offset + place.length);
}

describe("places that services name", () => {
  for (const [text, expected] of [
    ["/contributions/0/amount", ["contributions", 0, "amount"]],
    ["#/contributions/0/amount", ["contributions", 0, "amount"]],
    ["/a~1b/m~0n", ["a/b", "m~n"]],
    ["#/a%20b", ["a b"]],
    ["contributions[0].amount", ["contributions", 0, "amount"]],
    ["contributions.0.amount", ["contributions", 0, "amount"]],
    ["$.contributions[0]", ["contributions", 0]],
    ["$['contributions'][0][\"amount\"]", ["contributions", 0, "amount"]],
    ["$", []],
    ["", []],
    ["#", []],
    ["amount", ["amount"]],
    ["Contributions[0].Amount", ["Contributions", 0, "Amount"]],
    ["is not a number", undefined],
    ["a[0", undefined],
    ["x".repeat(400), undefined],
    [`a${".b".repeat(40)}`, undefined],
  ] as const) {
    it(`${text.slice(0, 40)}: ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(readProblemPath(text), expected));
  }
});

describe("readBodyProblems", () => {
  it("takes secrets out before it cuts a message", () => {
    const secret = "S3cr3t".repeat(40);
    const clean = (text: string): string => text.replaceAll(secret, "[redacted]");
    for (const lead of [0, 300, 480, 1_900]) {
      const message = `${"a ".repeat(lead / 2)}${`${secret} `.repeat(30)}`;
      for (const body of [message, { message }, { errors: [{ field: "amount", message }] }]) {
        const found = JSON.stringify(readBodyProblems(bytes(body), "", clean));
        assert.ok(!found.includes("S3cr3t"), found);
      }
    }
  });

  const both = ["contributions[0].amount: must be a number", "schemeName: is required"];
  const map = {
    "Contributions[0].Amount": ["must be a number", "must be positive"],
    SchemeName: ["is required"],
  };
  const ofMap = [
    "Contributions[0].Amount: must be a number",
    "Contributions[0].Amount: must be positive",
    "SchemeName: is required",
  ];
  const list = [
    { field: "contributions[0].amount", issue: "must be a number" },
    { field: "schemeName", issue: "is required" },
  ];
  const one = { contributions: [{ amount: ["must be a number"] }], schemeName: ["is required"] };
  const loc = (...path: (string | number)[]): string[] => [`${problemPathText(path)}: no`];
  const cases: readonly (readonly [what: string, body: unknown, expected: readonly string[]])[] = [
    ["a list of fields", list, both],
    ["a list under details", { error: { code: "invalid", message: "No", details: list } }, both],
    ["such a list beside ids", { error: { code: "x", correlationId: "1", details: list } }, both],
    ["such a list under errors", { errors: { code: "x", details: list } }, both],
    ["a list under errors", { message: "No", errors: list }, both],
    [
      "pointers",
      {
        errors: [
          { pointer: "/contributions/0/amount", detail: "must be a number" },
          { pointer: "#/schemeName", detail: "is required" },
        ],
      },
      both,
    ],
    [
      "pointers below a source",
      {
        errors: [
          { source: { pointer: "/contributions/0/amount" }, detail: "must be a number" },
          { source: { pointer: "/schemeName" }, title: "is required" },
        ],
      },
      both,
    ],
    ["a model state", { Message: "The request is invalid.", ModelState: map }, ofMap],
    ["a map under errors", { title: "No", status: 400, traceId: "1", errors: map }, ofMap],
    ["a map of texts", { errors: { schemeName: "is required" } }, ["schemeName: is required"]],
    ["a map alone", { schemeName: ["is required"] }, ["schemeName: is required"]],
    ["nested maps", one, both],
    ["nested maps under errors", { errors: one }, both],
    [
      "invalid-params",
      { detail: "No", "invalid-params": [{ name: "schemeName", reason: "is required" }] },
      ["schemeName: is required"],
    ],
    [
      "invalidParams with pointers",
      { invalidParams: [{ pointer: "/schemeName", reason: "is required" }] },
      ["schemeName: is required"],
    ],
    ["a list as place", { detail: [{ loc: ["body", "a", 0], msg: "no" }] }, loc("body", "a", 0)],
    [
      "inner errors",
      { error: { message: "No", innererror: { errors: [{ target: "a.b", message: "no" }] } } },
      loc("a", "b"),
    ],
    [
      "errors of errors",
      { errors: [{ code: "x", message: "outer", errors: [{ field: "a", message: "no" }] }] },
      ["-: outer", "a: no"],
    ],
    ["a field called by its path", { path: "a[0]", message: "no" }, loc("a", 0)],
    [
      "the address of the call, which is no place",
      { status: 400, path: "/finances/v1/clients/x", error: "Bad Request" },
      ["-: Bad Request"],
    ],
    ["sentences in a list", { errors: ["amount is wrong", "b"] }, ["-: amount is wrong", "-: b"]],
    ["the whole", { error: { code: "invalid", message: "Not a pension" } }, ["-: Not a pension"]],
    ["problem details without fields", { title: "No", detail: "More" }, ["-: More"]],
    ["a text", '"just this"', ["-: just this"]],
    ["what is said twice", [list[1], list[1]], ["schemeName: is required"]],
    ["nothing", {}, []],
    ["numbers", [1, null, true], []],
  ];
  for (const [what, body, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(read(body), expected));
  }

  it("reads plain text by its lines, without those that name the call", () => {
    const text = "contributions[0].amount must be a number\r\n\nCorrelation id: 7\nline 3: no\n";
    assert.deepEqual(read(text, "text/plain"), [
      "-: contributions[0].amount must be a number",
      "-: line 3: no",
    ]);
  });

  it("makes nothing of pages", () => {
    assert.deepEqual(read("<!DOCTYPE html><p>field 'amount'</p>", "text/html"), []);
    assert.deepEqual(read("  <html>", ""), []);
  });

  it("is bounded: 100 problems, 500 characters each, in one line", () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      field: `f${index}`,
      message: `a\nb\u202e\u0000${"x".repeat(2000)}`,
    }));
    const problems = readBodyProblems(bytes(many));
    assert.equal(problems.length, 100);
    assert.ok(problems.every(({ message }) => message.length === 500));
    assert.match(problems[0]?.message ?? "", /^a bx+…$/);
    assert.equal(readBodyProblems(bytes("a\n".repeat(5000))).length, 100);
  });

  it("has what stands before very many other members", () => {
    const members = Array.from({ length: 20_000 }, (_, index) => [`m${index}`, index] as const);
    const problems = readBodyProblems(bytes({ message: "x", ...Object.fromEntries(members) }));
    assert.deepEqual(problems, [{ path: [], message: "x" }]);
  });
});

describe("places of problems in the payload", () => {
  for (const [path, expected] of [
    [["contributions", 0, "amount"], AMOUNT],
    [["Contributions", 0, "AMOUNT"], AMOUNT],
    [["body", "contributions", 0, "amount"], AMOUNT],
    [["request", "pension", "contributions", 0, "amount"], AMOUNT],
    [["scheme_name"], String.raw`"Group \"A\""`],
    [["a/b", "m~n"], "1"],
    [["amount"], "8"],
    [["contributions"], '"contributions"'],
    [["contributions", 1], "{"],
    [["contributions", 0, "employer"], "{"],
    [["contributions", 7, "amount"], '"contributions"'],
    [["contributions", "amount"], '"contributions"'],
    [["body", "contributions", 9], '"contributions"'],
    [["provider", "name"], '"provider"'],
    [["startedOn"], "{"],
    [["__proto__"], "{"],
    [["a", "b", "provider"], '"Aviva"'],
    [["a", "b", "c", "provider"], "{"],
  ] as const) {
    it(`${problemPathText(path)}: ${expected}`, () => assert.equal(placed(path), expected));
  }

  for (const [message, expected] of [
    ["contributions[0].amount must be a number", AMOUNT],
    ["The field 'amount' is wrong", "8"],
    ["`Provider` is not known", '"Aviva"'],
    ["provider: not known", '"Aviva"'],
    ["The value could not be converted. Path: $.contributions[0].amount | LineNumber: 1", AMOUNT],
    ["Error at line 2, column 15", '"'],
    ["Invalid value (line 5)", '{ "payer": "member", "amount": "12" },'],
    ["Unexpected token at line 99, column 1", undefined],
    ["line 0, column 0", undefined],
    ["The field 'colour' is not known", undefined],
    ["It cannot be taken", undefined],
    ["", undefined],
    [": 'provider'", '"Aviva"'],
    ["It fails at contributions[0].amount.", AMOUNT],
    ["It fails at contributions[10].amount", '"contributions"'],
    ["It fails at $.contributions[0].amount.", AMOUNT],
    ["It fails at $.a/b.m~n, surely", "1"],
    ["The rule colour.shade forbids 'provider'", '"Aviva"'],
    ["colour.shade is not known", undefined],
    ["The field 'colour.provider' is wrong", '"Aviva"'],
    ["Unexpected token at line 1", "{"],
    ["Unexpected token at line 1, column 1", "{"],
    ["The timeline 2, column 16", undefined],
    ["Outline: the headline 2", undefined],
    ...[
      ...["line 2, column 16", "Line number 2, column 16", "line  number  2 , column  16"],
      ...["line: 2, column: 16", "line = 2 col = 16", "line #2, char #16", "line2;col16"],
      ...["line 2, character 16", "line 2. pos 16", "line 2 position 16", "LINE 2 COLUMN 16"],
      ...[
        "line 2 and column 16",
        "line 2, and  column 16",
        "line 2 at  char 16",
        "line 2,  col 16",
      ],
    ].map((place) => [`Not taken (${place})`, "A"] as const),
  ] as const) {
    it(`${message}: ${String(expected)}`, () => assert.equal(placed([], message), expected));
  }

  it("is the very name, before one that is written another way", () => {
    const text = '{"amount":1,"Amount":2,"AMOUNT":3}';
    for (const [name, value] of [
      ["amount", "1"],
      ["Amount", "2"],
      ["aMOUNT", "3"],
    ] as const) {
      const [place] = locateProblems(text, [{ path: [name], message: "no" }]);
      assert.deepEqual(place, { offset: text.indexOf(`:${value}`) + 1, length: 1 }, name);
    }
  });

  it("is among the first sixty names of a sentence", () => {
    for (const [name, known] of [
      ["'x' ", "'provider'"],
      ["x.y ", "contributions[0].payer"],
    ] as const) {
      assert.ok(placed([], `No: ${name.repeat(59)}${known}`), name);
      assert.equal(placed([], `No: ${name.repeat(60)}${known}`), undefined, name);
    }
  });

  it("ends with the text, also where a column lies behind it", () => {
    const behind = { path: [], message: "line 1, column 9" };
    assert.deepEqual(locateProblems("{}", [behind]), [{ offset: 2, length: 0 }]);
    assert.deepEqual(locateProblems("{}\r\n", [behind]), [{ offset: 2, length: 1 }]);
  });

  it("counts lines as the editor does", () => {
    const text = '{\r\n"a":1,\r"b":2,\n"c":3}';
    const starts = [1, 2, 3, 4, 5].map((line) => {
      const [place] = locateProblems(text, [{ path: [], message: `line ${line}` }]);
      return place && text.slice(place.offset, place.offset + place.length);
    });
    assert.deepEqual(starts, ["{", '"a":1,', '"b":2,', '"c":3}', undefined]);
  });

  it("is no more than a sign of a payload that is no object, where a field is meant", () => {
    const missing = { path: ["amount"], message: "is required" };
    assert.deepEqual(locateProblems('"text"', [missing]), [{ offset: 0, length: 1 }]);
  });

  it("finds nothing in what is no JSON", () => {
    assert.deepEqual(locateProblems("{", [{ path: ["a"], message: "no" }]), [undefined]);
  });
});

describe("a refusal marks the field it speaks of", () => {
  const payload = '{"provider":"Aviva","scheme_name":7,"funds":[{"fund_name":""}]}';
  const said = ["must be a string"];
  const shapes: readonly unknown[] = [
    { scheme_name: said },
    { scheme_name: said[0] },
    { schemeName: said[0] },
    { error: { scheme_name: said[0] } },
    { errors: [{ scheme_name: said[0] }] },
    { errors: { pension: { scheme_name: said } } },
    { field_errors: { SchemeName: said[0] } },
    { validation_messages: { scheme_name: said } },
    { messages: { "scheme-name": said[0] } },
    { _errors: [], schemeName: { _errors: said } },
    { errors: [{ field_name: "scheme_name", error_message: said[0] }] },
    { errors: [{ attribute: "schemeName", messages: said }] },
    { errors: [{ field: "scheme_name", errors: [{ message: said[0] }] }] },
    { violations: [{ property_path: "scheme_name", message: said[0] }] },
    { error: { details: [{ field_violations: [{ field: "scheme_name", description: "x" }] }] } },
    { detail: [{ loc: ["body", "scheme_name"], msg: said[0], type: "string_type" }] },
    { errors: [{ source: { pointer: "/data/attributes/scheme-name" }, detail: said[0] }] },
    { errors: ["'Scheme Name' must be a string."] },
    { fault: { faultstring: "scheme_name must be a string" } },
    { title: "Bad Request", status: 400, detail: 'The field "schemeName" must be a string.' },
    "scheme_name: must be a string",
  ];
  for (const shape of shapes) {
    it(JSON.stringify(shape), () => {
      const places = locateProblems(payload, readBodyProblems(bytes(shape)));
      const marked = places.flatMap((place) =>
        place === undefined ? [] : [payload.slice(place.offset, place.offset + place.length)],
      );
      assert.deepEqual(marked, ["7"]);
    });
  }

  it("and what a refusal says of itself is no field", () => {
    for (const shape of [
      { code: "E1", status: "400" },
      { type: "about:blank", title: "" },
    ]) {
      assert.deepEqual(
        readBodyProblems(bytes(shape)).filter(({ path }) => path.length > 0),
        [],
      );
    }
  });
});
