import * as vscode from "vscode";
import {
  callbackWay,
  type CallbackWay,
  type EditorAddress,
} from "../../../platform/auth/callbackWay";
import type { StartedSignIn } from "../../../platform/auth/browserSignIn";
import type { PendingSignIns } from "../../../platform/auth/pendingSignIns";
import type { Connection } from "../../../platform/base/connection";
import { throwIfAborted } from "../../../platform/base/scope";
import type { ServiceClient } from "../../../platform/service/client";
import { openInBrowser } from "../../../platform/vscode/browser";
import {
  type ProgressLink,
  type Report,
  withProgress,
  withShownProgress,
} from "../../../platform/vscode/progress";
import { showBriefly } from "../../../platform/vscode/surfaces";
import { translate } from "../../../platform/vscode/translate";
import { EXTENSION_ID } from "../../../manifest";
import { browserTexts } from "../texts/browserTexts";
import { pasteCallback } from "./pastedCallback";
import type { AccessServices } from "./services";

const SHOWN_MILLISECONDS = 5_000;

export interface SignInOptions {
  readonly connectionId: string;
  /** Only once the user agreed to it. */
  readonly withoutProofKey?: boolean;
}

/** Signs in the way that the connection's access model asks for. */
export async function signIn(
  services: AccessServices,
  pendingSignIns: PendingSignIns,
  { connectionId, withoutProofKey = false }: SignInOptions,
): Promise<void> {
  const opened = await withProgress(vscode.l10n.t("Signing in"), async (signal) => {
    const { connection, client } = await services.open(connectionId);
    // Whoever cancelled by then wants no browser.
    throwIfAborted(signal);
    if (connection.accessModel === "serviceAccount") {
      await client.signIn({ renew: true, signal });
    }
    return { connection, client };
  });
  const { accessModel, label } = opened.connection;
  if (accessModel !== "serviceAccount") {
    await signInWithBrowser(services, pendingSignIns, { ...opened, withoutProofKey });
  }
  const text = vscode.l10n.t("Signed in to {0}", label);
  showBriefly(text, { icon: "check", milliseconds: SHOWN_MILLISECONDS });
}

interface BrowserRun {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly withoutProofKey: boolean;
}

async function signInWithBrowser(
  services: AccessServices,
  pendingSignIns: PendingSignIns,
  { connection, client, withoutProofKey }: BrowserRun,
): Promise<void> {
  const title = vscode.l10n.t("Signing in to {0}", connection.label);
  const way = callbackWay(connection.callbackUrl, thisEditor());
  const { keyFingerprint } = services.summaries().find(({ id }) => id === connection.id) ?? {};
  await withShownProgress(title, async (signal, report) => {
    const over = new AbortController();
    const send = (started: StartedSignIn, by: CallbackWay["kind"]): Promise<void> => {
      report(outWords(started, by, way), links());
      return sendOut({ started, by, report, paste });
    };
    const paste = (): void => {
      // Beside the waiting, not before it: the browser is out, another window may be quicker.
      void pasteCallback(services, pendingSignIns, over.signal).catch(
        (error: unknown) => void services.showError(error),
      );
    };
    try {
      await pendingSignIns.signIn({
        ...{ connection, client, keyFingerprint, way, withoutProofKey, signal, isReachable, send },
      });
    } finally {
      over.abort();
    }
  });
}

interface SendingOut {
  readonly started: StartedSignIn;
  readonly by: CallbackWay["kind"];
  readonly report: Report;
  readonly paste: () => void;
}

/** Declining to open is no end: the address may have been copied instead. */
async function sendOut({ started, by, report, paste }: SendingOut): Promise<void> {
  if (!(await openInBrowser(started.url))) {
    const { host } = new URL(started.url);
    report(browserTexts(translate).notOpened(host), links());
  }
  if (by === "paste") {
    paste();
  }
}

/** Names the host before it is opened, and says what to do when the browser is back. */
function outWords({ url }: StartedSignIn, by: CallbackWay["kind"], way: CallbackWay): string {
  const { host } = new URL(url);
  const out = vscode.l10n.t("Continue in the browser at {0}.", host);
  if (by !== "paste") {
    return out;
  }
  const then =
    way.kind === "loopback"
      ? browserTexts(translate).pasteFromRemote
      : vscode.l10n.t("Paste the address that it ends at here.");
  return `${out} ${then}`;
}

function links(): readonly ProgressLink[] {
  const { t } = vscode.l10n;
  return [
    { label: t("Copy address"), command: "financialPlanning.access.copyAddress" },
    { label: t("Paste callback address"), command: "financialPlanning.access.pasteCallback" },
  ];
}

/**
 * Whether the browser reaches a page of this extension host. On the user's machine it does;
 * elsewhere only when the editor forwards the port under its own number.
 */
async function isReachable(redirectUri: string): Promise<boolean> {
  const kind = vscode.extensions.getExtension(EXTENSION_ID)?.extensionKind;
  if (vscode.env.remoteName === undefined || kind === vscode.ExtensionKind.UI) {
    return true;
  }
  const { protocol, host } = new URL(redirectUri);
  try {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(redirectUri, true));
    return `${external.scheme}:` === protocol && external.authority === host;
  } catch {
    return false;
  }
}

/** This editor as it can be registered at a provider. */
export function thisEditor(): EditorAddress {
  return { uriScheme: vscode.env.uriScheme, extensionId: EXTENSION_ID.toLowerCase() };
}
