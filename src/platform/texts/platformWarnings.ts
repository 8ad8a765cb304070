import type { WarningTable } from "./warnings";

/** Settings that are ignored, ways that end, and answers that are not shown as they came. */
export const PLATFORM_WARNINGS = {
  "settings/ofWorkspace": ({ t, value }) => ({
    what: t("This workspace tries to set {0}, which is ignored.", value("names")),
    advice: t("Set it in your user settings if you mean it."),
  }),
  "settings/ofRemote": ({ t, value }) => ({
    what: t("The remote machine's settings try to set {0}, which is ignored.", value("names")),
    advice: t("Set it in your user settings."),
  }),
  "network/wayEnds": ({ t, value }) => ({
    what: t(
      "The connection to {0} failed at {1}: {2}.",
      value("origin"),
      value("hop"),
      value("reason"),
    ),
    advice: t("Check the address and your network, VPN or proxy, then check again."),
  }),
  "answer/inexact": ({ t, value, has }) => ({
    what: has("byte")
      ? t(
          "From byte {1} on, the answer holds bytes that are not valid {0}; they are shown as \uFFFD.",
          ...[value("encoding"), value("byte")],
        )
      : t(
          "The answer holds bytes that are not valid {0}; they are shown as \uFFFD.",
          value("encoding"),
        ),
    advice: t("To get every byte, choose 'Open as JSON', then run 'Show Answer as It Came'."),
  }),
} satisfies WarningTable;
