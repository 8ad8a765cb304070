import type { DraftField } from "../messages/connectionDraft";
import { type Connection, isProduction } from "../../../platform/base/connection";
import { freeLabel } from "./connectionRecords";
import { draftOf } from "./draft";
import { isBoundToServers, originsOf } from "./secretRecord";

/** What an update takes of the care that a stored connection has, or where it leads it. */
export type ImportRisk = "leavesProduction" | "baseUrl" | "authUrl" | "callbackUrl" | "proofKey";

/** One field of a stored connection, as a form shows it. */
export interface ImportEdit {
  readonly field: DraftField;
  readonly from: string;
  readonly to: string;
}

/** What an import would do with one connection of a file. */
export interface ImportChange {
  readonly kind: "added" | "updated" | "unchanged";
  /** As it would be stored. */
  readonly connection: Connection;
  /** As it is stored now. */
  readonly before: Connection | undefined;
  /** Of an update: what is not as it is stored. */
  readonly edits: readonly ImportEdit[];
  /** What of an update is asked for by itself. */
  readonly risks: readonly ImportRisk[];
  /** Its label in the file, where another connection has that one. */
  readonly renamedFrom: string | undefined;
  /** True when an update leads it to another server: its secrets will be asked for again. */
  readonly isElsewhere: boolean;
}

/** What is there already. */
export interface ImportContext {
  readonly stored: readonly Connection[];
  /** Labels of connections that are not stored: the sandbox's. */
  readonly reserved: readonly string[];
}

/**
 * What importing these connections would do. Connections are known by their ids; a label that
 * another one has gets a number. Carried out and planned again, everything is unchanged. Pure.
 */
export function planImport(
  connections: readonly Connection[],
  { stored, reserved }: ImportContext,
): readonly ImportChange[] {
  const ids = new Set(connections.map(({ id }) => id));
  const staying = stored.filter(({ id }) => !ids.has(id)).map(({ label }) => label);
  // Only those that stay count, so that a second import comes to the same labels.
  const taken = [...reserved, ...staying];
  return connections.map((connection) => {
    const label = freeLabel(connection.label, taken);
    taken.push(label);
    const before = stored.find(({ id }) => id === connection.id);
    return changeOf({ ...connection, label }, before, connection.label);
  });
}

function changeOf(
  connection: Connection,
  before: Connection | undefined,
  wanted: string,
): ImportChange {
  const renamedFrom = connection.label === wanted ? undefined : wanted;
  if (before === undefined) {
    const nothing = { before, edits: [], risks: [], isElsewhere: false };
    return { kind: "added", connection, renamedFrom, ...nothing };
  }
  const [one, other] = [draftOf(before), draftOf(connection)];
  const edits = (Object.keys(one) as DraftField[])
    .map((field): ImportEdit => ({ field, from: one[field], to: other[field] }))
    .filter(({ from, to }) => from !== to);
  const kind = edits.length === 0 ? "unchanged" : "updated";
  const isElsewhere = !isBoundToServers(originsOf(before), connection);
  const risks = risksOf(before, connection);
  return { kind, connection, before, edits, risks, renamedFrom, isElsewhere };
}

/** From the least careful choice to the most careful one. */
const PROOF_KEYS: readonly Connection["proofKey"][] = ["off", "auto", "required"];

function risksOf(before: Connection, after: Connection): readonly ImportRisk[] {
  const found: Readonly<Record<ImportRisk, boolean>> = {
    leavesProduction: isProduction(before.environment) && !isProduction(after.environment),
    // Whole: one host can serve several services or tenants, told apart by the path.
    baseUrl: before.baseUrl !== after.baseUrl,
    authUrl: before.authUrl !== after.authUrl,
    // A service account has none: nothing comes back to it.
    callbackUrl:
      ![before.callbackUrl, after.callbackUrl].includes("") &&
      before.callbackUrl !== after.callbackUrl,
    proofKey: PROOF_KEYS.indexOf(after.proofKey) < PROOF_KEYS.indexOf(before.proofKey),
  };
  return (Object.keys(found) as ImportRisk[]).filter((risk) => found[risk]);
}
