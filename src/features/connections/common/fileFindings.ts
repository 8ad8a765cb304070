import { positionAt } from "../../../platform/json/position";
import type { JsonMember, JsonNode } from "../../../platform/json/jsonText";
import type { DraftProblemCode } from "../texts/draftTexts";
import { looksSecret } from "./fileFields";

export type FileProblemCode =
  | "fileTooLarge"
  | "fileSyntax"
  | "fileType"
  | "fileChoice"
  | "fileMissing"
  | "fileTwice"
  | "fileVersion"
  | "fileTooMany"
  | "fileId"
  | "fileIdTwice"
  | "fileSecret"
  | "fileUnknown";

/** Something in a file, at its place; a problem, or with `fileUnknown` what is left out. */
export interface FileFinding {
  /** As `connections[0].prefixes.crm`; "" is the whole. */
  readonly path: string;
  /** In UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly code: FileProblemCode | DraftProblemCode;
  /** Names and limits, never a value that could be a secret. */
  readonly values: Readonly<Record<string, string | number>>;
}

type Place = Pick<JsonNode, "offset" | "length">;

/** Enough to mend a file by; a hostile one cannot fill the list of problems with its own. */
const MOST_FINDINGS = 100;

/** What is found while a file is read. */
export class Findings {
  readonly problems: FileFinding[] = [];
  readonly warnings: FileFinding[] = [];

  constructor(private readonly text: string) {}

  add(
    path: string,
    place: Place,
    code: FileFinding["code"],
    values: FileFinding["values"] = {},
  ): void {
    this.note(this.problems, { path, place, code, values });
  }

  /**
   * The members of an object, each name once; undefined, and a problem, for anything else.
   * Members that `known` does not name are warned of, and refused where they sound like secrets.
   */
  membersOf(
    node: JsonNode,
    path: string,
    known: readonly string[],
  ): readonly JsonMember[] | undefined {
    const { members } = node;
    if (members === undefined) {
      this.add(path, node, "fileType", { expected: "object" });
      return undefined;
    }
    const names = new Set<string>();
    for (const member of members) {
      const { name } = member;
      if (names.has(name)) {
        this.add(join(path, name), placeOf(member), "fileTwice", { name: showable(name) });
      }
      names.add(name);
      if (!known.includes(name)) {
        this.addUnknown(path, member);
      }
    }
    return members;
  }

  private addUnknown(parent: string, member: JsonMember): void {
    const path = join(parent, member.name);
    const before = this.problems.length;
    this.refuseSecrets(parent, member);
    if (this.problems.length === before) {
      const [place, values] = [placeOf(member), { name: showable(member.name) }];
      this.note(this.warnings, { path, place, code: "fileUnknown", values });
    }
  }

  /** However deep it lies. */
  private refuseSecrets(parent: string, { name, value, ...at }: JsonMember): void {
    const path = join(parent, name);
    if (looksSecret(name)) {
      const place = { offset: at.nameOffset, length: at.nameLength };
      this.add(path, place, "fileSecret", { name: showable(name) });
      return;
    }
    this.searchSecrets(path, value);
  }

  private searchSecrets(path: string, { members, items }: JsonNode): void {
    members?.forEach((member) => this.refuseSecrets(path, member));
    items?.forEach((item, index) => this.searchSecrets(`${path}[${index}]`, item));
  }

  private note(
    list: FileFinding[],
    { place, ...finding }: Pick<FileFinding, "path" | "code" | "values"> & { place: Place },
  ): void {
    if (list.length < MOST_FINDINGS) {
      const { offset, length } = place;
      list.push({ ...finding, offset, length, ...positionAt(this.text, offset) });
    }
  }
}

function placeOf({ nameOffset, nameLength }: JsonMember): Place {
  return { offset: nameOffset, length: nameLength };
}

function join(path: string, name: string): string {
  return path === "" ? showable(name) : `${path}.${showable(name)}`;
}

/** A name from a file as it may be shown. */
function showable(name: string): string {
  return name === "" ? "?" : name.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 60);
}
