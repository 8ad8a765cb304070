import { l10n, type Uri } from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { ServiceCall, ServiceClient } from "../../../platform/service/client";
import type { Masking } from "../../../platform/base/masking";
import type { Commands } from "../../../platform/vscode/commands";
import type { Privacy } from "../../../platform/vscode/privacy";
import { withProgress } from "../../../platform/vscode/progress";
import type { OpenListArgument, RequestArgument } from "../../../manifest";
import type { ExportableLists } from "../../lists/host/exportable";
import { showDifference, type Side } from "../../requests/host/send/sides";
import { clientOf, type TreeNode } from "./nodes";
import type { ConnectionTree } from "./tree";

export interface ComparingServices {
  readonly commands: Commands;
  readonly tree: ConnectionTree;
  readonly privacy: Pick<Privacy, "masking">;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  readonly connection: (connectionId: string) => { readonly label: string } | undefined;
  /** Keeps an answer and returns the address that it can be read at. */
  readonly addAnswer: (name: string, bytes: Uint8Array, call?: RequestArgument) => Uri;
  /** Closes the comparison with this left side when privacy mode is turned on. */
  readonly closeWhenMasked: (left: Uri) => void;
  readonly lists: () => Promise<Pick<ExportableLists, "queryOf" | "compare">>;
}

/**
 * Compares what two nodes stand for: two lists in a panel, two records or pensions in the editor's
 * comparison. Throws `AppError` `lists/notAlike`.
 */
export async function compareNodes(
  services: ComparingServices,
  nodes: readonly TreeNode[],
): Promise<void> {
  const [one, other] = nodes;
  if (one === undefined || other === undefined || nodes.length > 2) {
    throw new AppError("input", "lists/notAlike");
  }
  if ("list" in one && "list" in other) {
    await compareLists(services, one, other);
  } else {
    await compareRecords(services, one, other);
  }
}

/** The panel of the first list, compared with the same list of another client or connection. */
async function compareLists(
  { lists }: ComparingServices,
  one: OpenListArgument,
  other: OpenListArgument,
): Promise<void> {
  const panels = await lists();
  const [query, otherQuery] = [await panels.queryOf(one), await panels.queryOf(other)];
  const isSameConnection = one.connectionId === other.connectionId;
  const isSameList = isSameConnection && one.clientId === other.clientId;
  if (query.operationId !== otherQuery.operationId || isSameList) {
    throw new AppError("input", "lists/notAlike");
  }
  const { connectionId, clientId, clientLabel } = other;
  await panels.compare(query, {
    source: isSameConnection ? "client" : "connection",
    onlyChanges: false,
    ...(isSameConnection ? {} : { connectionId }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientLabel === undefined ? {} : { clientLabel }),
  });
}

async function compareRecords(
  services: ComparingServices,
  one: TreeNode,
  other: TreeNode,
): Promise<void> {
  const calls = [callOf(one), callOf(other)] as const;
  const [left, right] = calls;
  if (left === undefined || left.operationId !== right?.operationId) {
    throw new AppError("input", "lists/notAlike");
  }
  const [before, after] = await withProgress(l10n.t("Comparing"), (signal) =>
    Promise.all([
      read(services, { node: one, call: left, signal }),
      read(services, { node: other, call: right, signal }),
    ]),
  );
  // Privacy mode may have been turned on meanwhile: they are named as it is now.
  await showDifference(
    services,
    before.path,
    { ...before, words: wordsOf(services, one) },
    { ...after, words: wordsOf(services, other) },
  );
}

/** What reads the record that a node stands for; undefined for others. */
function callOf(node: TreeNode): ServiceCall | undefined {
  const clientId = clientOf(node)?.clientId;
  if (clientId === undefined) {
    return undefined;
  }
  switch (node.kind) {
    case "client":
    case "record":
      return { operationId: "getClient", path: { clientId } };
    case "pension":
      return { operationId: "getPension", path: { clientId, pensionId: node.pensionId } };
    default:
      return undefined;
  }
}

async function read(
  { client }: ComparingServices,
  { node, call, signal }: { node: TreeNode; call: ServiceCall; signal: AbortSignal },
): Promise<Omit<Side, "words"> & { readonly path: string }> {
  const service = await client(node.connectionId);
  const isPension = call.operationId === "getPension";
  const action = service.startAction(isPension ? l10n.t("Read pension") : l10n.t("Client record"));
  const { body, action: sent } = await service.send(call, { action, signal });
  return {
    bytes: body,
    call: { actionId: sent.id },
    path: sent.attempts.at(-1)?.pathTemplate ?? call.operationId,
  };
}

function wordsOf({ connection, privacy }: ComparingServices, node: TreeNode): string {
  const label = connection(node.connectionId)?.label;
  return [nameOf(node, privacy.masking), label].filter(Boolean).join(" · ");
}

/** How the user knows it; masked where it has to be. */
function nameOf(node: TreeNode, masking: Masking): string | undefined {
  return node.kind === "pension"
    ? masking.maskLabel(node.pensionId, "id")
    : masking.maskLabel(clientOf(node)?.clientLabel ?? "", "person");
}
