import { actionOutcome } from "./actionOutcome";
import { idsOf } from "./foundIds";
import type { HistoryFilter } from "./history";
import type { Action } from "./record";

/** An action with what is searched of it, made ready when it came. */
export interface LogEntry {
  action: Action;
  /** In small letters, each id at the beginning of a line. */
  text: string;
}

/** An action as the log keeps it. */
export function entryOf(action: Action): LogEntry {
  return { action, text: textOf(action) };
}

/** What the text filter looks in: titles, templates, labels, statuses and ids. */
export function textOf(action: Action): string {
  const { title, connectionLabel, attempts } = action;
  const facts = new Set([title, connectionLabel]);
  for (const { method, pathTemplate, operationId = "", status, statusText = "" } of attempts) {
    facts
      .add(`${method} ${pathTemplate}`)
      .add(operationId)
      .add(`${status ?? ""} ${statusText}`);
  }
  const ids = idsOf(action).map(({ value }) => value);
  return [...facts, ...ids]
    .map((line) => `\n${line}`)
    .join("")
    .toLowerCase();
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
    ...words.map(
      (word) =>
        ({ text }: LogEntry) =>
          text.includes(word),
    ),
  ];
  const [first] = tests;
  return tests.length === 1 || first === undefined
    ? first
    : (entry) => tests.every((test) => test(entry));
}
