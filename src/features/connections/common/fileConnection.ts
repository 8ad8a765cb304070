import type { Connection } from "../../../platform/base/connection";
import { type JsonNode, sourceOf, stringValue } from "../../../platform/json/jsonText";
import { connectionBase } from "./draft";
import { FIELD_NAMES, FILE_FIELDS, type FieldShape } from "./fileFields";
import type { Findings } from "./fileFindings";

interface NodeReading {
  readonly text: string;
  readonly node: JsonNode;
  readonly path: string;
  readonly findings: Findings;
}

/**
 * One connection of a file, its members of the right types; their values are checked afterwards.
 * Undefined when there is something that it cannot do without.
 */
export function readConnectionNode(reading: NodeReading): Connection | undefined {
  const { node, path, findings } = reading;
  if (findings.membersOf(node, path, FIELD_NAMES) === undefined) {
    return undefined;
  }
  const values: Record<string, unknown> = {};
  let isWhole = true;
  for (const name of FIELD_NAMES) {
    const { shape, isRequired } = FILE_FIELDS[name];
    const found = node.find(name);
    if (found !== undefined) {
      const value = readShape({ ...reading, node: found, path: `${path}.${name}` }, shape);
      values[name] = value;
      isWhole &&= value !== undefined;
    } else if (isRequired === true) {
      findings.add(path, node, "fileMissing", { name });
      isWhole = false;
    }
  }
  // Every value was read by the shape of its field.
  return isWhole ? ({ ...connectionBase(), ...values } as Connection) : undefined;
}

function readShape(reading: NodeReading, shape: FieldShape): unknown {
  switch (shape.kind) {
    case "text":
      return readText(reading);
    case "choice":
      return readChoice(reading, shape.choices);
    case "number":
      return readNumber(reading);
    case "texts":
      return readList(reading, readScope);
    case "numbers":
      return readList(reading, readNumber);
    case "prefixes":
      return readPrefixes(reading);
    case "pairs":
      return readList(reading, readPair);
  }
}

function readText({ text, node, path, findings }: NodeReading): string | undefined {
  if (node.type !== "string") {
    findings.add(path, node, "fileType", { expected: "string" });
    return undefined;
  }
  return stringValue(text, node);
}

function readChoice(reading: NodeReading, choices: readonly string[]): string | undefined {
  const value = readText(reading);
  if (value !== undefined && !choices.includes(value)) {
    const { path, node, findings } = reading;
    findings.add(path, node, "fileChoice", { choices: choices.join(", ") });
    return undefined;
  }
  return value;
}

function readNumber({ text, node, path, findings }: NodeReading): number | undefined {
  if (node.type !== "number") {
    findings.add(path, node, "fileType", { expected: "number" });
    return undefined;
  }
  return Number(sourceOf(text, node));
}

/** Joined by spaces they would become other scopes. */
function readScope(reading: NodeReading): string | undefined {
  const value = readText(reading);
  if (value !== undefined && !/^\S+$/.test(value)) {
    reading.findings.add(reading.path, reading.node, "scopeFormat");
    return undefined;
  }
  return value;
}

function readPair(reading: NodeReading): readonly [string, string] | undefined {
  const { node, path, findings } = reading;
  if (findings.membersOf(node, path, ["name", "value"]) === undefined) {
    return undefined;
  }
  const [name, value] = ["name", "value"].map((member) => {
    const found = node.find(member);
    if (found === undefined) {
      findings.add(path, node, "fileMissing", { name: member });
      return undefined;
    }
    return readText({ ...reading, node: found, path: `${path}.${member}` });
  });
  if (name === undefined || value === undefined) {
    return undefined;
  }
  // As one line of a form they would become other parameters.
  if (/[=\s]|^$/.test(name) || /\p{Cc}/u.test(value)) {
    findings.add(path, node, "parameterPair");
    return undefined;
  }
  return [name, value];
}

function readPrefixes(reading: NodeReading): Connection["prefixes"] | undefined {
  const { node, path, findings } = reading;
  const standard = connectionBase().prefixes;
  const names = ["crm", "finances", "profiling"] as const;
  if (findings.membersOf(node, path, names) === undefined) {
    return undefined;
  }
  const found = names.map((name) => {
    const value = node.find(name);
    return value === undefined
      ? standard[name]
      : readText({ ...reading, node: value, path: `${path}.${name}` });
  });
  const [crm, finances, profiling] = found;
  return crm === undefined || finances === undefined || profiling === undefined
    ? undefined
    : { crm, finances, profiling };
}

/** Every item is read, so that all problems are told at once. */
function readList<Item>(
  reading: NodeReading,
  readItem: (reading: NodeReading) => Item | undefined,
): readonly Item[] | undefined {
  const { node, path, findings } = reading;
  const { items } = node;
  if (items === undefined) {
    findings.add(path, node, "fileType", { expected: "array" });
    return undefined;
  }
  const values = items.map((item, index) =>
    readItem({ ...reading, node: item, path: `${path}[${index}]` }),
  );
  const whole = values.filter((value) => value !== undefined);
  return whole.length === values.length ? whole : undefined;
}
