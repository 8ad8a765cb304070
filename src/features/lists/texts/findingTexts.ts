import type { PagingFinding } from "../messages/listQuery";
import type { Translate } from "../../../platform/texts/words";
import type { ListAction, PagingFact } from "../common/findings";
import type { ListRules } from "../common/listRules";

/** Puts a finding into words; `format` writes a number in the user's way. */
export function describeFinding(
  { kind, values, actionId, isLoss }: PagingFact,
  t: Translate,
  format: (value: number) => string,
): PagingFinding {
  const number = (name: string): string => format(values[name] ?? 0);
  const isGap = kind === "sizeLowered" && isLoss === true;
  const text = LIST_FINDINGS[isGap ? "sizeGap" : kind](
    t,
    number,
    (name) => values[name] !== undefined,
  );
  return {
    kind,
    text,
    ...(isLoss === undefined ? {} : { isLoss }),
    ...(actionId === undefined ? {} : { action: { id: actionId, label: labelOf(actionId, t) } }),
  };
}

type Words = (
  t: Translate,
  number: (name: string) => string,
  has: (name: string) => boolean,
) => string;

/** Above the rows; the page of what can go wrong finds the table by its name. */
export const LIST_FINDINGS: Readonly<Record<PagingFact["kind"] | "sizeGap" | "drift", Words>> = {
  countsFromZero: (t) =>
    t("One page of rows seems to be missing: the service may count its pages from 0."),
  countsFromOne: (t) =>
    t("Pages 0 and 1 have the same rows: the service seems to count its pages from 1."),
  movingTotal: (t, number) =>
    t(
      "The service's number of all rows changes from page to page, from {0} to {1}.",
      number("least"),
      number("most"),
    ),
  moreThanTotal: (t, number) =>
    t("The service's number of all rows is {0}, but {1} came.", number("total"), number("counted")),
  fewerThanTotal: (t, number, has) =>
    has("counted")
      ? t(
          "The service's number of all rows is {0}, but the list ended after {1}.",
          number("total"),
          number("counted"),
        )
      : t(
          "The service's number of all rows is {0}, but page {1} is empty.",
          number("total"),
          number("page"),
        ),
  repeatedPage: (t, number) =>
    t(
      "Page {0} has the same rows as the one before: the service does not seem to page this list.",
      number("page"),
    ),
  refusedPage: (t, number) =>
    t("Page {0} was refused. It is not known whether the list ends before it.", number("page")),
  fewerPages: (t, number) =>
    t(
      "The service's number of pages is {0}, but the list ended after {1}.",
      number("pages"),
      number("came"),
    ),
  skippedRows: (t, number) =>
    t(
      "The service says that page {0} begins at row {1}, but the number of rows before it is {2}.",
      ...[number("page"), number("place"), number("came")],
    ),
  repeatedRows: (t, number) =>
    number("rows") === "1"
      ? t("1 row came more than once.")
      : t("{0} rows came more than once.", number("rows")),
  sizeLowered: pageSizes,
  sizeRaised: pageSizes,
  /** Pages may begin as those of the size that was asked for would. */
  sizeGap: (t, number) =>
    t(
      "A page size of {0} was asked for, the service gives {1}: rows may lie between its pages.",
      ...[number("asked"), number("given")],
    ),
  shortPage: (t, number) =>
    t(
      "The number of rows of page {0} is {1} instead of {2}, though more follow.",
      number("page"),
      number("rows"),
      number("size"),
    ),
  unseenEnd: (t) => t("No more pages came, and whether these are all rows is not known."),
  emptyLastPage: (t, number) =>
    t("Page {0} is empty: the list ended with the page before it.", number("page")),
  otherPageNumber: (t, number) =>
    t(
      "Page {0} was asked for, but the service calls it page {1}.",
      number("asked"),
      number("said"),
    ),
  drift: (t, value) => t("Answers differ from the interface definition: {0}.", value("summary")),
};

/** The same in a few words, after a colon: why not all rows are known to have come. */
export function causeWords(
  fact: PagingFact | undefined,
  t: Translate,
  format: (value: number) => string,
): string {
  const number = (name: string): string => format(fact?.values[name] ?? 0);
  switch (fact?.kind) {
    case "countsFromZero":
      return t("the service may count its pages from 0");
    case "countsFromOne":
      return t("pages 0 and 1 have the same rows");
    case "repeatedPage":
      return t("page {0} repeats page {1}", number("page"), format((fact.values["page"] ?? 1) - 1));
    case "refusedPage":
      return t("page {0} was refused", number("page"));
    case "repeatedRows":
      return number("rows") === "1"
        ? t("1 row came more than once")
        : t("{0} rows came more than once", number("rows"));
    case "movingTotal":
      return t("the service's number of all rows changes from page to page");
    case "fewerThanTotal":
      return t("the list ended there");
    case "fewerPages":
      return t(
        "the service's number of pages is {0}, and {1} came",
        number("pages"),
        number("came"),
      );
    case "skippedRows":
      return t("rows before page {0} were skipped", number("page"));
    case "sizeLowered":
      return t(
        "a page size of {0} was asked for and {1} came, so some rows may lie between pages",
        number("asked"),
        number("given"),
      );
    default:
      return t("its end was not seen");
  }
}

function pageSizes(t: Translate, number: (name: string) => string): string {
  return t(
    "A page size of {0} was asked for, the service gives {1}.",
    number("asked"),
    number("given"),
  );
}

/** What a finding offers, a refused page or a rule, as a button. */
export function labelOf(actionId: ListAction, t: Translate, pageSize = ""): string {
  switch (actionId) {
    case "list.countFromZero":
      return t("Count pages from 0");
    case "list.takeAsWhole":
      return t("Take it as one list");
    case "list.ignoreTotal":
      return t("Ignore this number");
    case "list.takeGivenSize":
      return t("Ask for pages of that size");
    case "list.countFromOne":
      return t("Count pages from 1");
    case "list.askForPages":
      return t("Ask for pages again");
    case "list.believeTotal":
      return t("Use this number again");
    case "list.smallerPages":
      return t("Smaller pages ({0})", pageSize);
    case "list.defaultPageSize":
      return t("Default page size");
    case "list.usualPageSize":
      return t("Usual page size");
  }
}

/** What the user said of how pages are asked for and counted, and the action that takes it back. */
export function saidRules(
  { firstPage, isUnpaged, pageSize, total }: ListRules,
  t: Translate,
  format: (value: number) => string,
): readonly { readonly text: string; readonly id: ListAction }[] {
  const said: { text: string; id: ListAction }[] = [];
  if (isUnpaged === true) {
    said.push({ text: t("The whole list is requested at once."), id: "list.askForPages" });
  } else if (pageSize !== undefined) {
    const text =
      pageSize === null
        ? t("The service decides how many rows a page has.")
        : t("The list is requested with a page size of {0}.", format(pageSize));
    said.push({ text, id: "list.usualPageSize" });
  }
  if (firstPage === 0 && isUnpaged !== true) {
    said.push({ text: t("Pages are counted from 0."), id: "list.countFromOne" });
  }
  if (total === null) {
    const text = t("The total number of rows that the service reports is not used.");
    said.push({ text, id: "list.believeTotal" });
  }
  return said;
}
