import { l10n } from "vscode";
import type { GrownRow } from "../../lists/common/growingList";
import type { ListPlace } from "../../lists/common/listPlace";
import type { PensionNode, PensionsNode, TreeNode } from "./nodes";
import { countText } from "../../../platform/vscode/formats";

/** A pension that is known of a client, as the pensions feature tells it. */
export interface PensionEntry {
  readonly pensionId: string;
  readonly hasFile: boolean;
  readonly description: string;
  /** Whether its last PUT can be undone. */
  readonly canUndo: boolean;
  /** When it was deleted, in milliseconds since the epoch: a list of before still has it. */
  readonly goneAt?: number;
}

export interface PensionSources {
  readonly pensions: (connectionId: string, clientId: string) => Promise<readonly PensionEntry[]>;
  /** What is shown of the provider's list of pensions; undefined where it has none. */
  readonly pensionList: (node: PensionsNode) => Promise<ListPlace | undefined>;
}

/** The pensions of a client, each once: those that are known, then what only the list has. */
export async function pensionNodes(
  node: PensionsNode,
  { pensions, pensionList }: PensionSources,
): Promise<{ readonly nodes: readonly TreeNode[]; readonly place: ListPlace | undefined }> {
  const place = await pensionList(node);
  const [entries] = await Promise.all([
    pensions(node.connectionId, node.clientId),
    place?.list.load(),
  ]);
  const rows = rowsById(place?.rows ?? []);
  const known = entries.filter(({ goneAt }) => goneAt === undefined);
  const names = new Set(known.map(({ pensionId }) => pensionId));
  const gone = new Map(entries.map(({ pensionId, goneAt = -Infinity }) => [pensionId, goneAt]));
  const listed = [...rows]
    .filter(([id, { loadedAt }]) => !names.has(id) && loadedAt > (gone.get(id) ?? -Infinity))
    .map(([, row]): PensionEntry => ({ ...BARE, pensionId: row.id?.value ?? "" }));
  const nodes = [...known, ...listed].map((entry): TreeNode =>
    pensionNode(node, entry, rows.get(entry.pensionId)),
  );
  return { nodes: [...nodes, ...withoutId(node, place?.rows ?? [])], place };
}

const BARE = { hasFile: false, description: "", canUndo: false };

/** A list may repeat a row. An id is any text: `P-a` and `P-A` are two (specification, section 4.4). */
function rowsById(rows: readonly GrownRow[]): ReadonlyMap<string, GrownRow> {
  return new Map(rows.flatMap((row) => (row.id === undefined ? [] : [[row.id.value, row]])));
}

function pensionNode(
  { connectionId, nodeId, domain, clientId, clientLabel }: PensionsNode,
  { pensionId, hasFile, description, canUndo }: PensionEntry,
  row: GrownRow | undefined,
): PensionNode {
  return {
    ...{ kind: "pension", connectionId, nodeId: `${nodeId}/pension:${pensionId}` },
    ...{ domain, clientId, clientLabel, pensionId, hasFile, description, canUndo },
    ...(row === undefined ? {} : { row }),
  };
}

function withoutId(
  { connectionId, nodeId }: PensionsNode,
  rows: readonly GrownRow[],
): readonly TreeNode[] {
  const count = rows.filter(({ id }) => id === undefined).length;
  if (count === 0) {
    return [];
  }
  const text =
    count === 1
      ? l10n.t("1 pension has no id that can be found. Open the list to see it.")
      : l10n.t(
          "{0} pensions have no id that can be found. Open the list to see them.",
          countText(count),
        );
  return [{ kind: "message", connectionId, nodeId: `${nodeId}/withoutId`, text }];
}
