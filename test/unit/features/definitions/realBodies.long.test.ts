import assert from "node:assert/strict";
import { readDocument } from "../../../../src/features/definitions/common/imports/readDocument";
import { jsonContent } from "../../../../src/platform/service/definition/mediaTypes";
import { isObject, resolved } from "../../../../src/platform/service/definition/references";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import { payloadSchema } from "../../../../src/features/pensions/common/checks/payloadSchema";
import { payloadTemplate } from "../../../../src/features/pensions/common/template";
import { textOf } from "./imports/support/documents";
import { type Json, mergedText } from "./support/foreign";

/** Enough of each: compiling one takes its time. */
const MOST = 4;

describe("bodies of real documents, as if they were a pension's", () => {
  for (const file of [
    "@digdir/dialogporten-schema/swagger.verified.json",
    "@figma/rest-api-spec/openapi/openapi.yaml",
    "@netlify/open-api/dist/swagger.json",
    "@readme/oas-examples/3.0/json/circular-paths.json",
    "@readme/oas-examples/3.0/json/schema-circular.json",
    "@scalar/galaxy/dist/3.1.yaml",
  ]) {
    it(`of ${file} make templates, schemas for the editor and a gate`, async () => {
      const { document } = readDocument(textOf(file));
      const bodies = bodiesOf(document).slice(0, MOST);
      assert.ok(bodies.length > 0);
      for (const requestBody of bodies) {
        const put = { put: { requestBody, responses: {} } };
        const paths = { ...(document["paths"] as Json), "/clients/{c}/pensions/{p}": put };
        const text = mergedText({ ...document, paths });
        const template = payloadTemplate(text);
        const { unusable } = await checkSchema(template, text);
        assert.equal(unusable, false, JSON.stringify(requestBody).slice(0, 200));
        assert.doesNotMatch(payloadSchema(text), /x-imported/);
      }
    });
  }
});

/** Those that are JSON, references kept. */
function bodiesOf(document: Json): readonly Json[] {
  const items = Object.values(document["paths"] as Record<string, Json>);
  return items
    .flatMap((item) => Object.values(item as Readonly<Record<string, Json>>))
    .map(({ requestBody }) => requestBody)
    .filter(isObject)
    .filter((body) => jsonContent(resolved(document, body)["content"]) !== undefined);
}
