import type { ErrorTable } from "./words";

/** The browser's way back, on this side of it. */
export const CALLBACK_TEXTS: ErrorTable = {
  "input/callbackPort": (facts) => ({
    what: facts.t(
      "Port {0}, which the callback of {1} is registered with, is used by another program.",
      ...[facts.value("port"), facts.name],
    ),
    advice: facts.t("End that program, or the sign-in of another window, then sign in again."),
    action: "signIn",
  }),
  "credentials/signInTimeout": (facts) => ({
    what: facts.t("The sign-in in the browser was not finished within five minutes."),
    advice: facts.t("Sign in to {0} again; the old address no longer works.", facts.name),
    action: "signIn",
  }),
  "input/noWaitingSignIn": (facts) => ({
    what: facts.t("No sign-in is waiting for this callback address."),
    advice: facts.t("Run 'Sign In' again. A callback address works once, within five minutes."),
  }),
  "input/noToken": (facts) => ({
    what: facts.t("There is no access token of {0} to copy.", facts.name),
    advice: facts.t("Sign in first."),
    action: "signIn",
  }),
};
