import { isJsonType, plainType } from "../../../../platform/service/definition/mediaTypes";
import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { recordIn } from "../../../../platform/service/definition/references";
import { type SchemaChange, schemaChange, type Side } from "./changes";

interface ContentPairs {
  readonly changes: readonly SchemaChange[];
  /** Schemas that are compared. */
  readonly schemas: readonly Side<unknown>[];
}

/** Compares the content types of a body, `content` of both sides. */
export function contentPairs({ before, after }: Side<JsonRecord>): ContentPairs {
  const [was, is] = [byType(before), byType(after)];
  if (was.size === 0 || is.size === 0) {
    return { changes: bodyChanges({ before: was.size > 0, after: is.size > 0 }), schemas: [] };
  }
  const common = [...was.keys()].filter((type) => is.has(type));
  const changes = [
    ...[...was.keys()]
      .filter((type) => !is.has(type))
      .map((type) => schemaChange("contentRemoved", true, { before: type })),
    ...[...is.keys()]
      .filter((type) => !was.has(type))
      .map((type) => schemaChange("contentAdded", false, { after: type })),
  ];
  const schemas = common.map((type) => ({ before: was.get(type), after: is.get(type) }));
  return { changes, schemas: schemas.length > 0 ? schemas : jsonPairs({ before: was, after: is }) };
}

function byType(content: JsonRecord): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(content).map(([type, media]) => [plainType(type), recordIn(media)?.["schema"]]),
  );
}

/** A body that is JSON under another name is the same body. */
function jsonPairs({ before, after }: Side<ReadonlyMap<string, unknown>>): Side<unknown>[] {
  const was = [...before].find(([type]) => isJsonType(type));
  const is = [...after].find(([type]) => isJsonType(type));
  return was === undefined || is === undefined ? [] : [{ before: was[1], after: is[1] }];
}

function bodyChanges({ before, after }: Side<boolean>): SchemaChange[] {
  return before === after
    ? []
    : [after ? schemaChange("bodyAdded", false) : schemaChange("bodyRemoved", true)];
}
