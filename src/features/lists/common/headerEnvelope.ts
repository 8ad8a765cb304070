import { findHeader, findHeaders } from "../../../platform/http/headers";
import type { HeaderList } from "../../../platform/base/headers";
import { parseJsonText } from "../../../platform/json/jsonText";
import { type Envelope, type EnvelopeQuestion, readEnvelope } from "./envelope";

const TOTAL = /^(x-)?total(-(count|items|rows|records|results|elements))?$/i;
const PAGING = /^(x-)?(pagination|paging)$/i;
const RANGE = /^content-range$/i;
const LINK = /^link$/i;
const WHOLE = /^\d{1,15}$/;
/** Of RFC 8288: where these are named and the next page is not, there is none. */
const PAGE_RELATION = /;\s*rel="?(?:[^";]* )?(?:first|prev|previous|last)\b/i;
const NEXT_RELATION = /;\s*rel="?(?:[^";]* )?next\b/i;

/** Those that say something of a list. */
export function pagingHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => [TOTAL, PAGING, RANGE, LINK].some((one) => one.test(name)));
}

/**
 * The envelope of a page, completed by what the headers of its answer say of the list; what the
 * body says comes first.
 */
export function withHeaders(
  envelope: Envelope,
  headers: HeaderList,
  { rows, asked, rules }: Pick<EnvelopeQuestion, "rows" | "asked" | "rules">,
): Envelope {
  const paging = headers.find(([name]) => PAGING.test(name));
  const inside = paging && insideOf(paging[1], { rows, asked, rules });
  const total = rules?.total === undefined ? totalIn(headers, rows) : undefined;
  const more = continuationIn(headers);
  const said = { ...(total && { total }), ...(more && { more }), ...inside };
  return Object.keys(said).length === 0 ? envelope : { ...said, ...envelope };
}

/** `X-Total-Count: 120`, or `Content-Range: items 0-24/120` (RFC 9110, section 14.4). */
function totalIn(headers: HeaderList, rows: number): Envelope["total"] {
  const named = headers.find(([name, value]) => TOTAL.test(name) && WHOLE.test(value.trim()));
  const range = /^(?!bytes\b)\S+ [^/]*\/(\d{1,15})$/i.exec(
    findHeader(headers, "content-range")?.trim() ?? "",
  );
  const [from, text] = named ?? ["content-range", range?.[1] ?? "-1"];
  const value = Number(text.trim());
  return value < rows ? undefined : { value, from };
}

/** `Link: </clients?pageNumber=2>; rel="next"`. */
function continuationIn(headers: HeaderList): Envelope["more"] {
  const links = findHeaders(headers, "link").join(", ");
  const value = NEXT_RELATION.test(links);
  return value || PAGE_RELATION.test(links) ? { value, from: "link" } : undefined;
}

/** `X-Pagination: {"totalCount":120}`. */
function insideOf(text: string, question: Pick<EnvelopeQuestion, "rows" | "asked" | "rules">) {
  try {
    const root = parseJsonText(text);
    return readEnvelope({ ...question, text, around: [root] });
  } catch {
    return undefined;
  }
}
