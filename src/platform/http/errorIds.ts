import { type JsonNode, parseJsonText, stringValue } from "../json/jsonText";
import type { ErrorId } from "../base/action";

const LONGEST_BODY = 65_536;
const DEEPEST = 6;
const MOST_IDS = 10;
/** More values of one error are looked at by nobody. */
const MOST_NODES = 2_000;

const VALUE = /^[A-Za-z0-9._:-]{1,96}$/;
/** A name or a date of somebody, under whatever field. */
const OF_A_PERSON = /^(?:[A-Z][a-z]+|\d{4}([.-])\d{2}\1\d{2})$/;
/** A step that is not a plain name can be data: a map by client has their names for keys. */
const PLAIN_STEP = /^(?:[a-z][A-Za-z_-]{0,39}\d?|\d{1,4})$/;
/** People's names begin like the fields of some services: of those only such words. */
const CAPITAL_STEP = new RegExp(
  "^(?:Errors?|Inner|Exceptions?|Faults?|Problems?|Details?|Diagnostics?|Traces?|Requests?|" +
    "Responses?|Results?|Status|Data|Body|Meta|Context|Info|Extensions?|Correlation)+$",
);
const ID_STEP = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/**
 * Correlation ids that the body of a failure names. The specification shows no such body
 * (section 7), so they are found by the shape of their names; what stands in the address is an
 * id of what was asked for, not of the failure.
 */
export function findErrorIds(body: Uint8Array, url: string): readonly ErrorId[] {
  if (body.byteLength === 0 || body.byteLength > LONGEST_BODY) {
    return [];
  }
  const text = new TextDecoder().decode(body);
  const root = parse(text);
  if (root === undefined) {
    return [];
  }
  const search: Search = { text, address: piecesOf(url), found: [], left: MOST_NODES };
  visitChildren(search, root, []);
  return search.found;
}

interface Search {
  readonly text: string;
  /** Every piece of it, in small letters. */
  readonly address: ReadonlySet<string>;
  readonly found: ErrorId[];
  left: number;
}

function visitChildren(search: Search, node: JsonNode, path: readonly string[]): void {
  if (path.length >= DEEPEST) {
    return;
  }
  for (const { name, value } of node.members ?? []) {
    visitNode(search, value, [...path, name]);
  }
  for (const [index, item] of node.firstItems(search.left).entries()) {
    visitNode(search, item, [...path, String(index)]);
  }
}

function visitNode(search: Search, node: JsonNode, path: readonly string[]): void {
  const { text, address, found } = search;
  if (search.left-- <= 0 || found.length >= MOST_IDS) {
    return;
  }
  if (node.type === "object" || node.type === "array") {
    visitChildren(search, node, path);
  } else if ((node.type === "string" || node.type === "number") && namesId(path.at(-1) ?? "")) {
    const value = stringValue(text, node);
    if (VALUE.test(value) && !OF_A_PERSON.test(value) && !address.has(value.toLowerCase())) {
      found.push({ field: fieldOf(path), value });
    }
  }
}

const CORRELATING: ReadonlySet<string> = new Set(
  (
    "correlation trace request activity operation transaction invocation incident error event " +
    "log span diagnostic problem support"
  ).split(" "),
);
/** Whose id it is: a person's or a thing's of theirs, not a failure's. */
const OF_SOMEBODY: ReadonlySet<string> = new Set(
  "client customer user person member subject account tenant policy pension holding".split(" "),
);

/** `correlationId`, `correlation_id`, `TraceID`, `x-any-thing-id`. */
function namesId(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  if (/^(?:correlation|trace|request)id$/.test(last)) {
    return true;
  }
  const isId = ["id", "identifier", "uuid", "guid"].includes(last) && words.length > 1;
  const owner = words.at(-2) ?? "";
  return (
    isId &&
    (CORRELATING.has(owner) || (words[0] === "x" && !words.some((word) => OF_SOMEBODY.has(word))))
  );
}

function fieldOf(path: readonly string[]): string {
  const last = path.length - 1;
  return path.map((step, index) => (isShown(step, index === last) ? step : "*")).join(".");
}

/** The last one names an id by its shape; in one word it is no data. */
function isShown(step: string, isLast: boolean): boolean {
  return isLast ? ID_STEP.test(step) : PLAIN_STEP.test(step) || CAPITAL_STEP.test(step);
}

function piecesOf(url: string): ReadonlySet<string> {
  return new Set(
    readable(url)
      .toLowerCase()
      .split(/[/?&=,;#]+/),
  );
}

function readable(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function parse(text: string): JsonNode | undefined {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}
