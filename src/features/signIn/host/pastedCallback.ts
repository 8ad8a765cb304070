import { l10n } from "vscode";
import { readPastedCallback } from "../../../platform/auth/callbackParameters";
import { pastedState } from "../../../platform/auth/pastedState";
import type { PendingSignIns } from "../../../platform/auth/pendingSignIns";
import { AppError } from "../../../platform/base/errors";
import { nameConnection } from "./namedErrors";
import type { AccessServices } from "./services";
import { type Refusal, refusal } from "../../../platform/texts/refusals";
import { SIGN_IN_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

/**
 * Asks for the address that the browser ended at, and finishes the sign-in that it belongs to.
 * Masked: it holds a code, and may lie on a shared screen.
 * @throws AppError `input/noWaitingSignIn`, or what the exchange failed with
 */
export async function pasteCallback(
  services: AccessServices,
  pendingSignIns: PendingSignIns,
  signal?: AbortSignal,
): Promise<void> {
  const text = await services.dialogs.input({
    title: l10n.t("Paste the callback address"),
    prompt: l10n.t(
      "The whole address that the browser ended at after the sign-in, also when its page could not be shown.",
    ),
    placeHolder: pendingSignIns.latest?.redirectUri ?? "",
    password: true,
    check: (pasted) => problemOf(pendingSignIns, pasted),
    ...(signal && { signal }),
  });
  if (text === undefined) {
    return;
  }
  const { outcome, error, connectionId } = await pendingSignIns.complete(
    pastedState(text) ?? "",
    (redirectUri) => readPastedCallback(text, redirectUri),
  );
  if (outcome === "rejected") {
    throw new AppError("input", "input/noWaitingSignIn");
  }
  if (error !== undefined) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- it was caught as it is
    throw nameConnection(services, error, connectionId);
  }
}

/** Only what this window began can be checked whole while it is being pasted. */
function problemOf(pendingSignIns: PendingSignIns, text: string): Refusal | undefined {
  const state = pastedState(text);
  if (state === undefined) {
    return refusal(SIGN_IN_REFUSALS.noState, localizer);
  }
  const redirectUri = pendingSignIns.redirectUriOf(state);
  if (redirectUri === undefined) {
    return undefined;
  }
  try {
    readPastedCallback(text, redirectUri);
    return undefined;
  } catch {
    return refusal(SIGN_IN_REFUSALS.otherCallback, localizer, { redirectUri });
  }
}
