import {
  sourceOf,
  stringValue,
  type JsonMember,
  type JsonNode,
} from "../../../platform/json/jsonText";
import { type Continuation, readContinuation } from "./continuation";
import type { ListRules } from "./listRules";
import { joinedName, wordsOf } from "./memberNames";
import type { Guess, TotalGuess } from "./guess";

/** What an answer says of its page and its list; everything by shape, on the word of one page. */
export interface Envelope extends Continuation {
  /** Rows of the whole list. */
  readonly total?: TotalGuess;
  /** From 0 or from 1, as the service counts. */
  readonly pageNumber?: Guess<number>;
  readonly pageSize?: Guess<number>;
  /** Pages of the whole list. */
  readonly pages?: Guess<number>;
  /** Place of the first row in the list, from 0 or from 1, as the service counts. */
  readonly offset?: Guess<number>;
}

export interface EnvelopeQuestion {
  readonly text: string;
  /** The objects around the list, the nearest first. */
  readonly around: readonly JsonNode[];
  readonly rows: number;
  /** What was asked for, where it is known. */
  readonly asked?: PageQuery | undefined;
  readonly rules?: ListRules | undefined;
}

export interface PageQuery {
  /** As the service counts: from 1, unless the rules say from 0. */
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Looks for a total and page facts beside the list, then around it. */
export function readEnvelope(question: EnvelopeQuestion): Envelope {
  const { text, rows, asked, rules = {} } = question;
  const members = membersAround(question.around);
  const number = numberReader(text, members);
  const pageNumber = number(["pagenumber", "currentpage", "page", "pageno", "pageindex"], 0);
  const pageSize = number(["pagesize", "perpage", "itemsperpage", "limit", "size", "take"], 1);
  const offset = number(["offset", "skip", "startindex", "firstresult"], 0);
  const pages = number(["totalpages", "pagecount", "pagestotal", "lastpage"], 0);
  const place = asked?.pageNumber ?? pageNumber?.value ?? 1;
  const total = findTotal(
    { text, rows, members, around: question.around, rules },
    {
      pageNumber: place - (asked === undefined ? 1 : (rules.firstPage ?? 1)),
      pageSize: pageSize?.value ?? (rules.pageSize === null ? rows : asked?.pageSize) ?? rows,
    },
  );
  const found = { total, pageNumber: pageNumber ?? numberOfPage(question), pageSize };
  return {
    ...withoutAbsent({ ...found, offset, pages }),
    ...readContinuation(text, members),
  };
}

type NumberReader = (names: readonly string[], least: number) => Guess<number> | undefined;

/** The first of the members that has one of the names and a whole number. */
function numberReader(text: string, members: readonly JsonMember[]): NumberReader {
  return (names, least) => {
    for (const { name, value: node } of members) {
      const value = names.includes(joinedName(name)) ? countOf(text, node) : undefined;
      if (value !== undefined && value >= least) {
        return { value, from: name };
      }
    }
    return undefined;
  };
}

/** `number` alone says little: it is the page's beside a size, as Spring Data has it. */
function numberOfPage({ text, around }: EnvelopeQuestion): Guess<number> | undefined {
  for (const object of objectsAround(around)) {
    const number = object.find("number");
    const size = object.find("size") ?? object.find("pageSize");
    const value = number && size && integerOf(text, number);
    if (value !== undefined) {
      return { value, from: "number" };
    }
  }
  return undefined;
}

function withoutAbsent<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [K in keyof T]?: NonNullable<T[K]> };
}

// "total" of these is no number of rows.
const OTHER_TOTALS = new Set(
  "page pages value values amount amounts price cost costs unit units balance paid sum".split(" "),
);

// "total" together with these is surely a number of rows.
const ROW_WORDS = new Set(
  [
    "total count items rows records results elements entries hits size number",
    "clients holdings pensions",
  ]
    .join(" ")
    .split(" "),
);

interface TotalQuestion {
  readonly text: string;
  readonly rows: number;
  readonly members: readonly JsonMember[];
  readonly around: readonly JsonNode[];
  readonly rules: ListRules;
}

interface Place {
  /** From 0. */
  readonly pageNumber: number;
  readonly pageSize: number;
}

function findTotal(question: TotalQuestion, page: Place): TotalGuess | undefined {
  const { members, rules } = question;
  if (rules.total !== undefined) {
    return rules.total === null ? undefined : totalByRule(question, rules.total);
  }
  const found = members.flatMap((one) => totalIn(question, one, page) ?? []);
  return found.find(({ isVague }) => isVague !== true) ?? found[0];
}

function totalIn(
  { text, rows }: TotalQuestion,
  { name, value: node }: JsonMember,
  { pageNumber, pageSize }: Place,
): TotalGuess | undefined {
  const words = wordsOf(name);
  const value = countOf(text, node);
  if (value === undefined || value < rows || !speaksOfTotal(words)) {
    return undefined;
  }
  if (words.includes("total") && words.every((word) => ROW_WORDS.has(word))) {
    return { value, from: name };
  }
  const shown = rows === 0 ? 0 : pageNumber * pageSize + rows;
  // A "count" equal to the rows of a full page more likely counts the page than the list.
  const countsThePage = value < shown || (value === rows && rows >= pageSize && rows > 0);
  return countsThePage ? undefined : { value, from: name, isVague: true };
}

function totalByRule(
  { text, around }: TotalQuestion,
  path: readonly string[],
): TotalGuess | undefined {
  let node = around.at(-1);
  for (const name of path) {
    node = node && node.find(name);
  }
  const value = node && countOf(text, node);
  return value === undefined ? undefined : { value, from: path.join(".") };
}

function speaksOfTotal(words: readonly string[]): boolean {
  const last = words.at(-1);
  return (
    (words[0] === "total" || last === "total" || last === "count") &&
    !words.some((word) => OTHER_TOTALS.has(word))
  );
}

/** Each object around the list, followed by the objects beside the list in it (`meta`, `page`). */
function objectsAround(around: readonly JsonNode[]): readonly JsonNode[] {
  return around.flatMap((object) => [
    object,
    ...(object.members ?? []).flatMap(({ value }) => {
      const isBeside =
        value.type === "object" && !around.some(({ offset }) => offset === value.offset);
      return isBeside ? [value, ...objectsIn(value)] : [];
    }),
  ]);
}

// What has more members is no envelope but data.
const ENVELOPE_MEMBERS = 200;

/** One level more, for `meta.pagination`. */
function objectsIn(object: JsonNode): readonly JsonNode[] {
  const members = object.count > ENVELOPE_MEMBERS ? [] : (object.members ?? []);
  return members.flatMap(({ value }) => (value.type === "object" ? [value] : []));
}

function membersAround(around: readonly JsonNode[]): readonly JsonMember[] {
  return objectsAround(around).flatMap((object) => object.members ?? []);
}

/** A whole number in its plain form, of at most 15 digits; undefined for anything else. */
export function integerOf(text: string, node: JsonNode): number | undefined {
  const source = node.type === "number" ? sourceOf(text, node) : "";
  return /^\d{1,15}$/.test(source) ? Number(source) : undefined;
}

/** A number of rows or pages in any form: `120`, `120.0`, `"120"`, `{"value": 120}`. */
function countOf(text: string, node: JsonNode): number | undefined {
  if (node.type === "object") {
    const [value, relation] = [node.find("value"), node.find("relation")];
    const isExact = relation === undefined || stringValue(text, relation) === "eq";
    return value?.type === "number" && isExact ? countOf(text, value) : undefined;
  }
  const isText = node.type === "string";
  const source = isText ? stringValue(text, node).trim() : sourceOf(text, node);
  const isCount = node.type === "number" || (isText && /^\d{1,15}$/.test(source));
  const value = isCount ? Number(source) : -1;
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
