import { l10n } from "vscode";
import type { PutVariant } from "../messages/sandboxFaults";
import type { ReadyFault } from "./readyFault";

/** Answers to PUTs of pensions that were done, and do not show the pension that landed. */
export function readyWriteFaults(): readonly ReadyFault[] {
  return [
    put("putNoContent", "noContent", {
      label: l10n.t("Every PUT: 204, no content"),
      detail: l10n.t("Done; only a read shows what landed."),
    }),
    put("putReceipt", "receipt", {
      label: l10n.t("Every PUT: a receipt instead of the pension"),
      detail: l10n.t("Done; an object with other fields."),
    }),
    put("putText", "text", {
      label: l10n.t("Every PUT: a text instead of the pension"),
      detail: l10n.t("Done; the answer is not JSON."),
    }),
    put("putEcho", "echo", {
      label: l10n.t("Every PUT: the body as it was sent"),
      detail: l10n.t("Fields that were not stored too."),
    }),
    put("putChanged", "changed", {
      label: l10n.t("Every PUT: one value stored otherwise"),
      detail: l10n.t("And answered as it was stored."),
    }),
    put("putDropped", "dropped", {
      label: l10n.t("Every PUT: one field answered and not stored"),
      detail: l10n.t("Only a read shows it."),
    }),
    {
      name: "pensionsNotReadable",
      label: l10n.t("Reading pensions is not allowed"),
      detail: l10n.t("405 to each GET of a pension; writes still work."),
      rules: [{ operationId: "getPension", fault: { kind: "status", status: 405 } }],
    },
  ];
}

function put(
  name: string,
  variant: PutVariant,
  words: Pick<ReadyFault, "label" | "detail">,
): ReadyFault {
  return { name, ...words, rules: [{ method: "PUT", fault: { kind: "putAnswer", variant } }] };
}
