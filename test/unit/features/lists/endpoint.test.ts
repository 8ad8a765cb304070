import { fillText } from "../../../../src/platform/base/texts";
import assert from "node:assert/strict";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import {
  actionTitle,
  addressOf,
  knownValues,
  listCall,
  listEndpoints,
  listWords,
  missingParameters,
  parameterFields,
  requiredValues,
} from "../../../../src/features/lists/common/listEndpoint";
import { listEndpoint } from "../../../fakes/listEndpoint";
import { CLIENT_ID, DEFINITION, openBench } from "../../platform/http/support/bench";
import { aQuery, endpointOf } from "./support/sessions";

const definition = readDefinition(DEFINITION);

/** The definition with one more operation. */
function withOperation(path: string, operation: object): ReturnType<typeof readDefinition> {
  const document = JSON.parse(DEFINITION) as { paths: Record<string, unknown> };
  document.paths[path] = { get: { "x-domain": "crm", ...operation } };
  return readDefinition(JSON.stringify(document));
}

describe("the list endpoints of a definition", () => {
  it("keep of other values those that a call cannot do without", () => {
    const fields = [{ name: "asOf", isRequired: true }, { name: "adviser" }];
    const parameters = fields.map((field) => ({ ...field, kind: "text" })) as never;
    const values = { asOf: "2026-01-05", adviser: "Ruth", unknown: ["1"] };
    assert.deepEqual(requiredValues({ parameters }, values), { asOf: "2026-01-05" });
  });

  it("are those that take pages, with the rest of their parameters", () => {
    assert.deepEqual(
      listEndpoints(definition).map(({ operationId, domain, path, pathParameters, takesPages }) => [
        ...[operationId, domain, path, pathParameters, takesPages],
      ]),
      [
        ["listClients", "crm", "/clients", [], true],
        ["listHoldings", "finances", "/clients/{clientId}/holdings", ["clientId"], true],
        ["listResults", "profiling", "/clients/{clientId}/results", ["clientId"], true],
      ],
    );
    assert.deepEqual(
      endpointOf("listResults").parameters.map(({ name, kind, value }) => [name, kind, value]),
      [
        ["fields", "list", []],
        ["questionnaireId", "text", ""],
        ["unions", "list", []],
      ],
    );
  });

  it("name what their parameters may be, from the definition", () => {
    const { parameters } = listEndpoint(
      withOperation("/crm/v1/notes", {
        operationId: "listNotes",
        parameters: [
          query("kind", { type: "string", enum: ["call", "visit"] }),
          query("tags", { type: "array", items: { type: "string", examples: ["a", "b"] } }),
          { ...query("author", { type: "string" }), example: "Ruth", description: "Who wrote it." },
          query("open", { type: "boolean" }),
        ],
      }),
      "listNotes",
    );
    assert.deepEqual(
      parameters.map(({ kind, options, description }) => [kind, options, description]),
      [
        ["choice", ["call", "visit"], ""],
        ["list", ["a", "b"], ""],
        ["text", ["Ruth"], "Who wrote it."],
        ["choice", ["true", "false"], ""],
      ],
    );
    assert.ok(endpointOf("listResults").parameters[0]?.options.includes("factors"));
  });

  it("take parameters that the definition does not have, as typed and never twice", () => {
    const holdings = endpointOf("listHoldings");
    const parameters = {
      ...{ fields: ["a,b", "ä"], note: "1+1 & x,y", blank: "" },
      ...{ pageNumber: "7", "Subscription-Key": "s", access_token: "t" },
    };
    const query = aQuery({ parameters, pageNumber: 3 });
    const call = listCall(holdings, query);
    assert.deepEqual(call.query, { pageSize: 10, pageNumber: 3 });
    assert.equal(call.queryString, "fields=a%2Cb,%C3%A4&note=1%2B1%20%26%20x,y");
    const fields = parameterFields(holdings, parameters);
    assert.deepEqual(
      fields.map(({ name, kind, value, isFree }) => [name, kind, value, isFree]),
      [
        ["fields", "list", ["a,b", "ä"], true],
        ["note", "text", "1+1 & x,y", true],
        ["blank", "text", "", true],
      ],
    );
    const results = listCall(endpointOf("listResults"), {
      ...query,
      parameters: { fields: ["x"] },
    });
    assert.deepEqual([results.query?.["fields"], results.queryString], [["x"], undefined]);
    assert.deepEqual(knownValues(endpointOf("listResults"), { fields: ["x"], note: "y" }), {
      fields: ["x"],
    });
  });

  it("say what a call cannot do without", () => {
    const notes = listEndpoint(
      withOperation("/crm/v1/notes", {
        operationId: "listNotes",
        parameters: [
          { ...query("kind", { type: ["string", "null"], enum: ["call"] }), required: true },
          { ...query("tags", { type: ["array", "null"] }), required: true },
          query("author", { type: "string" }),
        ],
      }),
      "listNotes",
    );
    assert.deepEqual(
      notes.parameters.map(({ kind, isRequired }) => [kind, isRequired]),
      [
        ["choice", true],
        ["list", true],
        ["text", undefined],
      ],
    );
    assert.deepEqual(missingParameters(notes, { kind: "", author: "x" }), ["kind", "tags"]);
    assert.deepEqual(missingParameters(notes, { kind: "call", tags: ["a"] }), []);
  });

  it("may be a collection that takes no pages, but no single resource", () => {
    const found = listEndpoints(withOperation("/crm/v1/advisers", { operationId: "listAdvisers" }));
    const advisers = found.find(({ operationId }) => operationId === "listAdvisers");
    assert.equal(advisers?.takesPages, false);
    assert.deepEqual(listCall(advisers, aQuery({ path: {} })), {
      operationId: "listAdvisers",
      query: {},
    });
    assert.ok(!found.some(({ operationId }) => operationId === "getClient"));
  });

  it("have a word in the user's language, or that of the definition", () => {
    const t = (message: string): string => `<${message}>`;
    assert.equal(listWords(endpointOf("listHoldings"), t), "<Holdings>");
    const [own] = listEndpoints(
      withOperation("/crm/v1/notes", { operationId: "listNotes", summary: "Notes of all" }),
    ).slice(-1);
    assert.equal(own && listWords(own, t), "Notes of all");
    assert.equal(own && listWords({ ...own, summary: "" }, t), "Notes");
    assert.equal(
      actionTitle(endpointOf("listResults"), aQuery({ pageNumber: 4 }), fillText),
      "Results page 4",
    );
  });

  it("take the values that are theirs and not blank, and page as asked", () => {
    const query = aQuery({
      operationId: "listResults",
      parameters: { fields: ["factors"], unions: [], questionnaireId: "" },
      path: { clientId: CLIENT_ID, other: "y" },
      pageNumber: 0,
    });
    assert.deepEqual(listCall(endpointOf("listResults"), query), {
      operationId: "listResults",
      path: { clientId: CLIENT_ID },
      query: { fields: ["factors"], pageSize: 10, pageNumber: 0 },
    });
    const fields = parameterFields(endpointOf("listResults"), query.parameters);
    assert.deepEqual(
      fields.map(({ value }) => value),
      [["factors"], "", []],
    );
  });

  it("have an address before anybody is asked, also of a page 0", async () => {
    const bench = await openBench();
    const query = aQuery({ pageNumber: 0, pageSize: 25 });
    const { method, url } = addressOf(bench.client, endpointOf("listHoldings"), query);
    const path = `/finances/v1/clients/${CLIENT_ID}/holdings?pageSize=25&pageNumber=0`;
    assert.deepEqual([method, url], ["GET", `${bench.service.origin}${path}`]);
    assert.equal(bench.service.seen.length, 0);
    await bench.close();
  });
});

function query(name: string, schema: object): object {
  return { name, in: "query", schema };
}
