import * as vscode from "vscode";
import type { Batch, BatchRow, BatchState, RowOutcome } from "../../common/batch";
import { lastOutcome } from "../../common/plannedBatch";
import type { PayloadEffect } from "../../common/state";
import { outcomeWord } from "../../texts/batchReport";
import { effectWord } from "../../texts/planWords";
import type { ContextValue } from "../../../../manifest";

/** A codicon, with its colour of the theme where it has one. */
interface Icon {
  readonly icon: string;
  readonly color?: string;
}

const GREEN = "testing.iconPassed";
const RED = "testing.iconFailed";
const YELLOW = "problemsWarningIcon.foreground";

const STATES: Readonly<Record<BatchState, Icon & { readonly context: ContextValue }>> = {
  planned: { icon: "checklist", context: "batchPlanned" },
  running: { icon: "sync~spin", context: "batchRunning" },
  stopping: { icon: "sync~spin", context: "batchRunning" },
  stopped: { icon: "debug-pause", color: YELLOW, context: "batchStopped" },
  finished: { icon: "pass", color: GREEN, context: "batchFinished" },
};

const OUTCOMES: Readonly<Record<Exclude<RowOutcome, "waiting">, Icon>> = {
  sending: { icon: "sync~spin" },
  landed: { icon: "pass", color: GREEN },
  differs: { icon: "warning", color: YELLOW },
  notSeen: { icon: "question", color: YELLOW },
  refused: { icon: "error", color: RED },
  changed: { icon: "git-compare", color: YELLOW },
  failed: { icon: "error", color: RED },
  unknown: { icon: "question", color: RED },
};

const EFFECTS: Readonly<Record<PayloadEffect, Icon>> = {
  create: { icon: "diff-added" },
  replace: { icon: "diff-modified" },
  unknown: { icon: "question" },
  nothing: { icon: "dash" },
  conflict: { icon: "git-merge", color: YELLOW },
  invalid: { icon: "warning", color: RED },
};

/** What the buttons and menus of a batch go by. */
export function contextOf({ state }: Batch): ContextValue {
  return STATES[state].context;
}

/** None is told to be well that has a PUT of which nobody knows. */
export function iconOfBatch({ state, rows }: Batch): vscode.ThemeIcon {
  const isUnknown = rows.some((row) => lastOutcome(row) === "unknown");
  return themeIcon(state === "finished" && isUnknown ? OUTCOMES.unknown : STATES[state]);
}

/** What became of it, or what it would do. */
export function iconOfRow({ outcome, effect }: BatchRow): vscode.ThemeIcon {
  return themeIcon(outcome === "waiting" ? EFFECTS[effect] : OUTCOMES[outcome]);
}

/** "Landed", or as long as it waits "Replace", "Conflict". */
export function wordOfRow({ outcome, effect }: BatchRow): string {
  const t = vscode.l10n.t;
  return outcome === "waiting" ? effectWord(effect, { t }) : outcomeWord(outcome, { t });
}

function themeIcon({ icon, color }: Icon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, color === undefined ? color : new vscode.ThemeColor(color));
}
