/** A list of rows that are made as they are asked for: the same index gives the same bytes. */
export interface ManyRows {
  readonly kind: "holdings" | "clients";
  readonly count: number;
  readonly envelope?: RowsEnvelope;
}

export const ROWS_ENVELOPES = ["items", "nested", "bare", "silent"] as const;
/** What is around the rows: `silent` names no total, `bare` has no room for one. */
export type RowsEnvelope = (typeof ROWS_ENVELOPES)[number];

/** A row as the service sends it, odd in a way that its index decides. */
export function rowText(kind: ManyRows["kind"], index: number): string {
  const oddity = ODDITIES[index % ODDITIES.length] ?? "";
  const own =
    kind === "clients"
      ? `"clientId":"${uuidOf(index)}","lastName":"Number ${index}"`
      : `"holdingId":"HLD-${index}","fund":"Global Equity ${index % 40}","value":${index}.50`;
  const layout = LAYOUTS[index % LAYOUTS.length];
  return layout === undefined ? `{${own}${oddity}}` : layout(own, oddity);
}

/** The same row as a line of JSON Lines: what ends lines inside it becomes white space. */
export function rowLine(kind: ManyRows["kind"], index: number): string {
  return rowText(kind, index).replace(/[\r\n]/g, " ");
}

/** What the service answers with for a page, 1-based. */
export function pageOfRows(
  { kind, count, envelope = "items" }: ManyRows,
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): string {
  const from = (pageNumber - 1) * pageSize;
  const size = Math.max(0, Math.min(pageSize, count - from));
  const rows = Array.from({ length: size }, (_none, at) => rowText(kind, from + at));
  const list = `[${rows.join(pageNumber % 3 === 0 ? "\r\n ,\t" : ",")}]`;
  switch (envelope) {
    case "items":
      return `{"items":${list},"totalItems":${count}}`;
    case "nested":
      return `\n{ "facts" : [1, "]}"], "body":{"rows":${list}},"paging":{"total":${count},"note":"\\"]"} }\n`;
    case "bare":
      return ` ${list}\r\n`;
    case "silent":
      return `{"tags":["a","b"],"items":${list}}`;
  }
}

/** What readers of JSON lose: lexemes, duplicates, order of names, escapes, characters. */
const ODDITIES: readonly string[] = [
  "",
  ',"price":1.10,"units":1E+2,"gain":-0,"loss":-0.0e-0',
  ',"number":12345678901234567890,"long":0.1000000000000000055511151231257827',
  ',"value":1.10,"value":1.1,"":null,"value":"1.10"',
  ',"escaped":"\\u00e9\\/\\ud83d\\ude00\\u0000\\n\\r\\\\\\"","half":"\\ud83d"',
  ',"wide":"é€😀\u2028\u2029\u007f\ufeff Þðæ 漢字 \u{10ffff}"',
  ',"nested":{"10":1,"2":[[],{},[{"a":[1,2,{"b":"]}"}]}]],"__proto__":{"x":1}}',
  ',"text":"[{\\",\\":1}]","formula":"=1+1,\\"quoted\\"","truth":true,"none":null',
];

type Layout = (own: string, oddity: string) => string;

/** Few rows come laid out; a prime, so that each oddity meets each of them. */
const LAYOUTS: readonly (Layout | undefined)[] = [
  (own, oddity) => `{\n  ${own.replaceAll(",", ",\n  ")}\n${oddity}\n}`,
  (own, oddity) => `{\r\n\t${own}\r\n${oddity}\r}`,
  (own, oddity) => `{ ${own} ${oddity} }`,
  ...Array.from({ length: 10 }, () => undefined),
];

function uuidOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}
