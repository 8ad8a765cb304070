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
const MESSAGE_NAMES = names(
  "message detail issue reason description defaultMessage errorMessage msg errorDescription " +
    "faultString userMessage error text title summary code",
);
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

interface Visit {
  readonly value: unknown;
  /** Of the object or list that it is in, in small letters; "" for the outermost. */
  readonly name: string;
  readonly isItem?: boolean;
  readonly depth: number;
}

/** The problems that a JSON answer names, whatever is around them. */
export function collectJsonProblems(root: unknown): readonly BodyProblem[] {
  const list = new ProblemList();
  const open: Visit[] = [{ value: root, name: "", depth: 0 }];
  for (let seen = 0; open.length > 0 && seen < MOST_NODES && !list.isFull; seen++) {
    const visit = open.shift();
    if (visit !== undefined) {
      open.push(...look(visit, list));
    }
  }
  if (list.problems.length === 0) {
    addWhole(root, list);
  }
  if (list.problems.length === 0 && isRecord(root)) {
    addPlainMap(root, list);
  }
  return list.problems;
}

/** Takes what a value says, and gives what is inside it. */
function look({ value, name, depth, isItem = false }: Visit, list: ProblemList): readonly Visit[] {
  if (depth > DEEPEST) {
    return [];
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.slice(0, MOST_NODES);
    return items.map((item) => ({ value: item, name, depth: depth + 1, isItem: true }));
  }
  const isListed = isItem && LIST_NAMES.has(name);
  if (!isRecord(value)) {
    return isListed && typeof value === "string" ? addText(value, list) : [];
  }
  const message = messageOf(value);
  const path = placeOf(value) ?? (isListed && hasMessage(value) ? [] : undefined);
  if (path !== undefined && message !== undefined) {
    list.add(path, message);
  } else if (path !== undefined && path.length > 0 && addListed(value, path, list)) {
    return [];
  } else if (isFieldMap(value, { name, isOutermost: depth === 0 || isItem })) {
    readMap(value, [], list);
    return [];
  }
  return insideOf(value, depth);
}

/** What is wrong with one field, in a list of its own: `{"field": "a", "messages": ["b", "c"]}`. */
function addListed(entry: Members, path: ProblemPath, list: ProblemList): boolean {
  const said = Object.entries(entry)
    .filter(([name, value]) => LIST_NAMES.has(plain(name)) && typeof value === "object")
    .map(([, value]) => value);
  said.forEach((value) => readMapped(value, path, list));
  return said.length > 0;
}

function addText(text: string, list: ProblemList): readonly Visit[] {
  list.add([], text);
  return [];
}

function insideOf(value: Members, depth: number): readonly Visit[] {
  return Object.entries(value)
    .slice(0, MOST_NODES)
    .map(([name, inner]) => ({ value: inner, name: plain(name), depth: depth + 1 }));
}

/** The place that an entry of a list names: `field`, `pointer`, `loc`, `source.pointer`. */
function placeOf(entry: Members): ProblemPath | undefined {
  const members = Object.entries(entry).map(([name, value]) => [plain(name), value] as const);
  const isOfCall = members.some(([name]) => name === "status" || name === "timestamp");
  for (const wanted of PLACE_NAMES) {
    // Beside a status it is the path of the address that was called.
    const isAddress = wanted === "path" && isOfCall;
    const [, value] = members.find(([name]) => name === wanted && !isAddress) ?? [];
    const path = asPath(value);
    if (path !== undefined) {
      return path;
    }
  }
  const [, source] = members.find(([name]) => name === "source") ?? [];
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
  return typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
}

export function messageOf(entry: Members): string | undefined {
  const members = Object.entries(entry).map(([name, value]) => [plain(name), value] as const);
  for (const wanted of MESSAGE_NAMES) {
    const [, value] = members.find(([name]) => name === wanted) ?? [];
    if (typeof value === "string" && value.trim() !== "") {
      return value;
    }
  }
  return undefined;
}

/** Names of fields with texts, lists of texts, or more of the same. */
function readMap(map: Members, path: ProblemPath, list: ProblemList): void {
  if (path.length > DEEPEST) {
    return;
  }
  for (const [name, value] of Object.entries(map)) {
    if (list.isFull) {
      return;
    }
    const steps = name === OWN_ERRORS ? [] : (readProblemPath(name) ?? [name]);
    readMapped(value, [...path, ...steps], list);
  }
}

function readMapped(value: unknown, path: ProblemPath, list: ProblemList): void {
  if (typeof value === "string") {
    list.add(path, value);
  } else if (Array.isArray(value)) {
    value.slice(0, MOST_NODES).forEach((item: unknown, index) => {
      const isItself = typeof item === "string" || (isRecord(item) && hasMessage(item));
      readMapped(item, isItself ? path : [...path, index], list);
    });
  } else if (isRecord(value)) {
    const message = hasMessage(value) ? messageOf(value) : undefined;
    if (message === undefined) {
      readMap(value, path, list);
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
function isFieldMap(
  value: Members,
  { name, isOutermost }: { readonly name: string; readonly isOutermost: boolean },
): boolean {
  const inner = Object.entries(value);
  if (inner.length === 0 || hasMessage(value)) {
    return false;
  }
  const isField = (field: string): boolean => field !== OWN_ERRORS && !MAP_NAMES.has(plain(field));
  if (inner.some(([field, one]) => isField(field) && isRecord(one) && OWN_ERRORS in one)) {
    return true;
  }
  // Of a list of such maps each may have one field: `[{"amount": "must be a number"}]`.
  const isSaid = MAP_NAMES.has(name) && (!isOutermost || inner.length === 1);
  return inner.every(([field, one]) => {
    if (LIST_NAMES.has(plain(field))) {
      return false;
    }
    const isText = typeof one === "string" && !OWN_NAMES.has(plain(field));
    return (Array.isArray(one) && one.length > 0) || (isSaid && (isText || isRecord(one)));
  });
}

/** Nothing was said of a part: the sentence on the whole, of the outermost object that has one. */
function addWhole(root: unknown, list: ProblemList): void {
  let value = root;
  for (let depth = 0; depth <= DEEPEST; depth++) {
    if (typeof value === "string") {
      return list.add([], value);
    }
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (!isRecord(first)) {
      return;
    }
    const message = messageOf(first);
    if (message !== undefined) {
      return list.add([], message);
    }
    value = Object.values(first).find((inner) => typeof inner === "object" && inner !== null);
  }
}

/** Nothing else was said: `{"amount": "must be a number"}`. */
function addPlainMap(root: Members, list: ProblemList): void {
  for (const [name, value] of Object.entries(root)) {
    if (typeof value === "string" && !OWN_NAMES.has(plain(name))) {
      list.add(readProblemPath(name) ?? [name], value);
    }
  }
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
