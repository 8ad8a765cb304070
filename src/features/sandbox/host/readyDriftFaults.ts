import { l10n } from "vscode";
import type { FaultRule } from "../messages/sandboxFaults";
import type { ReadyFault } from "./readyFault";

/** Answers that are not in the shape of the definitions that the sandbox serves. */
export function readyDriftFaults(): readonly ReadyFault[] {
  return [
    {
      name: "driftAdded",
      label: l10n.t("Every answer: a new field"),
      detail: l10n.t("introducedLater, an object that no definition has."),
      rules: [{ fault: { kind: "shapeDrift", variant: "added" } }],
    },
    {
      name: "driftMissing",
      label: l10n.t("Every answer: a required field is missing"),
      detail: l10n.t(
        "Adviser of clients, currency of holdings, last update of pensions and others.",
      ),
      rules: REQUIRED.map(([path, field]) => missing(path, field)),
    },
    {
      name: "driftRetyped",
      label: l10n.t("Every answer: a number as text"),
      detail: l10n.t("The value of holdings and pensions, the score of results."),
      rules: ["value", "score"].map((field) => ({
        fault: { kind: "shapeDrift", variant: "retyped", field },
      })),
    },
  ];
}

/** Fields that the definitions require, and the explorer can do without. */
const REQUIRED = [
  ["*/clients", "adviser"],
  ["*/holdings", "currency"],
  ["*/pensions*", "lastUpdated"],
  ["*/contributions", "amount"],
  ["*/funds", "ongoingCharge"],
  ["*/results", "status"],
] as const;

function missing(path: string, field: string): Omit<FaultRule, "name"> {
  return { path, fault: { kind: "shapeDrift", variant: "missing", field } };
}
