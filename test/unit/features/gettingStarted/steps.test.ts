import assert from "node:assert/strict";
import { stepOf } from "../../../../src/features/gettingStarted/common/steps";
import type { Action, Attempt } from "../../../../src/platform/base/action";

const URL = "http://127.0.0.1:1/finances/v1/clients/1/holdings";

function call(last: Partial<Attempt>): Action {
  const attempts = [{ number: 1, url: URL, status: 200, ...last }] as readonly Attempt[];
  return { attempts } as Action;
}

describe("steps of the walkthrough that a call completes", () => {
  it("is the sandbox for a page of clients", () => {
    assert.equal(stepOf(call({ operationId: "listClients" })), "sandbox");
  });

  it("is the holdings for a turned page alone", () => {
    const holdings = (query: string): Action =>
      call({ operationId: "listHoldings", url: `${URL}${query}` });
    assert.equal(stepOf(holdings("?pageNumber=2&pageSize=25")), "holdings");
    assert.equal(stepOf(holdings("?pageSize=25&pageNumber=12")), "holdings");
    for (const query of ["", "?pageNumber=1", "?pageNumber=1&pageSize=2", "?pageSize=25"]) {
      assert.equal(stepOf(holdings(query)), undefined, query);
    }
  });

  it("is the pension for a PUT", () => {
    assert.equal(stepOf(call({ operationId: "putPension", status: 201 })), "pension");
  });

  it("is none for what was refused, did not come whole, was not sent or is another call", () => {
    assert.equal(stepOf(call({ operationId: "putPension", status: 400 })), undefined);
    assert.equal(stepOf(call({ operationId: "putPension", failure: "answer/cut" })), undefined);
    assert.equal(stepOf(call({ operationId: "listResults" })), undefined);
    assert.equal(stepOf(call({})), undefined);
    assert.equal(stepOf({ attempts: [] as readonly Attempt[] } as Action), undefined);
  });
});
