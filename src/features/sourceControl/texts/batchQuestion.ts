import { type Connection, isProduction } from "../../../platform/base/connection";
import type { PlanRow } from "../common/plan";
import { isApplied, leftOutLine } from "./planWords";
import type { AskedWrite } from "../../pensions/texts/reviewQuestion";
import { inOneLine, type Wording } from "../../pensions/texts/wording";
import { formatNumber } from "../../../platform/base/texts";

/** How a connection is called in the question of a batch. */
export interface ConnectionNames {
  readonly connection: Pick<Connection, "environment">;
  /** "PRODUCTION". */
  readonly environment: string;
  /** "Acme production · PRODUCTION". */
  readonly name: string;
  /** Fingerprint of the key, or a word for none. */
  readonly key: string;
  /** Sentences that stand before the facts: "Same key as …". */
  readonly warnings: readonly string[];
}

/** How things are called to the user; nothing of it is told from the plan itself. */
export interface BatchNames {
  readonly connection: (connectionId: string) => ConnectionNames;
  /** A client as it may be shown. */
  readonly client: (row: PlanRow) => string;
  /** Something of the batch was sent before: this goes on with what was not taken. */
  readonly isResumed?: boolean;
}

/** Targets that a modal has room for. */
const MOST_LINES = 20;

/** Rows that go through one connection. */
interface Group {
  readonly names: ConnectionNames;
  readonly rows: readonly PlanRow[];
}

/**
 * What the user decides on before a batch is applied, in the words of the modal: every target, by
 * connection, Production first, and what is left out.
 */
export function batchQuestion(
  rows: readonly PlanRow[],
  names: BatchNames,
  words: Wording,
): AskedWrite {
  const { t, language } = words;
  const sent = rows.filter(isApplied);
  const left = rows.filter((row) => !isApplied(row));
  const groups = groupsOf(sent, names);
  return {
    message: questionOf(groups, sent.length, words),
    detail: [
      ...(names.isResumed === true
        ? [t("This sends what the service has not accepted yet, with the same trace id.")]
        : []),
      ...targetLines(groups, names, words),
      ...unknownLines(sent, words),
      ...uncheckedLines(sent, words),
      leftOutLine(left, words),
      t(
        "Each payload is compared with the service and with its file again; the first failure stops the rest.",
      ),
    ]
      .filter((line) => line !== "")
      .join("\n"),
    button:
      sent.length === 1
        ? t("PUT pension")
        : t("PUT {0} pensions", formatNumber(sent.length, language)),
  };
}

/** Production before everything else; otherwise in the order of the plan. */
function groupsOf(rows: readonly PlanRow[], names: BatchNames): readonly Group[] {
  const found = Map.groupBy(rows, ({ pension }) => pension?.connectionId ?? "");
  const groups = [...found].map(([id, ofIt]) => ({ names: names.connection(id), rows: ofIt }));
  return groups.toSorted((one, other) => Number(isLive(other)) - Number(isLive(one)));
}

function isLive({ names: { connection } }: Group): boolean {
  return isProduction(connection.environment);
}

function questionOf(groups: readonly Group[], count: number, { t, language }: Wording): string {
  const number = (value: number): string => formatNumber(value, language);
  const live = groups.filter(isLive);
  const [first] = groups;
  const { environment = "", key = "" } = first?.names ?? {};
  if (groups.length === 1) {
    return count === 1
      ? t("PUT 1 pension on {0} (key {1})?", environment, key)
      : t("PUT {0} pensions on {1} (key {2})?", number(count), environment, key);
  }
  const ofLive = live.reduce((sum, { rows }) => sum + rows.length, 0);
  return live.length === 0
    ? t("PUT {0} pensions through {1} connections?", number(count), number(groups.length))
    : t(
        "PUT {0} pensions through {1} connections, {2} of them on {3}?",
        ...[...[count, groups.length, ofLive].map(number), environment],
      );
}

/** A line for each connection, however many targets there are room for. */
function targetLines(groups: readonly Group[], names: BatchNames, words: Wording): string[] {
  const { t, language } = words;
  let room = MOST_LINES;
  const lines = groups.flatMap((group) => {
    const shown = group.rows.slice(0, room);
    room -= shown.length;
    return [
      groupLine(group, words),
      ...group.names.warnings,
      ...shown.map((row) => `- ${targetLine(row, group, { names, words })}`),
    ];
  });
  const more = groups.reduce((sum, { rows }) => sum + rows.length, 0) - MOST_LINES;
  return more <= 0
    ? lines
    : [
        ...lines,
        t(
          "and {0} more, all of them listed in the plan behind this question",
          formatNumber(more, language),
        ),
      ];
}

function groupLine({ names: { name, key }, rows }: Group, { t, language }: Wording): string {
  return rows.length === 1
    ? t("{0} (key {1}): 1 pension", name, key)
    : t("{0} (key {1}): {2} pensions", name, key, formatNumber(rows.length, language));
}

/** "Replace PEN-0042 of Abernathy, Ruth on Sandbox · 2 fields". */
function targetLine(
  row: PlanRow,
  { names: { environment } }: Group,
  { names, words }: { readonly names: BatchNames; readonly words: Wording },
): string {
  const { t, language } = words;
  const { state, pension } = row;
  const named = [
    inOneLine(pension?.pensionId ?? ""),
    inOneLine(names.client(row)),
    environment,
  ] as const;
  const changes = state.comparison?.changes ?? 0;
  switch (state.effect) {
    case "create":
      return t("Create {0} of {1} on {2}", ...named);
    case "replace":
      return changes === 1
        ? t("Replace {0} of {1} on {2} · 1 field", ...named)
        : t("Replace {0} of {1} on {2} · {3} fields", ...named, formatNumber(changes, language));
    default:
      return t("Create or replace {0} of {1} on {2} · not known which", ...named);
  }
}

function unknownLines(sent: readonly PlanRow[], { t, language }: Wording): string[] {
  const count = sent.filter(({ state }) => state.effect === "unknown").length;
  if (count === 0) {
    return [];
  }
  return count === 1
    ? [t("For 1 of them the service's version is not known: the PUT would replace it unseen.")]
    : [
        t(
          "For {0} of them the service's version is not known: the PUTs would replace it unseen.",
          formatNumber(count, language),
        ),
      ];
}

function uncheckedLines(sent: readonly PlanRow[], { t }: Wording): string[] {
  return sent.some(({ state }) => state.isUnchecked === true)
    ? [t("The definition's schema cannot be used: the payloads were not checked against it.")]
    : [];
}
