import type { JsonPath } from "../../../../platform/json/jsonPointer";
import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { DocumentPosition } from "./document";
import type { NoteList } from "./noteList";
import { DEPTH_LIMIT, isHarmlessName, refusal } from "./source";

/** What aliases may add: a value counts one, and a text one more for each 16 characters. */
const COPIED_LIMIT = 1_000_000;

/** A name of a mapping as it is written: 200 is "200"; undefined where it is no scalar. */
export function nameOf(key: unknown): string | undefined {
  return isScalar(key) ? (key.source ?? String(key.value)) : undefined;
}

/** Makes plain values of YAML nodes. What an alias stands for is copied, so that nothing is shared. */
export class YamlValues {
  private readonly anchors = new Map<string, unknown>();
  /** What an alias meant where it was met first: the same anchor may be set anew later. */
  private readonly targets = new Map<Alias, unknown>();
  /** Nodes that are being copied for an alias. */
  private readonly copying = new Set<unknown>();
  private copied = 0;

  constructor(
    private readonly notes: NoteList,
    private readonly positionAt: (offset: number) => DocumentPosition,
  ) {}

  /** Throws `definition/tooDeep`, `definition/aliases` and `definition/syntax`. */
  valueOf(node: unknown, place: JsonPath = [], depth = 0): unknown {
    if (depth > DEPTH_LIMIT) {
      throw refusal("definition/tooDeep", { ...this.positionOf(node) });
    }
    if (isAlias(node)) {
      return this.aliased(node, place, depth);
    }
    this.keepAnchor(node);
    this.countCopy(node);
    if (isMap(node)) {
      return this.mapping(node, place, depth);
    }
    if (isSeq(node)) {
      return node.items.map((item, index) => this.valueOf(item, [...place, index], depth + 1));
    }
    return isScalar(node) ? scalarValue(node) : null;
  }

  private mapping(node: YAMLMap, place: JsonPath, depth: number): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    const merged: unknown[] = [];
    for (const { key, value: item } of node.items) {
      this.keepAnchor(key);
      const target = isAlias(key) ? this.targetOf(key) : key;
      const name = nameOf(target);
      if (isMergeKey(target)) {
        merged.push(this.valueOf(item, [...place, "<<"], depth + 1));
      } else if (name === undefined || !isHarmlessName(name)) {
        this.notes.add("skipped", [...place, name ?? "?"]);
      } else {
        if (Object.hasOwn(value, name)) {
          this.notes.add("duplicateKey", [...place, name]);
        }
        value[name] = this.valueOf(item, [...place, name], depth + 1);
      }
    }
    return withMerged(value, merged.flat());
  }

  private aliased(alias: Alias, place: JsonPath, depth: number): unknown {
    const target = this.targetOf(alias);
    if (this.copying.has(target)) {
      throw refusal("definition/aliases", { ...this.positionOf(alias), reason: "loop" });
    }
    this.copying.add(target);
    const value = this.valueOf(target, place, depth);
    this.copying.delete(target);
    return value;
  }

  private targetOf(alias: Alias): unknown {
    const target = this.targets.get(alias) ?? this.anchors.get(alias.source);
    if (target === undefined) {
      const position = this.positionOf(alias);
      throw refusal("definition/syntax", { name: "YAML", ...position, reason: "unknownAlias" });
    }
    this.targets.set(alias, target);
    return target;
  }

  private keepAnchor(node: unknown): void {
    const isCopy = this.copying.size > 0;
    if (!isCopy && (isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      this.anchors.set(node.anchor, node);
    }
  }

  private countCopy(node: unknown): void {
    if (this.copying.size === 0) {
      return;
    }
    this.copied += 1 + (isScalar(node) ? (node.source ?? "").length >> 4 : 0);
    if (this.copied > COPIED_LIMIT) {
      throw refusal("definition/aliases", { ...this.positionOf(node), reason: "many" });
    }
  }

  private positionOf(node: unknown): DocumentPosition {
    return this.positionAt((isNode(node) ? node.range?.[0] : undefined) ?? 0);
  }
}

/** The merge key of YAML 1.1, which many documents of 1.2 use all the same; never one in quotes. */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.source === "<<";
}

/** Members that are there win over merged ones, and the first merged over the later ones. */
function withMerged(
  value: Record<string, unknown>,
  merged: readonly unknown[],
): Record<string, unknown> {
  for (const source of merged) {
    if (typeof source === "object" && source !== null) {
      for (const [name, item] of Object.entries(source)) {
        if (!Object.hasOwn(value, name)) {
          value[name] = item;
        }
      }
    }
  }
  return value;
}

/** JSON has no infinity and no NaN: those stay as they are written. */
function scalarValue({ value, source }: Scalar): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? (source ?? null) : value;
}
