import { dayOfMidnight, isDateTime, readDate } from "../dates";
import { placeAt, replacement, textAt } from "../places";
import type { PayloadValue, Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

/** Names that say that a date is meant. */
const NAMED = /^(date|dateOf[A-Z].*|.*(Date|[a-z]On))$/;

interface Problem {
  readonly message: string;
  /** The text that is surely meant. */
  readonly means?: string | undefined;
}

/** Dates that do not exist, or that are not written as the service expects them. */
export const dateRule: Rule = {
  id: "date",
  value(value, { source, report }) {
    const find = expectation(value);
    const text = find && textAt(source, value.entry);
    const problem = text === undefined ? undefined : find?.(text);
    if (problem === undefined) {
      return;
    }
    report(placeAt(source, value.entry), () => {
      const { message, means } = problem;
      const fixes =
        means === undefined
          ? []
          : [replacement(source, value.entry, { value: means, kind: "replace" })];
      return { message, fixes };
    });
  },
};

type Find = (text: string) => Problem | undefined;

function expectation({ name, place }: PayloadValue): Find | undefined {
  const formats = place?.formats ?? new Set();
  const isDay = formats.has("date");
  if (formats.has("date-time")) {
    return isDay ? undefined : problemOfTime;
  }
  if (isDay) {
    return problemOfDay;
  }
  return name !== undefined && NAMED.test(name) ? problemOfNamed : undefined;
}

/** Of a value that is a date by the definition. */
function problemOfDay(text: string): Problem | undefined {
  const read = readDate(text);
  switch (read.kind) {
    case "date":
      return undefined;
    case "time":
      return { message: SENTENCES.date, means: dayOfMidnight(text) };
    case "none":
      return { message: SENTENCES.date };
    case "missing":
      return { message: SENTENCES.dateMissing };
    case "notation":
      return problemOfNotation(read.means);
  }
}

/** Of a value whose name only says that it may be a date: what does not look like one is none. */
function problemOfNamed(text: string): Problem | undefined {
  const { kind } = readDate(text);
  // Eight digits may be anything.
  return kind === "time" || kind === "none" || /^\s*\d{8}\s*$/.test(text)
    ? undefined
    : problemOfDay(text);
}

function problemOfNotation(means: string | undefined): Problem {
  return means === undefined
    ? { message: SENTENCES.dateTwoWays }
    : { message: SENTENCES.dateNotation, means };
}

function problemOfTime(text: string): Problem | undefined {
  if (isDateTime(text)) {
    return undefined;
  }
  const isMissing = readDate(text).kind === "missing";
  const plain = text.trim();
  return {
    message: isMissing ? SENTENCES.dateMissing : SENTENCES.dateTime,
    means: isDateTime(plain) ? plain : undefined,
  };
}
