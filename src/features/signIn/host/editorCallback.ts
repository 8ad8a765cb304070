import type * as vscode from "vscode";
import { callbackWay } from "../../../platform/auth/callbackWay";
import { readDecodedCallback } from "../../../platform/auth/callbackParameters";
import type { CallbackParameters, StartedSignIn } from "../../../platform/auth/browserSignIn";
import type { Completion, PendingSignIns } from "../../../platform/auth/pendingSignIns";
import { AppError } from "../../../platform/base/errors";
import { nameConnection } from "./namedErrors";
import type { AccessServices } from "./services";
import { thisEditor } from "./signIn";
import { warningText } from "../../../platform/texts/warnings";
import { translate } from "../../../platform/vscode/translate";
import { SIGN_IN_WARNINGS } from "../texts/warnings";

/** The path of callbacks, below the address of the editor and the extension. */
export const CALLBACK_PATH = "/callback";

/** The sign-in that was out, if any, when the user was last told that none waits. */
const toldAt = new WeakMap<PendingSignIns, StartedSignIn | undefined>();

/**
 * Takes an address that the operating system handed to the editor; any page could have made it
 * do so. What fits no sign-in ends none, and is logged by path alone: its query may hold a code.
 */
export async function openCallback(
  services: AccessServices,
  pendingSignIns: PendingSignIns,
  uri: vscode.Uri,
): Promise<void> {
  const { log, dialogs, showError } = services;
  const callback = uri.path === CALLBACK_PATH ? read(() => readDecodedCallback(uri)) : undefined;
  const state = callback?.values.get("state");
  const { outcome, error, connectionId }: Completion =
    callback === undefined || state === undefined
      ? { outcome: "rejected" }
      : await pendingSignIns.complete(state, (redirectUri) => throughEditor(callback, redirectUri));
  if (error !== undefined) {
    await showError(nameConnection(services, error, connectionId));
  } else if (outcome === "rejected") {
    log.warn("An address was opened that no sign-in waits for", { path: uri.path });
    const { latest } = pendingSignIns;
    // Any page can open addresses, again and again: the user hears of it once, until they sign in.
    if (toldAt.has(pendingSignIns) && toldAt.get(pendingSignIns) === latest) {
      return;
    }
    toldAt.set(pendingSignIns, latest);
    void dialogs.notify("warning", warningText(SIGN_IN_WARNINGS["signIn/noneWaits"], translate));
  }
}

/** A sign-in whose callback is registered elsewhere does not come back through the editor. */
function throughEditor(callback: CallbackParameters, redirectUri: string): CallbackParameters {
  if (callbackWay(redirectUri, thisEditor()).kind !== "uri") {
    throw new AppError("credentials", "credentials/callbackRejected");
  }
  return callback;
}

function read(parse: () => CallbackParameters): CallbackParameters | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
