import { isRecord } from "../../base/shapes";

/** What a service said of one part of a body that it refused. */
export interface BodyProblem {
  /** Path of member names and indexes from the root; empty where it speaks of the whole body. */
  readonly path: readonly (string | number)[];
  /** The service's own words, in one line. */
  readonly message: string;
}

export const MOST_PROBLEMS = 100;
export const LONGEST_MESSAGE = 500;
/** Of one object or list of an answer: more are data, not what is wrong. */
const MOST_MEMBERS = 5_000;

/** One line without unseen characters, cut where nobody reads on. */
export function cleanMessage(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST_MESSAGE)
    .replace(/[\s\u0085\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
  return cutShown(line, LONGEST_MESSAGE);
}

/** The beginning of what is shown, its end marked; no character is cut in two. */
export function cutShown(line: string, length: number): string {
  const start = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "");
  return line.length <= length ? line : `${start.trimEnd()}…`;
}

/**
 * The beginning of a text, cut between words: a word that was cut in two may be the first half of
 * a secret, which nobody would recognise.
 */
export function cutBetweenWords(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/\S+$/, "") : text;
}

/**
 * JSON with its long texts made clean before anything is cut, and of very many members the first
 * ones, so that it can be looked through at once; undefined for what is none.
 * @param clean takes secrets out
 */
export function parseClean(
  text: string,
  clean: (text: string) => string,
): { readonly value: unknown } | undefined {
  try {
    return { value: cleaned(JSON.parse(text), clean) };
  } catch {
    // Text, or JSON that was cut off: its lines are still worth reading.
    return undefined;
  }
}

/** Not by a reviver, which would visit the members beyond those too. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") {
    // Shorter ones are never cut, so that they are still whole when they are made clean to be shown.
    return value.length >= LONGEST_MESSAGE ? clean(value) : value;
  }
  if (Array.isArray(value)) {
    return value.slice(0, MOST_MEMBERS).map((item) => cleaned(item, clean));
  }
  if (!isRecord(value)) {
    return value;
  }
  const names = Object.keys(value).slice(0, MOST_MEMBERS);
  return Object.fromEntries(names.map((name) => [name, cleaned(value[name], clean)]));
}

/** Problems in the order in which they were found; none twice, and no more than anybody reads. */
export class ProblemList {
  readonly problems: BodyProblem[] = [];
  private readonly known = new Set<string>();

  get isFull(): boolean {
    return this.problems.length >= MOST_PROBLEMS;
  }

  add(path: BodyProblem["path"], text: string): void {
    const message = cleanMessage(text);
    const key = JSON.stringify([path, message]);
    if (message !== "" && !this.isFull && !this.known.has(key)) {
      this.known.add(key);
      this.problems.push({ path, message });
    }
  }
}
