import type { ListCell, PlainCell } from "../../messages/listTable";
import { type JsonNode, parseJsonText, sourceOf } from "../../../../platform/json/jsonText";
import { ROW_STEP } from "../../../../platform/base/masking";
import { isEnvelope, classifiedPath } from "../../../privacy/common/memberNames";

/** Pseudonyms in the place of values. */
interface TableMask {
  /** A value as it is shown; `path` are the names of the members that lead to it. */
  value(fact: {
    readonly path: readonly string[];
    readonly kind: "text" | "number" | "boolean";
    readonly text: string;
  }): string;
  /** A JSON text with the values in it masked: a whole answer, or a row. */
  json(text: string, of: "answer" | "row"): string;
}

/** Makes the mask of a key. */
export type CreateMask = (key: Uint8Array) => TableMask;

/** How values leave the thread: as they are, or masked. */
export class ShownValues {
  private readonly meanings = new WeakMap<readonly string[], readonly string[]>();

  constructor(
    private readonly mask: TableMask | undefined,
    /** Paths of all columns: what stands beside a value tells what it is of. */
    private readonly columns: readonly (readonly string[])[] = [],
  ) {}

  /** The same for the columns of a table. */
  ofColumns(columns: readonly (readonly string[])[]): ShownValues {
    return this.mask === undefined ? this : new ShownValues(this.mask, columns);
  }

  get isMasked(): boolean {
    return this.mask !== undefined;
  }

  cell(cell: ListCell, path: readonly string[]): ListCell {
    return cell.kind === "several"
      ? { ...cell, values: cell.values.map((value) => this.plain(value, path)) }
      : this.plain(cell, path);
  }

  private plain(cell: PlainCell, path: readonly string[]): PlainCell {
    if (this.mask === undefined || !("text" in cell)) {
      return cell;
    }
    const fact = { path: this.meant(path), kind: cell.kind, text: cell.text };
    return { ...cell, text: this.mask.value(fact) };
  }

  /** The JSON of a value at a path; of a row where the path is empty. */
  json(source: string, place: readonly string[]): string {
    if (this.mask === undefined) {
      return source;
    }
    const path = this.meant(place).slice(1);
    // What a value means is told by the names above it, which are put around it for that.
    const before = path.map((name) => `{${JSON.stringify(name)}:`).join("");
    const beside = this.besideOf(place).map((name) => `,${JSON.stringify(name)}:null`);
    const after = path.length === 0 ? "" : beside.join("") + "}".repeat(path.length);
    const masked = this.mask.json(before + source + after, "row");
    let node: JsonNode | undefined = path.length === 0 ? undefined : parseJsonText(masked);
    for (let depth = 0; depth < path.length; depth++) {
      node = node?.members?.[0]?.value;
    }
    return node === undefined ? masked : sourceOf(masked, node);
  }

  /** The JSON of a whole answer, where what stands beside the rows counts them. */
  answer(text: string): string {
    return this.mask === undefined ? text : this.mask.json(text, "answer");
  }

  /** The path to a value, from the list that its row is of. */
  private meant(path: readonly string[]): readonly string[] {
    let meant = this.meanings.get(path);
    if (meant === undefined) {
      const own = path.length === 0 ? path : classifiedPath(path, this.besideOf(path));
      meant = [ROW_STEP, ...own];
      this.meanings.set(path, meant);
    }
    return meant;
  }

  /** Names of the members of the object that holds a value, and of those whose envelope it is. */
  private besideOf(path: readonly string[]): readonly string[] {
    const depth = path.length - 1;
    const own = this.columns
      .filter((column) => path.every((name, at) => at >= depth || column[at] === name))
      .map((column) => column[depth] ?? "");
    const above = depth > 0 && isEnvelope(path[depth - 1]) ? this.besideOf(path.slice(0, -1)) : [];
    return [...new Set([...own, ...above])];
  }
}

/** Shows everything as it is. */
export const UNMASKED = new ShownValues(undefined);

const HIDDEN_TEXT = "•••";

/** Shows nothing: where masks are wanted and there are none to be had. */
export const HIDDEN = new ShownValues({
  value: () => HIDDEN_TEXT,
  json: () => JSON.stringify(HIDDEN_TEXT),
});
