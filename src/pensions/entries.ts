import * as vscode from "vscode";
import type { KnownPension, KnownPensions } from "./knownPensions";
import { findPayloadFiles } from "./payloadFiles";

export interface PensionListing {
  readonly pensionId: string;
  readonly hasFile: boolean;
  readonly description: string;
}

/** Every pension of a client that is known: by payload file, or read or written here. */
export async function listPensions(
  known: KnownPensions,
  connectionId: string,
  clientId: string,
): Promise<readonly PensionListing[]> {
  const files = new Set((await findPayloadFiles(clientId)).map(({ pensionId }) => pensionId));
  const seen = new Map(
    known.of(connectionId, clientId).map((pension) => [pension.pensionId, pension]),
  );
  const ids = [...new Set([...files, ...seen.keys()])].sort((one, other) =>
    one.localeCompare(other),
  );
  return ids.map((pensionId) => ({
    pensionId,
    hasFile: files.has(pensionId),
    description: describe(files.has(pensionId), seen.get(pensionId)),
  }));
}

/** Short, so that it is not cut: the icon tells that there is a file. */
function describe(hasFile: boolean, seen: KnownPension | undefined): string {
  if (seen === undefined) {
    return hasFile ? vscode.l10n.t("payload file") : "";
  }
  const time = new Date(seen.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return seen.how === "written"
    ? vscode.l10n.t("written {0}", time)
    : vscode.l10n.t("seen {0}", time);
}
