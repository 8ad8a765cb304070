import {
  ENVELOPE_STYLES,
  type Fault,
  FAULT_STATUSES,
  type FaultRule,
  FIELD_SHAPES,
  PAGE_ODDITIES,
  PUT_VARIANTS,
  REFUSALS,
  SHAPE_DRIFTS,
} from "../../messages/sandboxFaults";
import {
  isCount,
  isFlag,
  isListOf,
  isRecord,
  isText,
  oneOf,
} from "../../../../platform/base/shapes";

const MOST_RULES = 100;
const MOST_TIMES = 1_000_000;
const LONGEST_WAIT = 600_000;
const MOST_ROWS = 1000;
const MOST_BYTES = 200_000_000;

/** Rules as they came from a file or over the channel; undefined where they are none. */
export function readFaultRules(value: unknown): readonly FaultRule[] | undefined {
  return isListOf(value, isRule) && value.length <= MOST_RULES
    ? (value as readonly FaultRule[])
    : undefined;
}

type Members = Readonly<Record<string, (value: unknown) => boolean>>;

function isRule(value: unknown): boolean {
  return hasOnly(value, { fault: isFault }, RULE_OPTIONS);
}

const RULE_OPTIONS: Members = {
  name: isText,
  operationId: isText,
  path: isText,
  query: isText,
  method: isText,
  every: (value) => isCount(value, MOST_TIMES),
  times: (value) => isCount(value, MOST_TIMES),
};

function isFault(value: unknown): boolean {
  const kind: unknown = isRecord(value) ? value["kind"] : undefined;
  if (kind === "paging") {
    return isPaging(value);
  }
  if (!isText(kind) || !Object.hasOwn(FAULTS, kind)) {
    return false;
  }
  const { needs = {}, takes = {} } = FAULTS[kind as Exclude<Fault["kind"], "paging">];
  return hasOnly(value, { kind: isText, ...needs }, takes);
}

/** What is needed depends on the variant. */
function isPaging(value: unknown): boolean {
  const isAny = (needs: Members, takes: Members = {}): boolean =>
    hasOnly(value, { kind: isText, ...needs }, takes);
  return (
    isAny({ variant: (variant) => oneOf(variant, PAGE_ODDITIES) }) ||
    isAny({ variant: (variant) => variant === "clamped" }, { size: isSize }) ||
    isAny({
      variant: (variant) => variant === "envelope",
      style: (style) => oneOf(style, ENVELOPE_STYLES),
    })
  );
}

function isSize(value: unknown): boolean {
  return isCount(value, MOST_ROWS);
}

const FAULTS: Readonly<
  Record<Exclude<Fault["kind"], "paging">, { readonly needs?: Members; readonly takes?: Members }>
> = {
  status: {
    needs: { status: (value) => FAULT_STATUSES.some((status) => status === value) },
    takes: { retryAfter: (value) => value === 0 || isWait(value), asDate: isFlag, done: isFlag },
  },
  fields: {
    needs: { shape: (value) => oneOf(value, FIELD_SHAPES) },
    takes: { fields: (value) => isListOf(value, isField) },
  },
  refused: { needs: { layer: (value) => oneOf(value, REFUSALS) } },
  slow: { takes: { head: isWait, chunks: isWait } },
  cut: {},
  reset: { takes: { done: isFlag } },
  notJson: {},
  // Anything else would not pass as a header.
  contentType: { needs: { value: (value) => isText(value) && /^[\x20-\x7e]+$/.test(value) } },
  noRequestId: {},
  trace: { needs: { echo: (value) => oneOf(value, ["missing", "changed"]) } },
  huge: { needs: { bytes: (value) => isCount(value, MOST_BYTES) } },
  shapeDrift: {
    needs: { variant: (value) => oneOf(value, SHAPE_DRIFTS) },
    takes: { field: isText },
  },
  putAnswer: { needs: { variant: (value) => oneOf(value, PUT_VARIANTS) } },
};

function isField(value: unknown): boolean {
  const isStep = (step: unknown): boolean => isText(step) || Number.isSafeInteger(step);
  return hasOnly(value, { path: (path) => isListOf(path, isStep), issue: isText }, {});
}

function isWait(value: unknown): boolean {
  return isCount(value, LONGEST_WAIT);
}

/** All that is needed, and nothing that nobody knows: a misspelt member would do nothing. */
function hasOnly(value: unknown, needs: Members, takes: Members): boolean {
  return (
    isRecord(value) &&
    Object.keys(needs).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const check = needs[name] ?? takes[name];
      return check?.(member) === true;
    })
  );
}
