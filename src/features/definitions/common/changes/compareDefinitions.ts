import { SchemaGraph } from "../../../../platform/service/definition/schemaGraph";
import { type ComparedOperation, comparedOperations, parseDocument } from "./comparedOperations";
import type { Side, DefinitionChange } from "./changes";
import { type FoundChange, operationChanges } from "./operationChanges";
import { PairGraph } from "./pairGraph";

/**
 * What changed from one version of a definition to another, for those who call the service: what
 * breaks them first. Both are OpenAPI 3.1, JSON; `prefix` is that of the domain, as documented.
 * Throws `AppError` `definition/unreadable`.
 */
export function compareDefinitions(
  before: string,
  after: string,
  prefix: string,
): readonly DefinitionChange[] {
  if (before === after) {
    return [];
  }
  const documents = { before: parseDocument(before), after: parseDocument(after) };
  const graphs = {
    before: new SchemaGraph(documents.before),
    after: new SchemaGraph(documents.after),
  };
  const pairs = new PairGraph({
    before: graphs.before.schemaOf(),
    after: graphs.after.schemaOf(),
  });
  const operations = matched({
    before: comparedOperations(documents.before, prefix),
    after: comparedOperations(documents.after, prefix),
  });
  // All pairs have to be known before it is known which of them changed.
  const found = operations.map(({ label, ...operation }) => ({
    label,
    changes: operationChanges(operation, { graphs, pairs }),
  }));
  return ordered(found.flatMap(({ label, changes }) => named(label, changes())));
}

interface MatchedOperation extends Side<ComparedOperation | undefined> {
  readonly label: string;
}

function matched({
  before,
  after,
}: Side<ReadonlyMap<string, ComparedOperation>>): readonly MatchedOperation[] {
  return [...new Set([...after.keys(), ...before.keys()])].map((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    return { label: (is ?? was)?.label ?? key, before: was, after: is };
  });
}

function named(operation: string, changes: readonly FoundChange[]): readonly DefinitionChange[] {
  return changes.map(({ kind, breaking, place, before, after }) => ({
    ...{ kind, breaking, operation },
    ...(place === undefined ? {} : { place }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }));
}

/** Sorting is stable: changes of an operation stay in their order. */
function ordered(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  const isBreaking = ({ breaking }: DefinitionChange): number => (breaking ? 0 : 1);
  const pathOf = ({ operation }: DefinitionChange): string =>
    operation.slice(operation.indexOf(" ") + 1);
  return [...changes].sort(
    (one, other) =>
      isBreaking(one) - isBreaking(other) ||
      compareTexts(pathOf(one), pathOf(other)) ||
      compareTexts(one.operation, other.operation),
  );
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
