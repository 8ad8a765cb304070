import { release } from "node:os";
import * as vscode from "vscode";
import type { ConnectionSummary } from "../../../../platform/base/connection";
import { proxyFor } from "../../../../platform/http/proxySettings";
import { proxySettings } from "../../../../platform/vscode/networkSettings";
import type { TicketConnection, TicketOptions } from "../../common/ticket";
import type { CopiesServices } from "./services";

/** What tickets say beside the record: versions, and what is known of connections now. */
export function ticketOptions({
  connection,
  redactor,
  version,
}: Pick<CopiesServices, "connection" | "redactor" | "version">): TicketOptions {
  return {
    writtenAt: Date.now(),
    versions: {
      extension: version,
      editor: `${vscode.env.appName} ${vscode.version}`,
      system: `${process.platform} ${release()} ${process.arch}`,
      node: process.versions.node,
    },
    connection: (id) => ticketConnection(connection(id)),
    redact: (text) => redactor.redact(text),
  };
}

function ticketConnection(summary: ConnectionSummary | undefined): TicketConnection | undefined {
  if (summary?.connection === undefined) {
    return undefined;
  }
  const { keyFingerprint } = summary;
  const { accessModel, networking, baseUrl } = summary.connection;
  const isOwn = networking === "own";
  const proxied = isOwn ? proxyFor(baseUrl, proxySettings()) !== undefined : undefined;
  return { accessModel, networking, proxied, keyFingerprint };
}
