import { l10n } from "vscode";
import type { Domain } from "../../../platform/base/connection";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { isPrefix } from "../common/draftValues";
import { refusal } from "../../../platform/texts/refusals";
import { CONNECTION_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

/**
 * Asks where results are: the service's description gives their path without a domain, so
 * the prefixes it does give are offered by name, and any other can be typed.
 */
export async function pickResultsPrefix(
  dialogs: Dialogs,
  prefixes: Readonly<Record<Domain, string>> | undefined,
): Promise<string | undefined> {
  const names = [
    { prefix: "/profiling/v1", description: l10n.t("Risk profiling") },
    { prefix: "/crm/v1", description: l10n.t("Client records") },
    { prefix: "/finances/v1", description: l10n.t("Finances") },
    { prefix: "", description: l10n.t("the path as the description gives it") },
  ];
  const choices = names.map(({ prefix, description }) => ({
    label: prefix === "" ? l10n.t("No prefix") : prefix,
    description: prefix === prefixes?.profiling ? `${description} · ${l10n.t("now")}` : description,
    prefix,
  }));
  const other = { label: l10n.t("Other…"), description: "", prefix: undefined };
  const picked = await dialogs.pick(l10n.t("Path prefix of results"), [...choices, other]);
  return picked === other ? typePrefix(dialogs) : picked?.prefix;
}

async function typePrefix(dialogs: Dialogs): Promise<string | undefined> {
  return dialogs.input({
    title: l10n.t("Path prefix of results"),
    prompt: l10n.t("Begins with a slash, ends without one: /profiling/v1"),
    check: (text) =>
      isPrefix(text) ? undefined : refusal(CONNECTION_REFUSALS.resultsPrefix, localizer),
  });
}
