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
    what: t("The way to {0} ends at {1}: {2}.", value("origin"), value("hop"), value("reason")),
    advice: t("Check the address and your network, VPN or proxy, then check again."),
  }),
  "answer/inexact": ({ t, value, has }) => ({
    what: has("byte")
      ? t(
          "The answer is not valid {0} from byte {1} on; what could not be read is shown as \uFFFD.",
          ...[value("encoding"), value("byte")],
        )
      : t(
          "The answer is not valid {0}; what could not be read is shown as \uFFFD.",
          value("encoding"),
        ),
    advice: t("'Open as JSON', shown as it came, has every byte."),
  }),
} satisfies WarningTable;
