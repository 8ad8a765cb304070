import { isAppError } from "../../../src/platform/base/errors";
import { shortenId } from "../../../src/platform/base/statusLine";
import type { Showing } from "./inspectPanel";
import { load, openTables } from "../../unit/features/lists/table/support/tables";
import type { ListContent, ListView } from "../../../src/features/lists/messages/listMessages";
import { EVERY_ROW } from "../../../src/features/lists/messages/listQuestions";
import { holdingsView } from "./samples";

const CELL_LIMIT = 2000;

/** A payload in every place where the panel shows text, in two contents. */
export async function showingsOf(payload: string): Promise<readonly Showing[]> {
  return [await withRows(payload), withoutRows(payload)];
}

/** A view with its rows, which come along: nobody has to be asked for them. */
export async function contentWith(view: ListView, text: string): Promise<ListContent> {
  const table = openTables().open();
  try {
    const { facts } = await load(table, text);
    const columns = facts.columns.map(({ key }) => key);
    const question = { view: EVERY_ROW, from: 0, count: 100, columns };
    // Another table has other rows under the same number: each content is one of its own.
    const revision = ++contents;
    const rows = JSON.stringify({ ...(await table.ask("rows", question)), revision });
    return { view, table: { ...facts, revision }, rows };
  } finally {
    table.dispose();
  }
}

let contents = 1000;

async function withRows(payload: string): Promise<Showing> {
  const view = holdingsView({
    title: payload,
    connection: payload,
    environment: { word: payload, icon: "beaker" },
    address: { method: "GET", url: payload },
    parameters: [
      {
        ...{ name: payload, kind: "list", description: payload },
        ...{ options: [payload], value: [`${payload}!`] },
      },
      { name: "b", kind: "text", description: "", options: [payload], value: payload },
    ],
    findings: [{ kind: "shortPage", text: payload, action: { id: "a", label: payload } }],
    error: { what: payload, advice: payload, actions: [{ id: payload, label: payload }] },
    notes: [payload],
    status: {
      ...{ status: 200, statusText: payload, milliseconds: 84, bytes: 9318, attempts: 1 },
      ...{ requestId: payload, traceId: payload, echo: "equal" },
    },
  });
  const rows = [{ [payload]: payload }, { nested: { [payload]: payload } }];
  return {
    content: await contentWith(view, JSON.stringify(rows)),
    expected: {
      ...{ title: payload, titleTip: payload, label: payload, environment: payload },
      connection: payload === "" ? null : payload,
      ...{ note: payload, error: payload, errorAdvice: payload, action: payload },
      ...{ address: payload, addressTip: payload, finding: payload, findingAction: payload },
      ...{ parameter: payload, parameterOption: payload, parameterOwn: `${payload}!` },
      // Marks of code in pairs are shown as code.
      parameterHelp: payload === "" ? null : payload.replace(/`([^`]+)`/g, "$1"),
      // A field of one line leaves line ends out.
      parameterText: payload.replace(/[\r\n]/g, ""),
      status: payload === "" ? "200" : `200 ${payload}`,
      ...{ request: shortenId(payload), requestTip: payload },
      ...{ trace: shortenId(payload), traceTip: payload },
      column: payload === "" ? "value" : visible(payload),
      columnTip: payload === "" ? "value" : visible(payload),
      nestedColumn: `nested.${payload}`,
      cell: cellText(payload),
      nestedCell: cellText(payload),
      columns: "2",
    },
  };
}

function withoutRows(payload: string): Showing {
  const empty = { what: payload, advice: payload, actions: [] };
  return {
    content: { view: holdingsView({ empty, title: "Holdings" }), table: null },
    expected: { empty: payload, emptyAdvice: payload, cell: null, title: "Holdings" },
  };
}

/** A JSON text as the rows of a page; undefined when it is not accepted as JSON. */
export async function jsonShowing(input: string): Promise<Showing | undefined> {
  // What is no array becomes the only row; nothing at all would become an empty list.
  const text = /^\s*(\[|$)/.test(input) ? input : `[${input}]`;
  try {
    return { content: await contentWith(holdingsView(), text), expected: firstCell(text) };
  } catch (error) {
    if (isAppError(error)) {
      return undefined;
    }
    throw error;
  }
}

function firstCell(text: string): Showing["expected"] {
  const [first] = parseArray(text);
  switch (typeof first) {
    case "undefined":
      return { columns: "0" };
    case "string":
      return { cell: cellText(first) };
    case "number":
      // As it came: JavaScript would write 1E22 and -0 otherwise.
      return { cell: /[-+.\deE]+/.exec(text)?.[0] ?? null };
    case "boolean":
      return { cell: String(first) };
    default:
      return first === null
        ? { cell: "null" }
        : Array.isArray(first)
          ? { cell: first.length === 1 ? "1 item" : `${first.length} items` }
          : { column: Object.keys(first ?? {})[0] || "value" };
  }
}

function parseArray(text: string): readonly unknown[] {
  return JSON.parse(text) as readonly unknown[];
}

function cellText(text: string): string {
  if (text.length <= CELL_LIMIT) {
    return visible(text);
  }
  const start = text.slice(0, CELL_LIMIT);
  const endsInHalfAPair = start.charCodeAt(CELL_LIMIT - 1) >>> 10 === 0xd800 >>> 10;
  const kept = endsInHalfAPair ? start.slice(0, -1) : start;
  return INVISIBLE.test(kept) ? visible(kept) : `${kept}…`;
}

const INVISIBLE = new RegExp(
  `^[${[
    ...["\\s", "\\u0000-\\u001f", "\\u007f-\\u009f", "\\u00ad", "\\u061c", "\\u115f\\u1160"],
    ...["\\u180e", "\\u200b-\\u200f", "\\u202a-\\u202e", "\\u2060-\\u206f", "\\u3164"],
    ...["\\ufeff", "\\uffa0", "\\ufff9-\\ufffb"],
  ].join("")}]*$`,
);

/** Nothing to see is shown as JSON would write it, nothing but ASCII in it. */
function visible(text: string): string {
  if (!INVISIBLE.test(text)) {
    return text;
  }
  const hex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit)}`);
}
