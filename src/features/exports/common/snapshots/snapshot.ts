import type { Environment } from "../../../../platform/base/connection";
import type { ParameterValues } from "../../../lists/messages/listQuery";

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

/** Whether a text of a masked manifest stands for this value of a parameter. */
type StandsFor = (masked: string, value: string, name: string) => boolean;

/** The same list; of a masked snapshot as far as pseudonyms tell. */
export function isOfList(
  { list, isMasked }: Pick<Snapshot, "list" | "isMasked">,
  own: ListIdentity,
  standsFor: StandsFor,
): boolean {
  const [theirs, ours] = [valuesOf(list), valuesOf(own)];
  return (
    list.connectionLabel === own.connectionLabel &&
    list.environment === own.environment &&
    list.operationId === own.operationId &&
    theirs.length === ours.length &&
    theirs.every(([name, text], at) => {
      const [ownName = "", value = ""] = ours[at] ?? [];
      return name === ownName && (text === value || (isMasked && standsFor(text, value, name)));
    })
  );
}

/** Names with their values, one by one; what is blank is not sent. */
function valuesOf({ path, parameters }: ListIdentity): readonly (readonly [string, string])[] {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((one) => [`?${name}`, one] as const),
  );
  return [...Object.entries(path), ...given.filter(([, value]) => value !== "")].sort(
    ([one], [other]) => (one < other ? -1 : one > other ? 1 : 0),
  );
}
