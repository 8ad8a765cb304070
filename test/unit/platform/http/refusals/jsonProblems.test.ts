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
    ["a message inside", { a: 1, b: { c: { description: "x" } } }, [[], "x"]],
    ["the first of a list", [{ message: "x" }, { message: "y" }], [[], "x"]],
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
    ["what is too deep", nested(13, { message: "x" })],
    ["a list that is too deep", nested(13, { errors: [{ field: "a", message: "x" }] })],
  ];
  for (const [name, body] of silent) {
    it(`none: ${name}`, () => {
      assert.deepEqual(problems(body), []);
    });
  }

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
