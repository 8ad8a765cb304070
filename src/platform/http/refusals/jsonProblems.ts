import { isRecord } from "../../base/shapes";
import { asStep, type ProblemPath, readProblemPath } from "./problemPath";
import { ProblemList, type BodyProblem } from "./problemList";

/** Objects and arrays of an answer that are looked at, and how deep. */
const MOST_NODES = 5_000;
const DEEPEST = 12;

/** Names in small letters without marks between words. */
const PLACE_NAMES = names(
  "pointer instancePath jsonPointer jsonPath propertyPath dataPath path loc location field " +
    "fieldName property propertyName parameter param name key attribute member memberNames target",
);
const SENTENCE_NAMES = names(
  "message detail issue reason description defaultMessage errorMessage msg errorDescription " +
    "faultString userMessage error text title summary",
);
const MESSAGE_NAMES: ReadonlySet<string> = new Set([...SENTENCE_NAMES, "code"]);
/** Objects of these have names of fields for their names; lists of these say what is wrong. */
const MAP_NAMES = names(
  "error errors modelState fieldErrors fields validationErrors validationMessages validation " +
    "violations fieldViolations invalidFields invalidParams invalidParameters details problems " +
    "messages errorMessages",
);
const LIST_NAMES = new Set([...MAP_NAMES, ...names("issues causes reasons constraints")]);
/** Texts under these speak of the error itself, not of a field called so. */
const OWN_NAMES = names(
  "code type status title target instance timestamp traceId requestId correlationId errorId id",
);

/** Of a field it speaks of the field itself. */
const OWN_ERRORS = "_errors";

export type Members = Readonly<Record<string, unknown>>;

/** Where a value is found. */
interface Place {
  /** Of the object or list that it is in, in small letters; "" for the outermost. */
  readonly name: string;
  readonly isItem: boolean;
}

interface Visit {
  readonly value: unknown;
  readonly name: string;
  readonly isItem?: boolean;
  readonly depth: number;
}

/** The problems that a JSON answer names, whatever is around them. */
export function collectJsonProblems(root: unknown): readonly BodyProblem[] {
  const list = new ProblemList();
  // A list with nothing around it is one of errors.
  const open: Visit[] = [{ value: root, name: Array.isArray(root) ? "errors" : "", depth: 0 }];
  for (const [seen, visit] of open.entries()) {
    if (seen >= MOST_NODES || list.isFull) {
      break;
    }
    if (visit.depth <= DEEPEST) {
      look(visit, list, open);
    }
  }
  const further = [
    () => addWhole(root, list, SENTENCE_NAMES),
    () => addPlainMap(root, list),
    // Where nothing says more than a code, it is the reason.
    () => addWhole(root, list, MESSAGE_NAMES),
  ];
  further.forEach((add) => {
    if (list.problems.length === 0) {
      add();
    }
  });
  return list.problems;
}

/** Takes what a value says, and adds what is inside it to what is looked at next. */
function look(
  { value, name, depth, isItem = false }: Visit,
  list: ProblemList,
  open: Visit[],
): void {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.slice(0, MOST_NODES);
    open.push(...items.map((item) => ({ value: item, name, depth: depth + 1, isItem: true })));
  } else if (isRecord(value)) {
    if (!readEntry(value, { name, isItem }, list)) {
      open.push(...insideOf(value, depth));
    }
  } else if (typeof value === "string" && isItem && LIST_NAMES.has(name)) {
    list.add([], value);
  }
}

/** True where what is inside it was read as well. */
function readEntry(value: Members, place: Place, list: ProblemList): boolean {
  const isListed = place.isItem && LIST_NAMES.has(place.name);
  const message = messageOf(value);
  const path = placeOf(value) ?? (isListed && hasMessage(value) ? [] : undefined);
  if (path !== undefined && message !== undefined) {
    list.add(path, message);
    return false;
  }
  if (path !== undefined && addListed(value, path, list)) {
    return true;
  }
  const isMap = isFieldMap(value, place);
  if (isMap) {
    readMap(Object.fromEntries(fieldsOf(value)), { path: [], depth: 0 }, list);
  }
  return isMap;
}

/** What is wrong with one field, in a list of its own: `{"field": "a", "messages": ["b", "c"]}`. */
function addListed(entry: Members, path: ProblemPath, list: ProblemList): boolean {
  const said = Object.entries(entry).filter(([name]) => LIST_NAMES.has(plain(name)));
  said.forEach(([, value]) => readMapped(value, { path, depth: 0 }, list));
  return said.length > 0;
}

function insideOf(value: Members, depth: number): readonly Visit[] {
  return Object.entries(value)
    .slice(0, MOST_NODES)
    .map(([name, inner]) => ({ value: inner, name: plain(name), depth: depth + 1 }));
}

/** The place that an entry of a list names: `field`, `pointer`, `loc`, `source.pointer`. */
function placeOf(entry: Members): ProblemPath | undefined {
  const members = byPlainName(entry);
  // Beside a status it is the path of the address that was called.
  const isOfCall = members.has("status") || members.has("timestamp");
  for (const name of PLACE_NAMES) {
    const path = name === "path" && isOfCall ? undefined : asPath(members.get(name));
    if (path !== undefined) {
      return path;
    }
  }
  const source = members.get("source");
  return isRecord(source) ? placeOf(source) : undefined;
}

function asPath(value: unknown): ProblemPath | undefined {
  if (typeof value === "string") {
    return value.trim() === "" ? undefined : readProblemPath(value);
  }
  const steps: readonly unknown[] = Array.isArray(value) ? value.slice(0, 32) : [];
  return steps.length > 0 && steps.every(isStep) ? steps.map(asStep) : undefined;
}

function isStep(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** The first text that says what is wrong, by the names that usually do. */
export function messageOf(entry: Members, wanted = MESSAGE_NAMES): string | undefined {
  const members = byPlainName(entry);
  return [...wanted]
    .map((name) => members.get(name))
    .find((value): value is string => typeof value === "string" && value.trim() !== "");
}

interface MapPlace {
  readonly path: ProblemPath;
  /** In maps and lists of the same map. */
  readonly depth: number;
}

/** Names of fields with texts, lists of texts, or more of the same. */
function readMap(map: Members, { path, depth }: MapPlace, list: ProblemList): void {
  for (const [name, value] of Object.entries(map)) {
    const steps = name === OWN_ERRORS ? [] : (readProblemPath(name) ?? [name]);
    readMapped(value, { path: [...path, ...steps], depth: depth + 1 }, list);
  }
}

function readMapped(value: unknown, { path, depth }: MapPlace, list: ProblemList): void {
  if (depth > DEEPEST) {
    return;
  }
  if (typeof value === "string") {
    list.add(path, value);
  } else if (Array.isArray(value)) {
    value.slice(0, MOST_NODES).forEach((item: unknown, index) => {
      const isItself = typeof item === "string" || (isRecord(item) && hasMessage(item));
      const place = isItself ? path : [...path, index];
      readMapped(item, { path: place, depth: depth + 1 }, list);
    });
  } else if (isRecord(value)) {
    const message = hasMessage(value) ? messageOf(value) : undefined;
    if (message === undefined) {
      readMap(value, { path, depth }, list);
    } else {
      list.add(placeOf(value) ?? path, message);
    }
  }
}

/** A field can be called `code` or `name`; what says what is wrong has a name of its own. */
function hasMessage(value: Members): boolean {
  return ["message", "detail", "issue", "reason", "msg", "errorMessage"].some(
    (name) => typeof value[name] === "string" || typeof value[capital(name)] === "string",
  );
}

/**
 * Names of fields with what is wrong: under a name that says so, or, where nothing says so, by
 * its shape: `{"amount": ["must be a number"]}`.
 */
function isFieldMap(value: Members, { name, isItem }: Place): boolean {
  if (hasMessage(value)) {
    return false;
  }
  const inner = Object.entries(value);
  const isField = ([field, one]: (typeof inner)[number]): boolean =>
    !MAP_NAMES.has(plain(field)) && isRecord(one) && OWN_ERRORS in one;
  if (inner.some(isField)) {
    return true;
  }
  const isSaid = MAP_NAMES.has(name);
  const fields = isSaid ? fieldsOf(value) : inner;
  // Of a list of such maps each may have one field: `[{"amount": "must be a number"}]`.
  if (fields.length === 0 || (isSaid && isItem && !isOneField(fields))) {
    return false;
  }
  return fields.every(([field, one]) => {
    const isSaidOfIt = isSaid && (typeof one === "string" || isRecord(one));
    return !LIST_NAMES.has(plain(field)) && (Array.isArray(one) || isSaidOfIt);
  });
}

/** A text alone under a name for sentences speaks of the whole. */
function isOneField(fields: readonly (readonly [name: string, value: unknown])[]): boolean {
  const [[name, value] = ["", ""]] = fields;
  return fields.length === 1 && (typeof value !== "string" || !MESSAGE_NAMES.has(plain(name)));
}

/** Without what speaks of the error itself. */
function fieldsOf(map: Members): readonly (readonly [name: string, value: unknown])[] {
  const isOwn = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
  return Object.entries(map).filter(
    ([name, value]) => !(OWN_NAMES.has(plain(name)) && isOwn(value)),
  );
}

/** Nothing was said of a part: the sentence on the whole, of the outermost object that has one. */
function addWhole(root: unknown, list: ProblemList, wanted: ReadonlySet<string>): void {
  let value = root;
  for (let depth = 0; depth <= DEEPEST; depth++) {
    if (typeof value === "string") {
      return list.add([], value);
    }
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (!isRecord(first)) {
      return;
    }
    const message = messageOf(first, wanted);
    if (message !== undefined) {
      return list.add([], message);
    }
    value = Object.values(first).find((inner) => typeof inner === "object" && inner !== null);
  }
}

/** Nothing else was said: `{"amount": "must be a number"}`. */
function addPlainMap(root: unknown, list: ProblemList): void {
  for (const [name, value] of isRecord(root) ? fieldsOf(root) : []) {
    if (typeof value === "string") {
      list.add(readProblemPath(name) ?? [name], value);
    }
  }
}

function byPlainName(entry: Members): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(entry).map(([name, value]) => [plain(name), value]));
}

function names(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(plain));
}

/** `Invalid-Params`, `invalid_params` and `invalidParams` are the same name. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
