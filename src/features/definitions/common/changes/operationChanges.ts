import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { recordIn } from "../../../../platform/service/definition/references";
import { type Schema, typesOf } from "../../../../platform/service/definition/schema";
import type { SchemaGraph } from "../../../../platform/service/definition/schemaGraph";
import { fieldPath, pathBelow } from "../fieldPaths";
import type { ComparedOperation, ComparedParameter } from "./comparedOperations";
import { contentPairs } from "./content";
import {
  type Direction,
  type SchemaChange,
  schemaChange,
  type Side,
  type ChangePlace,
} from "./changes";
import type { PairGraph, SchemaPair } from "./pairGraph";
import { requiredChanges } from "./schemaChanges";

/** A change of an operation that is yet to be named. */
export interface FoundChange extends Omit<SchemaChange, "path"> {
  readonly place?: ChangePlace;
}

interface ComparedDocuments {
  readonly graphs: Side<SchemaGraph>;
  readonly pairs: PairGraph;
}

/** Changes that are known when all pairs of schemas are. */
type Later = () => readonly FoundChange[];

/** Adds the pairs of schemas of an operation; what is returned tells the changes afterwards. */
export function operationChanges(
  { before, after }: Side<ComparedOperation | undefined>,
  documents: ComparedDocuments,
): Later {
  if (before === undefined || after === undefined) {
    return () => [
      after === undefined
        ? { kind: "operationRemoved", breaking: true }
        : { kind: "operationAdded", breaking: false },
    ];
  }
  const parts = [
    deprecation({ before, after }),
    ...parameterChanges({ before: before.parameters, after: after.parameters }, documents),
    requestChanges({ before: before.body, after: after.body }, documents),
    responseChanges({ before: before.responses, after: after.responses }, documents),
  ];
  return () => parts.flatMap((part) => part());
}

function deprecation({ before, after }: Side<ComparedOperation>): Later {
  return () =>
    before.isDeprecated === after.isDeprecated
      ? []
      : after.isDeprecated
        ? [{ kind: "operationDeprecated", breaking: false }]
        : [{ kind: "operationReinstated", breaking: false }];
}

function parameterChanges(
  { before, after }: Side<ReadonlyMap<string, ComparedParameter>>,
  documents: ComparedDocuments,
): Later[] {
  return [...new Set([...after.keys(), ...before.keys()])].map((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    if (was !== undefined && is !== undefined) {
      return changesOfParameter({ before: was, after: is }, documents);
    }
    const { name, isPath, isRequired } = was ?? is ?? { name: key, isPath: true, isRequired: true };
    const place = { part: "parameter", path: name } as const;
    // A path of the same shape takes what it took, whether its parameters are described or not.
    return () =>
      isPath
        ? []
        : was === undefined
          ? [{ kind: "parameterAdded", breaking: isRequired, place }]
          : // Who filters by it gets other rows now, or a refusal.
            [{ kind: "parameterRemoved", breaking: true, place }];
  });
}

function changesOfParameter(
  { before, after }: Side<ComparedParameter>,
  { graphs, pairs }: ComparedDocuments,
): Later {
  const sides = schemasOf({ before: before.schema, after: after.schema }, graphs);
  const pair = pairs.add(sides, "request");
  const isList = [sides.before, sides.after].every((schema) =>
    ["array", "object"].some((type) => typesOf(schema).includes(type)),
  );
  const required = { before: before.isRequired, after: after.isRequired };
  const own = [
    ...requiredChanges(required, "request", ""),
    ...(isList && before.style !== after.style
      ? [schemaChange("formatChanged", true, { before: before.style, after: after.style })]
      : []),
  ];
  return () =>
    [...own, ...pairs.changesOf(pair)].map((change) =>
      placed(change, {
        part: "parameter",
        path: pathBelow(fieldPath("", after.name), change.path),
      }),
    );
}

function requestChanges(
  { before, after }: Side<JsonRecord | undefined>,
  documents: ComparedDocuments,
): Later {
  const place = { part: "request", path: "" } as const;
  if (before === undefined || after === undefined) {
    const added = { kind: "bodyAdded", breaking: after?.["required"] === true, place } as const;
    const removed = { kind: "bodyRemoved", breaking: true, place } as const;
    return () => (before === after ? [] : before === undefined ? [added] : [removed]);
  }
  const required = { before: before["required"] === true, after: after["required"] === true };
  const own = requiredChanges(required, "request", "");
  const rest = contentChanges({ before, after }, "request", documents);
  return () => [...own, ...rest()].map((change) => placed(change, { ...place, path: change.path }));
}

function responseChanges(
  { before, after }: Side<ReadonlyMap<string, JsonRecord>>,
  documents: ComparedDocuments,
): Later {
  const statuses = [...new Set([...after.keys(), ...before.keys()])];
  const parts = statuses.map((status) => ({
    status,
    changes: changesOfStatus(
      { before: before.get(status), after: after.get(status) },
      { status, isCovered: isCovered(status, after) },
      documents,
    ),
  }));
  return () => joinedStatuses(parts.map(({ status, changes }) => ({ status, changes: changes() })));
}

/** Whether answers of a status that is not listed any more are described all the same. */
function isCovered(status: string, after: ReadonlyMap<string, JsonRecord>): boolean {
  return after.has(`${status.slice(0, 1)}XX`) || after.has("default");
}

function changesOfStatus(
  { before, after }: Side<JsonRecord | undefined>,
  { status, isCovered }: { readonly status: string; readonly isCovered: boolean },
  documents: ComparedDocuments,
): () => readonly SchemaChange[] {
  if (before !== undefined && after !== undefined) {
    return contentChanges({ before, after }, "response", documents);
  }
  // A client waits for the success that it knows; of failures it has to expect any.
  const breaking = status.startsWith("2") && !isCovered;
  return () => [
    before === undefined
      ? schemaChange("statusAdded", false, { after: status })
      : schemaChange("statusRemoved", breaking, { before: status }),
  ];
}

function contentChanges(
  { before, after }: Side<JsonRecord>,
  direction: Direction,
  { graphs, pairs }: ComparedDocuments,
): () => readonly SchemaChange[] {
  const content = {
    before: recordIn(before["content"]) ?? {},
    after: recordIn(after["content"]) ?? {},
  };
  const { changes, schemas } = contentPairs(content);
  const found = schemas.map((pair): SchemaPair => pairs.add(schemasOf(pair, graphs), direction));
  return () => [...changes, ...unique(found.flatMap((pair) => pairs.changesOf(pair)))];
}

function schemasOf({ before, after }: Side<unknown>, graphs: Side<SchemaGraph>): Side<Schema> {
  return { before: graphs.before.schemaOf(before), after: graphs.after.schemaOf(after) };
}

/** The same body under several content types changes in the same way. */
function unique(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()];
}

/** A change that several answers share is reported once. */
function joinedStatuses(
  parts: readonly { readonly status: string; readonly changes: readonly SchemaChange[] }[],
): readonly FoundChange[] {
  const all = parts.flatMap(({ status, changes }) => changes.map((change) => ({ status, change })));
  return [...Map.groupBy(all, ({ change }) => keyOf(change)).values()].flatMap((same) => {
    const status = same.map((one) => one.status).sort();
    const [first] = same;
    return first === undefined
      ? []
      : [
          placed(first.change, {
            part: "response",
            path: first.change.path,
            status: status.join(", "),
          }),
        ];
  });
}

function keyOf({ kind, breaking, path, before, after }: SchemaChange): string {
  return JSON.stringify([kind, breaking, path, before ?? null, after ?? null]);
}

function placed(change: SchemaChange, place: ChangePlace): FoundChange {
  const { kind, breaking, before, after } = change;
  return {
    ...{ kind, breaking, place },
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
