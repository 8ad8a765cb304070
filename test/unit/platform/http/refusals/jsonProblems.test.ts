import assert from "node:assert/strict";
import { collectJsonProblems } from "../../../../../src/platform/http/refusals/jsonProblems";
import { readProblemPath } from "../../../../../src/platform/http/refusals/problemPath";

/** `[["amount"], "is missing"]` */
type Found = readonly [path: readonly (string | number)[], message: string];

function problems(body: unknown): readonly Found[] {
  return collectJsonProblems(body).map(({ path, message }) => [path, message] as const);
}

/** An object in an object in an object … */
function nested(depth: number, value: unknown): unknown {
  return depth === 0 ? value : { inner: nested(depth - 1, value) };
}

/** A list in a list in a list … */
function listed(depth: number, value: unknown): unknown {
  return depth === 0 ? value : [listed(depth - 1, value)];
}

function inner(depth: number): readonly string[] {
  return Array.from({ length: depth }, () => "inner");
}

describe("the problems that a JSON answer names", () => {
  const named: readonly (readonly [name: string, body: unknown, ...found: Found[]])[] = [
    [
      "a map of fields",
      { errors: { amount: ["is low", "is odd"], "owners[0].name": "is missing" } },
      [["amount"], "is low"],
      [["amount"], "is odd"],
      [["owners", 0, "name"], "is missing"],
    ],
    ["a map in other letters", { "Field-Errors": { a: "b" } }, [["a"], "b"]],
    ["ModelState", { modelState: { "pension.amount": ["x"] } }, [["pension", "amount"], "x"]],
    ["a map that nothing names", { amount: ["is low"] }, [["amount"], "is low"]],
    ["a field called status", { errors: { status: ["x"] } }, [["status"], "x"]],
    ["two maps", { error: { a: "x" }, fields: { b: "y" } }, [["a"], "x"], [["b"], "y"]],
    [
      "a list of maps with one field each",
      { errors: [{ amount: "x" }, { name: "y", other: "z" }] },
      [["amount"], "x"],
    ],
    [
      "maps in a list in a map",
      { errors: { items: [{ amount: "x" }, { name: ["y"] }] } },
      [["items", 0, "amount"], "x"],
      [["items", 1, "name"], "y"],
    ],
    ["an entry in a map", { errors: { items: [{ message: "x" }] } }, [["items"], "x"]],
    ["capitals in a map", { errors: { amount: { Message: "x" } } }, [["amount"], "x"]],
    [
      "an entry in a map with its own place",
      { errors: { amount: { message: "x", field: "b.c" } } },
      [["b", "c"], "x"],
    ],
    [
      "maps in maps",
      { errors: { amount: { lower: { bound: "x" } } } },
      [["amount", "lower", "bound"], "x"],
    ],
    [
      "errors of the field itself beside those of its parts",
      { _errors: ["x"], amount: { _errors: ["y"], deep: { _errors: ["z"] } } },
      [[], "x"],
      [["amount"], "y"],
      [["amount", "deep"], "z"],
    ],
    [
      "the same under a name",
      { errors: { _errors: ["x"], amount: { _errors: ["y"] } } },
      [[], "x"],
      [["amount"], "y"],
    ],
    ["a pointer", { errors: [{ pointer: "/a/0/b~1c", detail: "x" }] }, [["a", 0, "b/c"], "x"]],
    [
      "a pointer in a source",
      { errors: [{ source: { pointer: "/a" }, detail: "x", status: "422" }] },
      [["a"], "x"],
    ],
    [
      "a place as a list",
      { detail: [{ loc: ["body", "items", 3], msg: "x", type: "t" }] },
      [["body", "items", 3], "x"],
    ],
    ["digits in a list", { errors: [{ loc: ["items", "3"], msg: "x" }] }, [["items", 3], "x"]],
    ["a place that is no list", { errors: [{ loc: ["a", 1.5], msg: "x" }] }, [[], "x"]],
    ["an empty place", { errors: [{ loc: [], msg: "x" }] }, [[], "x"]],
    ["a blank place", { errors: [{ field: " ", message: "x" }] }, [[], "x"]],
    ["a sentence for a place", { errors: [{ field: "not a place", message: "x" }] }, [[], "x"]],
    [
      "RFC 9457 with its old names",
      { "invalid-params": [{ name: "age", reason: "x" }] },
      [["age"], "x"],
    ],
    ["a path", { violations: [{ propertyPath: "a[1].b", message: "x" }] }, [["a", 1, "b"], "x"]],
    ["the path of a part", { path: "a.b", message: "x" }, [["a", "b"], "x"]],
    ["the path of the call, by its status", { status: 400, path: "a.b", message: "x" }, [[], "x"]],
    ["the path of the call, by its time", { timestamp: "t", path: "a.b", message: "x" }, [[], "x"]],
    ["a field beside it", { status: 400, path: "/a", field: "c", message: "x" }, [["c"], "x"]],
    ["entries inside", { error: { details: [{ field: "a", issue: "x" }] } }, [["a"], "x"]],
    [
      "several messages of a field",
      { errors: [{ field: "a", messages: ["x", "y"] }] },
      [["a"], "x"],
      [["a"], "y"],
    ],
    [
      "several of a field by other names",
      { errors: [{ field: "a", constraints: ["x"], errors: { min: "y" } }] },
      [["a"], "x"],
      [["a", "min"], "y"],
    ],
    ["several of no field", { errors: [{ field: "", errors: ["x"] }] }, [[], "x"]],
    ["a list of texts", { errors: ["x", "y", " ", "x"] }, [[], "x"], [[], "y"]],
    ["a list of causes", { issues: ["x"] }, [[], "x"]],
    ["texts that nothing calls errors", { hints: ["x"] }, [["hints"], "x"]],
    ["an entry without a place", { errors: [{ reason: "x", code: "c" }] }, [[], "x"]],
    ["the message on the whole", { message: "x" }, [[], "x"]],
    ["a blank message beside another", { message: " ", detail: "x" }, [[], "x"]],
    ["a map of fields beside a code", { errors: { amount: "x", code: "E" } }, [["amount"], "x"]],
    ["a map beside a status", { errors: { amount: "x", status: 400 } }, [["amount"], "x"]],
    ["fields beside a code", { code: "E", amount: "x" }, [["amount"], "x"]],
    ["a code and nothing else", { code: "E", status: 400 }, [[], "E"]],
    ["a code inside and nothing else", { error: { code: "E", traceId: "t" } }, [[], "E"]],
    ["one field beside a code", { errors: [{ amount: "x", code: "E" }] }, [["amount"], "x"]],
    ["the sentence on a map of fields", { errors: { message: "x", amount: ["y"] } }, [[], "x"]],
    ["a list without problems in a map", { errors: { a: [], b: "x" } }, [["b"], "x"]],
    ["null in a map", { errors: { a: ["x"], b: ["y", null] } }, [["a"], "x"], [["b"], "y"]],
    ["a name that is no place", { errors: { "a b": "x" } }, [["a b"], "x"]],
    ["what is no text in a list", { errors: [5, null, "x"] }, [[], "x"]],
    [
      "entries without places",
      { errors: [{ message: "x" }, { reason: "y" }] },
      [[], "x"],
      [[], "y"],
    ],
    [
      "the second name of a place",
      { errors: [{ field: " ", name: "a", detail: "x" }] },
      [["a"], "x"],
    ],
    ["one message of a field", { errors: [{ field: "a", messages: "x" }] }, [["a"], "x"]],
    ["errors of the whole", { errors: [{ field: "$", constraints: ["x"] }] }, [[], "x"]],
    [
      "what is inside a field that says nothing",
      { errors: [{ field: "a", inner: { errors: [{ field: "b", message: "x" }] } }] },
      [["b"], "x"],
    ],
    [
      "no more steps than anybody counts",
      { errors: [{ loc: Array.from({ length: 40 }, () => "a"), msg: "x" }] },
      [Array.from({ length: 32 }, () => "a"), "x"],
    ],
    ["nothing of an empty object", { a: null, b: { message: "x" } }, [[], "x"]],
    // A number would be data in a map.
    ["a message inside", { errors: { count: 2, inner: { message: "x" } } }, [[], "x"]],
    ["a message inside", { a: 1, b: { c: { description: "x" } } }, [[], "x"]],
    [
      "entries with nothing around them",
      [{ message: "x" }, { message: "y" }],
      [[], "x"],
      [[], "y"],
    ],
    ["texts with nothing around them", ["x", "y"], [[], "x"], [[], "y"]],
    [
      "a list of maps with nothing around it",
      [{ amount: "x" }, { name: ["y"] }, { a: "data", b: "data" }],
      [["amount"], "x"],
      [["name"], "y"],
    ],
    ["a sentence alone in such a list", [{ title: "x" }], [[], "x"]],
    ["a list of sentences as a field", { errors: [{ title: ["x"] }] }, [["title"], "x"]],
    ["a list in a list", [[{ amount: "x" }]], [["amount"], "x"]],
    ["a text alone", "x", [[], "x"]],
    [
      "a map without lists",
      { amount: "x", traceId: "t", "a b": "y" },
      [["amount"], "x"],
      [["a b"], "y"],
    ],
    ["what is as deep as is looked", nested(12, { message: "x" }), [[], "x"]],
    [
      "a list as deep as is looked",
      nested(9, { errors: [{ field: "a", message: "x" }] }),
      [["a"], "x"],
    ],
    ["a field as deep as is looked", nested(12, { field: "a", message: "x" }), [["a"], "x"]],
    ["a list in lists", listed(12, { field: "a", message: "x" }), [["a"], "x"]],
    ["a map as deep as is looked", { errors: nested(12, "x") }, [inner(12), "x"]],
    [
      "lists in a map as deep as is looked",
      { errors: { a: listed(10, { b: "x" }) } },
      [["a", ...Array.from({ length: 10 }, () => 0), "b"], "x"],
    ],
  ];
  for (const [name, body, ...found] of named) {
    it(name, () => {
      assert.deepEqual(problems(body), found);
    });
  }

  const silent: readonly (readonly [string, unknown])[] = [
    ["nothing", null],
    ["a number", 4],
    ["an empty text", ""],
    ["an empty object", {}],
    ["an empty list", []],
    ["an empty map", { errors: {} }],
    ["fields without problems", { amount: [] }],
    ["ids alone", { requestId: "4711", timestamp: "2026-11-22", status: "403" }],
    ["a list beside data", { amount: ["x"], count: 5 }],
    ["data of a field", { errors: [{ field: "a", value: { b: "x" } }] }],
    ["data beside lists", { count: 5, items: [{ b: "x" }] }],
    ["a map beside numbers", { errors: { amount: "x", count: 5 } }],
    ["what is too deep", nested(13, { message: "x" })],
    ["lists that are too deep", listed(13, { field: "a", message: "x" })],
    ["a map that is too deep", { errors: nested(13, "x") }],
    ["lists in a map that are too deep", { errors: { a: listed(11, { b: "x" }) } }],
    ["a list that is too deep", nested(13, { errors: [{ field: "a", message: "x" }] })],
  ];
  for (const [name, body] of silent) {
    it(`none: ${name}`, () => {
      assert.deepEqual(problems(body), []);
    });
  }

  it("looks at five thousand values, and no further", () => {
    const rows = (count: number): unknown => ({
      data: Array.from({ length: count }, () => 0),
      more: { errors: [{ field: "a", message: "x" }] },
    });
    // Before the entry: the whole, its two members and the list that the entry is in.
    assert.deepEqual(problems(rows(4_995)), [[["a"], "x"]]);
    assert.deepEqual(problems(rows(4_996)), []);
    const field = (count: number): unknown => ({
      errors: { a: [...Array.from({ length: count }, () => 0), "x"] },
    });
    assert.deepEqual(problems(field(4_999)), [[["a"], "x"]]);
    assert.deepEqual(problems(field(5_000)), []);
  });

  it("reads whatever is sent, however deep", () => {
    for (const [open, close] of [
      ['{"_errors":', "}"],
      ['{"$":', "}"],
      ["[", "]"],
    ] as const) {
      const deep = `{"errors":{"a":${open.repeat(5_000)}"x"${close.repeat(5_000)}}}`;
      assert.deepEqual(problems(JSON.parse(deep)), []);
    }
  });

  it("ends with a hundred", () => {
    const texts = Array.from({ length: 150 }, (_, index) => `m${index}`);
    const map = Object.fromEntries(texts.map((text) => [`f${text}`, text]));
    for (const errors of [texts, map, [{ field: "a", messages: texts }]]) {
      const found = problems({ errors });
      assert.deepEqual([found.length, found.at(-1)?.[1]], [100, "m99"]);
    }
  });
});

describe("the place that a text names", () => {
  const longest = "x".repeat(300);
  const steps = (count: number): string => Array.from({ length: count }, () => "a").join(".");
  const places: readonly (readonly [text: string, path: ReturnType<typeof readProblemPath>])[] = [
    ["a.b", ["a", "b"]],
    [" a ", ["a"]],
    ["$.a[0]", ["a", 0]],
    ["$", []],
    ["", []],
    ["/a/0", ["a", 0]],
    ["#/a%20b", ["a b"]],
    ["#", []],
    ["['x y'].z", ["x y", "z"]],
    ['["q"][ 3 ]', ["q", 3]],
    ["[abc]", ["abc"]],
    ["[1234567890]", ["1234567890"]],
    ["[012]", [12]],
    ["x1", ["x1"]],
    ["1x", ["1x"]],
    ["a b", undefined],
    ["a/b", ["a/b"]],
    ["a#", ["a#"]],
    ["#a", ["#a"]],
    ["a$b", ["a$b"]],
    ["a..b", undefined],
    [".", undefined],
    ["a.", undefined],
    ["a[", undefined],
    [longest, [longest]],
    [`${longest}x`, undefined],
    [` ${longest} `, [longest]],
    [steps(32), Array.from({ length: 32 }, () => "a")],
    [steps(33), undefined],
  ];
  for (const [text, path] of places) {
    it(JSON.stringify(text.slice(0, 20)) + (path === undefined ? " is none" : ""), () => {
      assert.deepEqual(readProblemPath(text), path);
    });
  }
});
