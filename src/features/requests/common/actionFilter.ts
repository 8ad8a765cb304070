import { actionOutcome } from "./actionOutcome";
import { idsOf, idsOfAttempt } from "./foundIds";
import type { HistoryFilter } from "./history";
import type { Action, Attempt } from "../../../platform/base/action";

/** An action with what is searched of it, which is made when somebody searches. */
export class LogEntry {
  /** The state that the text is of. */
  private told: Action | undefined;
  private made = "";

  constructor(public action: Action) {}

  /** In small letters, each id at the beginning of a line. */
  get text(): string {
    const { action, told } = this;
    // What is searched changes with the attempts, not with the progress.
    if (told?.attempts !== action.attempts) {
      this.made = told === undefined ? textOf(action) : grownText(told, this.made, action);
    }
    this.told = action;
    return this.made;
  }
}

/** What the text filter looks in: titles, templates, labels, statuses and ids. */
function textOf(action: Action): string {
  const { title, connectionLabel, attempts, assistantTool, ...rest } = action;
  const ids = idsOf({ ...rest, title, connectionLabel, attempts: [] }).map(({ value }) => value);
  const asked = assistantTool === undefined ? [] : [`assistant ${assistantTool}`];
  return linesOf([title, connectionLabel, ...asked, ...ids]) + attemptsText(attempts, undefined);
}

/** The same after more attempts: those that are known are not looked at again. */
function grownText({ attempts: known }: Action, text: string, action: Action): string {
  const { attempts } = action;
  const last = known.at(-1);
  const isGrown = known[0] === attempts[0] && last === attempts[known.length - 1];
  return isGrown ? text + attemptsText(attempts.slice(known.length), last) : textOf(action);
}

function attemptsText(attempts: readonly Attempt[], before: Attempt | undefined): string {
  let told = before === undefined ? "" : factsOf(before);
  let text = "";
  for (const attempt of attempts) {
    const facts = factsOf(attempt);
    text += facts === told ? "" : facts;
    text += linesOf(idsOfAttempt(attempt).map(({ value }) => value));
    told = facts;
  }
  return text;
}

function factsOf({ method, pathTemplate, operationId = "", ...attempt }: Attempt): string {
  const { status, statusText = "" } = attempt;
  return linesOf([`${method} ${pathTemplate}`, operationId, `${status ?? ""} ${statusText}`]);
}

function linesOf(facts: readonly string[]): string {
  return facts
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
