import * as vscode from "vscode";
import type { PensionKey } from "../common/writing/records";
import { KNOWN_SCHEME } from "../../../manifest";

/** First part of the paths of what stands for a pension and is no document. */
const PENSIONS = "pension";

/**
 * What stands for a pension of a connection where the editor decorates addresses: what is said of
 * its payload is said of this, and nothing that others say of the file.
 */
export function pensionUri({ connectionId, clientId, pensionId }: PensionKey): vscode.Uri {
  const path = `/${[PENSIONS, connectionId, clientId.toLowerCase(), pensionId].join("/")}`;
  return vscode.Uri.from({ scheme: KNOWN_SCHEME, path });
}
