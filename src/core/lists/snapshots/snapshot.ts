import type { Environment } from "../../connection";
import type { ParameterValues } from "../../../shared/listQuery";

/** Which list something is of, whichever page: what snapshots of one list have in common. */
export interface ListIdentity {
  readonly connectionLabel: string;
  readonly environment: Environment;
  readonly operationId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly parameters: ParameterValues;
}

/** An exported list in the user's folder, as its manifest tells of it. */
export interface Snapshot {
  /** Of the file, without folders. */
  readonly name: string;
  /** Path of the file. */
  readonly path: string;
  /** ISO 8601, UTC: when the walk through the list began. */
  readonly at: string;
  readonly list: ListIdentity;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** One JSON text a line, or one array. */
  readonly format: "jsonl" | "json";
  /** Its values are pseudonyms, and so are ids in its `list`. */
  readonly isMasked: boolean;
  /** Not all pages were walked, or only rows that a panel had. */
  readonly isPart: boolean;
}

/** The same list, as its ids are here or as their pseudonyms are. */
export function isOfList(
  { list, isMasked }: Pick<Snapshot, "list" | "isMasked">,
  own: ListIdentity,
  masked: ListIdentity,
): boolean {
  return keyOf(list) === keyOf(isMasked ? masked : own);
}

function keyOf({ connectionLabel, environment, ...list }: ListIdentity): string {
  const { operationId, path, parameters } = list;
  const given = Object.entries(parameters)
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => [name, [value].flat()]);
  return JSON.stringify([
    ...[connectionLabel, environment, operationId],
    ...[Object.entries(path).sort(), given.sort()],
  ]);
}
