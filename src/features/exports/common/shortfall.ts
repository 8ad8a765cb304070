import { type FindingAction, type PagingFact, rulesAfter } from "../../lists/common/findings";
import type { ListRules } from "../../lists/common/listRules";
import type { ExportManifest } from "./exportManifest";

/** Another way to ask for the list, by which the missing rows may come. */
export interface Remedy {
  readonly id: FindingAction;
  /** For this walk alone; rules are kept with the list. */
  readonly pageSize?: number;
}

/** Why rows that came are not proven to be the whole list. */
export interface Shortfall {
  /** Rows that came, each once. */
  readonly came: number;
  /** Rows of the list, where the service told more than came. */
  readonly total?: number;
  /** What says best why; undefined where only the end was not seen. */
  readonly cause: PagingFact | undefined;
  readonly remedies: readonly Remedy[];
}

interface WalkFacts {
  readonly rows: number;
  readonly repeatedRows: number;
  readonly totals: readonly number[];
  readonly findings: readonly PagingFact[];
  readonly pageSize: number;
}

/** Undefined for an export that is whole, and for one of rows that a panel had. */
export function shortfallOf({
  scope,
  audit,
  file,
  query,
}: Pick<ExportManifest, "scope" | "audit" | "file" | "query">): Shortfall | undefined {
  return audit.isWhole || scope !== "all"
    ? undefined
    : shortfallIn({ ...audit, rows: file.rows, pageSize: query.pageSize });
}

/** The same of any walk that ended and is not whole. */
export function shortfallIn({
  rows,
  repeatedRows,
  totals,
  findings,
  pageSize,
}: WalkFacts): Shortfall {
  const came = rows - repeatedRows;
  const last = totals.at(-1);
  const total = last !== undefined && last > came ? last : undefined;
  const losses = findings.filter(({ isLoss }) => isLoss === true);
  const cause = CAUSES.map((kind) => losses.find((one) => one.kind === kind)).find(Boolean);
  return {
    came,
    ...(total === undefined ? {} : { total }),
    cause,
    remedies: remediesOf(findings, last ?? 0, pageSize),
  };
}

/** The rules of a list under which it is walked again; as they are for another page size. */
export function rulesWith({ id }: Remedy, rules: ListRules): ListRules {
  return rulesAfter(id, rules) ?? rules;
}

/** What tells most comes first. */
const CAUSES = [
  ...(["countsFromZero", "countsFromOne", "repeatedPage", "refusedPage", "repeatedRows"] as const),
  ...(["movingTotal", "fewerThanTotal", "fewerPages", "skippedRows", "sizeLowered"] as const),
  "unseenEnd" as const,
];

/** What goes wrong from one page to the next. */
const BETWEEN_PAGES: ReadonlySet<PagingFact["kind"]> = new Set([
  ...(["repeatedPage", "repeatedRows", "movingTotal"] as const),
]);

/** To believe no number of the service brings no row: it is offered where nothing else is. */
function remediesOf(
  findings: readonly PagingFact[],
  total: number,
  pageSize: number,
): readonly Remedy[] {
  // One page repeats no row, and is of one moment; a service that turns none may make longer ones.
  const isBetween = findings.some(({ kind, isLoss }) => isLoss && BETWEEN_PAGES.has(kind));
  const offered: readonly Remedy[] = [
    ...findings.flatMap(({ kind, actionId, values, isLoss }): readonly Remedy[] =>
      actionId === "list.takeGivenSize" || (kind === "sizeLowered" && isLoss)
        ? [{ id: "list.takeGivenSize", pageSize: values["given"] ?? pageSize }]
        : actionId === undefined
          ? []
          : [{ id: actionId }],
    ),
    ...(isBetween && total > pageSize
      ? [{ id: "list.takeGivenSize" as const, pageSize: total }]
      : []),
  ];
  const others = offered.filter(({ id }) => id !== "list.ignoreTotal");
  return others.length > 0 ? others : offered.slice(0, 1);
}

/** Rows that the service does not count, as they had come before. */
export function doubledRows({ audit, file }: Pick<ExportManifest, "audit" | "file">): number {
  const { isWhole, totals, repeatedRows } = audit;
  return isWhole && totals.at(-1) === file.rows - repeatedRows ? repeatedRows : 0;
}
