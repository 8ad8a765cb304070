import { type Connection, SANDBOX_CONNECTION_ID } from "../../../platform/base/connection";
import { isAppError } from "../../../platform/base/errors";
import { type JsonNode, parseJsonText, sourceOf } from "../../../platform/json/jsonText";
import { checkDraft, type OtherConnection } from "./checkDraft";
import { connectionOf, draftOf } from "./draft";
import { readConnectionNode } from "./fileConnection";
import { FILE_ID, fileName } from "./fileFields";
import { type FileFinding, Findings } from "./fileFindings";

/** How the files are called that hold connections; the manifest gives them their schema. */
export const CONNECTION_FILE_SUFFIX = ".fp-connections.json";
const CONNECTION_FILE_VERSION = 1;
/** Characters; far above what any number of connections takes. */
export const LONGEST_FILE = 1_000_000;
const MOST_CONNECTIONS = 500;

interface ReadConnectionFile {
  /** Empty when there is any problem: a file is taken whole or not at all. */
  readonly connections: readonly Connection[];
  readonly problems: readonly FileFinding[];
  /** Members that mean nothing here. */
  readonly warnings: readonly FileFinding[];
}

/**
 * The text of a file with connections: without secrets, with their ids, so that importing it
 * again finds them. It names no `$schema`: that would take the place of the schema which the
 * editor finds by the file's name, and needs no network for.
 */
export function writeConnectionFile(connections: readonly Connection[]): string {
  const file = { version: CONNECTION_FILE_VERSION, connections: connections.map(toFile) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function toFile(connection: Connection): unknown {
  const tokenParameters = connection.tokenParameters.map(([name, value]) => ({ name, value }));
  return { ...connection, tokenParameters };
}

/** Reads a file with connections; never throws. Every field is checked as a form's is. */
export function readConnectionFile(text: string): ReadConnectionFile {
  const findings = new Findings(text);
  const connections = readWhole(text, findings);
  const { problems, warnings } = findings;
  return { connections: problems.length === 0 ? connections : [], problems, warnings };
}

function readWhole(text: string, findings: Findings): readonly Connection[] {
  if (text.length > LONGEST_FILE) {
    findings.add("", { offset: 0, length: 0 }, "fileTooLarge", { limit: LONGEST_FILE });
    return [];
  }
  const root = parse(text, findings);
  const known = ["$schema", "version", "connections"];
  if (root === undefined || findings.membersOf(root, "", known) === undefined) {
    return [];
  }
  checkVersion(text, root, findings);
  const list = root.find("connections");
  if (list === undefined) {
    findings.add("", root, "fileMissing", { name: "connections" });
  } else if (list.items === undefined) {
    findings.add("connections", list, "fileType", { expected: "array" });
  } else if (list.count > MOST_CONNECTIONS) {
    findings.add("connections", list, "fileTooMany", { limit: MOST_CONNECTIONS });
  }
  return list === undefined || list.count > MOST_CONNECTIONS ? [] : readItems(text, list, findings);
}

function readItems(text: string, { items }: JsonNode, findings: Findings): readonly Connection[] {
  const connections: Connection[] = [];
  for (const [index, node] of (items ?? []).entries()) {
    const path = `connections[${index}]`;
    const found = readConnectionNode({ text, node, path, findings });
    if (found !== undefined) {
      const connection = checkConnection(found, { node, path, findings, others: connections });
      connections.push(connection ?? found);
    }
  }
  return connections;
}

interface Checking {
  readonly node: JsonNode;
  readonly path: string;
  readonly findings: Findings;
  /** Those before it in the file. */
  readonly others: readonly OtherConnection[];
}

/** The connection, normalised; undefined when it has a problem. */
function checkConnection(
  found: Connection,
  { node, path, findings, others }: Checking,
): Connection | undefined {
  const before = findings.problems.length;
  const { id } = found;
  const place = node.find("id") ?? node;
  // Ids are keys of objects: one that each object has would be known before anything is kept.
  if (!FILE_ID.test(id) || id in Object.prototype || id === SANDBOX_CONNECTION_ID) {
    findings.add(`${path}.id`, place, "fileId");
  } else if (others.some((other) => other.id === id)) {
    findings.add(`${path}.id`, place, "fileIdTwice");
  }
  const draft = draftOf(found);
  for (const { field, code, values } of checkDraft(draft, others)) {
    const names = fileName(field);
    const parent = node.find(names[0] ?? "");
    const at = (names[1] === undefined ? undefined : parent?.find(names[1])) ?? parent ?? node;
    findings.add([path, ...names].join("."), at, code, values);
  }
  return findings.problems.length === before ? connectionOf(draft, id) : undefined;
}

function parse(text: string, findings: Findings): JsonNode | undefined {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    const { offset = 0, reason } = error.values;
    const other = error.code === "payload/empty" ? "empty" : "tooDeep";
    const place = { offset: Number(offset), length: 1 };
    findings.add("", place, "fileSyntax", { reason: reason ?? other });
    return undefined;
  }
}

function checkVersion(text: string, root: JsonNode, findings: Findings): void {
  const version = root.find("version");
  if (version === undefined) {
    findings.add("", root, "fileMissing", { name: "version" });
  } else if (sourceOf(text, version) !== String(CONNECTION_FILE_VERSION)) {
    findings.add("version", version, "fileVersion", { version: CONNECTION_FILE_VERSION });
  }
}
