import type { WarningTable } from "../../../platform/texts/warnings";

/** Connections that are not as they may be meant, not saved, or tested in part. */
export const CONNECTION_WARNINGS = {
  "connections/otherServers": ({ t, value }) => ({
    what: t(
      "The addresses of {0} were changed, so the key and secret entered before are not sent.",
      value("name"),
    ),
    advice: t("Enter the key and the secret again."),
  }),
  "connections/sameKey": ({ t, value }) =>
    value("isMixed") === "1"
      ? {
          what: t(
            "{0} has the same subscription key as {1}. The key alone decides the environment, so one of them is labelled wrongly.",
            ...[value("name"), value("names")],
          ),
          advice: t("Check which environment the key was issued for."),
        }
      : {
          what: t(
            "{0} has the same subscription key as {1}. The key alone decides the environment: calls of both go to the same one.",
            ...[value("name"), value("names")],
          ),
          advice: t("If that is not meant, enter the right key for one of them."),
        },
  "connections/notSaved": ({ t, value }) => ({
    what: t("The changes to {0} are not saved.", value("name")),
    advice: t("Continue editing, or discard them."),
  }),
  "connections/pastedNotKept": ({ t }) => ({
    what: t("The connection was saved, but the pasted secrets were not."),
    advice: t("Unlock the system's key ring, then save again."),
  }),
  "connections/pastedDropped": ({ t }) => ({
    what: t(
      "The addresses of this connection were changed elsewhere, so the pasted secrets were removed from the form.",
    ),
    advice: t("Check the addresses, then paste the secrets again."),
  }),
  "connections/changesFromBefore": ({ t }) => ({
    what: t("Your unsaved changes were restored."),
    advice: t("Continue editing, or discard them."),
  }),
  "connections/nothingPasted": ({ t }) => ({
    what: t("Nothing in the clipboard looks like onboarding details."),
    advice: t("Copy the mail or the table with your addresses and client ID, then paste again."),
  }),
  "connections/testWithoutSignIn": ({ t }) => ({
    what: t("Skipped: nobody is signed in."),
    advice: t("Sign in, then test again."),
  }),
  "connections/testStopped": ({ t }) => ({
    what: t("Skipped: the test was stopped."),
    advice: t("Test again to know the rest."),
  }),
  "connections/locked": ({ t, value }) => ({
    what: t("PRODUCTION is locked."),
    advice: t("To write to {0}, unlock it.", value("name")),
  }),
} satisfies WarningTable;
