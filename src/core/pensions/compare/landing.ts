import { type JsonNode, parseJsonText, sourceOf, stringValue } from "../../jsonText";

/** What became of each field that was sent, told from what the service answered. */
export interface Landing {
  /** Paths of values that are as they were sent. */
  readonly kept: readonly string[];
  readonly changed: readonly FieldChange[];
  /** Paths that were sent and are not in the answer. */
  readonly ignored: readonly string[];
  /** Paths that are in the answer and were not sent. */
  readonly added: readonly string[];
}

/** Both values as the texts that were sent and came. */
export interface FieldChange {
  readonly path: string;
  readonly sent: string;
  readonly answered: string;
}

interface Side {
  readonly text: string;
  readonly node: JsonNode;
}

interface Pair {
  readonly path: string;
  readonly sent: Side;
  readonly answered: Side;
}

/**
 * Compares a payload with the pension that the service answered, field by field. Numbers are
 * equal when their decimal values are, however they are written. Undefined when the answer
 * is not a JSON object: then nothing can be told from it.
 */
export function checkLanding(sentText: string, answeredText: string): Landing | undefined {
  const answered = readObject(answeredText);
  const sent = readObject(sentText);
  if (answered === undefined || sent === undefined) {
    return undefined;
  }
  const found = {
    kept: [] as string[],
    changed: [] as FieldChange[],
    ignored: [] as string[],
    added: [] as string[],
  };
  const open: Pair[] = [{ path: "", sent, answered }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (isContainer(pair.sent.node) && pair.sent.node.type === pair.answered.node.type) {
      open.push(...pairUp(pair, found).reverse());
    } else if (sameValue(pair.sent, pair.answered)) {
      found.kept.push(pair.path);
    } else {
      found.changed.push(describeChange(pair));
    }
  }
  return found;
}

function readObject(text: string): Side | undefined {
  try {
    const node = parseJsonText(text);
    return node.type === "object" ? { text, node } : undefined;
  } catch {
    return undefined;
  }
}

/** Matches the fields of two objects or arrays; what one side lacks goes to `found`. */
function pairUp(
  { path, sent, answered }: Pair,
  found: { kept: string[]; ignored: string[]; added: string[] },
): Pair[] {
  const sentFields = fieldsOf(path, sent);
  const answeredFields = fieldsOf(path, answered);
  if (sentFields.size === 0 && answeredFields.size === 0) {
    found.kept.push(path);
  }
  const pairs: Pair[] = [];
  for (const [field, side] of sentFields) {
    const other = answeredFields.get(field);
    if (other === undefined) {
      found.ignored.push(field);
    } else {
      pairs.push({ path: field, sent: side, answered: other });
    }
  }
  for (const field of answeredFields.keys()) {
    if (!sentFields.has(field)) {
      found.added.push(field);
    }
  }
  return pairs;
}

/** Fields by path; of duplicate names the last counts, as in `JSON.parse`. */
function fieldsOf(path: string, { text, node }: Side): Map<string, Side> {
  const fields = new Map<string, Side>();
  for (const { name, value } of node.members ?? []) {
    fields.set(path === "" ? name : `${path}.${name}`, { text, node: value });
  }
  node.items?.forEach((item, index) => fields.set(`${path}[${index}]`, { text, node: item }));
  return fields;
}

function isContainer({ type }: JsonNode): boolean {
  return type === "object" || type === "array";
}

function sameValue(sent: Side, answered: Side): boolean {
  if (sent.node.type !== answered.node.type) {
    return false;
  }
  const [one, other] = [valueOf(sent), valueOf(answered)];
  return sent.node.type === "number" ? decimalOf(one) === decimalOf(other) : one === other;
}

function valueOf({ text, node }: Side): string {
  return stringValue(text, node);
}

/** A number's decimal value in one spelling: digits without outer zeros, and an exponent. */
function decimalOf(lexeme: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(lexeme) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") {
    return "0";
  }
  const power = BigInt(exponent) - BigInt(fraction.length - (digits.length - significant.length));
  return `${sign}${significant}e${power.toString()}`;
}

function describeChange({ path, sent, answered }: Pair): FieldChange {
  return {
    path,
    sent: sourceOf(sent.text, sent.node),
    answered: sourceOf(answered.text, answered.node),
  };
}
