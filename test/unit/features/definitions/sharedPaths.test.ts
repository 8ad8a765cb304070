import "../../../../src/errorTexts";
import assert from "node:assert/strict";
import { sharesPath } from "../../../../src/features/definitions/common/foreignOperations";
import { describeError } from "../../../../src/platform/texts/errorText";
import { AppError } from "../../../../src/platform/base/errors";
import type { Action } from "../../../../src/platform/base/action";
import { WORDS } from "../pensions/words/support";
import { BASE, foreign } from "./support/foreign";

const get = { get: { responses: { 200: { description: "all" } } } };

describe("a document for a domain", () => {
  for (const [paths, domain, expected] of [
    [{ "/clients/{id}/holdings": get }, "finances", true],
    [{ "/clients/{id}/holdings/": get, "/other": get }, "finances", true],
    [{ "/finances/v1/funds": get }, "finances", true],
    [{ "/clients/{id}/holdings": get }, "crm", false],
    [{ "/finances/v1/funds": get }, "profiling", false],
    [{ "/pets": get, "/pets/{petId}": get }, "finances", false],
    [{}, "crm", false],
  ] as const) {
    it(`with ${Object.keys(paths).join(", ")} ${expected ? "is" : "may not be"} of ${domain}`, () => {
      assert.equal(sharesPath(foreign(paths), BASE, domain), expected);
    });
  }
});

describe("what a service does not have", () => {
  const told = (pathTemplate: string, method = "GET"): string => {
    const attempt = { method, pathTemplate, url: "https://x.test/y", responseHeaders: [] };
    const action = { connectionId: "own", attempts: [attempt] } as unknown as Action;
    const error = new AppError("service", "service/404", { status: 404, action });
    return describeError(error, WORDS.t).what;
  };

  it("is a list where one was asked for, else a record", () => {
    assert.match(told("/finances/v1/clients/{clientId}/notes"), /did not find this list \(404\)/);
    assert.match(told("/finances/v1/funds"), /this list/);
    assert.match(told("/crm/v1/clients/{clientId}"), /did not find this record \(404\)/);
  });
});
