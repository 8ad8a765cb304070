import assert from "node:assert/strict";
import { listWords } from "../../../../src/features/lists/common/listEndpoint";
import { treeLists } from "../../../../src/features/lists/common/treeLists";
import { definitionWith, PAGING } from "../../support/definitionText";

const FINANCES = "/finances/v1";

describe("the lists that the tree shows of a definition", () => {
  it("are none beside its own nodes for what the specification shows", () => {
    const lists = treeLists(definitionWith());
    assert.deepEqual([lists.ofClient, lists.ofDomain, lists.pensions], [[], [], undefined]);
    assert.equal(lists.takesPages("listClients"), true);
  });

  it("are those of a client alone and those of a domain, whatever a provider calls its ids", () => {
    const { ofClient, ofDomain } = treeLists(
      definitionWith(
        { path: `${FINANCES}/clients/{id}/contributions`, domain: "finances" },
        { path: `${FINANCES}/clients/{id}/plans/{planId}/fees`, domain: "finances" },
        { path: `${FINANCES}/clients/{id}/contributions/{number}`, domain: "finances" },
        { path: `${FINANCES}/clients/{id}/contributions`, domain: "finances", method: "post" },
        { path: `${FINANCES}/funds`, domain: "finances" },
        { path: `${FINANCES}/funds/{fundId}/prices`, domain: "finances" },
        { path: "/crm/v1/advisers/{clientId}/tasks", domain: "crm" },
      ),
    );
    assert.deepEqual(
      ofClient.map(({ path, clientParameter }) => [path, clientParameter]),
      [
        ["/clients/{id}/contributions", "id"],
        ["/advisers/{clientId}/tasks", "clientId"],
      ],
    );
    assert.deepEqual(
      ofDomain.map(({ path }) => path),
      ["/funds"],
    );
  });

  it("are none where the definition says that an answer has no list, or is no JSON", () => {
    const answer = (schema: object, type = "application/json"): object => ({
      responses: { 200: { description: "OK", content: { [type]: { schema } } } },
    });
    const text = { type: "string" };
    const object = (properties: object): object => ({ type: "object", properties });
    const schemas: Readonly<Record<string, object>> = {
      plain: answer({ type: "array", items: text }),
      open: answer({}),
      map: answer({ type: "object", additionalProperties: text }),
      enveloped: answer(object({ data: object({ items: { type: "array", items: text } }) })),
      composed: answer({ allOf: [object({ total: text }), object({ rows: { items: text } })] }),
      nothing: {},
      status: answer(object({ state: text, since: text })),
      one: answer({ allOf: [object({ name: text }), object({ age: { type: "integer" } })] }),
      number: answer({ type: "number" }),
      report: answer({ type: "array" }, "text/csv"),
    };
    const { ofDomain } = treeLists(
      definitionWith(
        ...Object.entries(schemas).map(([name, operation]) => ({
          ...{ path: `${FINANCES}/${name}`, domain: "finances" as const },
          operation: operation as Record<string, unknown>,
        })),
      ),
    );
    assert.deepEqual(
      ofDomain.map(({ path }) => path.slice(1)),
      ["plain", "open", "map", "enveloped", "composed", "nothing"],
    );
  });

  it("have the pensions apart, by the path that pensions are put to", () => {
    const { pensions, ofClient } = treeLists(
      definitionWith(
        { path: "/crm/v1/clients/{clientId}/pensions", domain: "crm" },
        { path: `${FINANCES}/clients/{client}/pensions/`, domain: "finances" },
      ),
    );
    assert.deepEqual(
      [pensions?.operationId, pensions?.clientParameter, pensions?.takesPages],
      ["finances:GET /clients/{client}/pensions/", "client", false],
    );
    assert.deepEqual(
      ofClient.map(({ domain }) => domain),
      ["crm"],
      "a list of the same name in another domain is another list",
    );
  });

  it("know which of them come in pages", () => {
    const clients = { path: "/crm/v1/clients", domain: "crm" } as const;
    const own = treeLists(
      definitionWith({ ...clients, operation: { operationId: "listClients" } }),
    );
    assert.equal(own.takesPages("listClients"), false);
    const paged = { operationId: "listClients", parameters: PAGING };
    assert.equal(
      treeLists(definitionWith({ ...clients, operation: paged })).takesPages("listClients"),
      true,
    );
  });

  it("are called by a short summary, else by their path in words", () => {
    const words = (path: string, summary?: string): string => {
      const operation = summary === undefined ? {} : { summary };
      const [found] = treeLists(definitionWith({ path, domain: "finances", operation })).ofDomain;
      assert.ok(found);
      return listWords(found, (message) => message);
    };
    assert.equal(words(`${FINANCES}/funds`, "All funds."), "All funds");
    assert.equal(words(`${FINANCES}/regular-contributions`), "Regular contributions");
    assert.equal(
      words(`${FINANCES}/assetClasses`, "Returns every class of ".repeat(4)),
      "Asset classes",
    );
  });
});
