import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findByPath, pathProblem } from "../../../../src/features/lists/common/jsonPath";

interface Case {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  /** One of `results` where the order of an object's members is free. */
  readonly result?: readonly unknown[];
  readonly results?: readonly (readonly unknown[])[];
  readonly invalid_selector?: true;
}

/** Of github.com/jsonpath-standard/jsonpath-compliance-test-suite; its licence is beside it. */
const { tests } = JSON.parse(
  readFileSync(join("test", "fixtures", "jsonpath", "cts.json"), "utf8"),
) as { tests: readonly Case[] };
const groups = Map.groupBy(tests, ({ name }) => name.split(",")[0] ?? name);

describe("the compliance test suite of JSONPath (RFC 9535)", () => {
  for (const [group, cases] of groups) {
    it(`${group}: ${cases.length}`, () => cases.forEach(check));
  }

  it("is there whole", () => assert.equal(tests.length, 703));
});

function check(one: Case): void {
  const { name, selector, document = null, result } = one;
  if (one.invalid_selector === true) {
    assert.notEqual(pathProblem(selector), undefined, name);
    return;
  }
  const text = JSON.stringify(document);
  const { places } = findByPath(text, selector);
  // Places are in the order of the text, which the suite leaves open for most queries.
  const found: string[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const start = places[at] ?? 0;
    found.push(text.slice(start, start + (places[at + 1] ?? 0)));
  }
  const wanted = one.results ?? [result ?? []];
  assert.ok(
    wanted.some((values) => sorted(values.map((value) => JSON.stringify(value))) === sorted(found)),
    `${name}: ${selector} found ${found.join(" ")}`,
  );
}

function sorted(texts: readonly string[]): string {
  return texts.toSorted().join("\n");
}
