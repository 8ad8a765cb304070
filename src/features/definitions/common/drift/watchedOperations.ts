import { isJsonType, plainType } from "../../../../platform/service/definition/mediaTypes";
import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { objectAt, recordIn } from "../../../../platform/service/definition/references";
import { operationsIn } from "../../../../platform/service/definition/operations";
import type { Schema } from "../../../../platform/service/definition/schema";
import { SchemaGraph } from "../../../../platform/service/definition/schemaGraph";

/** An imported operation, as far as its answers are described. */
export interface WatchedOperation {
  /** The schema of a JSON answer; undefined where the definition leaves it open. */
  schemaOf(status: number, contentType: string | undefined): Schema | undefined;
}

/**
 * The imported operations of the active definition by their ids; none where the text is not to be
 * read. Our own description leaves bodies open, and so is no measure for answers.
 */
export function watchedOperations(text: string): ReadonlyMap<string, WatchedOperation> {
  if (!text.includes('"x-imported"')) {
    return new Map();
  }
  const document = parsed(text);
  const graph = new SchemaGraph(document);
  return new Map(
    operationsIn(document)
      .map(({ source }) => source)
      .filter((operation) => operation["x-imported"] === true)
      .map((operation) => [String(operation["operationId"]), watched(operation, document, graph)]),
  );
}

function parsed(text: string): JsonRecord {
  try {
    return recordIn(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

function watched(
  operation: JsonRecord,
  document: JsonRecord,
  graph: SchemaGraph,
): WatchedOperation {
  return {
    schemaOf: (status, contentType) => {
      const schema = answerSchemaIn(document, operation, { status, contentType });
      return schema === undefined ? undefined : graph.schemaOf(schema);
    },
  };
}

/** The schema of a JSON answer as the document has it; undefined where there is none. */
export function answerSchemaIn(
  document: JsonRecord,
  operation: JsonRecord,
  { status, contentType }: { readonly status: number; readonly contentType?: string | undefined },
): unknown {
  const responses = recordIn(operation["responses"]) ?? {};
  const range = `${String(status).slice(0, 1)}XX`;
  const response = responses[status] ?? responses[range] ?? responses["default"];
  const content = recordIn(objectAt(document, response)?.["content"]);
  return content === undefined ? undefined : schemaIn(content, contentType);
}

/** That of the content type itself, else of JSON under whatever name. */
function schemaIn(content: JsonRecord, contentType = "application/json"): unknown {
  const type = plainType(contentType);
  if (!isJsonType(type)) {
    return undefined;
  }
  const all = Object.entries(content).map(([name, media]) => ({ name: plainType(name), media }));
  const found =
    all.find(({ name }) => name === type) ??
    all.find(({ name }) => isJsonType(name)) ??
    all.find(({ name }) => name === "*/*" || name === "application/*");
  return recordIn(found?.media)?.["schema"];
}
