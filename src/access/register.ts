import * as vscode from "vscode";
import type { ServiceClient } from "../core/service/client";
import type { Log } from "../core/log";
import type { Commands } from "../host/commands";
import type { Dialogs } from "../host/dialogs";
import { DisposableStore } from "../host/disposables";
import { withProgress } from "../host/progress";
import type { NodeArgument } from "../manifest";

export interface AccessServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly log: Log;
  /** The client of the connection that a node belongs to, or of the only one. */
  readonly clientOf: (node: NodeArgument | undefined) => Promise<ServiceClient>;
}

export interface RegisteredAccess {
  readonly disposable: vscode.Disposable;
  /** Takes an address that the browser came back to. */
  readonly openUri: (uri: vscode.Uri) => void;
}

/** Signing in and out, and the address that a browser can come back to. */
export function registerAccess(services: AccessServices): RegisteredAccess {
  const { commands, clientOf } = services;
  const store = new DisposableStore();
  store.add(
    commands.register("financialPlanning.access.signIn", async (node) => {
      await withProgress(vscode.l10n.t("Signing in"), async (signal) => {
        const client = await clientOf(node);
        await client.signIn({ renew: true, signal });
      });
      return true;
    }),
  );
  store.add(
    commands.register("financialPlanning.access.signOut", async (node) => {
      await (await clientOf(node)).signOut();
    }),
  );
  return { disposable: store, openUri: (uri) => refuseUri(services, uri) };
}

/**
 * No access model of this version comes back through an address. It is logged by path alone:
 * its query may hold a code.
 */
function refuseUri({ log, dialogs }: AccessServices, uri: vscode.Uri): void {
  log.warn("An address was opened that no sign-in waits for", { path: uri.path });
  void dialogs.notify(
    "warning",
    vscode.l10n.t(
      "No sign-in waits for this address. Begin one with 'Sign In' from the connection.",
    ),
  );
}
