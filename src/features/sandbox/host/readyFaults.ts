import { l10n } from "vscode";
import { readyDriftFaults } from "./readyDriftFaults";
import { readyPagingFaults } from "./readyPagingFaults";
import { readyWriteFaults } from "./readyWriteFaults";
import type { ReadyFault } from "./readyFault";

/** The faults that are offered; any other plan is set through the program's own options. */
export function readyFaults(): readonly ReadyFault[] {
  return [
    ...busyFaults(),
    ...slowAnswers(),
    ...refusals(),
    ...absences(),
    ...readyWriteFaults(),
    ...brokenAnswers(),
    ...readyDriftFaults(),
    ...idFaults(),
    ...readyPagingFaults(),
  ];
}

function busyFaults(): readonly ReadyFault[] {
  return [
    {
      name: "everySecondBusy",
      label: l10n.t("Every second call: 429, wait 3 s"),
      detail: l10n.t("Repeated by itself, as the service asks."),
      rules: [{ every: 2, fault: { kind: "status", status: 429, retryAfter: 3 } }],
    },
    {
      name: "busyForLong",
      label: l10n.t("Every call: 429, wait 5 minutes"),
      detail: l10n.t("Longer than an action may take, so the wait is offered instead."),
      rules: [{ fault: { kind: "status", status: 429, retryAfter: 300, asDate: true } }],
    },
    {
      name: "putUnavailableTwice",
      label: l10n.t("Next PUT: 503 twice"),
      detail: l10n.t("Then it succeeds."),
      rules: [{ method: "PUT", times: 2, fault: { kind: "status", status: 503 } }],
    },
    {
      name: "readFailsOnce",
      label: l10n.t("Next read: 500 once"),
      detail: l10n.t("Then it succeeds."),
      rules: [{ method: "GET", times: 1, fault: { kind: "status", status: 500 } }],
    },
  ];
}

function slowAnswers(): readonly ReadyFault[] {
  return [
    {
      name: "slow",
      label: l10n.t("Every call: 3 s late"),
      detail: l10n.t("Then the answer comes in small pieces."),
      rules: [{ fault: { kind: "slow", head: 3000, chunks: 200 } }],
    },
    {
      name: "slowFactors",
      label: l10n.t("Results with factors: 250 ms late"),
      detail: l10n.t("Shows in the panel as what the value of fields costs."),
      rules: [
        {
          ...{ operationId: "listResults", query: "*fields=*factors*" },
          fault: { kind: "slow", head: 250 },
        },
      ],
    },
  ];
}

function refusals(): readonly ReadyFault[] {
  return [
    {
      name: "keyRefused",
      label: l10n.t("Every call: 401, the subscription key is refused"),
      detail: l10n.t("With the challenge of the gateway and no request id."),
      rules: [{ fault: { kind: "refused", layer: "key" } }, { fault: { kind: "noRequestId" } }],
    },
    {
      name: "tokenExpiredOnce",
      label: l10n.t("Next call: 401, the token has expired"),
      detail: l10n.t("It succeeds once the token is renewed and the call repeated."),
      rules: [{ times: 1, fault: { kind: "refused", layer: "expired" } }],
    },
    {
      name: "tokenRefused",
      label: l10n.t("Every call: 401, the token is refused"),
      detail: l10n.t("A renewed token is refused, too."),
      rules: [{ fault: { kind: "refused", layer: "token" } }],
    },
    {
      name: "holdingsForbidden",
      label: l10n.t("Holdings: 403"),
      detail: l10n.t("No scope is named."),
      rules: [{ operationId: "listHoldings", fault: { kind: "status", status: 403 } }],
    },
  ];
}

function absences(): readonly ReadyFault[] {
  return [
    {
      name: "pensionsUnreadable",
      label: l10n.t("Pensions cannot be read"),
      detail: l10n.t("404 to each GET of a pension; writes still work."),
      rules: [{ operationId: "getPension", fault: { kind: "status", status: 404 } }],
    },
    {
      name: "putInvalid",
      label: l10n.t("Every PUT: 400 with the fields that do not fit"),
      detail: l10n.t("As problem details with an id to quote."),
      rules: [{ method: "PUT", fault: { kind: "fields", shape: "problem" } }],
    },
    {
      name: "putConflict",
      label: l10n.t("Next PUT: 409"),
      detail: l10n.t("As if another program had changed the pension before."),
      rules: [{ method: "PUT", times: 1, fault: { kind: "status", status: 409 } }],
    },
    {
      name: "putLost",
      label: l10n.t("Next PUT: done, and its answer lost"),
      detail: l10n.t("The connection breaks after the service has done its work."),
      rules: [{ method: "PUT", times: 1, fault: { kind: "reset", done: true } }],
    },
  ];
}

function brokenAnswers(): readonly ReadyFault[] {
  return [
    {
      name: "cut",
      label: l10n.t("Every answer: cut off in the middle"),
      detail: l10n.t("The connection is closed after half of the body."),
      rules: [{ fault: { kind: "cut" } }],
    },
    {
      name: "notJson",
      label: l10n.t("Every answer: a web page instead of JSON"),
      detail: l10n.t("As a login portal or a gateway sends one in place of the answer."),
      rules: [{ fault: { kind: "notJson" } }],
    },
    {
      name: "otherType",
      label: l10n.t("Every answer: JSON under another content type"),
      detail: "text/html",
      rules: [{ fault: { kind: "contentType", value: "text/html" } }],
    },
    {
      name: "huge",
      label: l10n.t("Every list: 30 MB"),
      detail: l10n.t("More than the limit of an answer, unless that was raised."),
      rules: [{ path: "*s", method: "GET", fault: { kind: "huge", bytes: 30_000_000 } }],
    },
  ];
}

function idFaults(): readonly ReadyFault[] {
  return [
    {
      name: "noRequestId",
      label: l10n.t("Every answer: no request id"),
      detail: l10n.t("As if a gateway had answered and not the service."),
      rules: [{ fault: { kind: "noRequestId" } }],
    },
    {
      name: "noTraceEcho",
      label: l10n.t("Every answer: the trace id is not echoed"),
      detail: "x-dt-traceid",
      rules: [{ fault: { kind: "trace", echo: "missing" } }],
    },
    {
      name: "otherTraceEcho",
      label: l10n.t("Every answer: another trace id is echoed"),
      detail: "x-dt-traceid",
      rules: [{ fault: { kind: "trace", echo: "changed" } }],
    },
  ];
}
