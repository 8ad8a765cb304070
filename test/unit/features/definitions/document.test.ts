import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isAppError } from "../../../../src/platform/base/errors";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { checkParameter } from "../../../../src/platform/service/definition/parameter";
import { checkValue } from "../../../../src/platform/service/definition/schema";

type Json = Readonly<Record<string, unknown>>;

const FILE = "media/service/financial-planning-open-api.json";
const text = readFileSync(FILE, "utf8");
const document = JSON.parse(text) as Json;
const definition = readDefinition(text);
const at = (value: unknown, ...path: readonly string[]): Json =>
  path.reduce((found, name) => (found as Json)[name], value) as Json;

describe("the service definition", () => {
  it("is OpenAPI 3.1 with both security layers on every call", () => {
    assert.match(String(document["openapi"]), /^3\.1\./);
    assert.deepEqual(document["security"], [{ subscriptionKey: [], accessToken: [] }]);
    const schemes = at(document, "components", "securitySchemes");
    assert.equal(at(schemes, "subscriptionKey")["name"], "Ocp-Apim-Subscription-Key");
    assert.equal(at(schemes, "accessToken")["type"], "oauth2");
    const flows = at(schemes, "accessToken", "flows");
    assert.ok("clientCredentials" in flows && "authorizationCode" in flows);
  });

  it("has the endpoints of the specification, section 4.4, and marks every other", () => {
    const seen = definition.operations
      .filter(({ illustrative }) => !illustrative)
      .map(({ id, method, domain, path }) => [id, method, domain, path]);
    assert.deepEqual(seen, [
      ["listClients", "GET", "crm", "/clients"],
      ["getClient", "GET", "crm", "/clients/{clientId}"],
      ["listHoldings", "GET", "finances", "/clients/{clientId}/holdings"],
      ["putPension", "PUT", "finances", "/clients/{clientId}/pensions/{pensionId}"],
      ["listResults", "GET", "profiling", "/clients/{clientId}/results"],
    ]);
    const others = definition.operations.filter(({ illustrative }) => illustrative);
    assert.deepEqual(others.map(({ id }) => id).sort(), ["deletePension", "getPension"]);
  });

  it("has the parameters of section 4.3, arrays as one comma-separated value", () => {
    const results = definition.operation("listResults").parameters;
    const byName = new Map(results.map((parameter) => [parameter.name, parameter]));
    for (const name of ["fields", "unions"]) {
      const parameter = byName.get(name)!;
      assert.deepEqual(
        [parameter.in, parameter.style, parameter.explode, parameter.schema.type],
        ["query", "form", false, "array"],
      );
    }
    for (const name of ["pageSize", "pageNumber"]) {
      assert.equal(byName.get(name)?.schema.type, "integer");
    }
    assert.ok(byName.has("questionnaireId"));
    for (const { id, parameters } of definition.operations) {
      const trace = parameters.find(({ name }) => name === "x-dt-traceid");
      assert.deepEqual([trace?.in, trace?.required], ["header", false], id);
    }
  });

  it("has both ids on every response, section 4.2", () => {
    const operations = (Object.values(at(document, "paths")) as Json[])
      .flatMap((item) => Object.values(item))
      .filter((value) => "responses" in (value as Json));
    assert.equal(operations.length, definition.operations.length);
    for (const operation of operations) {
      const responses = Object.values(at(operation, "responses")) as Json[];
      assert.notEqual(responses.length, 0);
      for (const response of responses) {
        const reference = response["$ref"] as string | undefined;
        const found =
          reference === undefined
            ? response
            : at(document, ...reference.replace("#/", "").split("/"));
        assert.ok("x-dt-requestid" in at(found, "headers"));
        assert.ok("x-dt-traceid" in at(found, "headers"));
      }
    }
  });

  it("leaves open what the specification does not show", () => {
    for (const name of ["Holding", "Pension", "Result", "Problem"]) {
      const schema = at(document, "components", "schemas", name);
      assert.equal(schema["x-illustrative"], true, name);
      assert.equal(schema["required"], undefined, name);
      assert.notEqual(schema["additionalProperties"], false, name);
    }
  });

  it("has generated types that are fresh", () => {
    const check = spawnSync(process.execPath, ["scripts/generateTypes.mjs", "--check"], {
      encoding: "utf8",
    });
    assert.equal(check.status, 0, check.stderr);
  });
});

describe("readDefinition", () => {
  it("says when it cannot", () => {
    for (const [wrong, code] of [["{", "definition/unreadable"]] as const) {
      assert.throws(
        () => readDefinition(wrong),
        (error) => isAppError(error) && error.code === code,
      );
    }
    assert.throws(
      () => definition.operation("nothing"),
      (error) => isAppError(error) && error.code === "definition/unknownOperation",
    );
  });
});

describe("checkParameter", () => {
  const named = (name: string) => {
    const found = definition.operation("listResults").parameters.find((one) => one.name === name);
    assert.ok(found);
    return found;
  };

  for (const [name, value, keyword] of [
    ["clientId", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", undefined],
    ["clientId", "3F2504E0-4F89-41D3-9A0C-0305E82C3301", undefined],
    ["clientId", "42", "format"],
    ["clientId", "", "required"],
    ["clientId", undefined, "required"],
    ["pageSize", 25, undefined],
    ["pageSize", "25", undefined],
    ["pageSize", 0, "minimum"],
    ["pageSize", 1.5, "type"],
    ["pageSize", "1e2", "type"],
    ["pageSize", undefined, undefined],
    ["fields", ["factors", "x"], undefined],
    ["fields", "factors,x", undefined],
  ] as const) {
    it(`${name} ${JSON.stringify(value)}: ${keyword ?? "fits"}`, () => {
      assert.equal(checkParameter(named(name), value)?.keyword, keyword);
    });
  }

  const limits = { minimum: 1, maximum: 2 ** 63 };
  for (const [type, value, keyword] of [
    ["integer", "1234567890123456", undefined],
    ["integer", "9223372036854775807", undefined],
    ["integer", "9300000000000000000", "maximum"],
    ["integer", "-9223372036854775808", "minimum"],
    ["integer", "01234567890123456", "type"],
    ["integer", "1234567890123456.5", "type"],
    ["integer", "9".repeat(400), "type"],
    ["number", "1234567890123456.0123456789012345", undefined],
    ["number", "9".repeat(400), "type"],
  ] as const) {
    it(`${type} ${value.slice(0, 40)}: ${keyword ?? "fits"}`, () => {
      const parameter = { ...named("pageSize"), schema: { type, ...limits } };
      assert.equal(checkParameter(parameter, value)?.keyword, keyword);
    });
  }
});

describe("checkValue", () => {
  const pension = definition.schema("Pension");

  for (const [value, problems] of [
    [{}, []],
    [{ provider: "Aviva", anything: [1] }, []],
    [{ provider: 1 }, ["provider type"]],
    [{ startedOn: "2026-02-30" }, ["startedOn format"]],
    [{ currency: "pounds" }, ["currency pattern"]],
    [{ status: "asleep" }, ["status enum"]],
    [{ contributions: [{ amount: -1 }, { amount: 1 }] }, ["contributions[0].amount minimum"]],
    [{ pensionId: 1 }, []],
    [[], [" type"]],
  ] as const) {
    it(`${JSON.stringify(value)}: ${problems.join(", ") || "fits"}`, () => {
      assert.deepEqual(
        checkValue(pension, value).map(({ path, keyword }) => `${path} ${keyword}`),
        problems,
      );
    });
  }
});
