import type { Answer } from "./httpClient";
import { Deviation } from "./findings";

export type Members = Readonly<Record<string, unknown>>;

/** The JSON of an answer. Throws a `Deviation` where it is none. */
export function parseBody({ text, status }: Answer): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Deviation(`The body of the answer with ${status} is not JSON.`);
  }
}

/** The members of an object; undefined for anything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Whether a Content-Type is one of JSON. */
export function isJsonType(type: string | undefined): boolean {
  return /[/+]json\b/i.test(type ?? "");
}

/**
 * The rows of a list, wherever its envelope has them, since none is described: the first array of
 * objects from the outside in that are no links, or else the first empty one.
 */
export function rowsIn(value: unknown): readonly Members[] | undefined {
  const arrays: (readonly unknown[])[] = [];
  const waiting: unknown[] = [value];
  for (const one of waiting) {
    if (Array.isArray(one)) {
      arrays.push(one);
    } else {
      waiting.push(...Object.values(membersOf(one) ?? {}));
    }
  }
  const isRows = (rows: readonly unknown[]): boolean =>
    rows.length > 0 && rows.every((row) => isRow(membersOf(row)));
  const found = arrays.find(isRows) ?? arrays.find(({ length }) => length === 0);
  return found as readonly Members[] | undefined;
}

function isRow(members: Members | undefined): boolean {
  return members !== undefined && !("rel" in members && "href" in members);
}

/** The text of an answer without what may differ each time: instants, and the id of the request. */
export function timeless({ text, headers }: Answer): string {
  return text
    .replaceAll(`"${String(headers["x-dt-requestid"])}"`, '"request"')
    .replaceAll(/"\d{4}-\d\d-\d\d[T ][^"]*"/g, '"instant"')
    .replaceAll(/\b1\d{9}(?:\d{3})?\b/g, "0");
}

/** The same value as the same text, whatever the order of its members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    const members = membersOf(member);
    return members === undefined
      ? member
      : Object.fromEntries(
          Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)),
        );
  });
}
