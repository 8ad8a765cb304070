import { actionOutcome, isFailed } from "../common/actionOutcome";
import { callFacts } from "../common/callFacts";
import type { Localizer, Translate } from "../../../platform/texts/words";
import { maskPath, maskTitle } from "../common/maskAction";
import type { Masking } from "../../../platform/base/masking";
import type { History, HistoryFilter } from "../common/history";
import { countDroppedAttempts } from "../../../platform/http/keptAttempts";
import type { Action, Attempt } from "../../../platform/base/action";
import {
  type ActionLine,
  type AttemptLine,
  type LinePlace,
  type LinesAnswer,
  type LinesQuery,
  type RangeAnswer,
  type RangeQuery,
  type RequestLine,
  SELECTED_LIMIT,
  type ViewFilter,
} from "../messages/requestsView";
import { askedByWords, decisionWords, waitsOf } from "../texts/requestWords";
import { formatNumber } from "../../../platform/base/texts";

/** What the editor says of an environment; given, so that this runs without it. */
type EnvironmentWords = (action: Action) => ActionLine["environment"];

interface LinesOptions {
  readonly history: History;
  readonly t: Translate;
  /** Of durations. */
  readonly language: string;
  readonly environment: EnvironmentWords;
  readonly now: () => number;
  /** What lines are masked with; nothing is, where this is absent. */
  readonly masking?: () => Masking;
}

interface Expanded {
  /** Place of the action among the actions. */
  readonly index: number;
  /** Lines above it. */
  readonly line: number;
  readonly attempts: number;
}

/** Actions that passed a filter, with where the expanded ones of them stand. */
interface Reading {
  readonly key: string;
  readonly actions: readonly Action[];
  /** In the order of the lines. */
  readonly expanded: readonly Expanded[];
  readonly total: number;
}

/**
 * The history as the lines of the view. The rows stay here: one reading of the history serves
 * every slice that is asked for until something changes.
 */
export class RequestLines {
  private reading: Reading | undefined;
  private version = 0;

  constructor(private readonly options: LinesOptions) {}

  /** Something was recorded; gives the version that answers have from now on. */
  change(): number {
    this.reading = undefined;
    return ++this.version;
  }

  answer(query: LinesQuery): LinesAnswer {
    const { history } = this.options;
    const reading = this.read(query);
    const from = Math.min(query.from, reading.total);
    const end = Math.min(from + query.count, reading.total);
    const rows: RequestLine[] = [];
    for (let line = from; line < end; line++) {
      rows.push(this.lineAt(reading, line));
    }
    return {
      total: reading.total,
      actions: reading.actions.length,
      all: history.size,
      from,
      rows,
      places: query.find.map((place) => placeOf(reading, place)),
      version: this.version,
      connections: history.connections.map(({ id, label }) => ({ id, label })),
    };
  }

  /** The actions from one on to another, either of which may stand above the other. */
  range(query: RangeQuery): RangeAnswer {
    const reading = this.read(query);
    const { actions } = reading;
    const indexOf = (actionId: string | undefined): number =>
      actions.findIndex(({ id }) => id === actionId);
    const found = indexOf(query.end);
    const end =
      found === -1
        ? actionAt(reading, Math.min(query.line, Math.max(0, reading.total - 1))).index
        : found;
    const anchor = indexOf(query.anchor);
    const start = anchor === -1 ? end : anchor;
    const between =
      start <= end ? actions.slice(start, end + 1) : actions.slice(end, start + 1).reverse();
    return {
      actionIds: between.slice(0, SELECTED_LIMIT).map(({ id }) => id),
      total: between.length,
    };
  }

  private read({ filter, expanded }: Pick<LinesQuery, "filter" | "expanded">): Reading {
    // The beginning of the day or hour moves on while nothing else changes.
    const since = sinceOf(filter, this.options.now());
    const key = JSON.stringify([filter, expanded, since === undefined ? 0 : minuteOf(since)]);
    if (this.reading?.key !== key) {
      const wanted = historyFilter(filter, since);
      const { actions } = this.options.history.query(wanted, 0, Number.MAX_SAFE_INTEGER);
      this.reading = { key, actions, ...expansionsOf(actions, new Set(expanded)) };
    }
    return this.reading;
  }

  private lineAt(reading: Reading, line: number): RequestLine {
    const { index, isExpanded, attempt: inner } = actionAt(reading, line);
    const action = reading.actions[index];
    if (action === undefined) {
      throw new RangeError("no such line");
    }
    const attempt = inner === undefined ? undefined : action.attempts[inner];
    return inner === undefined || attempt === undefined
      ? actionLine(action, isExpanded, this.options)
      : attemptLine(action, attempt, inner, this.options);
  }
}

/** Whose line it is: the place of its action, and of its attempt where it is one's. */
function actionAt(
  { expanded }: Reading,
  line: number,
): { readonly index: number; readonly isExpanded: boolean; readonly attempt?: number } {
  const above = lastAbove(expanded, line);
  if (above === undefined) {
    return { index: line, isExpanded: false };
  }
  const inner = line - above.line - 1;
  if (inner >= 0 && inner < above.attempts) {
    return { index: above.index, isExpanded: true, attempt: inner };
  }
  const index = above.index + Math.max(0, inner + 1 - above.attempts);
  return { index, isExpanded: index === above.index };
}

function expansionsOf(
  actions: readonly Action[],
  wanted: ReadonlySet<string>,
): Pick<Reading, "expanded" | "total"> {
  const expanded: Expanded[] = [];
  let more = 0;
  if (wanted.size > 0) {
    for (const [index, { id, attempts }] of actions.entries()) {
      if (wanted.has(id) && attempts.length > 0) {
        expanded.push({ index, line: index + more, attempts: attempts.length });
        more += attempts.length;
      }
    }
  }
  return { expanded, total: actions.length + more };
}

/** The last expanded action that stands at this line or above it. */
function lastAbove(expanded: readonly Expanded[], line: number): Expanded | undefined {
  let low = 0;
  let high = expanded.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((expanded[middle]?.line ?? 0) <= line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return expanded[low - 1];
}

function placeOf({ actions, expanded }: Reading, { actionId, attempt }: LinePlace): number {
  const index = actions.findIndex(({ id }) => id === actionId);
  if (index === -1) {
    return -1;
  }
  const own = expanded.find((found) => found.index === index);
  const more = expanded
    .filter((found) => found.index < index)
    .reduce((sum, { attempts }) => sum + attempts, 0);
  if (attempt === undefined) {
    return index + more;
  }
  const inner = actions[index]?.attempts.findIndex(({ number }) => number === attempt) ?? -1;
  return own === undefined || inner === -1 ? -1 : index + more + inner + 1;
}

function actionLine(
  action: Action,
  isExpanded: boolean,
  { t, language, environment, masking }: LinesOptions,
): ActionLine {
  const { id, title, connectionLabel, traceId, startedAt, attempts, progress } = action;
  const outcome = actionOutcome(action);
  const askedBy = askedByWords(action, t);
  const last = attempts.at(-1);
  return {
    kind: "action",
    actionId: id,
    startedAt,
    method: last?.method ?? "",
    title: masking === undefined ? title : maskTitle(title, masking()),
    status: trailOf(action, { t, language }),
    outcome,
    ...(outcome === "running" || last === undefined
      ? {}
      : { milliseconds: Math.max(0, last.startedAt + last.times.total - startedAt) }),
    facts: callFacts(action),
    environment: environment(action),
    connection: connectionLabel,
    ...(traceId === undefined ? {} : { traceId }),
    ...(askedBy === undefined ? {} : { askedBy }),
    attempts: attempts.length,
    isExpanded,
    waits: waitsOf(attempts).length,
    ...(progress.state === "waiting" ? { waitsUntil: progress.until } : {}),
  };
}

function attemptLine(
  action: Action,
  attempt: Attempt,
  index: number,
  { t, language, masking }: LinesOptions,
): AttemptLine {
  const { number, startedAt, method, pathTemplate, times, requestId } = attempt;
  return {
    kind: "attempt",
    actionId: action.id,
    attempt: number,
    place: index + 1,
    startedAt,
    method,
    status: statusWord(attempt, t),
    outcome: wasCanceled(attempt) ? "canceled" : isFailed(attempt) ? "failed" : "succeeded",
    milliseconds: times.total,
    facts: callFacts(action, attempt),
    pathTemplate: masking === undefined ? pathTemplate : maskPath(attempt, masking()),
    decision: decisionWords(attempt, action.attempts[index + 1], { t, language }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

const TRAIL_LENGTH = 4;

/** "429→200"; equal ones that follow one another once, of many the first and the last. */
function trailOf({ attempts, progress, isCanceled }: Action, { t, language }: Localizer): string {
  const words = attempts
    .map((attempt) => statusWord(attempt, t))
    .filter((word, index, all) => word !== all[index - 1]);
  if (isCanceled === true && progress.state === "idle" && !wasCanceled(attempts.at(-1))) {
    // While it waited for its turn, or for a retry: no attempt tells of it.
    words.push(t("cancelled"));
  }
  const shown =
    words.length <= TRAIL_LENGTH ? words : [...words.slice(0, 2), "…", ...words.slice(-1)];
  const letGo = countDroppedAttempts(attempts);
  const trail = shown.length === 0 && progress.state === "idle" ? t("not sent") : shown.join("→");
  return letGo === 0
    ? trail
    : t("{0}, attempts no longer listed: {1}", trail, formatNumber(letGo, language));
}

/** By the user, or since the connection or the window was closed. */
function wasCanceled(attempt: Attempt | undefined): boolean {
  return attempt?.failure?.startsWith("canceled/") === true;
}

/** A status can have come, and then not the whole answer, or more than is read. */
function statusWord(attempt: Attempt, t: Translate): string {
  const { status, failure } = attempt;
  if (status === undefined) {
    return wasCanceled(attempt) ? t("cancelled") : t("no answer");
  }
  return failure === undefined ? String(status) : t("{0}, not whole", String(status));
}

function historyFilter(filter: ViewFilter, since: number | undefined): HistoryFilter {
  const { text, outcome, connectionId } = filter;
  return {
    ...(text.trim() === "" ? {} : { text: text.trim() }),
    ...(outcome === "" ? {} : { outcome }),
    ...(connectionId === "" ? {} : { connectionId }),
    ...(since === undefined ? {} : { since }),
  };
}

function sinceOf({ time }: ViewFilter, now: number): number | undefined {
  switch (time) {
    case "hour":
      return now - 3_600_000;
    case "today":
      return new Date(now).setHours(0, 0, 0, 0);
    case "all":
      return undefined;
  }
}

function minuteOf(milliseconds: number): number {
  return Math.floor(milliseconds / 60_000);
}
