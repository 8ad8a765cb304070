import { hash } from "node:crypto";
import { formatNumber } from "../../../../platform/base/texts";
import type { Localizer } from "../../../../platform/texts/words";
import type { ErrorText } from "../../../../platform/texts/errorText";
import type { Batch, BatchRow, BatchState, RowOutcome, RowProblem } from "../../common/batch";
import type { BatchPlan, PlanRow } from "../../common/plan";
import { hasTurn, isTaken, lastOutcome } from "../../common/plannedBatch";
import type { PayloadEffect } from "../../common/state";
import type { AppError } from "../../../../platform/base/errors";
import { batchSummary, outcomeWord, problemsText, tryWords } from "../../texts/batchReport";
import { changesWords, effectWord, noteOf, planSummary } from "../../texts/planWords";
import type { Wording } from "../../../pensions/texts/wording";
import type { BodyProblem } from "../../../../platform/http/refusals/problemList";
import type { PensionKey } from "../../../pensions/common/writing/records";
import type {
  PlanAction,
  PlanContent,
  PlanCount,
  PlanHead,
  PlanIcon,
  PlanLine,
  PlanMark,
  PlanTone,
} from "../../messages/planPanel";

/** A connection as lines name it. */
export interface PlanTarget {
  readonly label: string;
  readonly environment: string;
  readonly icon: "beaker" | "plug" | "shield";
}

/** What a plan is put into words with; nothing private is told but through it. */
export interface PlanSources {
  readonly batch: Batch;
  /** Absent after a restart: then ids and outcomes are all that is known. */
  readonly plan: BatchPlan | undefined;
  readonly words: Wording;
  /** Undefined for a connection that is gone. */
  readonly target: (connectionId: string) => PlanTarget | undefined;
  readonly client: (pension: PensionKey) => string;
  /** A path as it may be shown. */
  readonly place: (place: string) => string;
  /** What the service said of a PUT, as it may be shown. */
  readonly said: (actionId: string) => readonly BodyProblem[];
  readonly problem: (problem: AppError | RowProblem) => Pick<ErrorText, "what" | "advice">;
}

type Rows = ReadonlyMap<string, PlanRow>;

/** A batch in words: what it would do before it is applied, what came of it after. */
export function planContent(sources: PlanSources): PlanContent {
  const { batch, plan } = sources;
  const rows: Rows = new Map((plan?.rows ?? []).map((row) => [row.file, row]));
  const lines = batch.rows.map((row) => lineOf(row, rows.get(row.file), sources));
  return { head: headOf(sources, lines), lines };
}

/** The row that a line stands for. */
export function rowOf(batch: Batch, key: string): BatchRow | undefined {
  return batch.rows.find(({ file }) => keyOf(file) === key);
}

/** Short, and the same for as long as the file is called so. */
function keyOf(file: string): string {
  return hash("sha256", file, "hex").slice(0, 32);
}

function lineOf(row: BatchRow, planned: PlanRow | undefined, sources: PlanSources): PlanLine {
  const { words, target, client, place } = sources;
  const { pension, requestId = "" } = row;
  const goesTo = pension && target(pension.connectionId);
  return {
    key: keyOf(row.file),
    place: place(row.place),
    pension: pension?.pensionId ?? place(row.place),
    client: pension === undefined ? "" : client(pension),
    connection: goesTo?.label ?? "",
    environment: targetMark(goesTo, words),
    effect: effectMark(row.effect, words),
    changes: changesOf(row, planned, words),
    outcome: outcomeMark(row, words),
    reason: reasonOf(row, planned, sources),
    note: noteOfRow(row, sources),
    requestId,
  };
}

function headOf(sources: PlanSources, lines: readonly PlanLine[]): PlanHead {
  const { batch, plan, words } = sources;
  const { t, time } = words;
  const isPlanned = batch.state === "planned";
  const targets = new Map(lines.map(({ environment }) => [environment.word, environment] as const));
  const sent = batch.rows.filter(hasTurn).map(lastOutcome);
  const done = sent.filter((outcome) => outcome !== "waiting" && outcome !== "sending").length;
  const isBusy = batch.state === "running" || batch.state === "stopping";
  return {
    title: isPlanned
      ? planTitle(batch.rows.length, words)
      : t("PUTs of {0}", time(batch.plannedAt)),
    summary:
      isPlanned && plan !== undefined
        ? planSummary(plan.rows, words)
        : isPlanned
          ? t("Planned before this window was opened. Plan again to compare with the service.")
          : batchSummary(batch, words).message,
    targets: [...targets.values()].sort((one, other) => careOf(other) - careOf(one)),
    traceId: batch.traceId ?? "",
    counts: countsOf(lines, isPlanned ? "effect" : "outcome"),
    ...(isBusy && { progress: { done, of: sent.length, text: progressText(batch, done, words) } }),
    actions: actionsOf(batch.state, sent.length > 0 && plan !== undefined).map((id) => ({
      ...{ id, label: actionLabel(id, sent.length, words) },
    })),
  };
}

/** "Plan of 20 payloads". */
function planTitle(count: number, { t, language }: Localizer): string {
  return count === 1
    ? t("Plan of 1 payload")
    : t("Plan of {0} payloads", formatNumber(count, language));
}

function progressText({ state, rows }: Batch, done: number, { t, language }: Wording): string {
  const values = [done, rows.filter(hasTurn).length].map((count) => formatNumber(count, language));
  return state === "stopping"
    ? t("{0} of {1} sent. Stopping after the PUT in progress.", ...values)
    : t("{0} of {1} sent", ...values);
}

function actionsOf(state: BatchState, canApply: boolean): readonly PlanAction[] {
  switch (state) {
    case "planned":
      return canApply ? ["apply", "planAgain", "copyReport"] : ["planAgain", "copyReport"];
    case "running":
      return ["stop"];
    case "stopping":
      return [];
    case "stopped":
      return ["resume", "copyReport"];
    case "finished":
      return ["copyReport"];
  }
}

function actionLabel(id: PlanAction, count: number, { t, language }: Wording): string {
  switch (id) {
    case "apply":
      return count === 1 ? t("Apply 1…") : t("Apply {0}…", formatNumber(count, language));
    case "stop":
      return t("Stop");
    case "resume":
      return t("Resume…");
    case "planAgain":
      return t("Plan again");
    default:
      return t("Copy report");
  }
}

function countsOf(lines: readonly PlanLine[], of: PlanCount["of"]): PlanCount[] {
  const counts = new Map<string, PlanCount>();
  for (const line of lines) {
    const mark = line[of];
    const count = (counts.get(mark.word)?.count ?? 0) + 1;
    counts.set(mark.word, { ...mark, of, count });
  }
  return [...counts.values()];
}

function changesOf(row: BatchRow, planned: PlanRow | undefined, words: Wording): string {
  if (planned !== undefined) {
    return changesWords(planned.state, words);
  }
  const { changes = 0 } = row;
  const { t, language } = words;
  return changes === 0
    ? ""
    : changes === 1
      ? t("1 field")
      : t("{0} fields", formatNumber(changes, language));
}

/** Why it would do what it would do; once it was sent, that is past. */
function reasonOf(
  { outcome }: BatchRow,
  planned: PlanRow | undefined,
  { words, problem }: PlanSources,
): string {
  if (planned === undefined || outcome !== "waiting") {
    return "";
  }
  const { state, current } = planned;
  return noteOf({ state, current, problem: state.problem && problem(state.problem) }, words);
}

function noteOfRow(row: BatchRow, sources: PlanSources): string {
  const { words } = sources;
  const { what, advice } = row.problem === undefined ? NO_WORDS : sources.problem(row.problem);
  const earlier = (row.earlier ?? []).flatMap((one, index) => {
    const id = one.requestId === undefined ? "" : `, ${words.t("request id {0}", one.requestId)}`;
    return [`${tryWords(one, index, words)}${id}.`, ...saidOf(one.actionId, sources)];
  });
  // What a read found landed leaves nothing to do.
  const toDo = isTaken(row.outcome) ? "" : advice;
  return [what, ...saidOf(row.actionId, sources), toDo, ...earlier]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The service's own words, marked as such. */
function saidOf(actionId: string | undefined, { said, words }: PlanSources): string[] {
  const text = problemsText(actionId === undefined ? [] : said(actionId), words);
  return text === "" ? [] : [words.t("The service says: “{0}”.", text.replace(/\.$/, ""))];
}

const NO_WORDS = { what: "", advice: "" };

function effectMark(effect: PayloadEffect, words: Wording): PlanMark {
  const [icon, tone] = EFFECT_LOOKS[effect];
  return { word: effectWord(effect, words), icon, tone };
}

const EFFECT_LOOKS: Readonly<Record<PayloadEffect, readonly [PlanIcon, PlanTone]>> = {
  create: ["add", "plain"],
  replace: ["edit", "plain"],
  unknown: ["question", "warning"],
  nothing: ["dash", "plain"],
  conflict: ["warning", "warning"],
  invalid: ["error", "bad"],
};

function outcomeMark(row: BatchRow, words: Wording): PlanMark {
  if (!hasTurn(row)) {
    return { word: words.t("Left out"), icon: "dash", tone: "plain" };
  }
  const outcome = lastOutcome(row);
  const [icon, tone] = OUTCOME_LOOKS[outcome];
  return { word: outcomeWord(outcome, words), icon, tone };
}

const OUTCOME_LOOKS: Readonly<Record<RowOutcome, readonly [PlanIcon, PlanTone]>> = {
  waiting: ["circle-outline", "plain"],
  sending: ["loading", "busy"],
  landed: ["pass", "good"],
  differs: ["pass", "warning"],
  notSeen: ["pass", "warning"],
  refused: ["error", "bad"],
  changed: ["warning", "warning"],
  failed: ["circle-slash", "bad"],
  unknown: ["question", "bad"],
};

function targetMark(target: PlanTarget | undefined, { t }: Wording): PlanMark {
  return target === undefined
    ? { word: t("No connection"), icon: "error", tone: "bad" }
    : {
        word: target.environment,
        icon: target.icon,
        tone: target.icon === "shield" ? "warning" : "plain",
      };
}

/** Production first. */
function careOf({ icon }: PlanMark): number {
  return icon === "shield" ? 1 : 0;
}
