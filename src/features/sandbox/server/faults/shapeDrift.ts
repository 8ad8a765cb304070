import type { ShapeDriftFault } from "../../messages/sandboxFaults";
import { parseKeepingNumbers, stringifyJson } from "../data/losslessJson";
import type { RowList } from "../data/rows";
import type { Answer } from "../service/operations";

type Members = Readonly<Record<string, unknown>>;

/**
 * An answer in another shape than the definition says: its rows where it is a page, else itself.
 * What a fault answers in the place of a body stays.
 */
export function driftAnswer(answer: Answer, drifts: readonly ShapeDriftFault[]): Answer {
  const { page, body } = answer;
  if (drifts.length === 0) {
    return answer;
  }
  if (page !== undefined) {
    return { ...answer, page: { ...page, rows: driftRows(page.rows, drifts) } };
  }
  return body === undefined
    ? answer
    : { ...answer, body: parseKeepingNumbers(driftText(stringifyJson(body), drifts)) };
}

function driftRows(rows: RowList, drifts: readonly ShapeDriftFault[]): RowList {
  const { length } = rows;
  return { length, slice: (from, to) => rows.slice(from, to).map((row) => driftText(row, drifts)) };
}

function driftText(text: string, drifts: readonly ShapeDriftFault[]): string {
  if (!text.startsWith("{")) {
    return text;
  }
  const members = parseKeepingNumbers(text) as Members;
  return stringifyJson(drifts.reduce(change, members));
}

function change(members: Members, { variant, field }: ShapeDriftFault): Members {
  switch (variant) {
    case "added":
      return { ...members, [field ?? "introducedLater"]: { since: "2026-11", level: 3 } };
    case "missing":
      return without(members, field ?? Object.keys(members).at(-1) ?? "");
    case "retyped":
      return retyped(members, field ?? firstNumber(members));
  }
}

function without(members: Members, field: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== field));
}

/** Numbers as they are kept here: apart from every object that came as one. */
function firstNumber(members: Members): string {
  const isNumber = (value: unknown): boolean => /^[-\d]/.test(stringifyJson(value));
  return Object.keys(members).find((name) => isNumber(members[name])) ?? "";
}

/** Text becomes an object with it, everything else its JSON as text; null has no type to lose. */
function retyped(members: Members, field: string): Members {
  const value = members[field];
  if (!Object.hasOwn(members, field) || value === null) {
    return members;
  }
  const other = typeof value === "string" ? { text: value } : stringifyJson(value);
  return { ...members, [field]: other };
}
