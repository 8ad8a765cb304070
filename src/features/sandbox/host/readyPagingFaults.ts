import { l10n } from "vscode";
import type { PagingFault } from "../messages/sandboxFaults";
import type { ReadyFault } from "./readyFault";

/** Oddities of the pages of lists, under plain words. */
export function readyPagingFaults(): readonly ReadyFault[] {
  return [...oddPages(), ...oddTotals(), ...envelopes()];
}

function oddPages(): readonly ReadyFault[] {
  return [
    pages("zeroBased", {
      label: l10n.t("Pages: counted from 0"),
      detail: l10n.t("Page 1 is the second one."),
    }),
    pages("unpaged", {
      label: l10n.t("Pages: none"),
      detail: l10n.t("Every page number gives the whole list."),
    }),
    pages("clamped", {
      label: l10n.t("Pages: 10 rows at most"),
      detail: l10n.t("Even if more are requested; the answer does not say so."),
    }),
    pages("repeated", {
      label: l10n.t("Pages: rows come again"),
      detail: l10n.t("Each page begins with the last 3 rows of the one before."),
    }),
  ];
}

function oddTotals(): readonly ReadyFault[] {
  return [
    pages("movingTotal", {
      label: l10n.t("Pages: the total moves"),
      detail: l10n.t("Each page reports another total."),
    }),
    pages("wrongTotal", {
      label: l10n.t("Pages: the total is wrong"),
      detail: l10n.t("Ten more than there are."),
    }),
    pages("noTotal", {
      label: l10n.t("Pages: no total"),
      detail: l10n.t("The last page is the first that is not full."),
    }),
    pages("emptyLast", {
      label: l10n.t("Pages: the last one is empty"),
      detail: l10n.t("No total and full pages only: the end shows by a page without rows."),
    }),
  ];
}

function envelopes(): readonly ReadyFault[] {
  return [
    pages("bareArray", { label: l10n.t("Envelope: none"), detail: "[ … ]" }),
    envelope("items", "{ items, total, page, size }"),
    envelope("data", "{ data, meta: { pagination: { current_page, per_page, … } } }"),
    envelope("links", "{ _embedded: { holdings }, _links: { self, next, prev } }"),
    envelope("cursor", "{ value, nextCursor }"),
    envelope("odata", '{ "@odata.count", value, "@odata.nextLink" }'),
    envelope("numbersFromZero", "{ content, number, size, totalElements, totalPages, last }"),
    envelope("nested3", "{ response: { body: { result: { holdings, total } } } }"),
  ];
}

interface Words {
  readonly label: string;
  readonly detail: string;
}

function pages(variant: Exclude<PagingFault["variant"], "envelope">, words: Words): ReadyFault {
  return { name: `pages-${variant}`, ...words, rules: [{ fault: { kind: "paging", variant } }] };
}

type Style = Extract<PagingFault, { variant: "envelope" }>["style"];

function envelope(style: Style, detail: string): ReadyFault {
  const labels: Readonly<Record<Style, string>> = {
    items: l10n.t("Envelope: other names"),
    data: l10n.t("Envelope: page facts in a separate object"),
    links: l10n.t("Envelope: links, no numbers"),
    cursor: l10n.t("Envelope: a cursor"),
    odata: l10n.t("Envelope: as OData has it"),
    numbersFromZero: l10n.t("Envelope: page numbers from 0"),
    nested3: l10n.t("Envelope: the list three objects down"),
  };
  return {
    name: `envelope-${style}`,
    label: labels[style],
    detail,
    rules: [{ fault: { kind: "paging", variant: "envelope", style } }],
  };
}
