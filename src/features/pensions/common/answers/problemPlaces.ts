import { type JsonMember, type JsonNode, parseJsonText } from "../../../../platform/json/jsonText";
import { type ProblemPath, readProblemPath } from "../../../../platform/http/refusals/problemPath";
import type { BodyProblem } from "../../../../platform/http/refusals/problemList";

/** Where a problem is in a payload, in UTF-16 units. */
export interface ProblemPlace {
  readonly offset: number;
  readonly length: number;
}

/** Names in front of a path that mean the body: `body`, `request.pension`. */
const MOST_PREFIX = 2;
/** Words of a sentence that are tried as names. */
const MOST_WORDS = 60;

/**
 * Where in the payload each problem is: the value that it names, else the nearest around it that
 * exists; undefined for what names no place, and for texts that are no JSON.
 */
export function locateProblems(
  text: string,
  problems: readonly BodyProblem[],
): readonly (ProblemPlace | undefined)[] {
  const root = read(text);
  return problems.map((problem) => root && placeOf(text, root, problem));
}

function read(text: string): JsonNode | undefined {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

function placeOf(text: string, root: JsonNode, problem: BodyProblem): ProblemPlace | undefined {
  return problem.path.length > 0
    ? placeOfReach(bestReach(root, problem.path))
    : (placeOfWords(root, problem.message) ?? placeOfLine(text, problem.message));
}

/** How far a path leads from the root. */
interface Reach {
  readonly node: JsonNode;
  /** The member whose value it is; undefined for the root and for items. */
  readonly member: JsonMember | undefined;
  readonly steps: number;
  readonly isWhole: boolean;
}

/** What the service puts in front of a path is in no payload: the first way that exists. */
function bestReach(root: JsonNode, path: ProblemPath): Reach {
  let reach = reachOf(root, path);
  for (let skip = 1; skip <= MOST_PREFIX && reach.steps === 0; skip++) {
    reach = reachOf(root, path.slice(skip));
  }
  return reach;
}

function reachOf(root: JsonNode, path: ProblemPath): Reach {
  let reach: Reach = { node: root, member: undefined, steps: 0, isWhole: false };
  for (const [index, step] of path.entries()) {
    const next = stepInto(reach.node, step);
    if (next === undefined) {
      return reach;
    }
    reach = { ...next, steps: index + 1, isWhole: index + 1 === path.length };
  }
  return reach;
}

function stepInto(
  node: JsonNode,
  step: string | number,
): Pick<Reach, "node" | "member"> | undefined {
  if (node.type === "array") {
    const item = typeof step === "number" ? node.firstItems(step + 1)[step] : undefined;
    return item && { node: item, member: undefined };
  }
  const members = node.members ?? [];
  const name = String(step);
  // Of duplicates the last one counts, as in `JSON.parse`.
  const member =
    members.findLast((one) => one.name === name) ??
    members.findLast((one) => plain(one.name) === plain(name));
  return member && { node: member.value, member };
}

/** `Scheme_Name`, `Scheme Name` and `schemeName`: services and payloads need not agree on the case. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, "");
}

function placeOfReach({ node, member, isWhole }: Reach): ProblemPlace {
  const isScalar = node.type !== "object" && node.type !== "array";
  if (isWhole && isScalar) {
    return { offset: node.offset, length: node.length };
  }
  // A whole object or list under a wavy line says less than its name.
  return member === undefined
    ? { offset: node.offset, length: 1 }
    : { offset: member.nameOffset, length: member.nameLength };
}

/** A sentence that names a field: as a path in front, in quotes, or behind "Path:". */
function placeOfWords(root: JsonNode, message: string): ProblemPlace | undefined {
  for (const word of namesIn(message)) {
    const reach = bestReach(root, readProblemPath(word) ?? [word]);
    if (reach.steps > 0) {
      return placeOfReach(reach);
    }
  }
  return undefined;
}

function namesIn(message: string): readonly string[] {
  const quoted = message.matchAll(/(["'`‘“])([^"'`’”\r\n]{1,200})["'`’”]/g);
  const [first = ""] = message.split(/[\s:,]/, 1);
  const paths = message.matchAll(/\$[.[][^\s|,;]{1,200}|[\w-]+(?:\.[\w-]+|\[\d+\])+/g);
  return [
    first,
    ...[...quoted].slice(0, MOST_WORDS).map(([, , name = ""]) => name),
    ...[...paths].slice(0, MOST_WORDS).map(([path]) => path.replace(/\.$/, "")),
  ];
}

/** "line 12, column 4", both from 1; without a column the line's text. */
function placeOfLine(text: string, message: string): ProblemPlace | undefined {
  const [, line = "0", column = "0"] =
    /\bline(?:\s+number)?\s*[:=#]?\s*(\d{1,9})(?:[,;.\s]+(?:and\s+|at\s+)?(?:col(?:umn)?|char(?:acter)?|pos(?:ition)?)\s*[:=#]?\s*(\d{1,9}))?/i.exec(
      message,
    ) ?? [];
  const start = startOfLine(text, Number(line));
  if (start === undefined) {
    return undefined;
  }
  const [content = ""] = text.slice(start).split(/[\r\n]/, 1);
  const hasColumn = Number(column) > 0;
  const skipped = hasColumn ? Number(column) - 1 : content.length - content.trimStart().length;
  const offset = start + Math.min(skipped, content.length);
  const length = hasColumn ? 1 : content.trim().length;
  return { offset, length: Math.min(Math.max(1, length), text.length - offset) };
}

/** Line breaks as the editor counts them: CRLF, LF, CR; undefined for a line that is not there. */
function startOfLine(text: string, line: number): number | undefined {
  if (line < 1) {
    return undefined;
  }
  const breaks = /\r\n|[\r\n]/g;
  for (let passed = 1; passed < line; passed++) {
    if (breaks.exec(text) === null) {
      return undefined;
    }
  }
  return breaks.lastIndex;
}
