import assert from "node:assert/strict";
import { serviceHeaders } from "../../../../src/platform/http/serviceHeaders";

const BARE = { subscriptionKey: "k", token: "t", traceId: undefined, hasBody: false };
const CREDENTIALS = { Authorization: "Bearer t", "Ocp-Apim-Subscription-Key": "k" };

describe("the headers of a call of the service", () => {
  it("are both credentials and what is accepted, where nothing else is said", () => {
    assert.deepEqual(serviceHeaders(BARE), { ...CREDENTIALS, Accept: "application/json" });
  });

  it("name the type of a body that there is", () => {
    const json = serviceHeaders({ ...BARE, hasBody: true });
    assert.equal(json["Content-Type"], "application/json");
    const other = serviceHeaders({
      ...BARE,
      hasBody: true,
      contentType: "text/csv",
      accept: "a/b",
    });
    assert.deepEqual([other["Content-Type"], other["Accept"]], ["text/csv", "a/b"]);
  });

  it("have trace id and preconditions where there are any", () => {
    const preconditions = { ifMatch: '"1"', ifNoneMatch: "*" } as const;
    assert.deepEqual(serviceHeaders({ ...BARE, traceId: "fpx-1", preconditions }), {
      ...CREDENTIALS,
      ...{ Accept: "application/json", "If-Match": '"1"', "If-None-Match": "*" },
      "x-dt-traceid": "fpx-1",
    });
  });

  it("are given by the user as far as they are none of these", () => {
    const given = { "X-Own": "1", Authorization: "Bearer mine" };
    const headers = serviceHeaders({ ...BARE, given });
    assert.deepEqual([headers["X-Own"], headers["Authorization"]], ["1", "Bearer t"]);
  });
});
