import type { Connection } from "../../../platform/base/connection";
import type { Localizer } from "../../../platform/texts/words";
import type { FileFinding } from "./fileFindings";
import { describeFileFinding } from "../texts/fileTexts";
import { type ImportChange, type ImportContext, planImport } from "./importPlan";
import {
  describeAdditions,
  describeUpdates,
  type ImportQuestion,
  riskQuestion,
} from "../texts/importTexts";
import { formatNumber } from "../../../platform/base/texts";

interface ImportToConfirm extends Localizer {
  readonly connections: readonly Connection[];
  readonly warnings: readonly FileFinding[];
  /** Read anew before anything is stored: other windows may change it while questions are open. */
  readonly ground: () => ImportContext;
  readonly ask: (question: ImportQuestion) => Promise<boolean>;
}

export interface ConfirmedImport {
  /** What to store; empty where there is nothing to change or nothing was agreed to. */
  readonly changes: readonly ImportChange[];
  /** Stored connections whose change was declined: they stay as they are. */
  readonly declined: number;
}

/**
 * Asks whether a file may be imported: once for the whole, and once more for each change that
 * takes a stored connection out of Production, leads it elsewhere or weakens its sign-in. A no to
 * one of those leaves that connection alone. Undefined when the whole was declined.
 */
export async function confirmImport(wanted: ImportToConfirm): Promise<ConfirmedImport | undefined> {
  const { connections, ground, ask, t } = wanted;
  const shown = ground();
  const changes = openChanges(connections, shown);
  if (changes.length === 0) {
    return { changes, declined: 0 };
  }
  if (!(await ask(wholeQuestion(changes, wanted)))) {
    return undefined;
  }
  const declined = new Set<string>();
  for (const change of changes) {
    for (const risk of change.risks) {
      if (!declined.has(change.connection.id) && !(await ask(riskQuestion(change, risk, t)))) {
        declined.add(change.connection.id);
      }
    }
  }
  if (!isSameGround(shown, ground())) {
    return await confirmImport(wanted);
  }
  // Planned anew: a connection that stays keeps its label too.
  const agreed = connections.filter(({ id }) => !declined.has(id));
  return { changes: openChanges(agreed, shown), declined: declined.size };
}

function openChanges(
  connections: readonly Connection[],
  ground: ImportContext,
): readonly ImportChange[] {
  return planImport(connections, ground).filter(({ kind }) => kind !== "unchanged");
}

function isSameGround(one: ImportContext, other: ImportContext): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A modal grows with its text; new connections that do not fit are counted. */
const MOST_LINES = 15;

function wholeQuestion(
  changes: readonly ImportChange[],
  { warnings, t, language }: ImportToConfirm,
): ImportQuestion {
  // Never folded: they are about what is in use already.
  const updates = describeUpdates(changes, t);
  const lines = [
    ...describeAdditions(changes, t),
    ...warnings.map((finding) => describeFileFinding(finding, { t, language })),
  ];
  const shown = lines.slice(0, MOST_LINES);
  const rest = lines.length - shown.length;
  return {
    message:
      changes.length === 1
        ? t("Import 1 connection?")
        : t("Import {0} connections?", formatNumber(changes.length, language)),
    detail: [
      ...updates,
      ...shown,
      ...(rest === 0 ? [] : [t("and {0} more.", formatNumber(rest, language))]),
      "",
      t("No secret is taken from a file: enter keys and client secrets after the import."),
    ].join("\n"),
    button: t("Import"),
  };
}
