import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../../fakes/editorSurfaces";
import type { DefinitionServices } from "../../../../../src/features/definitions/host/services";
import type { TypedSubject } from "../../../../../src/features/definitions/host/types/copyTypes";
import { copyTypesOfEndpoint } from "../../../../../src/features/definitions/host/types/endpointTypes";
import type { Coverage } from "../../../../../src/platform/service/definition/active";
import type { JsonRecord } from "../../../../../src/platform/service/definition/reading";
import type { Dialogs } from "../../../../../src/platform/vscode/dialogs";
import { aDocument, json, object, text } from "../support/definitions";

const THING = { description: "", content: json(object({ id: text })) };
const PROBLEM = { description: "", content: json(object({ title: text })) };
const EMPTY = { description: "" };

/** The bodies that are offered of an operation with these responses; a number is a status. */
async function offered(
  responses: JsonRecord,
  method = "get",
): Promise<readonly (number | undefined)[]> {
  const definition = aDocument({ operationId: "things", responses }, { method });
  const endpoint: Partial<Coverage> = {
    ...{ operationId: "things", method: method.toUpperCase(), path: "/things", summary: "" },
  };
  const subjects: TypedSubject[] = [];
  const pick: Dialogs["pick"] = (_title, items) => {
    subjects.push(...items.map((item) => (item as unknown as { subject: TypedSubject }).subject));
    return Promise.resolve(undefined);
  };
  const services: Partial<DefinitionServices> = {
    dialogs: { pick } as Dialogs,
    connection: () => Promise.resolve(undefined),
    definition: () => Promise.resolve(definition),
    coverage: () => Promise.resolve([endpoint as Coverage]),
  };
  await copyTypesOfEndpoint(services as DefinitionServices, undefined);
  return subjects.map(({ status, definition: read }) => {
    const body = read?.body;
    assert.equal(body?.part === "answer" ? body.status : undefined, status);
    return status;
  });
}

describe("the answer of an endpoint whose types are written", () => {
  it("is the first success that has a schema in JSON, and never what stands for problems", async () => {
    assert.deepEqual(await offered({ 201: THING, default: PROBLEM }, "post"), [undefined, 201]);
    assert.deepEqual(await offered({ 202: EMPTY, 204: EMPTY, 206: THING }), [206]);
    assert.deepEqual(await offered({ 200: THING, 201: THING }), [200]);
    assert.deepEqual(await offered({ "2XX": THING, default: PROBLEM }), [200]);
  });

  it("is not offered where only other successes are described", async () => {
    assert.deepEqual(await offered({ 204: EMPTY, default: PROBLEM }), []);
    assert.deepEqual(await offered({ 204: EMPTY, default: PROBLEM }, "put"), [undefined]);
    const file = { description: "", content: { "application/pdf": {} } };
    assert.deepEqual(await offered({ 200: file, 400: PROBLEM }), []);
  });

  it("is the default's where no success is described", async () => {
    assert.deepEqual(await offered({ default: THING }), [200]);
    assert.deepEqual(await offered({}), [200]);
  });
});
