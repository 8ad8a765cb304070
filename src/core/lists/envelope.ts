import { sourceOf, type JsonMember, type JsonNode } from "../jsonText";

/** A value that was found by its shape; `from` is the member it was read from. */
export interface Guess<T> {
  readonly value: T;
  readonly from: string;
}

export interface Envelope {
  /** Rows of the whole list. */
  readonly total?: Guess<number>;
  readonly pageNumber?: Guess<number>;
  readonly pageSize?: Guess<number>;
}

export interface EnvelopeQuestion {
  readonly text: string;
  /** The objects around the list, the nearest first. */
  readonly around: readonly JsonNode[];
  readonly rows: number;
  /** What was asked for, where it is known. */
  readonly asked?: PageQuery | undefined;
}

export interface PageQuery {
  /** From 1. */
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Looks for a total and page facts beside the list, then around it. */
export function readEnvelope(question: EnvelopeQuestion): Envelope {
  const members = membersAround(question.around);
  const number = (names: readonly string[]): Guess<number> | undefined => {
    for (const { name, value: node } of members) {
      const value = names.includes(joined(name)) ? integerOf(question.text, node) : undefined;
      if (value !== undefined && value > 0) {
        return { value, from: name };
      }
    }
    return undefined;
  };
  const pageNumber = number(["pagenumber", "currentpage", "page", "pageno"]);
  const pageSize = number(["pagesize", "perpage", "itemsperpage", "limit"]);
  const total = findTotal(question, members, {
    pageNumber: pageNumber?.value ?? question.asked?.pageNumber ?? 1,
    pageSize: pageSize?.value ?? question.asked?.pageSize ?? question.rows,
  });
  return {
    ...(total === undefined ? {} : { total }),
    ...(pageNumber === undefined ? {} : { pageNumber }),
    ...(pageSize === undefined ? {} : { pageSize }),
  };
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

function findTotal(
  { text, rows }: EnvelopeQuestion,
  members: readonly JsonMember[],
  page: PageQuery,
): Guess<number> | undefined {
  const shown = rows === 0 ? 0 : (page.pageNumber - 1) * page.pageSize + rows;
  const found: { readonly guess: Guess<number>; readonly isSure: boolean }[] = [];
  for (const { name, value } of members) {
    const words = wordsOf(name);
    const number = integerOf(text, value);
    if (number === undefined || number < shown || !speaksOfTotal(words)) {
      continue;
    }
    const isSure = words.includes("total") && words.every((word) => ROW_WORDS.has(word));
    // A "count" equal to the rows of a full page more likely counts the page than the list.
    const countsThePage = !isSure && number === rows && rows >= page.pageSize && rows > 0;
    if (!countsThePage) {
      found.push({ guess: { value: number, from: name }, isSure });
    }
  }
  return (found.find(({ isSure }) => isSure) ?? found[0])?.guess;
}

function speaksOfTotal(words: readonly string[]): boolean {
  const last = words.at(-1);
  return (
    (words[0] === "total" || last === "total" || last === "count") &&
    !words.some((word) => OTHER_TOTALS.has(word))
  );
}

/** Members of each object around the list, then of the objects beside the list (`meta`, `page`). */
function membersAround(around: readonly JsonNode[]): readonly JsonMember[] {
  return around.flatMap((object) => {
    const own = object.members ?? [];
    const beside = own.filter(
      ({ value }) =>
        value.type === "object" && !around.some(({ offset }) => offset === value.offset),
    );
    return [...own, ...beside.flatMap(({ value }) => value.members ?? [])];
  });
}

function integerOf(text: string, node: JsonNode): number | undefined {
  const source = node.type === "number" ? sourceOf(text, node) : "";
  return /^\d{1,15}$/.test(source) ? Number(source) : undefined;
}

/** `totalItems`, `total_items` and `TotalItems` are the words "total" and "items". */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function joined(name: string): string {
  return wordsOf(name).join("");
}
