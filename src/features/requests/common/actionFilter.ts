import { actionOutcome } from "./actionOutcome";
import { idsOfAttempt } from "./foundIds";
import type { HistoryFilter } from "./history";
import type { Action, Attempt } from "../../../platform/base/action";

/** An action with what is searched of it. */
export class LogEntry {
  /** The state that the text is of. */
  private told: Action | undefined;
  private made = "";

  constructor(public action: Action) {}

  /** In small letters, each id at the beginning of a line. */
  get text(): string {
    this.updateText();
    return this.made;
  }

  /** Makes the text of what has ended, so that the first search has none to make. */
  prepare(): void {
    if (this.action.progress.state === "idle") {
      this.updateText();
    }
  }

  private updateText(): void {
    const { action, told } = this;
    if (told === action) {
      return;
    }
    // What is searched changes with the attempts, not with the progress.
    if (told?.attempts !== action.attempts) {
      this.made = told === undefined ? textOf(action) : grownText(told, this.made, action);
    }
    this.told = action;
  }
}

/** What the text filter looks in: titles, templates, labels, statuses and ids. */
function textOf(action: Action): string {
  const { id, traceId, title, connectionLabel, attempts, assistantTool } = action;
  return linesOf([
    ...[title, connectionLabel],
    ...(assistantTool === undefined ? [] : [`assistant ${assistantTool}`]),
    ...(traceId === undefined ? [id] : [id, traceId]),
    ...attemptLines(attempts, undefined),
  ]);
}

/** The same after more attempts: those that are known are not looked at again. */
function grownText({ attempts: known }: Action, text: string, action: Action): string {
  const { attempts } = action;
  const last = known.at(-1);
  const isGrown = known[0] === attempts[0] && last === attempts[known.length - 1];
  return isGrown
    ? text + linesOf(attemptLines(attempts.slice(known.length), last))
    : textOf(action);
}

/** Pages of a walk have the same facts, which are told once. */
function attemptLines(attempts: readonly Attempt[], before: Attempt | undefined): string[] {
  const lines: string[] = [];
  let previous = before;
  for (const attempt of attempts) {
    if (previous === undefined || !hasSameFacts(previous, attempt)) {
      const { method, pathTemplate, operationId = "", status = "", statusText = "" } = attempt;
      lines.push(`${method} ${pathTemplate}`, operationId, `${status} ${statusText}`);
    }
    for (const { value } of idsOfAttempt(attempt)) {
      lines.push(value);
    }
    previous = attempt;
  }
  return lines;
}

function hasSameFacts(one: Attempt, other: Attempt): boolean {
  return (
    one.status === other.status &&
    one.pathTemplate === other.pathTemplate &&
    one.method === other.method &&
    one.operationId === other.operationId &&
    one.statusText === other.statusText
  );
}

/** Joined in one piece: a search would have to join what is added piece by piece. */
function linesOf(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${lines.join("\n")}`.toLowerCase();
}

/** The test that entries have to pass; undefined when all do. Every word has to occur. */
export function matcherOf(filter: HistoryFilter): ((entry: LogEntry) => boolean) | undefined {
  const { outcome, connectionId, since } = filter;
  const words = (filter.text ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const tests: ((entry: LogEntry) => boolean)[] = [
    ...(since === undefined ? [] : [({ action }: LogEntry) => action.startedAt >= since]),
    ...(connectionId === undefined
      ? []
      : [({ action }: LogEntry) => action.connectionId === connectionId]),
    ...(outcome === undefined ? [] : [({ action }: LogEntry) => actionOutcome(action) === outcome]),
    ...(words.length === 0 ? [] : [({ text }: LogEntry) => hasAll(text, words)]),
  ];
  const [first] = tests;
  return tests.length === 1 || first === undefined
    ? first
    : (entry) => tests.every((test) => test(entry));
}

function hasAll(text: string, words: readonly string[]): boolean {
  for (const word of words) {
    if (!text.includes(word)) {
      return false;
    }
  }
  return true;
}
