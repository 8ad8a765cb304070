import assert from "node:assert/strict";
import { type CheckedService, checkRules, impatient, startChecked } from "./support/checkedService";
import { otherServices } from "./support/otherServices";

const WORDS = {
  kept: "is green against",
  skipped: "finds nothing out about",
  broken: "is red against",
} as const;

describe("the conformance suite, where the specification leaves open what a service does,", () => {
  let checked: CheckedService;

  before(async () => {
    checked = await startChecked();
  });

  afterEach(() => {
    checked.service.deviate({});
    checked.identity.deviate({});
  });

  after(() => checked.stop());

  for (const other of otherServices(() => checked.target.subscriptionKey)) {
    const { what, outcome, rules, server, told } = other;
    it(`${WORDS[outcome]} a service that ${what}`, async () => {
      (server === "identity" ? checked.identity : checked.service).deviate(other);
      const results = await checkRules(impatient({ ...checked.target, ...told }), rules);
      assert.deepEqual(
        results.map((result) => [result.rule.name, result.outcome]).sort(),
        rules.map((name) => [name, outcome]).sort(),
      );
      for (const { reason } of results) {
        assert.match(reason, outcome === "kept" ? /^$/ : /^\S.*\.$/);
      }
    });
  }
});
